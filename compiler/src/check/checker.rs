//! The state of one check, and the items that are an expression with a name.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{self, ConstantBudget, Limits};
use crate::policy::{
    Allow, Body, Const, Def, Elements, Examples, Expr, Input, Invariant, Let, Member, Origin, Output, Param, Policy, Table, Test,
    Type, Value,
};
use crate::source::{Sources, Span};
use crate::syntax::tree::{self, SyntaxTree, TypeExpr};

use super::body::{BodyState, Context};
use super::findings::Findings;
use super::imports::Imports;
use super::items::{ConstantKind, Items, Node};
use super::names::Names;
use super::order::order;
use super::show::{excerpt, shown};
use super::work::Work;

/// What a `def` or table is called with and answers.
#[derive(Clone, Default)]
pub(super) struct Signature {
    pub params: Vec<Param>,
    /// The type of a whole answer; nothing while it is not known.
    pub answer: Option<Type>,
}

/// The state of one check.
pub(super) struct Checker<'t> {
    pub sources: &'t Sources,
    pub items: &'t Items<'t>,
    pub names: &'t Names<'t>,
    pub imports: &'t Imports<'t>,
    pub findings: Findings,
    pub work: Work,
    /// What is left for computing constants, nothing once it ran out.
    pub constant_budget: Option<ConstantBudget>,
    pub body: BodyState<'t>,
    /// For each declared type what it is, once resolved.
    pub types: Vec<Option<Type>>,
    /// Constants in the order in which they were computed.
    pub consts: Vec<Const>,
    /// For each declared constant its place in `consts`, once computed.
    pub const_places: Vec<Option<usize>>,
    /// Constants whose value is a stand-in, since a mistake was reported in them.
    pub broken_consts: BTreeSet<usize>,
    /// For constants over which rules range, by their places in `consts`, the elements.
    pub const_elements: BTreeMap<usize, Option<Arc<Elements>>>,
    /// Tables that are reported as not complete.
    pub incomplete: BTreeSet<usize>,
    pub inputs: Vec<Option<Input>>,
    /// For each `let` its type, once known.
    pub let_types: Vec<Option<Type>>,
    pub lets: Vec<Option<Let>>,
    pub defs: Vec<Option<Def>>,
    pub tables: Vec<Option<Table>>,
    pub def_signatures: Vec<Signature>,
    pub table_signatures: Vec<Signature>,
    pub outputs: Vec<Output>,
    /// A value could not be worked out, which is reported elsewhere: there is no policy.
    pub without_value: bool,
    /// What `output ...` brings is not known.
    pub spread_lost: bool,
    pub examples: Vec<Examples>,
    pub tests: Vec<Test>,
    pub invariants: Vec<Invariant>,
    pub allows: Vec<Allow>,
    /// For what is checked already the inputs that it may read, also through what it names.
    pub reads: BTreeMap<Node, BTreeSet<usize>>,
}

impl<'t> Checker<'t> {
    pub(super) fn new(
        sources: &'t Sources,
        items: &'t Items<'t>,
        names: &'t Names<'t>,
        imports: &'t Imports<'t>,
        findings: Findings,
    ) -> Checker<'t> {
        Checker {
            sources,
            items,
            names,
            imports,
            findings,
            work: Work::default(),
            constant_budget: Some(ConstantBudget::new(&Limits::default())),
            body: BodyState::new(Context::Policy),
            types: vec![None; items.types.len()],
            consts: Vec::new(),
            const_places: vec![None; items.consts.len()],
            broken_consts: BTreeSet::new(),
            const_elements: BTreeMap::new(),
            incomplete: BTreeSet::new(),
            inputs: items.inputs.iter().map(|_| None).collect(),
            let_types: vec![None; items.lets.len()],
            lets: items.lets.iter().map(|_| None).collect(),
            defs: items.defs.iter().map(|_| None).collect(),
            tables: items.tables.iter().map(|_| None).collect(),
            def_signatures: vec![Signature::default(); items.defs.len()],
            table_signatures: vec![Signature::default(); items.tables.len()],
            outputs: Vec::new(),
            without_value: false,
            spread_lost: false,
            examples: Vec::new(),
            tests: Vec::new(),
            invariants: Vec::new(),
            allows: Vec::new(),
            reads: BTreeMap::new(),
        }
    }

    /// Reports a finding.
    pub(super) fn report(&mut self, finding: Diagnostic) {
        self.findings.report(finding);
    }

    /// Checks all items, each after those that it needs.
    pub(super) fn run(&mut self) {
        let order = order(self.items, self.names, &mut self.findings);
        for node in &order {
            match *node {
                Node::Type(index) => self.declare_type(index),
                Node::Const(index) => self.declare_const(index),
                Node::Input(index) => self.declare_input(index),
                _ => {}
            }
        }
        self.signatures();
        for node in &order {
            match *node {
                Node::Let(index) => self.check_let(index),
                Node::Def(index) => self.check_def(index),
                Node::Table(index) => self.check_table(index),
                _ => {}
            }
        }
        for index in 0..self.items.outputs.len() {
            self.check_output(index);
        }
        for spread in &self.items.output_spreads {
            self.check_output_spread(spread);
        }
        self.check_statements();
    }

    /// The policy, complete only where nothing was reported.
    pub(super) fn finish(self, tree: &SyntaxTree) -> (Option<Policy>, Findings) {
        let policy = |checker: Checker<'t>| {
            (!checker.without_value).then_some(())?;
            Some(Policy {
                name: tree.header.as_ref().map(|header| header.text.clone()).unwrap_or_default(),
                name_span: tree.header.as_ref().map(|header| header.at.0).unwrap_or_default(),
                docs: tree.docs.clone(),
                types: {
                    let types = checker.items.types.iter().zip(checker.types);
                    types.map(|(item, ty)| Some((Arc::from(item.tree.name.text.as_str()), ty?))).collect::<Option<_>>()?
                },
                inputs: checker.inputs.into_iter().collect::<Option<_>>()?,
                consts: checker.consts,
                lets: checker.lets.into_iter().collect::<Option<_>>()?,
                defs: checker.defs.into_iter().collect::<Option<_>>()?,
                tables: checker.tables.into_iter().collect::<Option<_>>()?,
                outputs: checker.outputs,
                examples: checker.examples,
                tests: checker.tests,
                invariants: checker.invariants,
                allows: checker.allows,
            })
        };
        let mut checker = self;
        let findings = std::mem::take(&mut checker.findings);
        (policy(checker), findings)
    }

    fn declare_const(&mut self, index: usize) {
        let Some(item) = self.items.consts.get(index).copied() else { return };
        let place = item.ty.map(|ty| self.resolve(ty)).map(|ty| match item.kind {
            ConstantKind::BoundInput { optional: true } => ty.optional(),
            _ => ty,
        });
        if item.kind == ConstantKind::Param && place.is_none() {
            self.report(
                Diagnostic::error(
                    Code::NEEDS_TYPE,
                    item.name.at.0,
                    "a parameter states its type: an instance may replace its value",
                )
                .help("state it behind the name: `: int = …`"),
            );
        }
        let included = match (&item.value.kind, item.kind) {
            (tree::ExprKind::Call { qualifier, function, args }, ConstantKind::Param | ConstantKind::BoundInput { .. })
                if Self::is_include(qualifier.as_ref(), function) =>
            {
                Some(args)
            }
            _ => None,
        };
        let (ty, value, origin) = match included {
            Some(args) => {
                let ty = place.unwrap_or(Type::Error);
                match self.include(args, &ty, item.value.at.0) {
                    Some((value, source, pointer)) => (ty, Some(value), Some(Origin { source, pointer })),
                    None => {
                        self.without_value = true;
                        (ty, None, None)
                    }
                }
            }
            None => {
                let before = self.findings.count();
                let context = Context::Constant("a constant");
                let (expr, slots, uses) = self.in_body(context, |checker| checker.bound_value(item.value, place.as_ref()));
                let ty = place.unwrap_or_else(|| expr.ty.clone());
                (ty, self.compute(expr, slots, &uses, before), None)
            }
        };
        let place = self.consts.len();
        if value.is_none() {
            self.broken_consts.insert(place);
        }
        let (name, span) = (item.name.text.clone(), item.name.at.0);
        let ty = self.of_bearable_size(ty, span);
        self.consts.push(Const { name, docs: item.docs.to_vec(), ty, value: value.unwrap_or(Value::None), origin, span });
        if let Some(entry) = self.const_places.get_mut(index) {
            *entry = Some(place);
        }
    }

    /// The value of a closed expression, nothing where something is wrong with it; that is reported.
    pub(super) fn constant(&mut self, value: &'t tree::Expr, place: Option<&Type>, context: Context) -> Option<Value> {
        let before = self.findings.count();
        let (expr, slots, uses) = self.in_body(context, |checker| checker.bound_value(value, place));
        // A default must stay a default while other mistakes are looked for.
        Some(self.compute(expr, slots, &uses, before).unwrap_or(Value::None))
    }

    fn compute(&mut self, expr: Expr, slots: usize, uses: &BTreeSet<Node>, findings_before: usize) -> Option<Value> {
        let broken = |node: &Node| match node {
            Node::Const(index) => {
                self.const_places.get(*index).copied().flatten().is_none_or(|place| self.broken_consts.contains(&place))
            }
            // Only what compiles lends its names.
            Node::Foreign(_) | Node::Use(_) => false,
            _ => true,
        };
        if self.findings.count() > findings_before || expr.ty.is_error() || uses.iter().any(broken) {
            return None;
        }
        let span = expr.span;
        let mut budget = self.constant_budget?;
        match engine::constant(&Body { expr, slots }, &self.consts, &mut budget) {
            Ok(value) => {
                self.constant_budget = Some(budget);
                Some(value)
            }
            // What was reported elsewhere, also by the parser, may leave an expression that cannot be computed.
            Err(fault) if fault.code == Code::MALFORMED_POLICY && (self.findings.count() > 0 || self.names.lost_any()) => None,
            Err(fault) => {
                if matches!(fault.code, Code::STEP_BUDGET | Code::VALUE_BUDGET) {
                    self.constant_budget = None;
                }
                self.report(fault.diagnostic(span));
                None
            }
        }
    }

    fn declare_input(&mut self, index: usize) {
        let Some(item) = self.items.inputs.get(index).copied() else { return };
        let written = self.resolve(&item.tree.ty);
        let default = item.tree.default.as_ref();
        let member = self.new_member(&item.tree.member, item.tree.optional, written, default, item.docs, "a default");
        if let Some(place) = self.inputs.get_mut(index) {
            *place = Some(Input { member, span: item.tree.member.at.0 });
        }
    }

    /// The types that `let`s state, and what `def`s and tables are called with and answer.
    fn signatures(&mut self) {
        for (index, item) in self.items.lets.iter().enumerate() {
            let stated = item.tree.ty.as_ref().map(|ty| self.resolve(ty));
            if let Some(place) = self.let_types.get_mut(index) {
                *place = stated;
            }
        }
        for (index, item) in self.items.defs.iter().enumerate() {
            let signature = self.signature(&item.tree.params, &item.tree.result);
            if let Some(place) = self.def_signatures.get_mut(index) {
                *place = signature;
            }
        }
        for (index, item) in self.items.tables.iter().enumerate() {
            let mut signature = self.signature(&item.tree.params, &item.tree.result);
            if item.tree.hit == Some(tree::HitPolicy::Collect) {
                signature.answer = signature.answer.map(Type::list);
            }
            if let Some(place) = self.table_signatures.get_mut(index) {
                *place = signature;
            }
        }
    }

    fn signature(&mut self, params: &'t [tree::Param], result: &'t TypeExpr) -> Signature {
        Signature { params: self.params(params), answer: Some(self.resolve(result)) }
    }

    /// Parameters with their types.
    pub(super) fn params(&mut self, params: &'t [tree::Param]) -> Vec<Param> {
        params.iter().map(|param| Param { name: param.name.text.clone(), ty: self.resolve(&param.ty) }).collect()
    }

    /// Binds parameters to the first slots.
    pub(super) fn bind_params(&mut self, written: &'t [tree::Param], params: &[Param]) {
        for (name, param) in written.iter().zip(params) {
            self.bind(&name.name, param.ty.clone());
        }
    }

    fn check_let(&mut self, index: usize) {
        let Some(item) = self.items.lets.get(index).copied() else { return };
        let place = self.let_types.get(index).cloned().flatten();
        let (expr, slots, uses) = self.in_body(Context::Policy, |checker| checker.bound_value(&item.tree.value, place.as_ref()));
        let (name, span) = (item.tree.name.text.clone(), item.tree.name.at.0);
        let ty = self.of_bearable_size(place.unwrap_or_else(|| expr.ty.clone()), span);
        if let Some(entry) = self.let_types.get_mut(index) {
            *entry = Some(ty);
        }
        self.note_reads(Node::Let(index), &uses);
        if let Some(entry) = self.lets.get_mut(index) {
            *entry = Some(Let { name, docs: item.docs.to_vec(), body: Body { expr, slots }, span });
        }
    }

    fn check_def(&mut self, index: usize) {
        let Some(item) = self.items.defs.get(index).copied() else { return };
        let Signature { params, answer } = self.def_signatures.get(index).cloned().unwrap_or_default();
        let place = answer.unwrap_or(Type::Error);
        let (expr, slots, uses) = self.in_body(Context::Policy, |checker| {
            checker.bind_params(&item.tree.params, &params);
            checker.check(&item.tree.body, &place)
        });
        self.note_reads(Node::Def(index), &uses);
        let reads = self.reads.get(&Node::Def(index)).cloned().unwrap_or_default();
        let (name, span) = (item.tree.name.text.clone(), item.tree.name.at.0);
        if let Some(entry) = self.defs.get_mut(index) {
            *entry = Some(Def { name, docs: item.docs.to_vec(), params, body: Body { expr, slots }, reads, span });
        }
    }

    fn check_output(&mut self, index: usize) {
        let Some(item) = self.items.outputs.get(index).copied() else { return };
        let stated = item.tree.ty.as_ref().map(|ty| self.resolve(ty));
        let place = if item.tree.optional { stated.map(Type::optional) } else { stated };
        let (expr, slots, uses) = self.in_body(Context::Policy, |checker| checker.bound_value(&item.tree.value, place.as_ref()));
        let ty = place.unwrap_or_else(|| expr.ty.clone());
        let member = self.new_member(&item.tree.member, item.tree.optional, ty, None, item.docs, "an output");
        self.note_reads(Node::Output(index), &uses);
        self.outputs.push(Output { member, body: Body { expr, slots }, span: item.tree.member.at.0 });
    }

    /// `output ...e`: the record is computed once, and each of its members is an output.
    fn check_output_spread(&mut self, value: &'t tree::Expr) {
        let (expr, slots, uses) = self.in_body(Context::Policy, |checker| checker.plain(value));
        let span = value.at.0;
        let Type::Record(record) = expr.ty.clone() else {
            if !expr.ty.is_error() {
                let what = excerpt(self.sources, span);
                let message =
                    format!("{what} is {}, but `output ...` takes a record, each member of which is an output", shown(&expr.ty));
                self.report(Diagnostic::error(Code::TYPE_MISMATCH, span, message));
            }
            self.spread_lost = true;
            return;
        };
        let held = self.lets.len();
        self.lets.push(Some(Let { name: "output ...".to_owned(), docs: Vec::new(), body: Body { expr, slots }, span }));
        let reads = self.reads_of(&uses, span);
        for (slot, member) in record.by_slot_of_member() {
            let index = self.outputs.len();
            let taken =
                self.outputs.iter().find(|output| output.member.name == member.name).map(|output| (output.span, "an output"));
            let taken = taken.or_else(|| {
                let node = self.names.value(&member.name).filter(|node| !matches!(node, Node::Input(_) | Node::Let(_)))?;
                Some((self.items.span(node), node.what()))
            });
            if let Some((first, what)) = taken {
                let message = format!("this brings an output `{}`, and the name is taken by {what} already", member.name);
                self.report(
                    Diagnostic::error(Code::DUPLICATE_NAME, span, message)
                        .also(first, "declared here")
                        .help("choose another name for one of them"),
                );
                continue;
            }
            let base = Expr { kind: crate::policy::ExprKind::Let(held), ty: Type::Record(Arc::clone(&record)), span };
            let kind = crate::policy::ExprKind::Member { base: Box::new(base), slot };
            let body = Body { expr: Expr { kind, ty: member.ty.clone(), span }, slots: 0 };
            self.reads.insert(Node::Output(index), reads.clone());
            self.outputs.push(Output { member: Member { default: None, ..member.clone() }, body, span });
        }
    }

    /// The value of a name: checked against its stated type, else inferred, in which case the type must be plain from it.
    pub(super) fn bound_value(&mut self, value: &'t tree::Expr, place: Option<&Type>) -> Expr {
        match place {
            Some(place) => self.check(value, place),
            None => self.plain(value),
        }
    }

    /// An inferred expression whose type is plain from it.
    pub(super) fn plain(&mut self, value: &'t tree::Expr) -> Expr {
        let mut expr = self.infer(value);
        let empty_record = matches!(&value.kind, tree::ExprKind::Record(fields) if fields.is_empty());
        if expr.ty.has_never() || empty_record {
            self.report_needs_type(value);
            expr.ty = Type::Error;
        }
        expr
    }

    fn report_needs_type(&mut self, value: &tree::Expr) {
        let (what, example) = match &value.kind {
            tree::ExprKind::None => ("`none` alone does not say what may be there", "string?"),
            tree::ExprKind::List(_) => ("an empty list does not say of what", "list<string>"),
            tree::ExprKind::Record(fields) if fields.is_empty() => ("`{}` does not say which record or map it is", "map<string>"),
            _ => ("a part of this value, empty or `none`, does not say its type", "list<string>"),
        };
        self.report(
            Diagnostic::error(Code::NEEDS_TYPE, value.at.0, what)
                .help(format!("state the type behind the name: `: {example} = …`")),
        );
    }

    /// Keeps which inputs something may read.
    pub(super) fn note_reads(&mut self, node: Node, uses: &BTreeSet<Node>) {
        let reads = self.reads_of(uses, self.items.span(node));
        self.reads.insert(node, reads);
    }

    /// The inputs that a body at that place may read which names these.
    pub(super) fn reads_of(&mut self, uses: &BTreeSet<Node>, span: Span) -> BTreeSet<usize> {
        let known = |node: &Node| self.reads.get(node).map_or(1, BTreeSet::len);
        if !self.afford(uses.iter().map(known).sum(), span) {
            return BTreeSet::new();
        }
        let mut reads = BTreeSet::new();
        for node in uses {
            match node {
                Node::Input(index) => {
                    reads.insert(*index);
                }
                other => reads.extend(self.reads.get(other).into_iter().flatten().copied()),
            }
        }
        reads
    }

    /// The declared member of an input.
    pub(super) fn input_member(&self, index: usize) -> Option<&Member> {
        self.inputs.get(index)?.as_ref().map(|input| &input.member)
    }

    /// An expression in whose stead a mistake was reported.
    pub(super) fn error(&self, span: Span) -> Expr {
        Expr { kind: crate::policy::ExprKind::Literal(Value::None), ty: Type::Error, span }
    }
}

//! Expressions: which way each form is checked, and names.

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, Input, Member, RecordPart, RecordType, Type, Value};
use crate::source::Span;
use crate::syntax::tree::{self, AggregateOp, BinaryOp, ExprKind as Kind};
use std::sync::Arc;

use super::body::{Context, RuleName};
use super::checker::Checker;
use super::findings::Mistake;
use super::imports::Foreign;
use super::items::Node;

impl<'t> Checker<'t> {
    /// Works out the type of an expression from itself.
    pub(super) fn infer(&mut self, expr: &'t tree::Expr) -> Expr {
        let span = expr.at.0;
        match &expr.kind {
            Kind::None => literal(Value::None, Type::Never.optional(), span),
            Kind::Bool(value) => literal(Value::Bool(*value), Type::Bool, span),
            Kind::Number(text) => self.int(text, false, span),
            Kind::Text(text) => literal(Value::text(text), Type::literal(text), span),
            Kind::Template(parts) => self.template(parts, span),
            Kind::Name(name) => self.name(name, span),
            Kind::List(elements) => self.infer_list(elements, span),
            Kind::Record(fields) => self.infer_record(fields, None, span),
            Kind::Comprehension { value, clauses } => self.comprehension(value, clauses, None, span),
            Kind::Aggregate { op, value, clauses } => self.aggregate(*op, value, clauses, None, span),
            Kind::MapComprehension { key, value, clauses } => self.map_comprehension(key, value, clauses, None, span),
            Kind::Sequence(sequence) => self.sequence(sequence, None, span),
            Kind::Call { qualifier: Some(prefix), function, args } => self.qualified_call(prefix, function, args, span),
            Kind::Call { qualifier: None, function, args } => self.call(function, args, span),
            Kind::Member { base, optional, name } => self.member(base, *optional, name, span),
            Kind::Index { base, optional, index } => self.index(base, *optional, index, span),
            Kind::Negate(inner) => self.negate(inner, span),
            Kind::Not(inner) => self.not(inner, span),
            Kind::And(parts) => self.and(parts, span),
            Kind::Or(parts) => self.or(parts, span),
            Kind::Binary { op, left, right } => self.binary(*op, left, right, span),
            Kind::Is { value, test, negated } => self.is(value, *test, *negated, span),
            Kind::As { value, ty } => self.read_as(value, ty, span),
            Kind::If { guard, then, otherwise } => self.if_else(guard, then, otherwise, None, span),
        }
    }

    /// Checks an expression against the type of its place. The result has that type; where it cannot, that is reported. Where
    /// the place is not known, only what does not depend on it is.
    pub(super) fn check(&mut self, expr: &'t tree::Expr, place: &Type) -> Expr {
        let span = expr.at.0;
        match &expr.kind {
            Kind::Number(text) => self.check_number(text, false, place, span),
            Kind::Negate(inner) => match &inner.kind {
                Kind::Number(text) => self.check_number(text, true, place, span),
                _ => self.infer_and_fit(expr, place),
            },
            Kind::Text(text) => self.check_text(text, place, span),
            Kind::Name(name) => self.check_name(name, place, span),
            Kind::List(elements) => self.check_list(elements, place, span),
            Kind::Record(fields) => self.check_record(fields, place, span),
            Kind::Comprehension { value, clauses } => self.comprehension(value, clauses, Some(place), span),
            Kind::MapComprehension { key, value, clauses } => self.map_comprehension(key, value, clauses, Some(place), span),
            Kind::Sequence(sequence) => self.sequence(sequence, Some(place), span),
            Kind::Aggregate { op: op @ AggregateOp::First, value, clauses } => self.check_first(*op, value, clauses, place, span),
            Kind::If { guard, then, otherwise } => self.if_else(guard, then, otherwise, Some(place), span),
            Kind::Binary { op: BinaryOp::Coalesce, left, right } => self.coalesce_into(left, right, place, span),
            _ => self.infer_and_fit(expr, place),
        }
    }

    /// Looks at an expression whose place is not known, for mistakes that do not depend on it.
    pub(super) fn look_at(&mut self, expr: &'t tree::Expr) -> Expr {
        self.check(expr, &Type::Error)
    }

    fn infer_and_fit(&mut self, expr: &'t tree::Expr, place: &Type) -> Expr {
        let value = self.infer(expr);
        self.fit(value, place)
    }

    /// A name where a type is wanted; `null` where that is `json`.
    pub(super) fn check_name(&mut self, name: &'t str, place: &Type, span: Span) -> Expr {
        if name == "null" && place.is_error() {
            return self.error(span);
        }
        if name == "null" && !self.is_local(name) && matches!(place.inner(), Type::Json) {
            return literal(Value::Json(crate::json::Json::Null), place.clone(), span);
        }
        let value = self.name(name, span);
        self.fit(value, place)
    }

    /// A name.
    pub(super) fn name(&mut self, name: &'t str, span: Span) -> Expr {
        if let Some(local) = self.local(name, span) {
            return local;
        }
        match name {
            "null" => return self.null_out_of_place(span),
            "rule_name" => return self.rule_name(span),
            "given" if self.body.context == Context::Statement => return self.given(span),
            _ => {}
        }
        match self.visible(name) {
            Some(node) => self.value(node, name, span),
            None => self.unknown_value(name, span),
        }
    }

    fn null_out_of_place(&mut self, span: Span) -> Expr {
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, span, "`null` is a literal only where `json` is wanted")
                .help("write `none` for a value that is not there"),
        );
        self.error(span)
    }

    fn rule_name(&mut self, span: Span) -> Expr {
        let finding = match &self.body.rule_name {
            RuleName::Named(name) => return literal(Value::text(name), Type::literal(name), span),
            RuleName::InGuard => {
                Diagnostic::error(Code::UNKNOWN_NAME, span, "`rule_name` is known only in the outcome of a rule, right of `=>`")
            }
            RuleName::Outside => {
                Diagnostic::error(Code::UNKNOWN_NAME, span, "there is no rule here whose name `rule_name` could be")
                    .help("write the name as a text, or pass it as an argument")
            }
        };
        self.report(finding);
        self.error(span)
    }

    /// The given document: a record of the inputs.
    fn given(&mut self, span: Span) -> Expr {
        if !self.afford(self.inputs.len(), span) {
            return self.error(span);
        }
        let members: Vec<_> = self
            .inputs
            .iter()
            .flatten()
            .map(|Input { member, .. }| Member {
                name: Arc::clone(&member.name),
                ty: member.ty.clone(),
                default: None,
                docs: Vec::new(),
                ..*member
            })
            .collect();
        let record = Arc::new(RecordType::new(Some(Arc::from("given")), members, false));
        let parts = record.by_slot_of_member().enumerate().map(|(index, (slot, member))| {
            RecordPart::Set(slot, Expr { kind: ExprKind::Input(index), ty: member.ty.clone(), span })
        });
        let parts = parts.collect();
        self.body.uses.extend((0..self.inputs.len()).map(Node::Input));
        Expr { kind: ExprKind::Record(parts), ty: Type::Record(record), span }
    }

    /// What a visible name stands for, where this place may name it.
    fn value(&mut self, node: Node, name: &str, span: Span) -> Expr {
        if !self.may_name(node, name, span) {
            return self.error(span);
        }
        self.body.uses.insert(node);
        let (kind, ty) = match node {
            Node::Const(index) => {
                let Some(place) = self.const_places.get(index).copied().flatten() else { return self.error(span) };
                (ExprKind::Const(place), self.consts.get(place).map(|constant| constant.ty.clone()))
            }
            Node::Input(index) => (ExprKind::Input(index), self.input_member(index).map(|member| member.ty.clone())),
            Node::Let(index) => (ExprKind::Let(index), self.let_types.get(index).cloned().flatten()),
            Node::Output(index) => (ExprKind::Output(index), self.outputs.get(index).map(|output| output.member.ty.clone())),
            Node::Foreign(foreign @ Foreign::Const(..)) => return self.foreign_const(foreign, span),
            Node::Use(_) => return self.policy_as_value(name, span),
            Node::Def(_) | Node::Table(_) | Node::Type(_) | Node::Foreign(_) => {
                return self.called_without_arguments(node, name, span);
            }
        };
        // A type that is not known yet belongs to a definition that needs itself, which is reported already.
        Expr { kind, ty: ty.unwrap_or(Type::Error), span }
    }

    fn policy_as_value(&mut self, name: &str, span: Span) -> Expr {
        self.report(
            Diagnostic::error(Code::UNKNOWN_NAME, span, format!("`{name}` is another policy, not a value"))
                .help(format!("call it with its inputs, `{name}({{ … }})`, or name what it declares, `{name}.…`")),
        );
        self.error(span)
    }

    fn called_without_arguments(&mut self, node: Node, name: &str, span: Span) -> Expr {
        let has_params = match node {
            Node::Def(index) => self.def_signatures.get(index),
            Node::Table(index) => self.table_signatures.get(index),
            _ => None,
        }
        .is_some_and(|signature| !signature.params.is_empty());
        let call = if has_params { format!("{name}(…)") } else { format!("{name}()") };
        self.report(
            Diagnostic::error(Code::UNKNOWN_NAME, span, format!("`{name}` is {}, not a value", node.what()))
                .also(self.items.span(node), "declared here")
                .help(format!("call it: `{call}`")),
        );
        self.error(span)
    }

    /// Whether this place may name something; reports where not.
    pub(super) fn may_name(&mut self, node: Node, name: &str, span: Span) -> bool {
        match self.body.context {
            Context::Policy | Context::Statement => true,
            Context::Constant(what) => {
                if matches!(
                    node,
                    Node::Const(_) | Node::Type(_) | Node::Use(_) | Node::Foreign(Foreign::Const(..) | Foreign::Type(..))
                ) {
                    return true;
                }
                self.report(
                    Diagnostic::error(
                        Code::NOT_CONSTANT,
                        span,
                        format!("{what} may name constants only, and `{name}` is {}", node.what()),
                    )
                    .also(self.items.span(node), "declared here")
                    .help("write the value out, or make what it needs a `const`"),
                );
                false
            }
            Context::Given(what) => {
                let read = match node {
                    Node::Input(index) => Some(index),
                    other => self.reads.get(&other).and_then(|reads| reads.first()).copied(),
                };
                let Some(input) = read else { return true };
                let message = if node == Node::Input(input) {
                    format!("{what} cannot read an input, and `{name}` is one")
                } else {
                    let input = self.items.name(Node::Input(input)).map_or("", |(input, _)| input);
                    format!("{what} cannot read an input, and `{name}` reads `{input}`")
                };
                self.report(
                    Diagnostic::error(Code::NOT_CONSTANT, span, message)
                        .also(self.items.span(node), "declared here")
                        .help("write the value out"),
                );
                false
            }
        }
    }

    fn unknown_value(&mut self, name: &str, span: Span) -> Expr {
        let may_be_spread = self.spread_lost && self.body.context == Context::Statement;
        if may_be_spread || self.names.is_lost_value(name) || !self.findings.is_first(Mistake::Name(name.to_owned()), span) {
            return self.error(span);
        }
        let mut finding = Diagnostic::error(Code::UNKNOWN_NAME, span, format!("there is no `{name}` here"));
        if let Some(help) = self.known_elsewhere(name) {
            finding = finding.help(help);
        } else if let Some(near) = self.nearest_value(name) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        self.report(finding);
        self.error(span)
    }

    /// What to say about a name that is known, but not as a value here.
    fn known_elsewhere(&self, name: &str) -> Option<String> {
        if self.body.context == Context::Statement {
            if let Some(Node::Input(index)) = self.names.value(name) {
                let member = self.items.inputs.get(index).map_or(name, |input| &input.tree.member.text);
                return Some(format!("it is an input: write `given.{member}` here"));
            }
        } else if self.names.output(name).is_some() {
            return Some(format!(
                "`{name}` is an output, which only `expect` and invariants can name: give its value to a `let` and use that in both places"
            ));
        }
        if let Some(local) =
            self.names.input(name).and_then(|index| self.items.inputs.get(index)).and_then(|input| input.tree.local.as_ref())
            && self.body.context != Context::Statement
        {
            return Some(format!("the input `{name}` is called `{}` here", local.text));
        }
        match name {
            "given" => Some("inputs are named directly here; `given` is a name in `expect` and invariants".to_owned()),
            "some" => Some("ask with `is some`".to_owned()),
            _ if self.names.ty(name).is_some() => Some(format!("`{name}` is a type, and a value is wanted")),
            _ => None,
        }
    }

    fn nearest_value(&self, name: &str) -> Option<&str> {
        let values = self.names.values().filter(|(_, node)| {
            matches!(node, Node::Const(_) | Node::Input(_) | Node::Let(_) | Node::Foreign(Foreign::Const(..)))
        });
        let is_statement = self.body.context == Context::Statement;
        let values = values.filter(|(_, node)| !is_statement || !matches!(node, Node::Input(_))).map(|(name, _)| name);
        let outputs = self.names.outputs().filter(|_| is_statement).chain(is_statement.then_some("given"));
        self.nearest(name, self.body.local_names().chain(values).chain(outputs))
    }
}

/// A value known now.
pub(super) fn literal(value: Value, ty: Type, span: Span) -> Expr {
    Expr { kind: ExprKind::Literal(value), ty, span }
}

/// Whether an expression takes its type from its place: of two sides, the other one is looked at first.
pub(super) fn is_literal(expr: &tree::Expr) -> bool {
    match &expr.kind {
        Kind::None | Kind::Bool(_) | Kind::Number(_) | Kind::Text(_) | Kind::List(_) | Kind::Record(_) => true,
        Kind::Name(name) => name == "null",
        Kind::Negate(inner) => matches!(inner.kind, Kind::Number(_)),
        _ => false,
    }
}

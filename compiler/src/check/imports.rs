//! What other policies lend to this one: vocabularies their names, policies their answers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::engine;
use crate::json::{self, Json, Pointer};
use crate::policy::{Expr, ExprKind, ForeignCallee, Member, Policy, RecordType, Type, Value};
use crate::source::{SourceId, Span};
use crate::syntax::tree::{self, Name};

use super::body::Context;
use super::checker::{Checker, Signature};
use super::expr::literal;
use super::findings::Findings;
use super::instance::INCLUDE;
use super::items::Node;
use super::show::parameters;

/// Another policy.
#[derive(Clone, Debug)]
pub enum Import {
    /// It compiles.
    Good(Arc<Policy>),
    /// It is there, but does not compile, which is reported where it stands.
    Broken,
}

/// What a policy may use.
#[derive(Clone, Debug, Default)]
pub struct Imports<'i> {
    /// The policies that it names.
    pub policies: BTreeMap<&'i str, Import>,
    /// The names of all policies.
    pub names: BTreeSet<&'i str>,
    /// For the text of a policy and a path in it the JSON text that it includes.
    pub included: Option<&'i BTreeMap<(SourceId, String), SourceId>>,
}

/// Something that a used policy declares: the place of its `use`, and the place in the lists of that policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Foreign {
    Type(usize, usize),
    Const(usize, usize),
    Def(usize, usize),
    Table(usize, usize),
}

impl Foreign {
    /// The place of its `use`.
    pub(super) fn import(self) -> usize {
        match self {
            Foreign::Type(import, _) | Foreign::Const(import, _) | Foreign::Def(import, _) | Foreign::Table(import, _) => import,
        }
    }
}

impl<'i> Imports<'i> {
    /// The policy of that name: `None` where there is none, which is reported, `Some(None)` where it is broken.
    pub(super) fn find(&'i self, name: &Name, findings: &mut Findings) -> Option<Option<&'i Policy>> {
        match self.policies.get(name.text.as_str()) {
            Some(Import::Good(policy)) => Some(Some(policy)),
            Some(Import::Broken) => Some(None),
            None => {
                let finding = Diagnostic::error(Code::UNKNOWN_POLICY, name.at.0, format!("there is no policy `{}`", name.text));
                findings.report(match nearest(&name.text, self.names.iter().copied()) {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None => finding.help(format!("its file would be `rules/{}.pol`", name.text.replace('.', "/"))),
                });
                None
            }
        }
    }

    /// What a policy declares, by name.
    pub(super) fn names_of(&self, policy: &'i Policy, import: usize) -> Vec<(&'i str, Foreign)> {
        let types = policy.types.iter().enumerate().map(|(i, (name, _))| (&**name, Foreign::Type(import, i)));
        let consts = policy.consts.iter().enumerate().map(|(i, item)| (item.name.as_str(), Foreign::Const(import, i)));
        let defs = policy.defs.iter().enumerate().map(|(i, item)| (item.name.as_str(), Foreign::Def(import, i)));
        let tables = policy.tables.iter().enumerate().map(|(i, item)| (item.name.as_str(), Foreign::Table(import, i)));
        types.chain(consts).chain(defs).chain(tables).collect()
    }
}

impl<'t> Checker<'t> {
    /// The policy that a `use` names, where it is there and good.
    pub(super) fn import(&self, index: usize) -> Option<&'t Arc<Policy>> {
        let name = &self.items.uses.get(index)?.tree.policy;
        match self.imports.policies.get(name.text.as_str()) {
            Some(Import::Good(policy)) => Some(policy),
            _ => None,
        }
    }

    /// The `use` whose prefix an expression is.
    pub(super) fn prefix(&self, expr: &tree::Expr) -> Option<usize> {
        let tree::ExprKind::Name(name) = &expr.kind else { return None };
        self.prefix_named(name)
    }

    fn prefix_named(&self, name: &str) -> Option<usize> {
        match self.names.value(name) {
            Some(Node::Use(index)) if !self.is_local(name) => Some(index),
            _ => None,
        }
    }

    fn declared_by(&mut self, import: usize, name: &Name, wanted: &str, fits: impl Fn(Foreign) -> bool) -> Option<Foreign> {
        let policy = self.import(import)?;
        let names = self.imports.names_of(policy, import);
        if let Some((_, found)) = names.iter().find(|(known, foreign)| *known == name.text && fits(*foreign)) {
            return Some(*found);
        }
        let message = format!("`{}` has no {wanted} `{}`", policy.name, name.text);
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, name.at.0, message);
        let near = nearest(&name.text, names.iter().filter(|(_, foreign)| fits(*foreign)).map(|(name, _)| *name));
        self.report(match near {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding.also(policy.name_span, "declared here"),
        });
        None
    }

    /// `n.CORE`
    pub(super) fn foreign_member(&mut self, import: usize, name: &Name, span: Span) -> Expr {
        match self.declared_by(import, name, "constant", |foreign| matches!(foreign, Foreign::Const(..))) {
            Some(found) => self.foreign_const(found, span),
            None => self.error(span),
        }
    }

    /// A constant of another policy.
    pub(super) fn foreign_const(&mut self, foreign: Foreign, span: Span) -> Expr {
        let found = match foreign {
            Foreign::Const(import, index) => self.import(import).and_then(|policy| policy.consts.get(index)),
            _ => None,
        };
        match found {
            Some(found) => literal(found.value.clone(), found.ty.clone(), span),
            None => self.error(span),
        }
    }

    /// `n.Name`, or a name that a vocabulary brings in.
    pub(super) fn foreign_type(&mut self, name: &str, span: Span) -> Option<Type> {
        let foreign = match name.split_once('.') {
            None => self.names.foreign_type(name)?,
            Some((prefix, own)) => {
                let import = self.prefix_named(prefix)?;
                let start = span.start.saturating_add(u32::try_from(prefix.len() + 1).unwrap_or(0));
                let own = Name { text: own.to_owned(), at: tree::At(Span { start, ..span }) };
                match self.declared_by(import, &own, "type", |foreign| matches!(foreign, Foreign::Type(..))) {
                    Some(foreign) => foreign,
                    None => return Some(Type::Error),
                }
            }
        };
        let Foreign::Type(import, index) = foreign else { return None };
        Some(self.import(import).and_then(|policy| policy.types.get(index)).map_or(Type::Error, |(_, ty)| ty.clone()))
    }

    /// `n.f(…)`
    pub(super) fn qualified_call(&mut self, prefix: &'t Name, function: &'t Name, args: &'t [tree::Expr], span: Span) -> Expr {
        let Some(import) = self.prefix_named(&prefix.text) else {
            if self.names.is_lost(&prefix.text) {
                return self.lost_call(args, span);
            }
            let known = self.is_local(&prefix.text) || self.visible(&prefix.text).is_some();
            let finding = if known {
                let message = format!("`{}` is no policy, so `{}` is nothing that it has", prefix.text, function.text);
                Diagnostic::error(Code::UNKNOWN_NAME, function.at.0, message)
                    .help(crate::syntax::instead_of_method(&function.text))
            } else {
                Diagnostic::error(Code::UNKNOWN_NAME, prefix.at.0, format!("there is no `{}` here", prefix.text))
                    .help(format!("bring another policy in under that name: `use … as {}`", prefix.text))
            };
            self.report(finding);
            return self.lost_call(args, span);
        };
        let is_callable = |foreign: Foreign| matches!(foreign, Foreign::Def(..) | Foreign::Table(..));
        match self.declared_by(import, function, "table or `def`", is_callable) {
            Some(found) => self.foreign_call(found, function, args, span),
            None => self.lost_call(args, span),
        }
    }

    /// A table or `def` of another policy.
    pub(super) fn foreign_call(&mut self, foreign: Foreign, function: &Name, args: &'t [tree::Expr], span: Span) -> Expr {
        let Some(policy) = self.import(foreign.import()) else { return self.lost_call(args, span) };
        if !self.may_call(&function.text, function.at.0) {
            return self.lost_call(args, span);
        }
        let (params, answer, reads, declared, callee) = match foreign {
            Foreign::Def(_, index) => match policy.defs.get(index) {
                Some(def) => (&def.params, def.body.expr.ty.clone(), &def.reads, def.span, ForeignCallee::Def(index)),
                None => return self.lost_call(args, span),
            },
            Foreign::Table(_, index) => match policy.tables.get(index) {
                Some(table) => (&table.params, table.answer(), &table.reads, table.span, ForeignCallee::Table(index)),
                None => return self.lost_call(args, span),
            },
            _ => return self.lost_call(args, span),
        };
        if let Some(input) = reads.first().and_then(|input| policy.inputs.get(*input)) {
            let message = format!(
                "`{}` reads the input `{}` of `{}`, which is not given here",
                function.text, input.member.name, policy.name
            );
            self.report(
                Diagnostic::error(Code::FOREIGN, function.at.0, message)
                    .also(declared, "declared here")
                    .help("call the whole policy with its inputs, or give the table what it needs as an argument"),
            );
            return self.lost_call(args, span);
        }
        let signature = Signature { params: params.clone(), answer: Some(answer.clone()) };
        if args.len() != signature.params.len() {
            let wanted = parameters(&signature.params);
            self.report_arguments(function, args, signature.params.len(), &wanted, Some(declared));
            return self.lost_call(args, span);
        }
        let args = args.iter().zip(&signature.params).map(|(arg, param)| self.check(arg, &param.ty)).collect();
        Expr { kind: ExprKind::CallForeign { policy: Arc::clone(policy), callee, args }, ty: answer, span }
    }

    /// `config({ text })`: a whole policy.
    pub(super) fn policy_call(&mut self, import: usize, function: &Name, args: &'t [tree::Expr], span: Span) -> Expr {
        let Some(policy) = self.import(import) else { return self.lost_call(args, span) };
        if !self.may_call(&function.text, function.at.0) {
            return self.lost_call(args, span);
        }
        if policy.outputs.is_empty() {
            let message = format!("`{}` answers nothing, so it cannot be called", policy.name);
            self.report(
                Diagnostic::error(Code::FOREIGN, function.at.0, message)
                    .help(format!("name what it declares: `{}.…`", function.text)),
            );
            return self.lost_call(args, span);
        }
        let [arg] = args else {
            self.report_arguments(function, args, 1, "one record with its inputs", Some(policy.name_span));
            return self.lost_call(args, span);
        };
        let inputs = policy.inputs.iter().map(|input| input.member.clone()).collect();
        let inputs = Type::Record(Arc::new(RecordType::new(Some(Arc::from(policy.name.as_str())), inputs, false)));
        let outputs = policy.outputs.iter().map(|output| Member { default: None, ..output.member.clone() }).collect();
        let ty = Type::Record(Arc::new(RecordType::new(None, outputs, false)));
        let arg = self.check(arg, &inputs);
        Expr { kind: ExprKind::CallPolicy { policy: Arc::clone(policy), inputs: Box::new(arg) }, ty, span }
    }

    /// Whether this place may call something of another policy; reports where not.
    fn may_call(&mut self, name: &str, span: Span) -> bool {
        let Context::Constant(what) = self.body.context else { return true };
        let message = format!("{what} may name constants only, and `{name}` belongs to another policy");
        self.report(Diagnostic::error(Code::NOT_CONSTANT, span, message).help("write the value out"));
        false
    }

    /// Whether a call is the word of an instance that includes a file.
    pub(super) fn is_include(qualifier: Option<&Name>, function: &Name) -> bool {
        qualifier.is_none() && function.text == INCLUDE
    }

    /// The value that `include(path, pointer)` stands for, nothing where something is wrong with it; that is reported.
    pub(super) fn include(&mut self, args: &'t [tree::Expr], ty: &Type, span: Span) -> Option<(Value, SourceId, Pointer)> {
        let texts: Vec<(&str, Span)> = args
            .iter()
            .filter_map(|arg| match &arg.kind {
                tree::ExprKind::Text(text) => Some((text.as_str(), arg.at.0)),
                _ => None,
            })
            .collect();
        let (path, path_span, pointer) = match texts.as_slice() {
            [(path, at)] if args.len() == 1 => (*path, *at, None),
            [(path, at), pointer] if args.len() == 2 => (*path, *at, Some(*pointer)),
            _ => {
                let message = "`include` takes the path of a file beside the policy, and maybe a JSON Pointer";
                self.report(
                    Diagnostic::error(Code::INSTANCE, span, message)
                        .help("write `include(\"rules.json\", \"/execution/rules\")`"),
                );
                return None;
            }
        };
        // A file that cannot be read is reported by who reads it.
        let source = *self.imports.included?.get(&(path_span.source, path.to_owned()))?;
        let text = self.sources.get(source)?.text();
        let whole = match json::parse(text) {
            Ok(whole) => whole,
            Err(error) => {
                self.report(error.diagnostic(source, 0));
                return None;
            }
        };
        let pointer = match pointer {
            None => Pointer::root(),
            Some((written, at)) => self.pointer_into(&whole, path, written, at)?,
        };
        let json = whole.at(&pointer)?;
        match engine::read_value(json, ty, span) {
            Ok(value) => Some((value, source, pointer)),
            Err(fault) => {
                let at = fault.pointer.as_ref().map_or(pointer.clone(), |inside| pointer.join(inside));
                let range = if fault.is_name { json::find_name(text, &at) } else { json::find(text, &at) };
                let place = range.map_or(Span::new(source, 0, 0), |range| Span::new(source, range.start, range.end));
                let finding = Diagnostic::error(fault.code, place, fault.message.clone()).also(span, "included here");
                self.report(match &fault.help {
                    Some(help) => finding.help(help.clone()),
                    None => finding,
                });
                None
            }
        }
    }

    fn pointer_into(&mut self, whole: &Json, path: &str, written: &str, at: Span) -> Option<Pointer> {
        if !written.is_empty() && !written.starts_with('/') {
            let message = format!("`{written}` is no JSON Pointer");
            self.report(Diagnostic::error(Code::INSTANCE, at, message).help(format!("write `/` before each step: `/{written}`")));
            return None;
        }
        let pointer = Pointer::resolve(written, whole);
        if pointer.is_none() {
            let message = format!("`{path}` has nothing at `{written}`");
            self.report(Diagnostic::error(Code::INSTANCE, at, message).help("name a value that is there"));
        }
        pointer
    }
}

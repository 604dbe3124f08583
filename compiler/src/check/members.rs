//! What is taken out of a value: members of records and JSON, keys of maps, positions of lists.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::tree::{self, Name};

use super::body::Context;
use super::checker::Checker;
use super::findings::Mistake;
use super::items::Node;
use super::records::unknown_member;
use super::show::{excerpt, shown};

impl<'t> Checker<'t> {
    /// `base.name`, `base?.name`
    pub(super) fn member(&mut self, base: &'t tree::Expr, optional: bool, name: &'t Name, span: Span) -> Expr {
        if !optional && self.is_given(base) {
            return self.given_member(name, span);
        }
        if let Some(import) = self.prefix(base).filter(|_| !optional) {
            return self.foreign_member(import, name, span);
        }
        let base = self.infer(base);
        let found = match base.ty.inner() {
            _ if base.ty.is_error() => return self.error(span),
            Type::Json => return self.json_member(base, optional, name, span),
            Type::Record(record) => record.member(&name.text).map(|(slot, member)| (slot, member.ty.clone())),
            other => {
                self.report_no_members(&base, &other.clone(), name);
                return self.error(span);
            }
        };
        let Some((slot, ty)) = found else {
            self.report_unknown_member(&base, name);
            return self.error(span);
        };
        self.check_mark(&base, optional, "?.", ".");
        let ty = if base.ty.is_option() { ty.optional() } else { ty };
        Expr { kind: ExprKind::Member { base: Box::new(base), slot }, ty, span }
    }

    /// Whether an expression is the given document of a statement.
    fn is_given(&self, expr: &tree::Expr) -> bool {
        self.body.context == Context::Statement
            && matches!(&expr.kind, tree::ExprKind::Name(name) if name == "given")
            && !self.is_local("given")
    }

    fn given_member(&mut self, name: &Name, span: Span) -> Expr {
        let bound = self.items.bound.iter().find(|(member, _)| *member == name.text);
        if let Some(place) = bound.and_then(|(_, index)| self.const_places.get(*index).copied().flatten()) {
            let ty = self.consts.get(place).map_or(Type::Error, |constant| constant.ty.clone());
            return Expr { kind: ExprKind::Const(place), ty, span };
        }
        let Some(index) = self.names.input(&name.text) else {
            if !self.names.is_lost_value(&name.text) {
                self.report_unknown_input(&name.text, name.at.0);
            }
            return self.error(span);
        };
        self.body.uses.insert(Node::Input(index));
        let ty = self.input_member(index).map_or(Type::Error, |member| member.ty.clone());
        Expr { kind: ExprKind::Input(index), ty, span }
    }

    /// Reports a member of the document that is no input.
    pub(super) fn report_unknown_input(&mut self, name: &str, span: Span) {
        if !self.findings.is_first(Mistake::Name(name.to_owned()), span) {
            return;
        }
        let finding = Diagnostic::error(Code::UNKNOWN_MEMBER, span, format!("there is no input `{name}`"));
        let local = match self.names.value(name) {
            Some(Node::Input(index)) => self.items.inputs.get(index).map(|input| &input.tree.member.text),
            _ => None,
        };
        let finding = match (local, self.nearest(name, self.names.inputs())) {
            (Some(member), _) => {
                finding.help(format!("its member in the document is `{member}`; `{name}` is its name inside the policy"))
            }
            (None, Some(near)) => finding.help(format!("did you mean `{near}`?")),
            (None, None) if self.names.output(name).is_some() => {
                finding.help(format!("`{name}` is an output: name it without `given`"))
            }
            (None, None) => finding,
        };
        self.report(finding);
    }

    fn json_member(&mut self, base: Expr, optional: bool, name: &Name, span: Span) -> Expr {
        if optional {
            self.report_json_mark(&base, "?.", ".");
        }
        let kind = ExprKind::JsonMember { base: Box::new(base), name: Arc::from(name.text.as_str()) };
        Expr { kind, ty: Type::Json.optional(), span }
    }

    fn report_json_mark(&mut self, base: &Expr, mark: &str, plain: &str) {
        let message = format!("a piece of a JSON value is optional in any case, so `{mark}` says nothing here");
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, base.span, message).help(format!("write `{plain}` instead of `{mark}`")),
        );
    }

    fn report_no_members(&mut self, base: &Expr, ty: &Type, name: &Name) {
        let what = excerpt(self.sources, base.span);
        let finding =
            Diagnostic::error(Code::UNKNOWN_MEMBER, name.at.0, format!("{what} is {}, which has no members", shown(&base.ty)));
        let counts = matches!(name.text.as_str(), "length" | "size" | "len" | "count");
        self.report(match ty {
            Type::List(_) | Type::Set | Type::Map(_) if counts => {
                let text = if what == "this" { "…" } else { what.trim_matches('`') };
                finding.help(format!("write `len({text})`"))
            }
            Type::Map(_) => finding.help(format!("look a key up with `[\"{}\"]`", name.text)),
            Type::List(_) => finding.help("take one element with `[0]`, or walk them with `for`"),
            Type::Never => finding.help("state the type of the value before the point"),
            _ => finding,
        });
    }

    fn report_unknown_member(&mut self, base: &Expr, name: &Name) {
        if !self.findings.is_first(Mistake::Member(shown(base.ty.inner()), name.text.clone()), name.at.0) {
            return;
        }
        let near = match base.ty.inner() {
            Type::Record(record) => self.nearest(&name.text, record.members.iter().map(|member| &*member.name)),
            _ => None,
        };
        let finding = unknown_member(&name.text, name.at.0, base.ty.inner(), near);
        self.report(finding);
    }

    /// Whether the mark before a member or index is there just where the base may be none.
    fn check_mark(&mut self, base: &Expr, optional: bool, mark: &str, plain: &str) {
        let what = excerpt(self.sources, base.span);
        if base.ty.is_option() && !optional {
            let text = if what == "this" { "…".to_owned() } else { what.trim_matches('`').to_owned() };
            let message = format!("{what} is {}, so it may be none", shown(&base.ty));
            self.report(Diagnostic::error(Code::TYPE_MISMATCH, base.span, message).label("may be none").help(format!(
                "write `{mark}` instead of `{plain}`, which gives none for none, or say what to take then: `({text} ?? …)`"
            )));
        } else if !base.ty.is_option() && optional {
            let message = format!("{what} is {}, which is never none", shown(&base.ty));
            self.report(
                Diagnostic::error(Code::TYPE_MISMATCH, base.span, message)
                    .label("never none")
                    .help(format!("write `{plain}` instead of `{mark}`")),
            );
        }
    }

    /// `base[index]`, `base?[index]`
    pub(super) fn index(&mut self, base: &'t tree::Expr, optional: bool, index: &'t tree::Expr, span: Span) -> Expr {
        let base = self.infer(base);
        match base.ty.inner() {
            _ if base.ty.is_error() => {
                self.infer(index);
                self.error(span)
            }
            Type::Json => self.json_index(base, optional, index, span),
            Type::Map(value) => {
                let ty = (**value).clone().optional();
                self.check_mark(&base, optional, "?[", "[");
                let key = Box::new(self.check(index, &Type::String));
                Expr { kind: ExprKind::MapGet { base: Box::new(base), key }, ty, span }
            }
            Type::List(element) => {
                let ty = (**element).clone().optional();
                self.check_mark(&base, optional, "?[", "[");
                let index = Box::new(self.check(index, &Type::Int));
                Expr { kind: ExprKind::ListGet { base: Box::new(base), index }, ty, span }
            }
            _ => {
                self.infer(index);
                self.report_no_index(&base);
                self.error(span)
            }
        }
    }

    fn json_index(&mut self, base: Expr, optional: bool, index: &'t tree::Expr, span: Span) -> Expr {
        if optional {
            self.report_json_mark(&base, "?[", "[");
        }
        let index = self.infer(index);
        if !(index.ty.is_error() || index.ty.is_text() || matches!(index.ty, Type::Int)) {
            let what = excerpt(self.sources, index.span);
            let message = format!("{what} is {}, but a JSON value is asked by a `string` or an `int`", shown(&index.ty));
            self.report(Diagnostic::error(Code::TYPE_MISMATCH, index.span, message));
            return self.error(span);
        }
        let kind = ExprKind::JsonIndex { base: Box::new(base), index: Box::new(index) };
        Expr { kind, ty: Type::Json.optional(), span }
    }

    fn report_no_index(&mut self, base: &Expr) {
        let what = excerpt(self.sources, base.span);
        let message = format!("{what} is {}, but only maps, lists and JSON values are asked with `[…]`", shown(&base.ty));
        let finding = Diagnostic::error(Code::TYPE_MISMATCH, base.span, message);
        self.report(match base.ty.inner() {
            Type::Record(_) => finding.help("name the member: `.name`"),
            Type::Set => finding.help("ask with `in`"),
            _ => finding,
        });
    }
}

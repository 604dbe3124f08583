//! Types as written made types as meant.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Member, RecordType, Type, UnionType};
use crate::source::Span;
use crate::syntax::tree::{MemberType, Text, TypeExpr, TypeExprKind};

use super::body::Context;
use super::checker::Checker;
use super::findings::Mistake;
use super::items::Node;
use super::show::quoted;

/// How deep a type may be nested, all names resolved.
pub const TYPE_DEPTH_MAX: usize = 64;
/// How many members, literals and other parts a type may have, all names resolved. Each use of a name counts again, since
/// comparing types walks them.
pub const TYPE_NODES_MAX: usize = 10_000;

impl<'t> Checker<'t> {
    /// Resolves a declared type.
    pub(super) fn declare_type(&mut self, index: usize) {
        let Some(item) = self.items.types.get(index).copied() else { return };
        let ty = self.resolve(&item.tree.ty);
        let ty = named(ty, &item.tree.name.text);
        let ty = self.of_bearable_size(ty, item.tree.name.at.0);
        if let Some(place) = self.types.get_mut(index) {
            *place = Some(ty);
        }
    }

    /// The type that is written there.
    pub(super) fn resolve(&mut self, ty: &'t TypeExpr) -> Type {
        match &ty.kind {
            TypeExprKind::Name(name) => self.named_type(name, ty.at.0),
            TypeExprKind::Union(literals) => self.union(literals),
            TypeExprKind::Record { members, open } => self.record_type(members, *open),
            TypeExprKind::List(inner) => {
                let inner = self.resolve(inner);
                self.of_bearable_size(Type::list(inner), ty.at.0)
            }
            TypeExprKind::Map(inner) => {
                let inner = self.resolve(inner);
                self.of_bearable_size(Type::Map(Arc::new(inner)), ty.at.0)
            }
            TypeExprKind::Option(inner) => self.resolve(inner).optional(),
            TypeExprKind::Set(inner) => self.set(inner),
        }
    }

    fn set(&mut self, inner: &'t TypeExpr) -> Type {
        let element = self.resolve(inner);
        if !matches!(element, Type::String | Type::Error) {
            let message = "there are only sets of `string`";
            self.report(Diagnostic::error(Code::UNKNOWN_TYPE, inner.at.0, message).help("write `set<string>`, or use a `list`"));
            return Type::Error;
        }
        Type::Set
    }

    fn named_type(&mut self, name: &str, span: Span) -> Type {
        match name {
            "bool" => return Type::Bool,
            "int" => return Type::Int,
            "string" => return Type::String,
            "json" => return Type::Json,
            _ => {}
        }
        if let Some(index) = self.names.ty(name) {
            self.body.uses.insert(Node::Type(index));
            // A type that is not resolved yet needs itself; that is reported already.
            return self.types.get(index).cloned().flatten().unwrap_or(Type::Error);
        }
        if let Some(ty) = self.foreign_type(name, span) {
            return ty;
        }
        if !self.names.is_lost(name) && self.findings.is_first(Mistake::Type(name.to_owned()), span) {
            self.report_unknown_type(name, span);
        }
        Type::Error
    }

    fn report_unknown_type(&mut self, name: &str, span: Span) {
        let mut finding = Diagnostic::error(Code::UNKNOWN_TYPE, span, format!("there is no type `{name}`"));
        if let Some(node) = self.names.value(name) {
            finding = finding.help(format!("`{name}` is {}; types have names of their own", node.what()));
        } else if matches!(name, "list" | "map" | "set") {
            finding = finding.help(format!("say of what: `{name}<string>`"));
        } else if let Some(help) = type_elsewhere(name) {
            finding = finding.help(help);
        } else if let Some(near) = self.nearest(name, self.names.types()) {
            finding = finding.help(format!("did you mean `{near}`?"));
        } else {
            finding = finding.help(format!("declare it: `type {name} = …`"));
        }
        self.report(finding);
    }

    fn union(&mut self, literals: &'t [Text]) -> Type {
        let mut first: HashMap<&str, Span> = HashMap::new();
        let mut unique = Vec::new();
        for literal in literals {
            if let Some(span) = first.get(literal.value.as_str()) {
                let message = format!("the literal {} stands twice in this type", quoted(&literal.value));
                self.report(
                    Diagnostic::error(Code::DUPLICATE_MEMBER, literal.at.0, message)
                        .also(*span, "first here")
                        .help("remove one of the two"),
                );
                continue;
            }
            first.insert(&literal.value, literal.at.0);
            unique.push(Arc::from(literal.value.as_str()));
        }
        Type::Union(Arc::new(UnionType { name: None, literals: unique }))
    }

    fn record_type(&mut self, members: &'t [MemberType], open: bool) -> Type {
        let mut first: HashMap<&str, Span> = HashMap::new();
        let mut resolved = Vec::with_capacity(members.len());
        for member in members {
            let (name, span) = (member.name.text.as_str(), member.name.at.0);
            let found = self.member_type(member);
            if let Some(before) = first.get(name) {
                self.report_duplicate_member(name, span, *before);
                continue;
            }
            first.insert(name, span);
            resolved.push(found);
        }
        Type::Record(Arc::new(RecordType::new(None, resolved, open)))
    }

    pub(super) fn report_duplicate_member(&mut self, name: &str, span: Span, first: Span) {
        let message = format!("the member `{name}` stands twice");
        self.report(
            Diagnostic::error(Code::DUPLICATE_MEMBER, span, message).also(first, "first here").help("remove one of the two"),
        );
    }

    fn member_type(&mut self, member: &'t MemberType) -> Member {
        let written = self.resolve(&member.ty);
        let default = member.default.as_ref();
        self.new_member(&member.name, member.optional, written, default, &member.docs, "a default")
    }

    /// A member of a record type, of the document or of the answer.
    pub(super) fn new_member(
        &mut self,
        name: &'t crate::syntax::tree::Name,
        optional: bool,
        written: Type,
        default: Option<&'t crate::syntax::tree::Expr>,
        docs: &[String],
        what: &'static str,
    ) -> Member {
        let ty = if optional { written.optional() } else { written };
        if let Some(default) = default.filter(|_| optional) {
            let message = format!("`{}` has a `?` and a default, which exclude each other", name.text);
            self.report(
                Diagnostic::error(Code::TYPE_MISMATCH, default.at.0, message)
                    .help("with a default the member is never absent: remove the `?`, or the default"),
            );
        }
        let default = default.and_then(|default| self.constant(default, Some(&ty), Context::Constant(what)));
        Member { name: Arc::from(name.text.as_str()), ty, optional, default, docs: docs.to_vec() }
    }
}

/// What a type of other languages is called here.
fn type_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "boolean" | "Boolean" | "Bool" => "write `bool`",
        "number" | "Number" | "integer" | "Integer" | "Int" | "int32" | "int64" | "i32" | "i64" | "u32" | "u64" => "write `int`",
        "float" | "double" | "f64" | "decimal" => "there are whole numbers only: write `int`, or keep the number as `json`",
        "str" | "String" | "text" => "write `string`",
        "object" | "Object" | "any" | "Any" | "unknown" | "value" | "JSON" => {
            "write `json` for any JSON value, or list the members: `{ name: string }`"
        }
        "array" | "Array" | "List" | "Vec" => "write `list<…>` with the type of the elements",
        "dict" | "Dict" | "Map" | "Record" => "write `map<…>` with the type of the values",
        "Set" => "write `set<string>`",
        _ => return None,
    })
}

/// The type under its declared name. A second name for a type leaves it the first one.
fn named(ty: Type, name: &str) -> Type {
    match ty {
        Type::Union(union) if union.name.is_none() => {
            Type::Union(Arc::new(UnionType { name: Some(Arc::from(name)), literals: union.literals.clone() }))
        }
        Type::Record(record) if record.name.is_none() => {
            Type::Record(Arc::new(RecordType::new(Some(Arc::from(name)), record.members.clone(), record.open)))
        }
        other => other,
    }
}

/// Which limit a type exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooBig {
    Depth,
    Nodes,
}

impl TooBig {
    /// The finding for a type that stands there.
    pub(super) fn finding(self, span: Span) -> Diagnostic {
        match self {
            TooBig::Depth => {
                Diagnostic::error(Code::TOO_DEEP, span, format!("this type is nested more than {TYPE_DEPTH_MAX} deep"))
                    .help("build flatter values, or use `json`")
            }
            TooBig::Nodes => Diagnostic::error(
                Code::TOO_LARGE,
                span,
                format!("this type has more than {TYPE_NODES_MAX} parts, all names resolved"),
            )
            .help("use fewer members, or `json`"),
        }
    }
}

/// What measuring a type gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measured {
    /// The parts that were counted, at most one more than [`TYPE_NODES_MAX`] literals or members at once.
    pub parts: usize,
    /// The limit that it exceeds.
    pub too_big: Option<TooBig>,
    /// Something in it was refused already.
    pub has_error: bool,
}

/// Measures a type. Takes no more time than the limits allow.
pub(super) fn measure(ty: &Type) -> Measured {
    let mut measured = Measured::default();
    measure_at(ty, 1, &mut measured);
    measured
}

fn measure_at(ty: &Type, depth: usize, measured: &mut Measured) {
    if measured.too_big.is_some() {
        return;
    }
    measured.parts += if let Type::Union(union) = ty { union.literals.len() } else { 1 };
    if depth > TYPE_DEPTH_MAX {
        measured.too_big = Some(TooBig::Depth);
    } else if measured.parts > TYPE_NODES_MAX {
        measured.too_big = Some(TooBig::Nodes);
    }
    match ty {
        Type::Error => measured.has_error = true,
        Type::List(inner) | Type::Map(inner) | Type::Option(inner) => measure_at(inner, depth + 1, measured),
        Type::Record(record) => record.members.iter().for_each(|member| measure_at(&member.ty, depth + 1, measured)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn too_big(ty: Type) -> Option<TooBig> {
        measure(&ty).too_big
    }

    fn nested(depth: usize) -> Type {
        (1..depth).fold(Type::Int, |ty, _| Type::list(ty))
    }

    #[test]
    fn depth_is_limited() {
        assert_eq!(too_big(nested(TYPE_DEPTH_MAX - 1)), None);
        assert_eq!(too_big(nested(TYPE_DEPTH_MAX)), None);
        assert_eq!(too_big(nested(TYPE_DEPTH_MAX + 1)), Some(TooBig::Depth));
    }

    #[test]
    fn parts_are_limited() {
        let union = |literals: usize| {
            Type::Union(Arc::new(UnionType { name: None, literals: (0..literals).map(|n| Arc::from(n.to_string())).collect() }))
        };
        assert_eq!(too_big(union(TYPE_NODES_MAX - 1)), None);
        assert_eq!(too_big(union(TYPE_NODES_MAX)), None);
        assert_eq!(too_big(union(TYPE_NODES_MAX + 1)), Some(TooBig::Nodes));
    }

    #[test]
    fn types_that_double_are_measured_in_good_time() {
        let double = |ty: Type| {
            let member =
                |name: &str| Member { name: Arc::from(name), ty: ty.clone(), optional: false, default: None, docs: Vec::new() };
            Type::Record(Arc::new(RecordType::new(None, vec![member("a"), member("b")], false)))
        };
        let ty = (0..60).fold(Type::Int, |ty, _| double(ty));
        assert_eq!(too_big(ty), Some(TooBig::Nodes));
    }
}

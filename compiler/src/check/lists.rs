//! Lists and sets.

use std::sync::Arc;

use indexmap::IndexSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, ListPart, Type, UnionType, Value};
use crate::source::Span;
use crate::syntax::tree::{self, BinaryOp, Element, ExprKind as Kind};

use super::checker::Checker;
use super::coerce::to_json;
use super::expr::literal;
use super::show::{excerpt, shown};

/// How many literals the type of a list may gather by itself; with more, its elements are just `string`.
const GATHERED_LITERALS_MAX: usize = 256;

impl<'t> Checker<'t> {
    /// A list literal in a place of that type.
    pub(super) fn check_list(&mut self, elements: &'t [Element], place: &Type, span: Span) -> Expr {
        match place.inner() {
            Type::List(element) => {
                let parts = self.list_parts(elements, element);
                Expr { kind: ExprKind::List(parts), ty: place.clone(), span }
            }
            Type::Error => {
                self.list_parts(elements, &Type::Error);
                self.error(span)
            }
            Type::Set => {
                let list = self.list_of(elements, &Type::String, span);
                Expr { kind: ExprKind::SetOf(Box::new(list)), ty: place.clone(), span }
            }
            Type::Json => {
                let list = self.list_of(elements, &Type::Json, span);
                Expr { ty: place.clone(), ..to_json(list) }
            }
            _ => {
                let value = self.infer_list(elements, span);
                self.fit(value, place)
            }
        }
    }

    fn list_of(&mut self, elements: &'t [Element], element: &Type, span: Span) -> Expr {
        let parts = self.list_parts(elements, element);
        Expr { kind: ExprKind::List(parts), ty: Type::list(element.clone()), span }
    }

    fn list_parts(&mut self, elements: &'t [Element], element: &Type) -> Vec<ListPart> {
        elements
            .iter()
            .map(|part| match part {
                Element::Item(item) => ListPart::Item(self.check(item, element)),
                Element::Spread(source) => ListPart::Spread(self.spread_into(source, element)),
            })
            .collect()
    }

    /// `...xs` in a list of that element.
    fn spread_into(&mut self, source: &'t tree::Expr, element: &Type) -> Expr {
        if makes_list(source) {
            return self.check(source, &Type::list(element.clone()));
        }
        let value = self.infer(source);
        let Some(spread) = self.spread_element(&value) else { return self.error(value.span) };
        if element.is_error() || spread.fits(element) {
            return value;
        }
        let what = excerpt(self.sources, value.span);
        let message = format!("{what} brings elements of type {}, but {} is wanted here", shown(&spread), shown(element));
        let finding = Diagnostic::error(Code::TYPE_MISMATCH, value.span, message);
        self.report(match element.inner() {
            Type::Json => finding.help("build them anew: `...[x for x in …]`"),
            _ => finding,
        });
        self.error(value.span)
    }

    /// What a spread brings: the elements of a list or set, or the one that an optional may be.
    fn spread_element(&mut self, value: &Expr) -> Option<Type> {
        let help = match &value.ty {
            ty if ty.is_error() => return None,
            Type::List(element) => return Some((**element).clone()),
            Type::Set => return Some(Type::String),
            // An optional list could mean its elements or itself.
            Type::Option(inner) if matches!(**inner, Type::List(_) | Type::Set) => {
                "say what to take where it is none: `...(… ?? [])`"
            }
            Type::Option(inner) => return Some((**inner).clone()),
            Type::Json => "read it: `...(… as list<…> ?? [])`",
            _ => "write the element without `...`",
        };
        let what = excerpt(self.sources, value.span);
        let message = format!("{what} is {}, but a list, a set or an optional element is wanted behind `...`", shown(&value.ty));
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, value.span, message).help(help));
        None
    }

    /// A list literal whose place says nothing: its elements meet.
    pub(super) fn infer_list(&mut self, elements: &'t [Element], span: Span) -> Expr {
        let mut parts = Vec::with_capacity(elements.len());
        let mut texts: IndexSet<Arc<str>> = IndexSet::new();
        let mut element = Type::Never;
        for part in elements {
            // Texts are gathered aside: a union grown one by one would take time with the square of its length.
            if let Element::Item(tree::Expr { kind: Kind::Text(text), at }) = part {
                let value = literal(Value::text(text), Type::literal(text), at.0);
                if !matches!(element.inner(), Type::Never | Type::String | Type::Union(_)) {
                    element = self.gathered(element, &value.ty, at.0);
                }
                parts.push(ListPart::Item(value));
                texts.insert(Arc::from(text.as_str()));
                continue;
            }
            element = with_texts(element, &mut texts);
            let (part, found) = match part {
                Element::Item(item) => {
                    let value = self.infer(item);
                    let ty = value.ty.clone();
                    (ListPart::Item(value), ty)
                }
                Element::Spread(source) => {
                    let value = self.infer(source);
                    let ty = self.spread_element(&value).unwrap_or(Type::Error);
                    (ListPart::Spread(value), ty)
                }
            };
            element = self.gathered(element, &found, part_span(&part));
            parts.push(part);
        }
        let element = with_texts(element, &mut texts);
        Expr { kind: ExprKind::List(parts), ty: Type::list(element), span }
    }

    fn gathered(&mut self, element: Type, found: &Type, span: Span) -> Type {
        if element.is_error() || found.is_error() || !self.afford_types(&element, found, span) {
            return Type::Error;
        }
        if let Some(ty) = element.common(found) {
            return ty;
        }
        let message = format!("a list holds one type, but here {} follows {}", shown(found), shown(&element));
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, span, message).help("state the type of the list where its value is used"),
        );
        Type::Error
    }
}

/// The type of the elements so far and of the texts among them. That they have one is seen when each is met.
fn with_texts(element: Type, texts: &mut IndexSet<Arc<str>>) -> Type {
    if texts.is_empty() {
        return element;
    }
    let gathered = if texts.len() > GATHERED_LITERALS_MAX {
        Type::String
    } else {
        Type::Union(Arc::new(UnionType { name: None, literals: texts.iter().cloned().collect() }))
    };
    texts.clear();
    element.common(&gathered).unwrap_or(Type::Error)
}

fn part_span(part: &ListPart) -> Span {
    match part {
        ListPart::Item(value) | ListPart::Spread(value) => value.span,
    }
}

/// Whether an expression is written as a list, so that its elements take their types from the place.
fn makes_list(expr: &tree::Expr) -> bool {
    match &expr.kind {
        Kind::List(_) | Kind::Comprehension { .. } => true,
        Kind::If { then, otherwise, .. } => makes_list(then) || makes_list(otherwise),
        Kind::Binary { op: BinaryOp::Coalesce, right, .. } => makes_list(right),
        _ => false,
    }
}

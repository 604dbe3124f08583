//! `==` and `in`: which values can be equal, and by which type they are compared.

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Clause, Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::tree::{self, ExprKind as Kind};

use super::bool::condition;
use super::checker::Checker;
use super::coerce::{to_json, to_json_option};
use super::expr::is_literal;
use super::show::{excerpt, shown};

impl<'t> Checker<'t> {
    /// `left == right`
    pub(super) fn equal(&mut self, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let (left, right) = if is_literal(left) && !is_literal(right) {
            let right = self.infer(right);
            (self.side(left, &right.ty), right)
        } else {
            let left = self.infer(left);
            let right = self.side(right, &left.ty);
            (left, right)
        };
        self.equal_values(left, right, span)
    }

    /// An equality of two values.
    pub(super) fn equal_values(&mut self, left: Expr, right: Expr, span: Span) -> Expr {
        let (left, right) = self.comparable(left, right);
        condition(ExprKind::Equal(Box::new(left), Box::new(right)), span)
    }

    /// One side of an equality: a literal takes the type of the other side.
    pub(super) fn side(&mut self, expr: &'t tree::Expr, other: &Type) -> Expr {
        if !is_literal(expr) || other.is_error() || matches!(other.inner(), Type::Never) {
            return self.infer(expr);
        }
        match &expr.kind {
            Kind::None if other.is_option() => self.check(expr, other),
            Kind::None if !self.is_first_never_none(other, expr.at.0) => self.error(expr.at.0),
            Kind::None => {
                let finding = Diagnostic::error(
                    Code::TYPE_MISMATCH,
                    expr.at.0,
                    format!("the other side is {}, which is never none", shown(other)),
                );
                self.report(match other {
                    Type::Json => finding.help("`null` is a value: compare with `null`"),
                    _ => finding.help("remove the comparison"),
                });
                self.error(expr.at.0)
            }
            _ => self.check(expr, other.inner()),
        }
    }

    /// Both sides of an equality, conversions written out; a finding where they can never be equal.
    fn comparable(&mut self, left: Expr, right: Expr) -> (Expr, Expr) {
        if left.ty.is_error() || right.ty.is_error() || !self.afford_types(&left.ty, &right.ty, right.span) {
            return (left, right);
        }
        let is_json = |ty: &Type| matches!(ty.inner(), Type::Json);
        match (is_json(&left.ty), is_json(&right.ty)) {
            (true, false) => return (left, json_side(right)),
            (false, true) => return (json_side(left), right),
            _ => {}
        }
        if !can_be_equal(left.ty.inner(), right.ty.inner()) {
            self.report_never_equal(&left, &right.ty, right.span, "is never equal to");
        }
        (left, right)
    }

    fn report_never_equal(&mut self, left: &Expr, right: &Type, span: Span, relation: &str) {
        let (one, other) = (excerpt(self.sources, left.span), excerpt(self.sources, span));
        let message = format!("{one} is {} and {relation} {other}, which is {}", shown(&left.ty), shown(right));
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, span, message).also(left.span, format!("this is {}", shown(&left.ty))),
        );
    }

    /// `item in container`
    pub(super) fn contains(&mut self, item: &'t tree::Expr, container: &'t tree::Expr, span: Span) -> Expr {
        let (item, container) = match &container.kind {
            // Beside a literal it is the list that says what is compared.
            Kind::List(elements) if !is_literal(item) || elements.iter().all(is_literal_element) => {
                let item = self.infer(item);
                let place = match item.ty.inner() {
                    Type::Never => Type::Error,
                    // A literal alone says nothing about what else the list may hold.
                    Type::Union(_) if matches!(item.kind, ExprKind::Literal(_)) => Type::String,
                    // An optional element equals the item where it is some.
                    inner => inner.clone().optional(),
                };
                let container = self.check(container, &Type::list(place));
                (item, container)
            }
            _ => {
                let container = self.infer(container);
                let Some(element) = self.element(&container) else {
                    self.infer(item);
                    return condition(self.error(span).kind, span);
                };
                (self.side(item, &element), container)
            }
        };
        self.contains_value(item, container, span)
    }

    /// Whether a list, set or map (its keys) holds a value.
    pub(super) fn contains_value(&mut self, item: Expr, container: Expr, span: Span) -> Expr {
        if self.element(&container).is_none() {
            return condition(self.error(span).kind, span);
        }
        let (item, container) = self.among(item, container);
        condition(ExprKind::In(Box::new(item), Box::new(container)), span)
    }

    /// A value and what may hold it, conversions written out; a finding where it never does.
    pub(super) fn among(&mut self, item: Expr, container: Expr) -> (Expr, Expr) {
        let element = match &container.ty {
            Type::List(element) => (**element).clone(),
            _ => Type::String,
        };
        if item.ty.is_error()
            || container.ty.is_error()
            || element.is_error()
            || !self.afford_types(&item.ty, &element, container.span)
        {
            return (item, container);
        }
        let is_json = |ty: &Type| matches!(ty.inner(), Type::Json);
        match (is_json(&item.ty), is_json(&element)) {
            (true, false) => (item, self.json_elements(container)),
            (false, true) => (json_side(item), container),
            _ => {
                if !can_be_equal(item.ty.inner(), element.inner()) {
                    self.report_never_equal(&item, &container.ty, container.span, "is never in");
                }
                (item, container)
            }
        }
    }

    /// What a list or set holds, or the keys of a map; reports where it is none of them.
    fn element(&mut self, container: &Expr) -> Option<Type> {
        let help = match &container.ty {
            ty if ty.is_error() => return None,
            Type::List(element) => return Some((**element).clone()),
            Type::Set | Type::Map(_) => return Some(Type::String),
            Type::Option(inner) if matches!(**inner, Type::List(_) | Type::Set) => {
                "say what to take where it is none: `(… ?? [])`"
            }
            Type::Option(inner) if matches!(**inner, Type::Map(_)) => "say what to take where it is none: `(… ?? {})`",
            ty if matches!(ty.inner(), Type::Json) => "read it: `(… as list<json> ?? [])`",
            _ => "compare with `==`",
        };
        let what = excerpt(self.sources, container.span);
        let message = format!("{what} is {}, but `in` asks a list, a set or a map", shown(&container.ty));
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, container.span, message).help(help));
        None
    }

    /// The elements or keys as JSON values, to be compared with one.
    fn json_elements(&mut self, container: Expr) -> Expr {
        let (element, is_map) = match &container.ty {
            Type::List(element) => ((**element).clone(), false),
            Type::Map(_) => (Type::String, true),
            _ => (Type::String, false),
        };
        let span = container.span;
        let (first, item) = (is_map.then(|| self.body.slot()), self.body.slot());
        let local = Expr { kind: ExprKind::Local(first.unwrap_or(item)), ty: element, span };
        let clause = Clause::For { first, item, source: container };
        Expr { kind: ExprKind::Comprehension(Box::new(to_json(local)), vec![clause]), ty: Type::list(Type::Json), span }
    }
}

fn is_literal_element(element: &tree::Element) -> bool {
    matches!(element, tree::Element::Item(item) if is_literal(item))
}

/// A value beside a JSON value: none stays none, which equals only an absent value.
fn json_side(value: Expr) -> Expr {
    match &value.ty {
        // `none` alone: there is no value to convert.
        Type::Option(inner) if matches!(**inner, Type::Never) => Expr { ty: Type::Json.optional(), ..value },
        _ => to_json_option(value),
    }
}

/// Whether a value of the one type can equal one of the other.
fn can_be_equal(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Union(a), Type::Union(b)) => a.holds_some(b),
        (Type::List(a), Type::List(b)) | (Type::Map(a), Type::Map(b)) => {
            // Two empty ones are equal, whatever they do not hold; that is no reason to compare them.
            can_be_equal(a.inner(), b.inner())
        }
        (Type::Record(a), Type::Record(b)) => {
            a.members.len() == b.members.len()
                && a.members.iter().all(|member| {
                    b.member(&member.name).is_some_and(|(_, twin)| can_be_equal(member.ty.inner(), twin.ty.inner()))
                })
        }
        _ => one.fits(other) || other.fits(one),
    }
}

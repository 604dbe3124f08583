//! Conditions: what holds or does not.

use crate::policy::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::tree;

use super::checker::Checker;

impl<'t> Checker<'t> {
    /// An expression that must be a `bool`.
    pub(super) fn check_bool(&mut self, expr: &'t tree::Expr) -> Expr {
        self.check(expr, &Type::Bool)
    }

    pub(super) fn not(&mut self, inner: &'t tree::Expr, span: Span) -> Expr {
        let inner = self.check_bool(inner);
        not(inner, span)
    }

    pub(super) fn and(&mut self, parts: &'t [tree::Expr], span: Span) -> Expr {
        let parts = parts.iter().map(|part| self.check_bool(part)).collect();
        condition(ExprKind::And(parts), span)
    }

    pub(super) fn or(&mut self, parts: &'t [tree::Expr], span: Span) -> Expr {
        let parts = parts.iter().map(|part| self.check_bool(part)).collect();
        condition(ExprKind::Or(parts), span)
    }

    pub(super) fn implies(&mut self, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let (left, right) = (self.check_bool(left), self.check_bool(right));
        condition(ExprKind::Implies(Box::new(left), Box::new(right)), span)
    }
}

/// A condition.
pub(super) fn condition(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, ty: Type::Bool, span }
}

/// The opposite.
pub(super) fn not(inner: Expr, span: Span) -> Expr {
    condition(ExprKind::Not(Box::new(inner)), span)
}

//! Guards: conditions from left to right, each of which a trace can name.

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Condition, ConditionKind, Expr, Guard, Type};
use crate::syntax::tree::{self, ExprKind as Kind, Name};

use super::checker::Checker;
use super::show::{excerpt, shown};

impl<'t> Checker<'t> {
    /// A guard. The names that it binds stay bound: the caller knows how far they reach.
    pub(super) fn guard(&mut self, guard: &'t tree::Guard) -> Guard {
        let mut conditions = Vec::with_capacity(guard.conditions.len());
        for condition in &guard.conditions {
            match condition {
                tree::Condition::Holds(expr) => self.conditions(expr, &mut conditions),
                tree::Condition::Let { name, value, at } => {
                    let (slot, value) = self.bind_optional(name, value);
                    conditions.push(Condition { kind: ConditionKind::Bind { slot, value }, span: at.0, column: None });
                }
            }
        }
        conditions
    }

    /// A condition, or each of those that an `and` joins.
    fn conditions(&mut self, expr: &'t tree::Expr, conditions: &mut Vec<Condition>) {
        if let Kind::And(parts) = &expr.kind {
            for part in parts {
                self.conditions(part, conditions);
            }
            return;
        }
        let holds = self.check_bool(expr);
        conditions.push(Condition { kind: ConditionKind::Holds(holds), span: expr.at.0, column: None });
    }

    fn bind_optional(&mut self, name: &'t Name, value: &'t tree::Expr) -> (usize, Expr) {
        let value = self.plain(value);
        if !value.ty.is_option() && !value.ty.is_error() && self.is_first_never_none(&value.ty, value.span) {
            let what = excerpt(self.sources, value.span);
            let finding = Diagnostic::error(
                Code::TYPE_MISMATCH,
                value.span,
                format!("{what} is {}, which is never none", shown(&value.ty)),
            );
            self.report(match value.ty {
                Type::Bool => finding.help("write the condition without `let`"),
                Type::Json => finding.help("`null` is a value: ask with `is not null`"),
                _ => finding.help("a `let` in a condition holds where its value is some: use the value directly"),
            });
        }
        let slot = self.bind(name, value.ty.inner().clone());
        (slot, value)
    }
}

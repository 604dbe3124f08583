//! Table calls: rules in order, conditions from left to right, `let`s when first used.

use crate::diagnostic::Code;
use crate::policy::{Condition, ConditionKind, HitPolicy, RuleId, Value};
use crate::source::Span;

use super::evaluate::{Evaluator, Frame, frame_steps};
use super::fault::Fault;

/// What a table call gave: its value and the rules that decided.
pub(super) struct TableResult {
    pub value: Value,
    pub hits: Vec<usize>,
}

impl<'p> Evaluator<'p, '_> {
    /// Asks a table.
    pub(super) fn call_table(&mut self, index: usize, args: Vec<Value>, span: Span) -> Result<TableResult, Fault> {
        self.budget.enter(span)?;
        let result = self.ask(index, args, span);
        self.budget.leave();
        result
    }

    fn ask(&mut self, index: usize, args: Vec<Value>, span: Span) -> Result<TableResult, Fault> {
        let table = self.scope.tables.get(index).ok_or_else(|| Fault::malformed(span))?;
        self.budget.step(frame_steps(table.slots + table.lets.len()), span)?;
        let call = self.observer.as_mut().and_then(|observer| observer.table_called(index, table, &args));
        let mut frame = Frame::with_args(table.slots, args);
        frame.table = Some((index, vec![None; table.lets.len()]));
        let mut values = Vec::new();
        let mut hits = Vec::new();
        for (number, rule) in table.rules.iter().enumerate() {
            if let Some(failed) = self.first_failed(&rule.guard, &mut frame)? {
                if let Some(call) = call {
                    let saw = self.observe_condition(failed, &frame);
                    if let Some(observer) = &mut self.observer {
                        observer.rule_failed(call, number, failed, saw);
                    }
                }
                continue;
            }
            if let Some(observer) = &mut self.observer {
                observer.rule_decided(RuleId { table: index, rule: number }, call);
            }
            hits.push(number);
            values.push(self.eval(&rule.outcome, &mut frame)?);
            if table.hit == HitPolicy::First {
                break;
            }
        }
        let value = match table.hit {
            HitPolicy::First | HitPolicy::Unique | HitPolicy::Any => values.pop().ok_or_else(|| {
                Fault::new(Code::NO_RULE, table.span, format!("no rule of `{}` decides", table.name)).help("add an `otherwise`")
            })?,
            HitPolicy::Collect => {
                self.budget.make(values.len(), span)?;
                Value::List(values.into())
            }
        };
        if let (Some(call), Some(observer)) = (call, &mut self.observer) {
            observer.table_answered(call, &value);
        }
        Ok(TableResult { value, hits })
    }

    /// The first condition that does not hold; binds names on the way.
    pub(super) fn first_failed(&mut self, guard: &'p [Condition], frame: &mut Frame) -> Result<Option<&'p Condition>, Fault> {
        for condition in guard {
            let holds = match &condition.kind {
                ConditionKind::Holds(expr) => self.bool(expr, frame)?,
                ConditionKind::Bind { slot, value } => {
                    let value = self.eval(value, frame)?;
                    let some = !value.is_none();
                    frame.set(*slot, value);
                    some
                }
            };
            if !holds {
                return Ok(Some(condition));
            }
        }
        Ok(None)
    }

    pub(super) fn table_let(&mut self, index: usize, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let Some((table, values)) = &frame.table else { return Err(Fault::malformed(span)) };
        if let Some(Some(value)) = values.get(index) {
            return Ok(value.clone());
        }
        let table = self.scope.tables.get(*table).ok_or_else(|| Fault::malformed(span))?;
        let item = table.lets.get(index).ok_or_else(|| Fault::malformed(span))?;
        let value = self.eval(&item.value, frame)?;
        if let Some(place) = frame.table.as_mut().and_then(|(_, values)| values.get_mut(index)) {
            *place = Some(value.clone());
        }
        Ok(value)
    }
}

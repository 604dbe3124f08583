//! Table calls: rules in order, conditions from left to right, `let`s when first used.

use std::ops::ControlFlow;

use crate::diagnostic::Code;
use crate::policy::{Condition, ConditionKind, HitPolicy, Rule, Table, Value};
use crate::source::Span;

use super::evaluate::{Evaluator, Frame, frame_steps};
use super::fault::Fault;
use super::observe::Shown;

/// What a table call gave: its value and the rules that decided.
pub(super) struct TableResult {
    pub value: Value,
    pub hits: Vec<Hit>,
}

/// A rule, and of one that ranges over a list one of its elements.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hit {
    /// Index into [`Table::rules`].
    pub rule: usize,
    /// The position or key of the element.
    pub element: Option<Value>,
}

impl Hit {
    /// `section`, `section[webSearch]`
    pub(super) fn name(&self, table: &Table) -> String {
        table.rules.get(self.rule).map_or_else(|| "?".to_owned(), |rule| rule.name_with(self.element.as_ref()))
    }
}

/// A table call at work.
struct Call<'p> {
    index: usize,
    table: &'p Table,
    /// How the observer names it.
    observed: Option<usize>,
    span: Span,
    /// The rules that hold so far.
    hits: Vec<Hit>,
    /// The outcome so far: of a `collect` table all of them, else of the first rule that holds.
    values: Vec<Value>,
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
        let observed = self.observer.as_mut().and_then(|observer| observer.table_called(index, table, &args));
        let mut frame = Frame::with_args(table.slots, args);
        frame.table = Some((index, vec![None; table.lets.len()]));
        let mut call = Call { index, table, observed, span, hits: Vec::new(), values: Vec::new() };
        for (number, rule) in table.rules.iter().enumerate() {
            // `unique` and `any` ask every rule; `otherwise` decides only where none of them does.
            let decided = !call.hits.is_empty() && matches!(table.hit, HitPolicy::Unique | HitPolicy::Any);
            if decided && rule.always_holds() || self.ask_rule(&mut call, number, rule, &mut frame)?.is_break() {
                break;
            }
        }
        let Call { mut values, hits, .. } = call;
        let value = match table.hit {
            HitPolicy::First | HitPolicy::Unique | HitPolicy::Any => values.pop().ok_or_else(|| {
                Fault::new(Code::NO_RULE, table.span, format!("no rule of `{}` decides", table.name)).help("add an `otherwise`")
            })?,
            HitPolicy::Collect => Value::List(values.into()),
        };
        if let (Some(observed), Some(observer)) = (observed, &mut self.observer) {
            observer.table_answered(observed, &value);
        }
        Ok(TableResult { value, hits })
    }

    /// Asks a rule, with each element over which it ranges. Breaks where no more is to be asked.
    fn ask_rule(
        &mut self,
        call: &mut Call<'p>,
        number: usize,
        rule: &'p Rule,
        frame: &mut Frame,
    ) -> Result<ControlFlow<()>, Fault> {
        if rule.clauses.is_empty() {
            return self.try_rule(call, number, rule, frame);
        }
        let mut last = None;
        self.walk(&rule.clauses, frame, &mut |evaluator, frame| {
            let flow = evaluator.try_rule(call, number, rule, frame)?;
            last = Some(flow);
            Ok(flow)
        })?;
        if last.is_none()
            && let Some(observed) = call.observed.filter(|observed| self.has_room(*observed, false))
        {
            let failure = self.observe_lists(&rule.clauses, frame);
            if let Some(observer) = &mut self.observer {
                observer.rule_failed(observed, Hit { rule: number, element: None }, failure);
            }
        }
        Ok(last.unwrap_or(ControlFlow::Continue(())))
    }

    fn try_rule(
        &mut self,
        call: &mut Call<'p>,
        number: usize,
        rule: &'p Rule,
        frame: &mut Frame,
    ) -> Result<ControlFlow<()>, Fault> {
        let hit = Hit { rule: number, element: rule.place_slot().and_then(|slot| frame.get(slot).cloned()) };
        if let Some(failed) = self.first_failed(&rule.guard, frame)? {
            if let Some(observed) = call.observed.filter(|observed| self.has_room(*observed, hit.element.is_some())) {
                let failure = self.observe_condition(failed, frame);
                if let Some(observer) = &mut self.observer {
                    observer.rule_failed(observed, hit, failure);
                }
            }
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(observer) = &mut self.observer {
            observer.rule_decided(call.index, rule, &hit, call.observed);
        }
        if call.table.hit == HitPolicy::Unique && !call.hits.is_empty() {
            return Err(two_rules(call, &hit));
        }
        let value = self.eval(&rule.outcome, frame)?;
        match (call.table.hit, call.values.first()) {
            (HitPolicy::Any, Some(first)) => {
                if !self.equal(first, &value, call.span)? {
                    return Err(outcomes_differ(call, &hit, first, &value));
                }
            }
            (HitPolicy::Collect, _) => {
                self.budget.make(1, call.span)?;
                call.values.push(value);
            }
            _ => call.values.push(value),
        }
        call.hits.push(hit);
        Ok(if call.table.hit == HitPolicy::First { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn has_room(&mut self, observed: usize, is_element: bool) -> bool {
        self.observer.as_mut().is_some_and(|observer| observer.has_room(observed, is_element))
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

/// A `unique` table has a second rule that holds.
fn two_rules(call: &Call<'_>, second: &Hit) -> Fault {
    let [first_name, second_name] = names(call, second);
    let message = format!("two rules of the `unique` table `{}` hold: {first_name} and {second_name}", call.table.name);
    beside_first(call, Fault::new(Code::TWO_RULES, name_span(call, second), message))
        .help("narrow one of the two, or state `hit first` and put the one that goes first above")
}

/// An `any` table has rules that hold and do not agree.
fn outcomes_differ(call: &Call<'_>, second: &Hit, one: &Value, other: &Value) -> Fault {
    let [first_name, second_name] = names(call, second);
    let shown = |value: &Value| Shown::new(value, &call.table.outcome, call.span);
    let message = format!(
        "rules of the `any` table `{}` hold and differ: {first_name} says {}, {second_name} says {}",
        call.table.name,
        shown(one),
        shown(other)
    );
    beside_first(call, Fault::new(Code::OUTCOMES_DIFFER, name_span(call, second), message))
        .help("give both the same outcome, or narrow one of the two")
}

fn names(call: &Call<'_>, second: &Hit) -> [String; 2] {
    [call.hits.first().unwrap_or(second), second].map(|hit| format!("`{}`", hit.name(call.table)))
}

fn name_span(call: &Call<'_>, hit: &Hit) -> Span {
    call.table.rules.get(hit.rule).map_or(call.table.span, |rule| rule.name_span)
}

fn beside_first(call: &Call<'_>, fault: Fault) -> Fault {
    match call.hits.first() {
        Some(first) => fault.also(name_span(call, first), "this rule holds, too"),
        None => fault,
    }
}

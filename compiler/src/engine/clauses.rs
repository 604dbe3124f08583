//! Comprehensions and aggregates: one walk over their clauses for both.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::policy::{AggregateOp, Clause, Expr, SortKey, Value};
use crate::source::Span;

use super::equality::words;
use super::evaluate::{Evaluator, Frame, add};
use super::fault::Fault;
use super::key::key;

/// What to do with each round; breaking ends the walk.
type Each<'a, 'p, 'o> = dyn FnMut(&mut Evaluator<'p, 'o>, &mut Frame) -> Result<ControlFlow<()>, Fault> + 'a;

impl<'p, 'o> Evaluator<'p, 'o> {
    pub(super) fn comprehension(&mut self, value: &'p Expr, clauses: &'p [Clause], frame: &mut Frame) -> Result<Value, Fault> {
        let mut values = Vec::new();
        self.walk(clauses, frame, &mut |evaluator, frame| {
            evaluator.budget.make(1, value.span)?;
            values.push(evaluator.eval(value, frame)?);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Value::list(values))
    }

    pub(super) fn aggregate(
        &mut self,
        op: AggregateOp,
        value: &'p Expr,
        clauses: &'p [Clause],
        frame: &mut Frame,
        span: Span,
    ) -> Result<Value, Fault> {
        let mut total = match op {
            AggregateOp::Count | AggregateOp::Sum => Value::Int(0),
            AggregateOp::Any => Value::Bool(false),
            AggregateOp::All => Value::Bool(true),
            AggregateOp::First | AggregateOp::Max | AggregateOp::Min => Value::None,
        };
        self.walk(clauses, frame, &mut |evaluator, frame| {
            let next = evaluator.eval(value, frame)?;
            let (result, flow) = evaluator.accumulate(op, &total, next, span)?;
            total = result;
            Ok(flow)
        })?;
        Ok(total)
    }

    fn accumulate(&mut self, op: AggregateOp, total: &Value, next: Value, span: Span) -> Result<(Value, ControlFlow<()>), Fault> {
        let go_on = ControlFlow::Continue(());
        Ok(match (op, total, next) {
            (AggregateOp::Count, Value::Int(total), _) => (Value::Int(add(*total, 1, span)?), go_on),
            (AggregateOp::Sum, Value::Int(total), Value::Int(next)) => (Value::Int(add(*total, next, span)?), go_on),
            (AggregateOp::Any, _, Value::Bool(true)) => (Value::Bool(true), ControlFlow::Break(())),
            (AggregateOp::All, _, Value::Bool(false)) => (Value::Bool(false), ControlFlow::Break(())),
            (AggregateOp::Any | AggregateOp::All, total, Value::Bool(_)) => (total.clone(), go_on),
            (AggregateOp::First, _, next) => (next, ControlFlow::Break(())),
            (AggregateOp::Max | AggregateOp::Min, Value::None, next) => (next, go_on),
            (AggregateOp::Max, total, next) => {
                let greater = self.order(&next, total, span)? == Ordering::Greater;
                (if greater { next } else { total.clone() }, go_on)
            }
            (AggregateOp::Min, total, next) => {
                let less = self.order(&next, total, span)? == Ordering::Less;
                (if less { next } else { total.clone() }, go_on)
            }
            _ => return Err(Fault::malformed(span)),
        })
    }

    pub(super) fn map_comprehension(
        &mut self,
        key: &'p Expr,
        value: &'p Expr,
        clauses: &'p [Clause],
        frame: &mut Frame,
    ) -> Result<Value, Fault> {
        let mut map = IndexMap::new();
        self.walk(clauses, frame, &mut |evaluator, frame| {
            evaluator.budget.make(1, value.span)?;
            let name = evaluator.text(key, frame)?;
            evaluator.budget.step(words(name.len()), key.span)?;
            map.insert(name, evaluator.eval(value, frame)?);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Value::Map(Arc::new(map)))
    }

    /// Runs `each` once a round.
    pub(super) fn walk(&mut self, clauses: &'p [Clause], frame: &mut Frame, each: &mut Each<'_, 'p, 'o>) -> Result<(), Fault> {
        let last = clauses.iter().enumerate().rev().find_map(|(place, clause)| match clause {
            Clause::OrderBy(keys) => Some((place, keys)),
            _ => None,
        });
        let Some((place, keys)) = last else { return self.rounds(clauses, frame, &mut BTreeSet::new(), each).map(|_| ()) };
        let span = keys.first().map_or_else(Span::default, |key| key.value.span);
        let mut sorted: Vec<(Vec<Value>, Frame)> = Vec::new();
        self.budget.enter(span)?;
        let walked = self.walk(clauses.get(..place).unwrap_or(&[]), frame, &mut |evaluator, frame| {
            evaluator.budget.make(keys.len().saturating_add(frame.slots()), span)?;
            let keys = keys.iter().map(|key| evaluator.eval(&key.value, frame)).collect::<Result<_, _>>()?;
            sorted.push((keys, frame.clone()));
            Ok(ControlFlow::Continue(()))
        });
        self.budget.leave();
        walked?;
        self.sort(&mut sorted, keys)?;
        let (behind, mut seen) = (clauses.get(place + 1..).unwrap_or(&[]), BTreeSet::new());
        for (_, mut frame) in sorted {
            if self.rounds(behind, &mut frame, &mut seen, each)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Sorts rounds by their keys: none first, false before true, ints, texts by UTF-8 bytes.
    fn sort(&mut self, rounds: &mut [(Vec<Value>, Frame)], keys: &'p [SortKey]) -> Result<(), Fault> {
        let span = keys.first().map_or_else(Span::default, |key| key.value.span);
        // A merge sort compares each element with about log2 others; a comparison reads its texts.
        let text = |value: &Value| if let Value::Text(text) = value { words(text.len()) } else { 1 };
        let longest: u64 = rounds.iter().map(|(values, _)| values.iter().map(text).sum::<u64>()).max().unwrap_or(0);
        let depth = u64::from(usize::BITS - rounds.len().leading_zeros());
        self.budget.step(longest.saturating_mul(depth).saturating_mul(rounds.len() as u64), span)?;
        rounds.sort_by(|(a, _), (b, _)| {
            let pairs = a.iter().zip(b).zip(keys);
            let orders = pairs.map(|((a, b), key)| if key.descending { by_value(b, a) } else { by_value(a, b) });
            orders.fold(Ordering::Equal, Ordering::then)
        });
        Ok(())
    }

    /// Walks the clauses, several `for`s outer first. `seen` holds the keys of `distinct by`, which comes last.
    fn rounds(
        &mut self,
        clauses: &'p [Clause],
        frame: &mut Frame,
        seen: &mut BTreeSet<String>,
        each: &mut Each<'_, 'p, 'o>,
    ) -> Result<ControlFlow<()>, Fault> {
        let Some((clause, rest)) = clauses.split_first() else { return each(self, frame) };
        self.budget.enter(span_of(clause))?;
        let flow = self.round(clause, rest, frame, seen, each);
        self.budget.leave();
        flow
    }

    fn round(
        &mut self,
        clause: &'p Clause,
        rest: &'p [Clause],
        frame: &mut Frame,
        seen: &mut BTreeSet<String>,
        each: &mut Each<'_, 'p, 'o>,
    ) -> Result<ControlFlow<()>, Fault> {
        match clause {
            Clause::For { first, item, source } => {
                for (position, element) in elements(self.eval(source, frame)?, source.span)? {
                    self.budget.step(1, source.span)?;
                    if let Some(first) = first {
                        frame.set(*first, position);
                    }
                    frame.set(*item, element);
                    if self.rounds(rest, frame, seen, each)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Clause::Let { slot, value } => {
                let value = self.eval(value, frame)?;
                frame.set(*slot, value);
                self.rounds(rest, frame, seen, each)
            }
            Clause::Where(guard) => match self.first_failed(guard, frame)? {
                Some(_) => Ok(ControlFlow::Continue(())),
                None => self.rounds(rest, frame, seen, each),
            },
            // Taken out by `walk`, since all rounds come before the first of them.
            Clause::OrderBy(keys) => Err(Fault::malformed(keys.first().map_or_else(Span::default, |key| key.value.span))),
            Clause::DistinctBy(exprs) => {
                // One set serves all such clauses: each has its own beginning.
                let mut text = format!("{} ", rest.len());
                for expr in exprs {
                    let value = self.eval(expr, frame)?;
                    key(&value, &mut text, &mut self.budget, expr.span)?;
                }
                if seen.insert(text) { self.rounds(rest, frame, seen, each) } else { Ok(ControlFlow::Continue(())) }
            }
        }
    }
}

fn span_of(clause: &Clause) -> Span {
    match clause {
        Clause::For { source: expr, .. } | Clause::Let { value: expr, .. } => expr.span,
        Clause::Where(guard) => guard.first().map_or_else(Span::default, |condition| condition.span),
        Clause::DistinctBy(exprs) => exprs.first().map_or_else(Span::default, |expr| expr.span),
        Clause::OrderBy(keys) => keys.first().map_or_else(Span::default, |key| key.value.span),
    }
}

/// The order of `order by`.
fn by_value(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::None, Value::None) => Ordering::Equal,
        (Value::None, _) => Ordering::Less,
        (_, Value::None) => Ordering::Greater,
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Text(a), Value::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
        // The checker lets nothing else through.
        _ => Ordering::Equal,
    }
}

/// What a `for` walks: positions or keys, and elements.
pub(super) fn elements(source: Value, span: Span) -> Result<Box<dyn Iterator<Item = (Value, Value)>>, Fault> {
    let position = |index: usize| Value::Int(i64::try_from(index).unwrap_or(i64::MAX));
    Ok(match source {
        Value::List(items) => {
            Box::new((0..items.len()).filter_map(move |index| Some((position(index), items.get(index)?.clone()))))
        }
        Value::Set(texts) => {
            Box::new((0..texts.len()).filter_map(move |index| Some((position(index), Value::Text(texts.get(index)?.clone())))))
        }
        Value::Map(map) => Box::new((0..map.len()).filter_map(move |index| {
            let (key, value) = map.get_index(index)?;
            Some((Value::Text(key.clone()), value.clone()))
        })),
        _ => return Err(Fault::malformed(span)),
    })
}

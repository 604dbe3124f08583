//! Runs invariants on a document.
//!
//! Until they are proved, invariants hold or fail for each document that is given anywhere. A parameter ranges over the
//! different values of its type in the document, wherever they stand in it (map keys are texts; what is inside of `json` has
//! no type, so it is not looked at), and over those that the examples of the document ask about.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::{Invariant, Policy, Type, Value};
use crate::source::Sources;

use super::coverage::Coverage;
use super::evaluate::{Evaluator, Frame, Scope};
use super::fault::Fault;
use super::key::key;
use super::limits::{Budget, Limits, RunBudget};
use super::observe::{Shown, one_line};

/// Values beside the document that parameters range over too, with their types.
pub(super) type Asked = [(Value, Type)];

/// Runs every invariant whose inputs are all given; counts the bindings it was run on, and hands findings on.
///
/// # Errors
/// That the budget of the run is spent, and nothing else.
pub(super) fn run(
    policy: &Policy,
    sources: &Sources,
    (inputs, asked): (&[Option<Value>], &Asked),
    limits: &Limits,
    total: &mut RunBudget,
    coverage: &mut Coverage,
    report: &mut dyn FnMut(Diagnostic),
) -> Result<(), Fault> {
    let given = |index: &usize| inputs.get(*index).is_some_and(Option::is_some);
    for (index, invariant) in policy.invariants.iter().enumerate() {
        if invariant.reads.iter().all(given) {
            match run_one(policy, sources, (inputs, asked), limits, total, index, coverage) {
                Ok(Some(finding)) => report(finding),
                Ok(None) => {}
                Err(fault) if fault.code == Code::RUN_STEPS => return Err(fault),
                Err(fault) => {
                    let finding = fault.diagnostic(invariant.span).also(invariant.span, "while running this invariant");
                    // An invariant that costs too much has not been checked, which is not to say that it does not hold.
                    let costs = matches!(fault.code, Code::STEP_BUDGET | Code::VALUE_BUDGET);
                    report(if costs { Diagnostic { severity: Severity::Warning, ..finding } } else { finding });
                }
            }
        }
    }
    Ok(())
}

/// The first binding for which the invariant does not hold, or that there are too many.
fn run_one(
    policy: &Policy,
    sources: &Sources,
    (inputs, asked): (&[Option<Value>], &Asked),
    limits: &Limits,
    total: &mut RunBudget,
    index: usize,
    coverage: &mut Coverage,
) -> Result<Option<Diagnostic>, Fault> {
    let Some(invariant) = policy.invariants.get(index) else { return Ok(None) };
    let mut ranges = Vec::with_capacity(invariant.params.len());
    for param in &invariant.params {
        let mut budget = total.evaluation(limits);
        let values = values_of(&param.ty, policy, (inputs, asked), invariant, &mut budget);
        total.take(&budget);
        ranges.push(values?);
    }
    if let (Some(start), Some(states)) = (&invariant.start, ranges.first_mut()) {
        let mut evaluator = Evaluator::new(Scope::new(policy, inputs), *limits, None);
        evaluator.budget = total.evaluation(limits);
        let start = evaluator.body(start);
        total.take(&evaluator.budget);
        let start = start?;
        if !states.contains(&start) {
            states.insert(0, start);
        }
    }
    let bindings = ranges.iter().map(Vec::len).fold(1usize, usize::saturating_mul);
    // One evaluation for all bindings: what the outputs need is computed once, and the budgets bound the whole.
    let mut evaluator = Evaluator::new(Scope::new(policy, inputs), *limits, None);
    evaluator.budget = total.evaluation(limits);
    let broken =
        first_broken(sources, invariant, &ranges, bindings.min(limits.bindings), &mut evaluator, &mut || coverage.ran(index));
    total.take(&evaluator.budget);
    if let Some(finding) = broken? {
        return Ok(Some(finding));
    }
    if bindings > limits.bindings {
        let message = format!(
            "invariant `{}` has {bindings} bindings in one document, of which {} were run",
            invariant.name, limits.bindings
        );
        return Ok(Some(Diagnostic::warning(Code::BINDINGS, invariant.span, message).help("give it fewer parameters")));
    }
    Ok(None)
}

/// The first of `bindings` for which the invariant does not hold.
fn first_broken<'p>(
    sources: &Sources,
    invariant: &'p Invariant,
    ranges: &[Vec<Value>],
    bindings: usize,
    evaluator: &mut Evaluator<'p, '_>,
    ran: &mut dyn FnMut(),
) -> Result<Option<Diagnostic>, Fault> {
    for number in 0..bindings {
        let args = binding(ranges, number);
        let frame = Frame::with_args(invariant.body.slots, args.clone());
        ran();
        if !evaluator.bool(&invariant.body.expr, &mut frame.clone())? {
            let body = invariant.body.expr.span;
            let mut finding =
                Diagnostic::error(Code::INVARIANT_BROKEN, body, format!("invariant `{}` does not hold", invariant.name));
            for (param, arg) in invariant.params.iter().zip(&args) {
                finding = finding.note(format!("for `{}` = {}", param.name, Shown::new(arg, &param.ty, body)));
            }
            for saw in evaluator.observe(&invariant.body.expr, &frame) {
                finding = finding.note(format!("`{}` is {}", one_line(sources.slice(saw.span)), saw.value));
            }
            return Ok(Some(finding));
        }
    }
    Ok(None)
}

/// The arguments of one binding: `number` written in the mixed base of the ranges' lengths, the last parameter fastest.
fn binding(ranges: &[Vec<Value>], mut number: usize) -> Vec<Value> {
    let mut args: Vec<Value> = ranges
        .iter()
        .rev()
        .filter_map(|range| {
            let value = range.get(number.checked_rem(range.len())?)?;
            number /= range.len();
            Some(value.clone())
        })
        .collect();
    args.reverse();
    args
}

/// The different values of a type in the document, in document order.
fn values_of(
    ty: &Type,
    policy: &Policy,
    (inputs, asked): (&[Option<Value>], &Asked),
    invariant: &Invariant,
    budget: &mut Budget,
) -> Result<Vec<Value>, Fault> {
    let mut search = Search { ty, seen: BTreeSet::new(), found: Vec::new(), budget, invariant };
    for (input, value) in policy.inputs.iter().zip(inputs) {
        if let Some(value) = value {
            search.visit(value, &input.member.ty)?;
        }
    }
    for (value, ty) in asked {
        search.visit(value, ty)?;
    }
    Ok(search.found)
}

struct Search<'a> {
    ty: &'a Type,
    seen: BTreeSet<String>,
    found: Vec<Value>,
    budget: &'a mut Budget,
    invariant: &'a Invariant,
}

impl Search<'_> {
    fn visit(&mut self, value: &Value, ty: &Type) -> Result<(), Fault> {
        self.budget.step(1, self.invariant.span)?;
        // A value of a narrower type is one of the wider.
        if ty.fits(self.ty) || (ty.inner().fits(self.ty) && !value.is_none()) {
            let mut text = String::new();
            key(value, &mut text, self.budget, self.invariant.span)?;
            if self.seen.insert(text) {
                self.found.push(value.clone());
            }
        }
        match (value, ty) {
            (Value::None, _) => Ok(()),
            (_, Type::Option(inner)) => self.visit(value, inner),
            (Value::List(items), Type::List(element)) => items.iter().try_for_each(|item| self.visit(item, element)),
            (Value::Map(map), Type::Map(element)) => map.iter().try_for_each(|(key, item)| {
                self.visit(&Value::Text(key.clone()), &Type::String)?;
                self.visit(item, element)
            }),
            (Value::Set(texts), _) => texts.iter().try_for_each(|text| self.visit(&Value::Text(text.clone()), &Type::String)),
            (Value::Record(slots), Type::Record(record)) => record
                .by_slot_of_member()
                .filter_map(|(slot, member)| Some((slots.get(slot)?, member)))
                .try_for_each(|(item, member)| self.visit(item, &member.ty)),
            _ => Ok(()),
        }
    }
}

//! Answers decisions.
//!
//! [`decide`] reads a document, computes the outputs and holds the policy's invariants against it; [`run_statements`] runs
//! what the policy says about itself. Both use the plain interpreter, which defines what a policy means.

mod build;
mod clauses;
mod coverage;
mod equality;
mod evaluate;
mod fault;
mod foreign;
mod invariants;
mod key;
mod limits;
mod observe;
mod patterns;
mod read;
mod sequences;
mod statements;
mod table;
mod trace;
mod write;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::json::{Json, Object};
use crate::policy::{Body, Const, Policy, Value};
use crate::source::Sources;

pub use coverage::Coverage;
pub use fault::{Fault, Reason};
pub use limits::{
    EVALUATION_DEPTH_MAX, INVARIANT_BINDINGS_MAX, Limits, OBSERVATION_STEPS_MAX, RUN_STEPS_MAX, RunBudget, STATEMENT_STEPS_MAX,
    STEPS_MAX, TRACE_BYTES_MAX, TRACE_CALLS_MAX, TRACE_ELEMENTS_MAX, TRACE_RULES_MAX, VALUES_MAX, grouped,
};
pub use read::{Inputs, read_inputs, read_value};
pub use statements::{StatementReport, run_statements};

pub(crate) use equality::words;
use evaluate::{Evaluator, Scope};
pub(crate) use limits::Budget;
use observe::Observer;
use trace::Tracer;

/// What a policy answers for one document.
#[derive(Clone, Debug)]
pub struct Decision {
    /// An object with one member for each output, as declared; an optional one that is none is left out.
    pub outputs: Json,
    /// The rules that decided, and the invariants that were run.
    pub coverage: Coverage,
    /// Invariants that do not hold for this document, and invariants with too many bindings.
    pub findings: Vec<Diagnostic>,
}

/// Decides one document.
///
/// # Errors
/// A document that does not fit the inputs, and every fault of the evaluation.
pub fn decide(policy: &Policy, sources: &Sources, given: &Json, limits: &Limits) -> Result<Decision, Fault> {
    decide_within(policy, sources, given, limits, &mut RunBudget::new(u64::MAX))
}

/// Decides one of many documents, which share the budget of a run.
///
/// # Errors
/// As [`decide`]; besides, that the budget of the run is spent.
pub fn decide_within(
    policy: &Policy,
    sources: &Sources,
    given: &Json,
    limits: &Limits,
    run: &mut RunBudget,
) -> Result<Decision, Fault> {
    let mut coverage = Coverage::new(policy);
    let (inputs, outputs) = answer(policy, given, limits, &mut coverage, run)?;
    with_invariants(policy, sources, &inputs, outputs, coverage, limits, run)
}

/// Decides one document and says why: the trace document stands beside the decision, as far as it came.
pub fn decide_traced(policy: &Policy, sources: &Sources, given: &Json, limits: &Limits) -> (Result<Decision, Fault>, Json) {
    let mut coverage = Coverage::new(policy);
    let mut tracer = Tracer::new(policy, sources, &mut coverage, limits);
    let run = &mut RunBudget::new(u64::MAX);
    let answer = answer(policy, given, limits, &mut tracer, run);
    let trace = tracer.document();
    let decision = answer.and_then(|(inputs, outputs)| with_invariants(policy, sources, &inputs, outputs, coverage, limits, run));
    (decision, trace)
}

/// What is left for the constants of one policy, which share the budgets of one evaluation: a policy may have many.
#[derive(Clone, Copy, Debug)]
pub struct ConstantBudget(Budget);

impl ConstantBudget {
    /// The whole budgets.
    pub fn new(limits: &Limits) -> ConstantBudget {
        ConstantBudget(Budget::new(*limits))
    }
}

/// The value of an expression over constants only.
///
/// # Errors
/// Every fault of the evaluation.
pub fn constant(body: &Body, consts: &[Const], budget: &mut ConstantBudget) -> Result<Value, Fault> {
    let scope = Scope { consts, ..Scope::default() };
    let mut evaluator = Evaluator::new(scope, Limits::default(), None);
    evaluator.budget = budget.0;
    let value = evaluator.body(body)?;
    budget.0 = evaluator.budget;
    Ok(value)
}

fn answer(
    policy: &Policy,
    given: &Json,
    limits: &Limits,
    observer: &mut dyn Observer,
    run: &mut RunBudget,
) -> Result<(Inputs, Json), Fault> {
    let inputs = read_inputs(policy, given)?;
    let mut evaluator = Evaluator::new(Scope::new(policy, &inputs), *limits, Some(observer));
    evaluator.budget = run.evaluation(limits);
    let outputs = outputs(policy, &mut evaluator);
    run.take(&evaluator.budget);
    let outputs = outputs?;
    Ok((inputs, outputs))
}

fn outputs<'p>(policy: &'p Policy, evaluator: &mut Evaluator<'p, '_>) -> Result<Json, Fault> {
    let mut object = Object::with_capacity(policy.outputs.len());
    for (index, output) in policy.outputs.iter().enumerate() {
        let value = evaluator.output(index, output.span)?;
        if output.member.optional && value.is_none() {
            continue;
        }
        let json = write::write(&value, &output.member.ty, &mut evaluator.budget, output.span)?;
        object.insert(output.member.name.clone(), json);
    }
    Ok(Json::Object(Arc::new(object)))
}

fn with_invariants(
    policy: &Policy,
    sources: &Sources,
    inputs: &[Option<Value>],
    outputs: Json,
    mut coverage: Coverage,
    limits: &Limits,
    run: &mut RunBudget,
) -> Result<Decision, Fault> {
    let mut findings = Vec::new();
    invariants::run(policy, sources, (inputs, &[]), limits, run, &mut coverage, &mut |finding| findings.push(finding))?;
    Ok(Decision { outputs, coverage, findings })
}

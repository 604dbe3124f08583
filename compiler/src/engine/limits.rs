//! What an evaluation may cost.
//!
//! Every evaluation ends: the language has no recursion and no unbounded loop. Ending is not the same as ending soon, so
//! three budgets hold, each with a fault of its own when it runs out.

use crate::diagnostic::Code;
use crate::source::Span;

use super::fault::Fault;

/// Steps that one evaluation may take: expressions computed, rounds of a clause, values compared.
pub const STEPS_MAX: u64 = 20_000_000;
/// Units that one evaluation may make: elements of lists, slots of records, bytes of text, nodes of JSON written.
pub const VALUES_MAX: u64 = 16_000_000;
/// How deep computations may nest: expression in expression, `let` in `let`, table in table. Keeps the stack small.
pub const EVALUATION_DEPTH_MAX: u32 = 500;
/// Bindings of its parameters on which one invariant is run for one document.
pub const INVARIANT_BINDINGS_MAX: usize = 10_000;
/// Steps that one evaluation may spend on working out the values that explain conditions, all of them together.
pub const OBSERVATION_STEPS_MAX: u64 = 2_000_000;
/// Steps of all that a policy says about itself, of its examples, tests and invariants together.
pub const STATEMENT_STEPS_MAX: u64 = 10 * STEPS_MAX;
/// Steps of everything that one run evaluates: the statements of all policies, and all recorded cases.
pub const RUN_STEPS_MAX: u64 = 50 * STEPS_MAX;
/// Table calls that one trace lists; more are counted.
pub const TRACE_CALLS_MAX: usize = 1_000;
/// Elements of rules that range over lists which one table call of a trace lists; more are counted.
pub const TRACE_ELEMENTS_MAX: usize = 100;
/// Rules that one trace lists, in all of its calls together; more are counted. The first rule that decides a call is part
/// of the call.
pub const TRACE_RULES_MAX: usize = 10_000;
/// Bytes of names, conditions and values that one trace shows. What does not fit any more is counted.
pub const TRACE_BYTES_MAX: usize = 4 << 20;
/// Units of arguments that one trace compares to find calls that it has already; a call beyond them stands again.
pub(super) const TRACE_COMPARED_MAX: u64 = 4_000_000;

/// The budgets of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// See [`STEPS_MAX`].
    pub steps: u64,
    /// See [`VALUES_MAX`].
    pub values: u64,
    /// See [`INVARIANT_BINDINGS_MAX`].
    pub bindings: usize,
    /// See [`STATEMENT_STEPS_MAX`].
    pub statement_steps: u64,
    /// See [`RUN_STEPS_MAX`].
    pub run_steps: u64,
    /// See [`TRACE_CALLS_MAX`].
    pub trace_calls: usize,
    /// See [`TRACE_ELEMENTS_MAX`].
    pub trace_elements: usize,
    /// See [`TRACE_RULES_MAX`].
    pub trace_rules: usize,
    /// See [`TRACE_BYTES_MAX`].
    pub trace_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: STEPS_MAX,
            values: VALUES_MAX,
            bindings: INVARIANT_BINDINGS_MAX,
            statement_steps: STATEMENT_STEPS_MAX,
            run_steps: RUN_STEPS_MAX,
            trace_calls: TRACE_CALLS_MAX,
            trace_elements: TRACE_ELEMENTS_MAX,
            trace_rules: TRACE_RULES_MAX,
            trace_bytes: TRACE_BYTES_MAX,
        }
    }
}

/// What is left of the steps of many evaluations together, such as all statements of a policy, or all recorded cases.
///
/// Each evaluation has its own budget besides. One that ends because this one runs out ends with [`Code::RUN_STEPS`], and
/// whoever goes from evaluation to evaluation stops then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunBudget {
    steps_max: u64,
    steps: u64,
}

impl RunBudget {
    /// The whole budget.
    pub fn new(steps_max: u64) -> RunBudget {
        RunBudget { steps_max, steps: steps_max }
    }

    /// The steps that there were.
    pub fn steps_max(&self) -> u64 {
        self.steps_max
    }

    /// The steps that were taken.
    pub fn taken(&self) -> u64 {
        self.steps_max.saturating_sub(self.steps)
    }

    /// The budget of the next evaluation; [`RunBudget::take`] takes what was spent of it.
    pub(super) fn evaluation(&self, limits: &Limits) -> Budget {
        let steps = limits.steps.min(self.steps);
        let run = (steps < limits.steps).then_some(self.steps_max);
        Budget { run, began: steps, steps, ..Budget::new(*limits) }
    }

    /// Takes what an evaluation has spent.
    pub(super) fn take(&mut self, evaluation: &Budget) {
        let spent = evaluation.began.saturating_sub(evaluation.steps).saturating_add(evaluation.looked);
        self.steps = self.steps.saturating_sub(spent);
    }
}

/// What is left of the budgets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    /// The steps of the run, where it is they that bound this evaluation.
    run: Option<u64>,
    /// The steps at the beginning.
    began: u64,
    /// Steps that were spent aside, on values that explain conditions.
    looked: u64,
    steps: u64,
    values: u64,
    depth: u32,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Budget {
        Budget { limits, run: None, began: limits.steps, looked: 0, steps: limits.steps, values: limits.values, depth: 0 }
    }

    /// A budget for looking at values: what is left of `steps`, and at most what is left of this one.
    pub(super) fn aside(&self, steps: u64) -> Budget {
        Budget { steps: steps.min(self.steps), ..*self }
    }

    /// Steps that are left.
    pub(super) fn steps_left(&self) -> u64 {
        self.steps
    }

    /// Notes steps that were spent aside.
    pub(super) fn look(&mut self, steps: u64) {
        self.looked = self.looked.saturating_add(steps);
    }

    /// Takes steps.
    pub(crate) fn step(&mut self, count: u64, span: Span) -> Result<(), Fault> {
        match self.steps.checked_sub(count) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => {
                let help = "walk shorter lists, or bind what is computed again and again with a `let`";
                let Some(run) = self.run else {
                    let message = format!("the evaluation takes more than {} steps", grouped(self.limits.steps));
                    return Err(Fault::new(Code::STEP_BUDGET, span, message).help(help));
                };
                // What is left would not suffice for the next evaluation either.
                self.steps = 0;
                let message = format!("all evaluations of the run take more than {} steps", grouped(run));
                Err(Fault::new(Code::RUN_STEPS, span, message).help(help))
            }
        }
    }

    /// Takes units of values about to be made.
    pub(crate) fn make(&mut self, count: usize, span: Span) -> Result<(), Fault> {
        match self.values.checked_sub(count as u64) {
            Some(left) => {
                self.values = left;
                Ok(())
            }
            None => Err(Fault::new(
                Code::VALUE_BUDGET,
                span,
                format!("the evaluation makes more than {} values", grouped(self.limits.values)),
            )
            .help("build smaller lists and texts")),
        }
    }

    /// Goes one computation deeper; [`Budget::leave`] goes back.
    pub(super) fn enter(&mut self, span: Span) -> Result<(), Fault> {
        self.step(1, span)?;
        if self.depth >= EVALUATION_DEPTH_MAX {
            let message = format!("the evaluation is nested more than {EVALUATION_DEPTH_MAX} deep");
            return Err(Fault::new(Code::EVALUATION_DEPTH, span, message).help("let fewer definitions stand on one another"));
        }
        self.depth += 1;
        Ok(())
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

/// A number as people read it: `20,000,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

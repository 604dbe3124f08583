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
/// Table calls that one trace lists; more are counted.
pub const TRACE_CALLS_MAX: usize = 1_000;
/// Elements of rules that range over lists which one table call of a trace lists; more are counted.
pub const TRACE_ELEMENTS_MAX: usize = 100;

/// The budgets of one evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// See [`STEPS_MAX`].
    pub steps: u64,
    /// See [`VALUES_MAX`].
    pub values: u64,
    /// See [`INVARIANT_BINDINGS_MAX`].
    pub bindings: usize,
    /// See [`TRACE_CALLS_MAX`].
    pub trace_calls: usize,
    /// See [`TRACE_ELEMENTS_MAX`].
    pub trace_elements: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: STEPS_MAX,
            values: VALUES_MAX,
            bindings: INVARIANT_BINDINGS_MAX,
            trace_calls: TRACE_CALLS_MAX,
            trace_elements: TRACE_ELEMENTS_MAX,
        }
    }
}

/// What is left of the budgets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limits: Limits,
    steps: u64,
    values: u64,
    depth: u32,
}

impl Budget {
    pub(crate) fn new(limits: Limits) -> Budget {
        Budget { limits, steps: limits.steps, values: limits.values, depth: 0 }
    }

    /// A budget for looking at values: what is left of `steps`, and at most what is left of this one.
    pub(super) fn aside(&self, steps: u64) -> Budget {
        Budget { steps: steps.min(self.steps), ..*self }
    }

    /// Steps that are left.
    pub(super) fn steps_left(&self) -> u64 {
        self.steps
    }

    /// Fills the budgets again, for the next of several statements.
    pub(super) fn refill(&mut self) {
        *self = Budget::new(self.limits);
    }

    /// Takes steps.
    pub(crate) fn step(&mut self, count: u64, span: Span) -> Result<(), Fault> {
        match self.steps.checked_sub(count) {
            Some(left) => {
                self.steps = left;
                Ok(())
            }
            None => Err(Fault::new(
                Code::STEP_BUDGET,
                span,
                format!("the evaluation takes more than {} steps", grouped(self.limits.steps)),
            )
            .help("walk shorter lists, or bind what is computed again and again with a `let`")),
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
fn grouped(number: u64) -> String {
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

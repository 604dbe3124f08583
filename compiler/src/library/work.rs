//! What a function pays for its work, and how it says that something cannot be done.

use crate::diagnostic::Code;
use crate::engine::{Budget, Fault, words};
use crate::policy::Value;
use crate::source::Span;

/// The budgets of the evaluation that calls, and the place of the call.
pub(crate) struct Work<'b> {
    budget: &'b mut Budget,
    span: Span,
}

impl<'b> Work<'b> {
    pub(crate) fn new(budget: &'b mut Budget, span: Span) -> Work<'b> {
        Work { budget, span }
    }

    /// Pays for looking at that many bytes.
    pub(super) fn read(&mut self, bytes: usize) -> Result<(), Fault> {
        self.budget.step(words(bytes), self.span)
    }

    /// Pays for that many steps.
    pub(super) fn step(&mut self, steps: usize) -> Result<(), Fault> {
        self.budget.step(steps as u64, self.span)
    }

    /// Pays for that many elements, members or bytes about to be made.
    pub(super) fn make(&mut self, units: usize) -> Result<(), Fault> {
        self.budget.make(units, self.span)
    }

    /// A text, paid for.
    pub(super) fn text(&mut self, text: &str) -> Result<Value, Fault> {
        self.make(text.len())?;
        Ok(Value::text(text))
    }

    /// An int; nothing that fits in memory has more elements or bytes than the largest.
    pub(super) fn int(&self, int: usize) -> Result<Value, Fault> {
        i64::try_from(int).map(Value::Int).map_err(|_| self.malformed())
    }

    /// Whether two values are equal.
    pub(super) fn equal(&mut self, left: &Value, right: &Value) -> Result<bool, Fault> {
        self.budget.equal(left, right, self.span)
    }

    /// A fault of this call.
    pub(super) fn fault(&self, code: Code, message: impl Into<String>) -> Fault {
        Fault::new(code, self.span, message)
    }

    /// The arguments are not of the parameters' sorts. The checker never makes such a call.
    pub(super) fn malformed(&self) -> Fault {
        Fault::malformed(self.span)
    }
}

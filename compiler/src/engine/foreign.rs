//! Calls of other policies. They are computed with what is left of the caller's budgets, and leave no trace of their own:
//! a trace tells what the call was given and what it answered.

use std::sync::Arc;

use crate::policy::{ForeignCallee, Policy, RecordType, Value};
use crate::source::Span;

use super::evaluate::{Evaluator, Scope};
use super::fault::Fault;

impl Evaluator<'_, '_> {
    /// Calls a table or `def` that reads no input.
    pub(super) fn foreign_call(
        &mut self,
        policy: &Policy,
        callee: ForeignCallee,
        args: Vec<Value>,
        span: Span,
    ) -> Result<Value, Fault> {
        self.within(policy, &[], |evaluator| match callee {
            ForeignCallee::Table(index) => Ok(evaluator.call_table(index, args, span)?.value),
            ForeignCallee::Def(index) => evaluator.call_def_with(index, args, span),
        })
    }

    /// Answers a record of inputs with the record of all outputs.
    pub(super) fn policy_call(&mut self, policy: &Policy, inputs: &Value, span: Span) -> Result<Value, Fault> {
        let Value::Record(given) = inputs else { return Err(Fault::malformed(span)) };
        // A record keeps its values in the order of their names.
        let members = policy.inputs.iter().map(|input| input.member.clone()).collect();
        let record = RecordType::new(None, members, false);
        let inputs: Vec<Option<Value>> = record.by_slot_of_member().map(|(slot, _)| given.get(slot).cloned()).collect();
        let members = policy.outputs.iter().map(|output| output.member.clone()).collect();
        let record = RecordType::new(None, members, false);
        self.budget.make(policy.inputs.len().saturating_add(policy.outputs.len()), span)?;
        self.within(policy, &inputs, |evaluator| {
            let mut slots = vec![Value::None; policy.outputs.len()];
            for (index, (slot, _)) in record.by_slot_of_member().enumerate() {
                let value = evaluator.output(index, span)?;
                *slots.get_mut(slot).ok_or_else(|| Fault::malformed(span))? = value;
            }
            Ok(Value::Record(Arc::from(slots)))
        })
    }

    /// Computes something in the scope of another policy.
    fn within(
        &mut self,
        policy: &Policy,
        inputs: &[Option<Value>],
        compute: impl FnOnce(&mut Evaluator<'_, 'static>) -> Result<Value, Fault>,
    ) -> Result<Value, Fault> {
        let mut evaluator = Evaluator::in_scope(Scope::new(policy, inputs), self.budget);
        let value = compute(&mut evaluator);
        self.budget = evaluator.budget;
        value
    }
}

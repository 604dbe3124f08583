//! `fold` and `scan`.

use crate::policy::{Sequence, SequenceOp, Value};
use crate::source::Span;

use super::clauses::elements;
use super::evaluate::{Evaluator, Frame};
use super::fault::Fault;

impl<'p> Evaluator<'p, '_> {
    pub(super) fn sequence(&mut self, sequence: &'p Sequence, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let mut state = self.eval(&sequence.start, frame)?;
        let mut states = Vec::new();
        for (position, element) in elements(self.eval(&sequence.source, frame)?, sequence.source.span)? {
            self.budget.step(1, sequence.source.span)?;
            if let Some(first) = sequence.first {
                frame.set(first, position);
            }
            frame.set(sequence.item, element);
            frame.set(sequence.state, state);
            state = self.eval(&sequence.step, frame)?;
            if sequence.op == SequenceOp::Scan {
                self.budget.make(1, span)?;
                states.push(state.clone());
            }
        }
        Ok(match sequence.op {
            SequenceOp::Fold => state,
            SequenceOp::Scan => Value::list(states),
        })
    }
}

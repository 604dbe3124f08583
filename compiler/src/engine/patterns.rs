//! `like` and `matches`.

use crate::diagnostic::Code;
use crate::library::{Work, fits_glob};
use crate::pattern::Pattern;
use crate::policy::{Expr, PatternKind, PatternSource, Value};
use crate::source::Span;

use super::equality::words;
use super::evaluate::{Evaluator, Frame};
use super::fault::Fault;

/// Steps for understanding one byte of a pattern.
const STEPS_A_PATTERN_BYTE: u64 = 50;

impl<'p> Evaluator<'p, '_> {
    pub(super) fn matches(
        &mut self,
        value: &'p Expr,
        pattern: &'p PatternSource,
        frame: &mut Frame,
        span: Span,
    ) -> Result<Value, Fault> {
        let text = self.text(value, frame)?;
        let holds = match pattern {
            PatternSource::Fixed(pattern) => {
                self.budget.step(words(text.len()), span)?;
                pattern.matches(&text)
            }
            // An automaton for one text would take longer than the text.
            PatternSource::Data(PatternKind::Glob, pattern) => {
                let written = self.text(pattern, frame)?;
                fits_glob(&text, &written, |_| false, &mut Work::new(&mut self.budget, span))?
            }
            PatternSource::Data(kind, pattern) => {
                let written = self.text(pattern, frame)?;
                self.budget
                    .step(words(text.len()).saturating_add(STEPS_A_PATTERN_BYTE.saturating_mul(written.len() as u64)), span)?;
                let compiled = Pattern::new(*kind, &written)
                    .map_err(|error| Fault::new(Code::BAD_PATTERN, pattern.span, error.message).help(error.help))?;
                compiled.matches(&text)
            }
        };
        Ok(Value::Bool(holds))
    }
}

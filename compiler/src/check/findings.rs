//! Collects findings, up to a limit.

use crate::diagnostic::Diagnostic;

/// The most findings that the checker reports for one file. Who has more wants to mend the first ones before the rest.
pub const FINDINGS_MAX: usize = 100;

/// The findings so far.
#[derive(Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    left_out: usize,
}

impl Findings {
    /// Adds a finding, or counts it where there are too many.
    pub(super) fn report(&mut self, finding: Diagnostic) {
        if self.is_full() {
            self.left_out += 1;
        } else {
            self.list.push(finding);
        }
    }

    /// Whether further findings are only counted: then nobody needs to look for the nearest name.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= FINDINGS_MAX
    }

    /// How many there were, the left out ones too: grows with each report.
    pub(super) fn count(&self) -> usize {
        self.list.len() + self.left_out
    }

    /// The findings. Where some were left out, the last one says how many.
    pub(super) fn into_list(mut self) -> Vec<Diagnostic> {
        if self.left_out > 0
            && let Some(last) = self.list.pop()
        {
            self.list.push(last.note(format!("{} more findings in this file are not shown", self.left_out)));
        }
        self.list
    }
}

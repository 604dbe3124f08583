//! Collects what is wrong with one text, up to a limit, and counts the rest.

use super::FINDINGS_MAX;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The findings so far.
#[derive(Default)]
pub(crate) struct Findings {
    list: Vec<Diagnostic>,
    /// How many there are beyond those in the list.
    left_out: usize,
    /// How many broken pieces nobody has looked at closer: what is wrong with them is not known.
    passed_over: usize,
    /// Code and place of the first finding that is not in the list, and of the first piece that was passed over.
    first_left_out: Option<(Span, Code)>,
    last: Option<Code>,
}

impl Findings {
    /// Adds a finding, or counts it where there are too many.
    pub(crate) fn push(&mut self, finding: Diagnostic) {
        self.last = Some(finding.code);
        if self.is_full() {
            self.left_out += 1;
            self.leave_out(finding.primary.span, finding.code);
        } else {
            self.list.push(finding);
        }
    }

    /// Counts a broken piece that is not looked at closer.
    pub(crate) fn pass_over(&mut self, place: Span) {
        self.passed_over += 1;
        self.leave_out(place, Code::UNEXPECTED_WORD);
    }

    fn leave_out(&mut self, place: Span, code: Code) {
        let first = self.first_left_out.get_or_insert((place, code));
        *first = (*first).min((place, code));
    }

    /// Whether further findings are only counted: then nobody needs to find out what is wrong with a broken piece.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= FINDINGS_MAX
    }

    /// How many there were, those that are only counted too: grows with each.
    pub(crate) fn count(&self) -> usize {
        self.list.len() + self.left_out + self.passed_over
    }

    /// The code of the last one.
    pub(crate) fn last(&self) -> Option<Code> {
        self.last
    }

    /// The findings in the order of the text. Where some were left out, one more behind the others says how many.
    pub(crate) fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|finding| finding.primary.span);
        if let Some((place, code)) = self.first_left_out {
            let shown = self.list.last().map(|finding| finding.primary.span.behind()).unwrap_or_default();
            let counts = [
                counted(self.left_out, "1 more mistake is not shown", "more mistakes are not shown"),
                counted(self.passed_over, "1 broken piece was not looked at closer", "broken pieces were not looked at closer"),
            ];
            let words = counts.into_iter().flatten().collect::<Vec<_>>().join(", and ");
            self.list.push(Diagnostic::error(code, place.max(shown), words).help("mend the ones above first"));
        }
        self.list
    }
}

fn counted(count: usize, one: &str, more: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(one.to_owned()),
        _ => Some(format!("{count} {more}")),
    }
}

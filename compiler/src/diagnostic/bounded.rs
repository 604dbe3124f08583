//! Findings up to a limit; those beyond it are counted.

use super::{Code, Diagnostic, Severity};
use crate::source::Span;

/// The most errors, and the most warnings, that one kind of check reports about one text; one more says how many there are
/// beyond them. Who has more wants to mend the first ones before the rest.
pub const FINDINGS_MAX: usize = 100;

/// Collects the findings of one kind of check about one text.
#[derive(Clone, Debug, Default)]
pub struct Bounded {
    errors: Kept,
    warnings: Kept,
}

/// Findings of one severity.
#[derive(Clone, Debug, Default)]
struct Kept {
    list: Vec<Diagnostic>,
    left_out: usize,
    /// The first that was left out: its code, and where it stands.
    first_left_out: Option<(Code, Span)>,
}

impl Bounded {
    /// Nothing yet.
    pub fn new() -> Bounded {
        Bounded::default()
    }

    /// Adds a finding, or counts it where there are too many.
    pub fn push(&mut self, finding: Diagnostic) {
        let kept = if finding.is_error() { &mut self.errors } else { &mut self.warnings };
        if kept.list.len() < FINDINGS_MAX {
            kept.list.push(finding);
        } else {
            kept.left_out += 1;
            kept.first_left_out.get_or_insert((finding.code, finding.primary.span.before()));
        }
    }

    /// Whether a further warning is only counted.
    pub fn is_full_of_warnings(&self) -> bool {
        self.warnings.list.len() >= FINDINGS_MAX
    }

    /// The findings, in the order in which they came, errors first. Where some were left out, one more says how many.
    pub fn into_findings(self) -> Vec<Diagnostic> {
        let mut findings = self.errors.into_findings(Severity::Error);
        findings.extend(self.warnings.into_findings(Severity::Warning));
        findings
    }
}

impl Kept {
    fn into_findings(mut self, severity: Severity) -> Vec<Diagnostic> {
        if let Some((code, span)) = self.first_left_out {
            let (one, many) = match severity {
                Severity::Error => ("1 more mistake is", "more mistakes are"),
                Severity::Warning => ("1 more warning is", "more warnings are"),
            };
            let words = if self.left_out == 1 { one.to_owned() } else { format!("{} {many}", self.left_out) };
            let rest = Diagnostic::error(code, span, format!("{words} not shown")).help("mend the ones above first");
            self.list.push(Diagnostic { severity, ..rest });
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many findings are kept of so many errors and warnings, and the messages that count the rest.
    fn kept(errors: usize, warnings: usize) -> (usize, Vec<String>) {
        let mut bounded = Bounded::new();
        for _ in 0..warnings {
            bounded.push(Diagnostic::warning(Code::NEVER_REACHED, Span::default(), "w"));
        }
        for _ in 0..errors {
            bounded.push(Diagnostic::error(Code::EXAMPLE_FAILED, Span::default(), "e"));
        }
        let findings = bounded.into_findings();
        let words = findings.iter().filter(|f| f.message.len() > 1).map(|f| format!("{} {}", f.code, f.message)).collect();
        (findings.len(), words)
    }

    #[test]
    fn the_limit_itself_is_shown_and_the_rest_is_counted() {
        assert_eq!(kept(FINDINGS_MAX - 1, FINDINGS_MAX), (2 * FINDINGS_MAX - 1, Vec::new()));
        assert_eq!(kept(FINDINGS_MAX, 0), (FINDINGS_MAX, Vec::new()));
        assert_eq!(kept(FINDINGS_MAX + 1, 0), (FINDINGS_MAX + 1, vec!["P301 1 more mistake is not shown".to_owned()]));
        assert_eq!(kept(1, FINDINGS_MAX + 2), (FINDINGS_MAX + 2, vec!["P304 2 more warnings are not shown".to_owned()]));
    }
}

//! Findings: what is wrong, where, and what to do.
//!
//! Every finding has a stable [`Code`], a severity, a place and a message; the command line decides how it looks.

mod bounded;
mod codes;

pub use bounded::{Bounded, FINDINGS_MAX};
pub use codes::{CODES, Code};

use crate::json::excerpt;
use crate::source::{Sources, Span};

/// How bad a finding is. Errors make a check fail; warnings only when asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The check fails.
    Error,
    /// Worth a look; fails with `--deny warnings`.
    Warning,
}

impl Severity {
    /// The word that is shown.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// A place and, maybe, words beside it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// Words beside the underline, maybe empty.
    pub text: String,
}

/// One finding. Messages are lower case, without a final period, and put the user's words in backticks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub primary: Label,
    /// Other places that explain it.
    pub secondary: Vec<Label>,
    /// Facts that explain it: values that were seen, what was expected.
    pub notes: Vec<String>,
    /// What to do next.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            message: one_line(message),
            primary: Label { span, text: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
        }
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// Words beside the underline.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = one_line(text);
        self
    }

    /// Another place that explains it.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label { span, text: one_line(text) });
        self
    }

    /// A fact that explains it.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(one_line(text));
        self
    }

    /// What to do next.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(one_line(text));
        self
    }

    /// Whether a check fails because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// A text in which no word of a user ends the line, or cannot be seen.
fn one_line(text: impl Into<String>) -> String {
    excerpt(&text.into(), usize::MAX)
}

/// Puts findings in the order in which people read: by path, place, code, message; doubles are dropped.
pub fn sort(sources: &Sources, diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| key(sources, a).cmp(&key(sources, b)));
    diagnostics.dedup();
}

fn key<'a>(sources: &'a Sources, d: &'a Diagnostic) -> (&'a str, u32, u32, Code, &'a str) {
    let span = d.primary.span;
    (sources.path(span), span.start, span.end, d.code, &d.message)
}

/// The longest name, in bytes, that is compared with others: the comparison takes time and space with the square of it.
const NAME_BYTES_MAX: usize = 128;

/// The known name that is nearest to `wanted`, if one is near enough to be what was meant.
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.len() > NAME_BYTES_MAX {
        return None;
    }
    let length = wanted.chars().count();
    let near_enough = match length {
        0 => return None,
        1..=2 => 1,
        3..=7 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for name in known {
        if name == wanted || name.len() > NAME_BYTES_MAX {
            continue;
        }
        let distance = if name.eq_ignore_ascii_case(wanted) { 0 } else { strsim::osa_distance(wanted, name) };
        // A name of which nothing is left is no correction.
        if distance > near_enough || distance >= length.max(name.chars().count()) {
            continue;
        }
        if best.is_none_or(|(least, first)| (distance, name) < (least, first)) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_user_stay_on_their_line() {
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, Span::default(), "no rule `a\nb`")
            .label("a\tb")
            .also(Span::default(), "a\u{2028}b")
            .note("a\u{202e}b")
            .help("did you mean `a\r\nb é`?");
        assert_eq!(finding.message, "no rule `a\\u000ab`");
        assert_eq!(finding.primary.text, "a\\u0009b");
        assert_eq!(finding.secondary.iter().map(|label| label.text.as_str()).collect::<Vec<_>>(), ["a\\u2028b"]);
        assert_eq!(finding.notes, ["a\\u202eb"]);
        assert_eq!(finding.help, ["did you mean `a\\u000d\\u000ab é`?"]);
    }

    #[test]
    fn nearest_takes_the_closest_and_refuses_the_far() {
        assert_eq!(nearest("sourceID", ["name", "sourceId", "source"]), Some("sourceId"));
        assert_eq!(nearest("wehn", ["when", "then"]), Some("when"));
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("threshold", ["enabled", "sources"]), None);
    }
}

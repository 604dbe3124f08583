//! What is wrong with a line, in words.

use std::ops::Range;

use polc_compiler::diagnostic::{Code, Diagnostic};
use polc_compiler::json::{JsonError, Pointer, excerpt};
use polc_compiler::policy::JsonKind;
use polc_compiler::source::{SourceId, Span};

use super::CaseSource;

/// Most characters of the user's text in a message.
const SHOWN_CHARS_MAX: usize = 60;

/// Why a line is no recorded case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// It is JSON of another form.
    #[error("{kind}")]
    Form {
        /// What is wrong.
        kind: CaseErrorKind,
        /// The bytes of the line that are wrong.
        range: Range<usize>,
    },
}

/// What is wrong with the form of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseErrorKind {
    /// The line, or a member, is of another kind.
    #[error("{} stands at {}, where {expected} is expected", with_article(*.found), .pointer.place())]
    WrongKind {
        /// Where.
        pointer: Pointer,
        /// What belongs there, with its article.
        expected: &'static str,
        /// What stands there.
        found: JsonKind,
    },
    /// A member that the form does not know.
    #[error("{} has no member `{}`", owner(.within), shown(.name))]
    UnknownMember {
        /// Where the object stands.
        within: Pointer,
        /// The member's name.
        name: String,
        /// The known name that is near enough to be meant.
        nearest: Option<&'static str>,
        /// The known names.
        known: &'static [&'static str],
    },
    /// A member that the form wants.
    #[error("{} lacks the member `{name}`", owner(.within))]
    MissingMember {
        /// Where the object stands.
        within: Pointer,
        /// The member's name.
        name: &'static str,
    },
    /// A text that must say something.
    #[error("the text at {} is empty", .0.place())]
    EmptyText(Pointer),
    /// A `source` of another name.
    #[error("`{}` is no source of a recorded case", shown(.0))]
    UnknownSource(String),
}

impl CaseError {
    /// The stable code; of broken JSON, its own.
    pub fn code(&self) -> Code {
        match self {
            CaseError::Json(error) => error.code(),
            CaseError::Form { .. } => Code::CASE_MALFORMED,
        }
    }

    /// The bytes of the line that are wrong.
    pub fn range(&self) -> Range<usize> {
        match self {
            CaseError::Json(error) => error.range.clone(),
            CaseError::Form { range, .. } => range.clone(),
        }
    }

    /// The finding, for a line that begins at byte `base_offset` of `source`.
    pub fn diagnostic(&self, source: SourceId, base_offset: usize) -> Diagnostic {
        match self {
            CaseError::Json(error) => error.diagnostic(source, base_offset),
            CaseError::Form { kind, range } => {
                let span = Span::new(source, base_offset + range.start, base_offset + range.end);
                Diagnostic::error(self.code(), span, kind.to_string()).help(kind.help())
            }
        }
    }
}

impl CaseErrorKind {
    /// What to do next.
    pub fn help(&self) -> String {
        match self {
            CaseErrorKind::WrongKind { pointer, expected, .. } if pointer.is_root() => {
                format!("write each case as {expected} on one line")
            }
            CaseErrorKind::WrongKind { expected, .. } => format!("write {expected} there"),
            CaseErrorKind::UnknownMember { nearest: Some(nearest), .. } => format!("did you mean `{nearest}`?"),
            CaseErrorKind::UnknownMember { known, .. } => format!("remove it; the members are {}", listed(known)),
            CaseErrorKind::MissingMember { name, .. } => format!("add `{name}`"),
            CaseErrorKind::EmptyText(_) => "write a text that names it".to_owned(),
            CaseErrorKind::UnknownSource(_) => {
                format!("the sources are {}", listed(&CaseSource::ALL.map(CaseSource::word)))
            }
        }
    }
}

/// The user's text as it stands in a message.
pub(super) fn shown(text: &str) -> String {
    excerpt(text, SHOWN_CHARS_MAX)
}

fn owner(within: &Pointer) -> String {
    if within.is_root() { "a recorded case".to_owned() } else { within.place() }
}

fn listed(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn with_article(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "null",
        JsonKind::Bool => "a bool",
        JsonKind::Int => "an int",
        JsonKind::Number => "a number",
        JsonKind::String => "a string",
        JsonKind::List => "a list",
        JsonKind::Object => "an object",
    }
}

//! What is wrong with a JSON text, in words.

use std::fmt;
use std::ops::Range;

use super::super::excerpt::excerpt;
use super::super::number::{Number, NumberError};
use super::{JSON_BYTES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// Most characters of the user's text in a message.
const FOUND_CHARS_MAX: usize = 40;

/// A text that is no JSON value: what is wrong, and where. A text is read up to its first error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// The bytes that are wrong.
    pub range: Range<usize>,
    /// The bytes that explain it: the first one of two members, the bracket that is not closed.
    pub related: Option<Range<usize>>,
}

/// What may stand where something else was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A value.
    Value,
    /// A value or, in an empty list, `]`.
    ValueOrClose,
    /// The name of a member.
    Name,
    /// The name of a member or, in an empty object, `}`.
    NameOrClose,
    /// `:`
    Colon,
    /// `,` or this bracket.
    CommaOrClose(char),
}

/// What is wrong with a JSON text. Texts in it are excerpts, fit for a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JsonErrorKind {
    /// Nothing, or only blanks.
    #[error("the text is empty, where a JSON value is expected")]
    Empty,
    /// `[1 2]`
    #[error("expected {expected}, found `{found}`")]
    Unexpected {
        /// What may stand there.
        expected: Expected,
        /// What stands there.
        found: String,
    },
    /// `[1`
    #[error("expected {0}, found the end of the text")]
    Ended(Expected),
    /// `[1,]`
    #[error("a `,` stands before `{0}`, with nothing between them")]
    TrailingComma(char),
    /// `{} {}`
    #[error("expected the end of the text, found `{0}`")]
    Trailing(String),
    /// U+FEFF at the start.
    #[error("the text begins with a byte order mark")]
    ByteOrderMark,
    /// `// …`, `/* … */`, `# …`
    #[error("a comment stands here, and JSON has none")]
    Comment,
    /// `'a'`, with what is between the quotes if it can stand in double quotes as it is.
    #[error("a string stands in single quotes")]
    SingleQuotes(Option<String>),
    /// `“a”`
    #[error("`{0}` is no quote of JSON")]
    ForeignQuote(char),
    /// Blanks that JSON does not know, controls, characters that cannot be seen.
    #[error("a character that cannot be seen stands here, U+{:04X}", u32::from(*.0))]
    Unseen(char),
    /// A string that the end of the text cuts off.
    #[error("a string is not closed")]
    UnclosedString,
    /// A string that goes over a line end.
    #[error("a string is not closed before the line ends")]
    LineEndInString,
    /// A control character in a string, other than a line end.
    #[error("a control character stands in a string, U+{:04X}", u32::from(*.0))]
    ControlInString(char),
    /// `\x`, `\u12`
    #[error("`{0}` is no escape")]
    BadEscape(String),
    /// `01`, `+1`, `1.`: no number of JSON.
    #[error("{error}: `{text}`")]
    BadNumber {
        /// What stands there.
        text: String,
        /// What is wrong with it.
        error: NumberError,
    },
    /// A number that only a limit keeps out.
    #[error("{error}: `{text}`")]
    NumberLimit {
        /// What stands there.
        text: String,
        /// Which limit.
        error: NumberError,
    },
    /// A name that the object has already.
    #[error("the member `{0}` stands twice in one object")]
    Duplicate(String),
    /// `\ud800` without its other half.
    #[error("`{0}` is half a character")]
    LoneSurrogate(String),
    /// More than [`JSON_DEPTH_MAX`] levels.
    #[error("lists and objects are nested deeper than {JSON_DEPTH_MAX} levels")]
    TooDeep,
    /// More than [`JSON_BYTES_MAX`] bytes.
    #[error("the text has {0} bytes, and {JSON_BYTES_MAX} are the most that is read")]
    TooLarge(usize),
    /// More than [`JSON_VALUES_MAX`] values.
    #[error("the text holds more than {JSON_VALUES_MAX} values")]
    TooManyValues,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Value => f.write_str("a value"),
            Expected::ValueOrClose => f.write_str("a value or `]`"),
            Expected::Name => f.write_str("a member's name in double quotes"),
            Expected::NameOrClose => f.write_str("a member's name in double quotes or `}`"),
            Expected::Colon => f.write_str("`:`"),
            Expected::CommaOrClose(close) => write!(f, "`,` or `{close}`"),
        }
    }
}

impl JsonError {
    pub(super) fn new(kind: JsonErrorKind, range: Range<usize>) -> JsonError {
        JsonError { kind, range, related: None }
    }

    /// The stable code.
    pub fn code(&self) -> Code {
        match self.kind {
            JsonErrorKind::Duplicate(_) => Code::JSON_DUPLICATE,
            JsonErrorKind::LoneSurrogate(_) => Code::JSON_SURROGATE,
            JsonErrorKind::NumberLimit { .. } => Code::JSON_NUMBER,
            JsonErrorKind::TooDeep => Code::TOO_DEEP,
            JsonErrorKind::TooLarge(_) | JsonErrorKind::TooManyValues => Code::TOO_LARGE,
            _ => Code::JSON_SYNTAX,
        }
    }

    /// The finding, for a text that begins at byte `base_offset` of `source`.
    pub fn diagnostic(&self, source: SourceId, base_offset: usize) -> Diagnostic {
        let span = |range: &Range<usize>| Span::new(source, base_offset + range.start, base_offset + range.end);
        let diagnostic = Diagnostic::error(self.code(), span(&self.range), self.to_string()).help(self.kind.help());
        let (label, related_label) = self.kind.labels();
        match &self.related {
            Some(related) => diagnostic.label(label).also(span(related), related_label),
            None => diagnostic.label(label),
        }
    }
}

impl JsonErrorKind {
    pub(super) fn duplicate(name: &str) -> JsonErrorKind {
        JsonErrorKind::Duplicate(found(name))
    }

    /// Words beside the two underlines.
    fn labels(&self) -> (&'static str, &'static str) {
        match self {
            JsonErrorKind::Duplicate(_) => ("again here", "first here"),
            _ => ("", "opened here"),
        }
    }

    /// What to do next.
    pub fn help(&self) -> String {
        match self {
            JsonErrorKind::Empty => "write a value, for example `{}`".to_owned(),
            JsonErrorKind::Unexpected { expected, found } => instead(*expected, found),
            JsonErrorKind::Ended(Expected::CommaOrClose(close)) => {
                format!("close {} with `{close}`; the text may have been cut off", closed_by(*close))
            }
            JsonErrorKind::Ended(_) => "complete the value; the text may have been cut off".to_owned(),
            JsonErrorKind::TrailingComma(_) => "remove the `,`".to_owned(),
            JsonErrorKind::Trailing(found) if matches!(found.as_str(), "}" | "]") => {
                format!("remove this `{found}`: everything is closed before it")
            }
            JsonErrorKind::Trailing(_) => {
                "a text holds one value: remove what follows it, or put the values in a list `[…]`".to_owned()
            }
            JsonErrorKind::ByteOrderMark => "remove it: save the file as UTF-8 without a byte order mark".to_owned(),
            JsonErrorKind::Comment => "remove it, or keep the words as a member such as `\"note\"`".to_owned(),
            JsonErrorKind::SingleQuotes(Some(content)) => format!("write it in double quotes: `\"{content}\"`"),
            JsonErrorKind::SingleQuotes(None) | JsonErrorKind::ForeignQuote(_) => {
                "write strings in straight double quotes: `\"…\"`".to_owned()
            }
            JsonErrorKind::Unseen(c) if c.is_whitespace() => {
                "put a space in its place: JSON knows the space, the tab and line ends".to_owned()
            }
            JsonErrorKind::Unseen(_) => "remove it".to_owned(),
            JsonErrorKind::UnclosedString => "close the string with `\"`; the text may have been cut off".to_owned(),
            JsonErrorKind::LineEndInString => {
                "close the string with `\"`, or write a line end that belongs to it as `\\n`".to_owned()
            }
            JsonErrorKind::ControlInString(c) => format!("write it as `{}`", escape(*c)),
            JsonErrorKind::BadEscape(escape) => instead_of_escape(escape),
            JsonErrorKind::BadNumber { text, error } => instead_of_number(text, *error),
            JsonErrorKind::NumberLimit { .. } => "write a shorter number, or keep its text as a string".to_owned(),
            JsonErrorKind::Duplicate(_) => {
                "remove one of the two, or give it another name: readers disagree on which one counts".to_owned()
            }
            JsonErrorKind::LoneSurrogate(_) => {
                "write both halves, such as `\\ud83d\\ude00`, or the character itself; `\\ufffd` stands for one that is lost"
                    .to_owned()
            }
            JsonErrorKind::TooDeep => "nest the values less deep".to_owned(),
            JsonErrorKind::TooLarge(_) | JsonErrorKind::TooManyValues => {
                "split the text, or leave out what is not needed".to_owned()
            }
        }
    }
}

/// The user's text as it stands in a message.
pub(super) fn found(text: &str) -> String {
    excerpt(text, FOUND_CHARS_MAX)
}

fn closed_by(close: char) -> &'static str {
    if close == ']' { "the list" } else { "the object" }
}

fn escape(c: char) -> String {
    match c {
        '\t' => "\\t".to_owned(),
        '\u{8}' => "\\b".to_owned(),
        '\u{c}' => "\\f".to_owned(),
        _ => format!("\\u{:04x}", u32::from(c)),
    }
}

/// What to write in place of `found`.
fn instead(expected: Expected, found: &str) -> String {
    let first = found.chars().next().unwrap_or(' ');
    let is_word = first.is_alphanumeric() || matches!(first, '_' | '$' | '-');
    match expected {
        Expected::Value | Expected::ValueOrClose => match found {
            "True" | "TRUE" => "write `true`".to_owned(),
            "False" | "FALSE" => "write `false`".to_owned(),
            "None" | "Null" | "NULL" | "nil" | "undefined" => "write `null`".to_owned(),
            "NaN" | "nan" | "Infinity" | "inf" => "JSON has no such number: write `null`, or a string".to_owned(),
            "," => "write a value before this `,`, or remove it".to_owned(),
            "]" | "}" => format!("write a value before this `{found}`, `null` if there is none"),
            _ if is_word => format!("put it in double quotes if it is a string: `\"{found}\"`"),
            _ => "a value is a string in double quotes, a number, a list, an object, `true`, `false` or `null`".to_owned(),
        },
        Expected::Name | Expected::NameOrClose if is_word => format!("put the name in double quotes: `\"{found}\"`"),
        Expected::Name | Expected::NameOrClose if found == "," => "remove this `,`".to_owned(),
        Expected::Name | Expected::NameOrClose => "a member is a name in double quotes, `:` and a value".to_owned(),
        Expected::Colon if found == "=" => "write `:` in place of `=`".to_owned(),
        Expected::Colon => "put `:` and a value behind the member's name".to_owned(),
        Expected::CommaOrClose(close) => match found {
            "]" | "}" => format!("close {} with `{close}` first", closed_by(close)),
            ":" if close == ']' => "members with names stand in an object: `{…}`".to_owned(),
            _ if is_word || matches!(first, '"' | '[' | '{') => "put a `,` before it".to_owned(),
            _ => format!("part what is in {} by `,`", closed_by(close)),
        },
    }
}

fn instead_of_escape(escape: &str) -> String {
    if escape.starts_with("\\u") {
        return "four hexadecimal digits follow `\\u`, as in `\\u00e9`".to_owned();
    }
    match escape {
        "\\'" => "write `'` without the backslash".to_owned(),
        "\\0" => "write `\\u0000`".to_owned(),
        "\\v" => "write `\\u000b`".to_owned(),
        "\\x" => "write `\\u` and four hexadecimal digits, as in `\\u00e9`".to_owned(),
        _ => "write a backslash as `\\\\`; the escapes are `\\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` and `\\u00e9`"
            .to_owned(),
    }
}

fn instead_of_number(text: &str, error: NumberError) -> String {
    let with_digit = text.replacen('.', "0.", 1);
    match error {
        NumberError::NoDigitBeforePoint if Number::parse(&with_digit).is_ok() => format!("write `{with_digit}`"),
        NumberError::PlusSign => "remove the `+`".to_owned(),
        NumberError::LeadingZero => "remove the zeros at its start, or put it in double quotes if it is no number".to_owned(),
        NumberError::NoDigitAfterPoint => "write a digit behind the point, or remove the point".to_owned(),
        NumberError::NoExponentDigit => "write the exponent's digits, or remove the `e`".to_owned(),
        NumberError::NoDigitAfterMinus if matches!(text, "-Infinity" | "-NaN" | "-inf") => {
            "JSON has no such number: write `null`, or a string".to_owned()
        }
        NumberError::NoDigitAfterMinus => "write the digits of the number, without blanks before them".to_owned(),
        NumberError::NotDecimal => "write the number in decimal, or put it in double quotes".to_owned(),
        _ => "write it as a number, or put it in double quotes".to_owned(),
    }
}

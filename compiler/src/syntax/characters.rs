//! Bytes and characters before anything is read: what is no text, and characters that a reader of the policy cannot see.

use std::borrow::Cow;

use super::findings::Findings;
use super::scan::{TokenKind, Tokens};
use crate::diagnostic::{Code, Diagnostic};
use crate::json::is_invisible;
use crate::source::{Position, SourceId, Span};

/// Why bytes are no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {offset} at line {line}, column {column} is not UTF-8", line = .position.line, column = .position.column)]
pub struct NotUtf8 {
    /// The first byte that belongs to no character.
    pub offset: usize,
    /// Where that is.
    pub position: Position,
}

impl NotUtf8 {
    /// The finding; `source` is the text in which everything that is no character is replaced, as by
    /// [`String::from_utf8_lossy`], so that the place can be shown.
    pub fn diagnostic(&self, source: SourceId) -> Diagnostic {
        let Position { line, column } = self.position;
        let span = Span::new(source, self.offset, self.offset + char::REPLACEMENT_CHARACTER.len_utf8());
        Diagnostic::error(Code::NOT_UTF8, span, format!("the text is not UTF-8 at line {line}, column {column}"))
            .help("save the file as UTF-8; up to this place it is")
    }
}

/// The text that bytes are.
pub fn decode(bytes: &[u8]) -> Result<&str, NotUtf8> {
    std::str::from_utf8(bytes).map_err(|error| {
        let offset = error.valid_up_to();
        let good = bytes.get(..offset).and_then(|good| std::str::from_utf8(good).ok()).unwrap_or("");
        let line_start = good.rfind('\n').map_or(0, |end| end + 1);
        let line = 1 + good.bytes().filter(|b| *b == b'\n').count();
        let column = 1 + good.get(line_start..).unwrap_or("").chars().count();
        NotUtf8 { offset, position: Position { line, column } }
    })
}

/// What to say of a text in which every second byte would be reported.
pub(super) fn utf16(source: SourceId, text: &str) -> Option<Diagnostic> {
    let zeros = text.bytes().filter(|b| *b == 0).count();
    let first = text.find('\0').filter(|_| zeros >= 2 && zeros * 3 > text.len())?;
    let finding =
        Diagnostic::error(Code::CONTROL_CHARACTER, Span::new(source, first, first + 1), "every second byte of the text is zero");
    Some(finding.help("this looks like UTF-16: save the file as UTF-8"))
}

/// What to say of a text in which every line would be reported.
pub(super) fn carriage_returns(source: SourceId, text: &str) -> Option<Diagnostic> {
    let first = text.find('\r').filter(|_| !text.contains('\n'))?;
    let message = "no line of the text ends with a line feed";
    let finding = Diagnostic::error(Code::CONTROL_CHARACTER, Span::new(source, first, first + 1), message);
    Some(finding.help("its lines end with carriage returns alone: save the file with the line ends LF, or CR LF"))
}

/// A text in which every character is one that a reader sees.
pub(super) struct Plain<'a> {
    /// The text, with blanks in the places of those that no reader sees.
    pub(super) text: Cow<'a, str>,
    /// For some viewers one of them ends a line: what stands behind it may be meant to be code, also in a comment.
    pub(super) lines_are_hidden: bool,
}

/// Reports characters that no reader sees, and takes them out.
pub(super) fn plain<'a>(source: SourceId, text: &'a str, findings: &mut Findings) -> Plain<'a> {
    if hidden(text).next().is_none() {
        return Plain { text: Cow::Borrowed(text), lines_are_hidden: false };
    }
    let mut all = hidden(text).peekable();
    let masked: String = text
        .char_indices()
        .flat_map(|(at, c)| match all.next_if(|(hidden, _)| *hidden == at) {
            Some(_) => Shown::Blanks(c.len_utf8()),
            None => Shown::Char(Some(c)),
        })
        .collect();
    let tokens = Tokens::scan(&masked);
    let mut end_of_run = None;
    let mut lines_are_hidden = false;
    for (start, c) in hidden(text) {
        let end = start + c.len_utf8();
        let continues = end_of_run == Some(start);
        end_of_run = Some(end);
        lines_are_hidden |= may_end_line(c);
        if continues {
            continue;
        }
        let token = tokens.from(start).filter(|token| token.start <= start);
        let literal = token.is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::TemplateText));
        let raw = token.and_then(|token| text.get(token.start..token.end)).is_some_and(|token| token.starts_with('r'));
        let instead = match c {
            '\r' => "\\r".to_owned(),
            _ => escape(c),
        };
        findings.push(finding(c, Span::new(source, start, end)).help(match (literal, raw) {
            (true, false) => format!("delete it, or write it as `{instead}`"),
            (true, true) => format!("delete it, or write the text without `r`, and the character as `{instead}`"),
            (false, _) if may_end_line(c) => "delete it, or begin a new line".to_owned(),
            (false, _) => "delete it".to_owned(),
        }));
    }
    Plain { text: Cow::Owned(masked), lines_are_hidden }
}

fn finding(c: char, span: Span) -> Diagnostic {
    let code = u32::from(c);
    let message = match c {
        '\r' => "a carriage return stands alone, without the line feed that ends a line".to_owned(),
        _ if is_control(c) => format!("the control character U+{code:04X} stands in the text"),
        '\u{2028}' | '\u{2029}' => format!("the character U+{code:04X}, which ends a line for some viewers, stands in the text"),
        _ => format!("the character U+{code:04X}, which nobody sees, stands in the text"),
    };
    Diagnostic::error(Code::CONTROL_CHARACTER, span, message)
}

/// The characters of a text that no reader sees.
fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    // A mark of the byte order may stand first.
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut rest = text.get(start..).unwrap_or("").char_indices().peekable();
    std::iter::from_fn(move || {
        loop {
            let (at, c) = rest.next()?;
            let alone = c == '\r' && rest.peek().is_none_or(|(_, next)| *next != '\n');
            if alone || must_be_escaped(c) {
                return Some((start + at, c));
            }
        }
    })
}

enum Shown {
    Char(Option<char>),
    Blanks(usize),
}

impl Iterator for Shown {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Shown::Char(c) => c.take(),
            Shown::Blanks(0) => None,
            Shown::Blanks(count) => {
                *count -= 1;
                Some(' ')
            }
        }
    }
}

/// A character as an escape of a text.
pub(super) fn escape(c: char) -> String {
    let mut units = [0; 2];
    c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

/// Whether a text shows such a character only as an escape: controls but tab and line ends, what some viewers take for the
/// end of a line, and what nobody sees.
pub(super) fn must_be_escaped(c: char) -> bool {
    is_control(c) || may_end_line(c) && c != '\r' || is_invisible(c)
}

/// Controls but tab and line ends, and the marks that turn the direction of writing, so that a text does not say what
/// it shows.
fn is_control(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

/// What ends a line for some viewers, and for the language does not.
fn may_end_line(c: char) -> bool {
    matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

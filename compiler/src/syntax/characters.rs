//! Bytes and characters before anything is read: what is no text, and characters that a reader of the policy cannot see.

use std::borrow::Cow;

use super::scan::{TokenKind, Tokens};
use crate::diagnostic::{Code, Diagnostic};
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

/// Reports characters that no reader sees, and gives the text with blanks in their places.
pub(super) fn without_controls<'a>(source: SourceId, text: &'a str, findings: &mut Vec<Diagnostic>) -> Cow<'a, str> {
    if !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let masked: String =
        text.chars().flat_map(|c| if is_control(c) { Shown::Blanks(c.len_utf8()) } else { Shown::Char(Some(c)) }).collect();
    let tokens = Tokens::scan(&masked);
    let mut end_of_run = None;
    for (start, c) in text.char_indices().filter(|(_, c)| is_control(*c)) {
        let end = start + c.len_utf8();
        let continues = end_of_run == Some(start);
        end_of_run = Some(end);
        if continues {
            continue;
        }
        let span = Span::new(source, start, end);
        let finding = Diagnostic::error(
            Code::CONTROL_CHARACTER,
            span,
            format!("the control character U+{:04X} stands in the text", u32::from(c)),
        );
        let token = tokens.from(start).filter(|token| token.start <= start);
        let literal = token.is_some_and(|token| matches!(token.kind, TokenKind::Text | TokenKind::TemplateText));
        let raw = token.and_then(|token| text.get(token.start..token.end)).is_some_and(|token| token.starts_with('r'));
        findings.push(finding.help(match (literal, raw) {
            (true, false) => format!("delete it, or write it as `{}`", escape(c)),
            (true, true) => format!("delete it, or write the text without `r`, and the character as `{}`", escape(c)),
            (false, _) => "delete it".to_owned(),
        }));
    }
    Cow::Owned(masked)
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

/// Controls but tab and line ends, and the marks that turn the direction of writing, so that a text does not say what
/// it shows.
pub(super) fn is_control(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    }
}

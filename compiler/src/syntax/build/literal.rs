//! Text literals and numbers: what their escapes and digits mean, and what is wrong with them.

use super::super::grammar::{Pair, Parts, Rule};
use super::super::tree::{ExprKind, TemplatePart, Text};
use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

impl Builder<'_> {
    /// `text_literal`
    pub(super) fn text_literal(&mut self, pair: Pair<'_>) -> Option<Text> {
        let at = self.at(&pair);
        let inner = pair.into_inner().next()?;
        let start = self.base + inner.as_span().start();
        let value = match inner.as_rule() {
            Rule::raw => inner.as_str().strip_prefix("r\"")?.strip_suffix('"')?.to_owned(),
            _ => self.unescape(inner.as_str().strip_prefix('"')?.strip_suffix('"')?, start + 1, Quotes::Text),
        };
        Some(Text { value, at })
    }

    /// `template`
    pub(super) fn template(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        let at = self.at(&pair).0;
        if pair.as_str().contains('\n') {
            let finding = Diagnostic::error(Code::BAD_LITERAL, at, "a template runs over the end of its line");
            self.spoil(finding.help("put it on one line, or name the value of the hole with a `let` first"));
        }
        let mut pieces = Vec::new();
        for part in Parts::of(pair) {
            let start = self.base + part.as_span().start();
            match part.as_rule() {
                Rule::hole => pieces.push(TemplatePart::Hole(self.expr(Parts::of(part).next()?)?)),
                _ => pieces.push(TemplatePart::Text(self.unescape(part.as_str(), start, Quotes::Template))),
            }
        }
        Some(ExprKind::Template(pieces))
    }

    /// `number`
    pub(super) fn number(&mut self, pair: &Pair<'_>) -> String {
        let text = pair.as_str();
        let at = self.at(pair).0;
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 1 && text.starts_with('0') {
            let value = text.trim_start_matches('0');
            let value = if value.starts_with(|c: char| c.is_ascii_digit()) { value.to_owned() } else { format!("0{value}") };
            let finding = Diagnostic::error(Code::BAD_LITERAL, at, format!("the number `{text}` begins with a zero"));
            self.spoil(finding.help(format!("write `{value}`")));
        } else if !is_json_number(text) {
            let finding = Diagnostic::error(Code::BAD_LITERAL, at, format!("`{text}` is no number"));
            self.spoil(finding.help("write a number as `2`, `2.5` or `1e3`; a name begins with a letter or `_`"));
        }
        text.to_owned()
    }

    /// What the text between quotes means; `start` is its place.
    fn unescape(&mut self, text: &str, start: usize, quotes: Quotes) -> String {
        let mut value = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(slash) = rest.find('\\') {
            value.push_str(rest.get(..slash).unwrap_or(""));
            let escape = rest.get(slash..).unwrap_or("");
            let at = start + text.len() - escape.len();
            let length = match Escape::read(escape, quotes) {
                Escape::Char(c, length) => {
                    value.push(c);
                    length
                }
                Escape::Wrong(length, help) => {
                    let span = Span::new(self.source, at, at + length);
                    let shown = escape.get(..length).unwrap_or(escape);
                    let finding = Diagnostic::error(Code::BAD_LITERAL, span, format!("`{shown}` is no escape of a text"));
                    self.spoil(finding.help(help));
                    length
                }
            };
            rest = escape.get(length..).unwrap_or("");
        }
        value.push_str(rest);
        value
    }
}

/// What stands around a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    Text,
    Template,
}

/// The beginning of a text that begins with `\`, and how many bytes it takes.
enum Escape {
    Char(char, usize),
    Wrong(usize, &'static str),
}

impl Escape {
    fn read(text: &str, quotes: Quotes) -> Escape {
        let Some(kind) = text.chars().nth(1) else {
            return Escape::Wrong(text.len(), "write `\\\\` for a backslash");
        };
        let plain = match kind {
            '"' | '\\' | '/' => kind,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '`' | '$' if quotes == Quotes::Template => kind,
            'u' => return Escape::unicode(text),
            _ => {
                return Escape::Wrong(
                    1 + kind.len_utf8(),
                    "write `\\\\` for a backslash; a pattern is best written raw: `r\"…\"`",
                );
            }
        };
        Escape::Char(plain, 2)
    }

    /// `\uXXXX`, two of them for a character beyond U+FFFF.
    fn unicode(text: &str) -> Escape {
        const HALF: &str = "half a character cannot stand alone: write the character itself, or both halves";
        let Some(first) = hex_escape(text) else {
            let digits = text.bytes().skip(2).take(4).take_while(u8::is_ascii_hexdigit).count();
            return Escape::Wrong(2 + digits, "write four hexadecimal digits, as in `\\u00e9`");
        };
        if let Some(c) = char::from_u32(first) {
            return Escape::Char(c, 6);
        }
        let second = text.get(6..).and_then(hex_escape).filter(|second| (0xDC00..0xE000).contains(second));
        match second {
            Some(second) if first < 0xDC00 => {
                let code = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                char::from_u32(code).map_or(Escape::Wrong(12, HALF), |c| Escape::Char(c, 12))
            }
            _ => Escape::Wrong(6, HALF),
        }
    }
}

/// The number in `\uXXXX`.
fn hex_escape(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    // `from_str_radix` would take a sign.
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, 16).ok()
}

fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let behind = |text: &str, count: usize| text.get(count..).unwrap_or("").to_owned();
    let mut rest = behind(text, digits(text));
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = behind(fraction, digits(fraction));
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits(exponent);
        return count > 0 && count == exponent.len();
    }
    rest.is_empty()
}

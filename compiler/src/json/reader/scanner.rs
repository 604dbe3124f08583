//! Tokens of a JSON text. What is wrong with a single token is found here; what may follow what, in `events`.

use std::borrow::Cow;
use std::ops::Range;

use super::super::excerpt::is_unseen;
use super::super::number::{Number, NumberError};
use super::Reading;
use super::error::{JsonError, JsonErrorKind, found};

/// A list's or an object's pair of brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Array,
    Object,
}

impl Bracket {
    pub(super) fn close(self) -> char {
        match self {
            Bracket::Array => ']',
            Bracket::Object => '}',
        }
    }
}

/// A token.
pub(super) enum Token<'a> {
    Open(Bracket),
    Close(Bracket),
    Comma,
    Colon,
    /// Escapes resolved.
    String(Cow<'a, str>),
    /// A text that [`Number::check`] has passed; by JavaScript's habits, of any length.
    Number(&'a str),
    /// `null`, `true`, `nonsense`
    Word(&'a str),
    /// A visible character that begins no token.
    Other,
    /// The text is over.
    End,
}

/// Goes over a text token by token.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    reading: Reading,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, reading: Reading) -> Scanner<'a> {
        Scanner { text, at: 0, reading }
    }

    /// The piece of the text in `range`.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or("")
    }

    /// The next token with its bytes; at the end of the text, always [`Token::End`].
    pub(super) fn next(&mut self) -> Result<(Token<'a>, Range<usize>), JsonError> {
        self.at += self.run_at(self.at, |c| matches!(c, ' ' | '\t' | '\n' | '\r')).len();
        let start = self.at;
        let Some(first) = self.char_at(start) else { return Ok((Token::End, start..start)) };
        let token = match first {
            '[' => self.single(Token::Open(Bracket::Array)),
            '{' => self.single(Token::Open(Bracket::Object)),
            ']' => self.single(Token::Close(Bracket::Array)),
            '}' => self.single(Token::Close(Bracket::Object)),
            ',' => self.single(Token::Comma),
            ':' => self.single(Token::Colon),
            '"' => Token::String(self.string()?),
            '0'..='9' | '-' | '+' | '.' => Token::Number(self.number()?),
            _ if is_word(first) => {
                let word = self.run_at(start, is_word);
                self.at += word.len();
                Token::Word(word)
            }
            _ => self.other(first)?,
        };
        Ok((token, start..self.at))
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.slice(at..self.text.len()).chars().next()
    }

    /// The longest piece from byte `at` whose characters all are `wanted`.
    fn run_at(&self, at: usize, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.slice(at..self.text.len());
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or("")
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Everything that could be meant as one number is taken as one, so that `12abc` and `1_000` are one error each.
    fn number(&mut self) -> Result<&'a str, JsonError> {
        let start = self.at;
        let text = self.run_at(start, |c| is_word(c) || matches!(c, '+' | '-' | '.'));
        let range = start..start + text.len();
        match Number::check(text) {
            Ok(()) => {
                self.at = range.end;
                Ok(text)
            }
            Err(error) if error.is_limit() && self.reading == Reading::JavaScript => {
                self.at = range.end;
                Ok(text)
            }
            Err(error) => Err(JsonError::new(number_error(text, error), range)),
        }
    }

    /// A string; the scanner stands before its opening quote.
    fn string(&mut self) -> Result<Cow<'a, str>, JsonError> {
        let start = self.at;
        let mut at = start + 1;
        // The text of the string up to the last escape; a string without escapes is not copied.
        let mut resolved: Option<String> = None;
        loop {
            let run = self.run_at(at, |c| c > '\u{1f}' && c != '"' && c != '\\');
            let end = at + run.len();
            match self.char_at(end) {
                Some('"') => {
                    self.at = end + 1;
                    return Ok(match resolved {
                        Some(text) => Cow::Owned(text + run),
                        None => Cow::Borrowed(run),
                    });
                }
                Some('\\') => {
                    let (c, length) = self.escape(start, end)?;
                    let text = resolved.get_or_insert_default();
                    text.push_str(run);
                    text.push(c);
                    at = end + length;
                }
                Some('\n' | '\r') => return Err(JsonError::new(JsonErrorKind::LineEndInString, start..end)),
                Some(c) => return Err(JsonError::new(JsonErrorKind::ControlInString(c), end..end + c.len_utf8())),
                None => return Err(JsonError::new(JsonErrorKind::UnclosedString, start..end)),
            }
        }
    }

    /// The character of the escape at byte `at`, and the length of the escape.
    fn escape(&self, string_start: usize, at: usize) -> Result<(char, usize), JsonError> {
        let simple = match self.char_at(at + 1) {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => return self.unicode_escape(at),
            Some(c) => {
                let range = at..at + 1 + c.len_utf8();
                return Err(JsonError::new(JsonErrorKind::BadEscape(found(self.slice(range.clone()))), range));
            }
            None => return Err(JsonError::new(JsonErrorKind::UnclosedString, string_start..at + 1)),
        };
        Ok((simple, 2))
    }

    /// `\u` with its digits at byte `at`; of a character beyond U+FFFF, both halves.
    fn unicode_escape(&self, at: usize) -> Result<(char, usize), JsonError> {
        let Some(unit) = self.code_unit(at) else {
            let digits = self.run_at(at + 2, |c| c.is_ascii_hexdigit());
            let range = at..at + 2 + digits.len();
            return Err(JsonError::new(JsonErrorKind::BadEscape(found(self.slice(range.clone()))), range));
        };
        let units = [unit, self.code_unit(at + UNIT_LENGTH).unwrap_or_default()];
        // The first result says what the first unit is: a character, half of one that the second completes, or a lone half.
        match char::decode_utf16(units).next() {
            Some(Ok(c)) => Ok((c, c.len_utf16() * UNIT_LENGTH)),
            _ if self.reading == Reading::JavaScript => Ok((char::REPLACEMENT_CHARACTER, UNIT_LENGTH)),
            _ => {
                let range = at..at + UNIT_LENGTH;
                Err(JsonError::new(JsonErrorKind::LoneSurrogate(self.slice(range.clone()).to_owned()), range))
            }
        }
    }

    /// The UTF-16 code unit of an escape `\uXXXX` at byte `at`.
    fn code_unit(&self, at: usize) -> Option<u16> {
        let digits = self.text.get(at..at + UNIT_LENGTH)?.strip_prefix("\\u")?;
        // The conversion would take a sign.
        if digits.starts_with('+') { None } else { u16::from_str_radix(digits, 16).ok() }
    }

    /// What begins no token: most of it has a meaning elsewhere, and a name.
    fn other(&mut self, first: char) -> Result<Token<'a>, JsonError> {
        let start = self.at;
        let line = self.run_at(start, |c| c != '\n' && c != '\r');
        let kind_and_length = match first {
            '#' => Some((JsonErrorKind::Comment, line.len())),
            '/' if line.starts_with("//") => Some((JsonErrorKind::Comment, line.len())),
            '/' if line.starts_with("/*") => {
                Some((JsonErrorKind::Comment, line.find("*/").map_or(line.len(), |close| close + 2)))
            }
            '\'' => match line.get(1..).and_then(|rest| rest.split_once('\'')) {
                Some((content, _)) => {
                    let plain = (!content.contains(['"', '\\'])).then(|| found(content));
                    Some((JsonErrorKind::SingleQuotes(plain), content.len() + 2))
                }
                None => Some((JsonErrorKind::SingleQuotes(None), 1)),
            },
            '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '`' | '´' => {
                Some((JsonErrorKind::ForeignQuote(first), first.len_utf8()))
            }
            _ if is_unseen(first) => Some((JsonErrorKind::Unseen(first), first.len_utf8())),
            _ => None,
        };
        if let Some((kind, length)) = kind_and_length {
            return Err(JsonError::new(kind, start..start + length));
        }
        self.at += first.len_utf8();
        Ok(Token::Other)
    }
}

/// Bytes of an escape `\uXXXX`.
const UNIT_LENGTH: usize = 6;

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn number_error(text: &str, error: NumberError) -> JsonErrorKind {
    let text = found(text);
    if error.is_limit() { JsonErrorKind::NumberLimit { text, error } } else { JsonErrorKind::BadNumber { text, error } }
}

//! What happens in a JSON text, in order: the grammar, checked with a stack of its own.

use std::borrow::Cow;
use std::ops::Range;

use super::error::{Expected, JsonError, JsonErrorKind, found};
use super::scanner::{Bracket, Scanner, Token};
use super::{JSON_BYTES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX, Reading};

/// One thing that happens.
pub(super) enum Event<'a> {
    Null,
    Bool(bool),
    /// The checked text of a number.
    Number(&'a str),
    String(Cow<'a, str>),
    ArrayStart,
    ArrayEnd,
    ObjectStart,
    ObjectEnd,
    /// The name of a member, whose value comes next.
    Name(Cow<'a, str>),
}

/// What may come next.
#[derive(Clone, Copy)]
enum State {
    /// The text begins.
    Start,
    /// Behind `[`.
    FirstElement,
    /// Behind the `,` of a list, which stands at that byte.
    Element(usize),
    /// Behind `{`.
    FirstName,
    /// Behind the `,` of an object, which stands at that byte.
    Name(usize),
    /// Behind a name.
    Colon,
    /// Behind `:`.
    MemberValue,
    /// Behind a value.
    Behind,
}

/// Goes over a text event by event.
pub(super) struct Events<'a> {
    scanner: Scanner<'a>,
    state: State,
    /// The brackets that are open, with their bytes' places.
    open: Vec<(Bracket, usize)>,
    values: usize,
    /// Where the last token ended: where something is missing if the text is over.
    last_end: usize,
}

type Found<'a> = Option<(Event<'a>, Range<usize>)>;

impl<'a> Events<'a> {
    /// Refuses what is wrong with a text as a whole.
    pub(super) fn new(text: &'a str) -> Result<Events<'a>, JsonError> {
        Events::with(text, Reading::Strict)
    }

    /// The same, by the habits of another reader.
    pub(super) fn with(text: &'a str, reading: Reading) -> Result<Events<'a>, JsonError> {
        if text.len() > JSON_BYTES_MAX {
            return Err(JsonError::new(JsonErrorKind::TooLarge(text.len()), 0..0));
        }
        if text.starts_with('\u{feff}') {
            return Err(JsonError::new(JsonErrorKind::ByteOrderMark, 0..'\u{feff}'.len_utf8()));
        }
        Ok(Events { scanner: Scanner::new(text, reading), state: State::Start, open: Vec::new(), values: 0, last_end: 0 })
    }

    /// The next event with its bytes; `None` once the text is over. After an error the events are over too, and are not
    /// asked again.
    pub(super) fn next(&mut self) -> Result<Found<'a>, JsonError> {
        loop {
            let (token, range) = self.scanner.next()?;
            let event = match self.state {
                State::Start | State::MemberValue => self.value(token, &range, Expected::Value)?,
                State::FirstElement => match token {
                    Token::Close(Bracket::Array) => self.close(Bracket::Array),
                    token => self.value(token, &range, Expected::ValueOrClose)?,
                },
                State::Element(comma) => match token {
                    Token::Close(Bracket::Array) => return Err(trailing_comma(Bracket::Array, comma)),
                    token => self.value(token, &range, Expected::Value)?,
                },
                State::FirstName => match token {
                    Token::Close(Bracket::Object) => self.close(Bracket::Object),
                    token => self.name(token, &range, Expected::NameOrClose)?,
                },
                State::Name(comma) => match token {
                    Token::Close(Bracket::Object) => return Err(trailing_comma(Bracket::Object, comma)),
                    token => self.name(token, &range, Expected::Name)?,
                },
                State::Colon => match token {
                    Token::Colon => {
                        self.state = State::MemberValue;
                        self.last_end = range.end;
                        continue;
                    }
                    token => return Err(self.unexpected(Expected::Colon, &token, &range)),
                },
                State::Behind => match (self.open.last().copied(), token) {
                    (None, Token::End) => return Ok(None),
                    (None, _) => {
                        let found = found(self.scanner.slice(range.clone()));
                        return Err(JsonError::new(JsonErrorKind::Trailing(found), range));
                    }
                    (Some((bracket, _)), Token::Comma) => {
                        self.state = match bracket {
                            Bracket::Array => State::Element(range.start),
                            Bracket::Object => State::Name(range.start),
                        };
                        self.last_end = range.end;
                        continue;
                    }
                    (Some((bracket, _)), Token::Close(close)) if bracket == close => self.close(bracket),
                    (Some((bracket, _)), token) => {
                        return Err(self.unexpected(Expected::CommaOrClose(bracket.close()), &token, &range));
                    }
                },
            };
            self.last_end = range.end;
            return Ok(Some((event, range)));
        }
    }

    fn value(&mut self, token: Token<'a>, range: &Range<usize>, expected: Expected) -> Result<Event<'a>, JsonError> {
        let event = match token {
            Token::Open(bracket) => return self.open(bracket, range),
            Token::String(string) => Event::String(string),
            Token::Number(text) => Event::Number(text),
            Token::Word("null") => Event::Null,
            Token::Word("true") => Event::Bool(true),
            Token::Word("false") => Event::Bool(false),
            token => return Err(self.unexpected(expected, &token, range)),
        };
        self.count(range)?;
        self.state = State::Behind;
        Ok(event)
    }

    fn name(&mut self, token: Token<'a>, range: &Range<usize>, expected: Expected) -> Result<Event<'a>, JsonError> {
        let Token::String(name) = token else { return Err(self.unexpected(expected, &token, range)) };
        self.state = State::Colon;
        Ok(Event::Name(name))
    }

    fn open(&mut self, bracket: Bracket, range: &Range<usize>) -> Result<Event<'a>, JsonError> {
        if self.open.len() == JSON_DEPTH_MAX {
            return Err(JsonError::new(JsonErrorKind::TooDeep, range.clone()));
        }
        self.count(range)?;
        self.open.push((bracket, range.start));
        Ok(match bracket {
            Bracket::Array => {
                self.state = State::FirstElement;
                Event::ArrayStart
            }
            Bracket::Object => {
                self.state = State::FirstName;
                Event::ObjectStart
            }
        })
    }

    fn close(&mut self, bracket: Bracket) -> Event<'a> {
        self.open.pop();
        self.state = State::Behind;
        match bracket {
            Bracket::Array => Event::ArrayEnd,
            Bracket::Object => Event::ObjectEnd,
        }
    }

    fn count(&mut self, range: &Range<usize>) -> Result<(), JsonError> {
        self.values += 1;
        if self.values > JSON_VALUES_MAX {
            return Err(JsonError::new(JsonErrorKind::TooManyValues, range.clone()));
        }
        Ok(())
    }

    fn unexpected(&self, expected: Expected, token: &Token<'_>, range: &Range<usize>) -> JsonError {
        let opened = self.open.last().map(|(_, at)| *at..at + 1);
        if !matches!(token, Token::End) {
            let found = found(self.scanner.slice(range.clone()));
            // Where the wrong bracket closes, the one that it does not fit explains it.
            let related = if matches!(token, Token::Close(_)) { opened } else { None };
            return JsonError { kind: JsonErrorKind::Unexpected { expected, found }, range: range.clone(), related };
        }
        if matches!(self.state, State::Start) {
            return JsonError::new(JsonErrorKind::Empty, 0..0);
        }
        JsonError { kind: JsonErrorKind::Ended(expected), range: self.last_end..self.last_end, related: opened }
    }
}

fn trailing_comma(bracket: Bracket, comma: usize) -> JsonError {
    JsonError::new(JsonErrorKind::TrailingComma(bracket.close()), comma..comma + 1)
}

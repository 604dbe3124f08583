//! From text to value: strict JSON (RFC 8259), and errors that say what stands there and what to do.
//!
//! Three layers: `scanner` finds tokens, `events` knows which token may follow which, and this module builds a value of
//! the events, or walks them to a place. All of them are loops: nesting costs memory, never stack.

mod error;
mod events;
mod scanner;

use std::ops::Range;
use std::sync::Arc;

use super::javascript::{number, order_members};
use super::number::Number;
use super::pointer::{Pointer, Segment};
use super::value::{Json, Object};
pub use error::{Expected, JsonError, JsonErrorKind};
use events::{Event, Events};

/// Largest text that is read, in bytes.
pub const JSON_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Deepest nesting of lists and objects. Reading takes any depth, but dropping, comparing and writing a value go down by
/// recursion, and this many levels take less than half of a 2 MiB stack, in debug builds too.
pub const JSON_DEPTH_MAX: usize = 512;

/// Most values in one text, lists and objects counted as well as what is in them. The smallest value takes two bytes of
/// text and about a hundred of memory, so that the limit on bytes alone would let a text take gigabytes.
pub const JSON_VALUES_MAX: usize = 1_000_000;

/// A list or object that is being built.
enum Open {
    Array(Vec<Json>),
    Object {
        members: Object,
        /// The member whose value comes next.
        name: Arc<str>,
        /// Where its `{` stands.
        start: usize,
    },
}

/// Reads a text that is one JSON value, blanks around it allowed.
///
/// ```
/// use polc_compiler::json::{Json, parse};
///
/// assert_eq!(parse(" true ")?, Json::Bool(true));
/// let error = parse(r#"{"a": 1 "b": 2}"#).unwrap_err();
/// assert_eq!(error.to_string(), "expected `,` or `}`, found `\"b\"`");
/// assert_eq!(error.range, 8..11);
/// # Ok::<(), polc_compiler::json::JsonError>(())
/// ```
pub fn parse(text: &str) -> Result<Json, JsonError> {
    read(text, Reading::Strict)
}

/// Reads a text as JavaScript's `JSON.parse` does, as far as a [`Json`] can hold what it gives: the last of several members
/// of one name counts, at the place of the first; names that are indices come before the others; numbers are rounded to
/// doubles and have JavaScript's text. Half a character becomes U+FFFD, as it does wherever JavaScript writes UTF-8. Every
/// number beyond the doubles becomes `1e309`. The limits of [`parse`] hold, but for those on the text of a number.
///
/// ```
/// use polc_compiler::json::{parse_javascript, to_compact};
///
/// let value = parse_javascript(r#"{"b":1.50,"1":true,"b":[]}"#)?;
/// assert_eq!(to_compact(&value), r#"{"1":true,"b":[]}"#);
/// # Ok::<(), polc_compiler::json::JsonError>(())
/// ```
pub fn parse_javascript(text: &str) -> Result<Json, JsonError> {
    read(text, Reading::JavaScript)
}

/// Whose habits a text is read by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// What is doubtful is an error.
    Strict,
    /// What `JSON.parse` takes is taken.
    JavaScript,
}

fn read(text: &str, reading: Reading) -> Result<Json, JsonError> {
    let mut events = Events::with(text, reading)?;
    let mut open: Vec<Open> = Vec::new();
    let mut root = Json::Null;
    while let Some((event, range)) = events.next()? {
        let value = match event {
            Event::ArrayStart => {
                open.push(Open::Array(Vec::new()));
                continue;
            }
            Event::ObjectStart => {
                open.push(Open::Object { members: Object::new(), name: Arc::default(), start: range.start });
                continue;
            }
            Event::Name(next) => {
                if let Some(Open::Object { members, name, start }) = open.last_mut() {
                    if reading == Reading::Strict && members.contains_key(next.as_ref()) {
                        let first = first_name(text, *start, &next);
                        return Err(JsonError { kind: JsonErrorKind::duplicate(&next), range, related: first });
                    }
                    *name = next.into();
                }
                continue;
            }
            Event::ArrayEnd | Event::ObjectEnd => match open.pop() {
                Some(Open::Array(elements)) => Json::from(elements),
                Some(Open::Object { members, .. }) if reading == Reading::JavaScript => Json::from(order_members(members)),
                Some(Open::Object { members, .. }) => Json::from(members),
                // Events never close what is not open.
                None => continue,
            },
            Event::Null => Json::Null,
            Event::Bool(bool) => Json::Bool(bool),
            Event::Number(text) if reading == Reading::JavaScript => Json::Number(number(text)),
            Event::Number(text) => Json::Number(Number::from_checked(text)),
            Event::String(string) => Json::String(string.into()),
        };
        match open.last_mut() {
            Some(Open::Array(elements)) => elements.push(value),
            Some(Open::Object { members, name, .. }) => {
                members.insert(std::mem::take(name), value);
            }
            None => root = value,
        }
    }
    Ok(root)
}

/// The bytes of the value at `pointer`, in a text that parses; blanks around the value are not in it. `None` where no
/// value stands there. The text is read again up to that value, so this is for findings, not for every value.
pub fn find(text: &str, pointer: &Pointer) -> Option<Range<usize>> {
    let mut events = Events::new(text).ok()?;
    let (_, range) = go_to(&mut events, pointer.segments())?;
    Some(range)
}

/// The bytes of the name of the member at `pointer`, quotes included, in a text that parses. `None` where no value stands
/// there, and where the last step is no key.
pub fn find_name(text: &str, pointer: &Pointer) -> Option<Range<usize>> {
    let mut events = Events::new(text).ok()?;
    let (name, _) = go_to(&mut events, pointer.segments())?;
    name
}

/// Where the first member `name` of the object that begins at byte `start` stands. Its text has been read before, so
/// that the search meets it before anything that is wrong.
fn first_name(text: &str, start: usize, name: &str) -> Option<Range<usize>> {
    let mut events = Events::new(text.get(start..)?).ok()?;
    events.next().ok()?;
    let first = enter_member(&mut events, name)?;
    Some(start + first.start..start + first.end)
}

/// A value's place, and the place of its name if it is a member.
type Place = (Option<Range<usize>>, Range<usize>);

fn go_to(events: &mut Events<'_>, segments: &[Segment]) -> Option<Place> {
    let mut name = None;
    for segment in segments {
        let (event, _) = events.next().ok()??;
        name = match (segment, event) {
            (Segment::Key(key), Event::ObjectStart) => Some(enter_member(events, key)?),
            (Segment::Index(index), Event::ArrayStart) => {
                for _ in 0..*index {
                    skip_value(events)?;
                }
                None
            }
            _ => return None,
        };
    }
    Some((name, skip_value(events)?))
}

/// Goes behind the name of a member of the object that was just entered.
fn enter_member(events: &mut Events<'_>, wanted: &str) -> Option<Range<usize>> {
    loop {
        match events.next().ok()?? {
            (Event::Name(name), range) if name == wanted => return Some(range),
            (Event::Name(_), _) => skip_value(events)?,
            _ => return None,
        };
    }
}

/// Goes behind the next value, and says where it stands; `None` if no value comes next.
fn skip_value(events: &mut Events<'_>) -> Option<Range<usize>> {
    let (mut event, first) = events.next().ok()??;
    let mut end = first.end;
    let mut depth = 0_usize;
    loop {
        match event {
            Event::ArrayStart | Event::ObjectStart => depth += 1,
            Event::ArrayEnd | Event::ObjectEnd => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(first.start..end);
        }
        let next = events.next().ok()??;
        event = next.0;
        end = next.1.end;
    }
}

#[cfg(test)]
mod tests;

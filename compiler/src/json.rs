//! One JSON value for everything: inputs, answers, recorded cases, payloads.
//!
//! A [`Json`] keeps what a wire format may depend on: the order of members and the text of numbers. It never holds a
//! duplicate member, a lone surrogate or a number whose exponent does not fit; the reader reports those with their place.
//! Two values are equal when they mean the same JSON value: members in any order, numbers by exact decimal value.
//!
//! A value does not keep where it stood. Who wants to point at a piece of it asks [`find`] or [`find_name`] with the text
//! and the [`Pointer`]; findings are rare, and values that carry places would cost every reader.

mod excerpt;
mod javascript;
mod number;
mod pointer;
mod reader;
mod value;
mod writer;

#[cfg(test)]
mod properties;

pub use excerpt::excerpt;
pub(crate) use excerpt::is_invisible;
pub use number::{NUMBER_BYTES_MAX, NUMBER_EXPONENT_DIGITS_MAX, Number, NumberError};
pub use pointer::{Pointer, Segment};
pub use reader::{
    Expected, JSON_BYTES_MAX, JSON_DEPTH_MAX, JSON_VALUES_MAX, JsonError, JsonErrorKind, find, find_name, parse, parse_javascript,
};
pub use value::{Json, Object};
pub use writer::{to_compact, to_pretty, write_javascript};

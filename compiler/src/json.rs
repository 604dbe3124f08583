//! One JSON value for everything: inputs, answers, recorded cases, payloads.
//!
//! A [`Json`] keeps what a wire format may depend on: the order of members and the text of numbers. It never holds a
//! duplicate member, a lone surrogate or a number whose exponent does not fit; the reader reports those with their place.
//! Two values are equal when they mean the same JSON value: members in any order, numbers by exact decimal value.

mod number;
mod pointer;
mod reader;
mod value;
mod writer;

pub use number::Number;
pub use pointer::{Pointer, Segment};
pub use reader::{JSON_BYTES_MAX, JSON_DEPTH_MAX, JsonError, JsonErrorKind, find, parse};
pub use value::{Json, Object};
pub use writer::{to_compact, to_pretty};

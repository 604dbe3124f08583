//! The JSON value.

use std::sync::Arc;

use indexmap::IndexMap;

use super::number::Number;

/// The members of an object, in the order of the text. Equality does not look at the order.
pub type Object = IndexMap<Arc<str>, Json>;

/// A JSON value; a copy shares its parts and costs nothing. Equality is that of JSON values: members in any order, numbers by exact decimal value.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    /// `null`
    #[default]
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A number with its text.
    Number(Number),
    /// A text of Unicode scalar values.
    String(Arc<str>),
    /// `[…]`
    Array(Arc<[Json]>),
    /// `{…}`
    Object(Arc<Object>),
}

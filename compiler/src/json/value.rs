//! The JSON value.

use indexmap::IndexMap;

use super::number::Number;

/// The members of an object, in the order of the text. Equality does not look at the order.
pub type Object = IndexMap<String, Json>;

/// A JSON value. Equality is that of JSON values: members in any order, numbers by exact decimal value.
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
    String(String),
    /// `[…]`
    Array(Vec<Json>),
    /// `{…}`
    Object(Object),
}

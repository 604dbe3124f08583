//! Values while a policy is evaluated.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::json::Json;

/// The largest `int`, 2^53 − 1: what JavaScript reads and writes exactly. The least is its negative.
pub const INT_MAX: i64 = (1 << 53) - 1;

/// A value. Its type, which the checker knows, says how it is read and written; a value alone does not carry it.
///
/// An optional that is some is just its value, since options do not nest. Equality is that of the language: JSON by JSON
/// value, maps in any order.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// None of any option type.
    None,
    /// `bool`
    Bool(bool),
    /// `int`, within [`INT_MAX`].
    Int(i64),
    /// `string` and unions.
    Text(Arc<str>),
    /// A record's values in the order of its members' names (their slots).
    Record(Arc<[Value]>),
    /// `list<T>`
    List(Arc<[Value]>),
    /// `set<string>`: in UTF-8 order, each once.
    Set(Arc<[Arc<str>]>),
    /// `map<T>`: in document order.
    Map(Arc<IndexMap<Arc<str>, Value>>),
    /// `json`
    Json(Json),
}

impl Value {
    /// Whether it is none.
    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }

    /// A text.
    pub fn text(text: &str) -> Value {
        Value::Text(Arc::from(text))
    }

    /// A list.
    pub fn list(values: Vec<Value>) -> Value {
        Value::List(values.into())
    }

    /// A set: sorted by UTF-8 bytes, each once.
    pub fn set(mut texts: Vec<Arc<str>>) -> Value {
        texts.sort();
        texts.dedup();
        Value::Set(texts.into())
    }
}

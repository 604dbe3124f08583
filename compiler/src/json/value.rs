//! The JSON value.

use std::sync::Arc;

use indexmap::IndexMap;

use super::number::Number;
use super::pointer::{Pointer, Segment};
use crate::policy::JsonKind;

/// The members of an object, in the order of the text. Equality does not look at the order.
pub type Object = IndexMap<Arc<str>, Json>;

/// A JSON value. A copy shares its parts and costs nothing. Equality is that of JSON values: members in any order, numbers
/// by exact decimal value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

impl Json {
    /// What `is KIND` asks. A number is an `int` by its value, whatever its text: `1.0` is one.
    pub fn kind(&self) -> JsonKind {
        match self {
            Json::Null => JsonKind::Null,
            Json::Bool(_) => JsonKind::Bool,
            Json::Number(number) if number.to_int().is_some() => JsonKind::Int,
            Json::Number(_) => JsonKind::Number,
            Json::String(_) => JsonKind::String,
            Json::Array(_) => JsonKind::List,
            Json::Object(_) => JsonKind::Object,
        }
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(bool) = self { Some(*bool) } else { None }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Json::Number(number) = self { Some(number) } else { None }
    }

    /// The text, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// The elements, if it is a list.
    pub fn as_array(&self) -> Option<&[Json]> {
        if let Json::Array(elements) = self { Some(elements) } else { None }
    }

    /// The members, if it is an object.
    pub fn as_object(&self) -> Option<&Object> {
        if let Json::Object(members) = self { Some(members) } else { None }
    }

    /// The member of that name, `None` also for anything that is no object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.as_object()?.get(name)
    }

    /// The value at a pointer, `None` where there is none.
    pub fn at(&self, pointer: &Pointer) -> Option<&Json> {
        pointer.segments().iter().try_fold(self, |value, segment| match segment {
            Segment::Key(key) => value.get(key),
            Segment::Index(index) => value.as_array()?.get(*index),
        })
    }
}

impl From<bool> for Json {
    fn from(bool: bool) -> Json {
        Json::Bool(bool)
    }
}

impl From<i64> for Json {
    fn from(int: i64) -> Json {
        Json::Number(Number::from(int))
    }
}

impl From<Number> for Json {
    fn from(number: Number) -> Json {
        Json::Number(number)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(Arc::from(text))
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::String(text.into())
    }
}

impl From<Vec<Json>> for Json {
    fn from(elements: Vec<Json>) -> Json {
        Json::Array(elements.into())
    }
}

impl From<Object> for Json {
    fn from(members: Object) -> Json {
        Json::Object(Arc::new(members))
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[track_caller]
    fn json(text: &str) -> Json {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn kinds_go_by_value() {
        let cases = [
            ("null", JsonKind::Null),
            ("false", JsonKind::Bool),
            ("1.0", JsonKind::Int),
            ("-0", JsonKind::Int),
            ("9007199254740991", JsonKind::Int),
            ("9007199254740992", JsonKind::Number),
            ("1e-1", JsonKind::Number),
            ("\"\"", JsonKind::String),
            ("[]", JsonKind::List),
            ("{}", JsonKind::Object),
        ];
        for (text, kind) in cases {
            assert_eq!(json(text).kind(), kind, "{text}");
        }
    }

    #[test]
    fn equality_ignores_member_order_and_number_text_but_not_element_order() {
        assert_eq!(json(r#"{"a":1,"b":[2.0]}"#), json(r#"{"b":[2],"a":1e0}"#));
        assert_ne!(json("[1,2]"), json("[2,1]"));
        assert_ne!(json("{\"a\":null}"), json("{}"));
        assert_ne!(json("1"), json("\"1\""));
    }

    #[test]
    fn pointers_lead_keys_into_objects_and_indices_into_lists() {
        let value = json(r#"{"a":[{"0":true}],"":7}"#);
        let root = Pointer::root();
        assert_eq!(value.at(&root), Some(&value));
        assert_eq!(value.at(&root.with("a").with(0).with("0")), Some(&Json::from(true)));
        assert_eq!(value.at(&root.with("")), Some(&Json::from(7)));
        for missing in [root.with("a").with("0"), root.with(0), root.with("a").with(1), root.with("").with("x")] {
            assert_eq!(value.at(&missing), None, "{missing}");
        }
    }
}

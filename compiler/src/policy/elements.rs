//! The elements that a rule ranges over, and what they are called: `section[webSearch]`, `section[0]`.
//!
//! Rules are what is counted and switched off. An element is what an owner looks for who wrote a list: whether any case
//! comes to *that* entry.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexMap;

use super::{Clause, Rule, Value};
use crate::source::Span;

/// The longest text that names an element, in bytes; longer ones would fill traces.
const ELEMENT_NAME_BYTES_MAX: usize = 100;

/// The elements of a list that is known when the policy is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elements {
    /// For each element, in order, what it is called and where it stands.
    pub names: IndexMap<Arc<str>, Span>,
    /// The list was bound to an input from outside of the policy: an element that nothing reaches is reported then. In the
    /// policy's own constants that would be noise.
    pub bound: bool,
}

impl Elements {
    /// The elements of a list, set or map that stands at a place. They are called by their keys, or by their texts where these
    /// are short and differ, else by position.
    pub fn of(value: &Value, span: Span) -> Option<Elements> {
        let short = |text: &Arc<str>| (text.len() <= ELEMENT_NAME_BYTES_MAX).then(|| Arc::clone(text));
        let texts: Option<Vec<Arc<str>>> = match value {
            Value::List(items) => {
                items.iter().map(|item| if let Value::Text(text) = item { short(text) } else { None }).collect()
            }
            Value::Set(texts) => texts.iter().map(short).collect(),
            // Keys are what the engine goes by, so without them there are no names.
            Value::Map(map) => Some(map.keys().map(short).collect::<Option<_>>()?),
            _ => return None,
        };
        let count = match value {
            Value::List(items) => items.len(),
            Value::Set(texts) => texts.len(),
            _ => 0,
        };
        Some(Elements::called(texts, count, span))
    }

    /// The elements of a list whose texts, if each is one, are these.
    pub fn called(texts: Option<Vec<Arc<str>>>, count: usize, span: Span) -> Elements {
        let mut seen = HashSet::new();
        let names = match texts.filter(|texts| texts.iter().all(|text| seen.insert(Arc::clone(text)))) {
            Some(texts) => texts.into_iter().map(|text| (text, span)).collect(),
            None => (0..count).map(|place| (Arc::from(place.to_string()), span)).collect(),
        };
        Elements { names, bound: false }
    }
}

impl Rule {
    /// The slot of the position or key of the element at work.
    pub fn place_slot(&self) -> Option<usize> {
        match self.clauses.first() {
            Some(Clause::For { first, .. }) => *first,
            _ => None,
        }
    }

    /// What the element at that position or of that key is called: `webSearch`.
    pub fn element_label<'a>(&'a self, place: &'a Value) -> Cow<'a, str> {
        match place {
            Value::Int(place) => {
                let known = self.elements.as_ref().zip(usize::try_from(*place).ok());
                match known.and_then(|(elements, place)| elements.names.get_index(place)) {
                    Some((name, _)) => Cow::Borrowed(name),
                    None => Cow::Owned(place.to_string()),
                }
            }
            Value::Text(key) if key.len() > ELEMENT_NAME_BYTES_MAX => {
                Cow::Owned(key.chars().take(ELEMENT_NAME_BYTES_MAX / 4).chain(['…']).collect())
            }
            Value::Text(key) => Cow::Borrowed(key),
            _ => Cow::Borrowed("?"),
        }
    }

    /// The rule, or the row of that element: `section`, `section[webSearch]`.
    pub fn name_with(&self, place: Option<&Value>) -> String {
        match place {
            Some(place) => format!("{}[{}]", self.name, self.element_label(place)),
            None => self.name.clone(),
        }
    }

    /// The number of the element at that position or of that key, where its elements are known.
    pub fn element_index(&self, place: &Value) -> Option<usize> {
        let names = &self.elements.as_ref()?.names;
        match place {
            Value::Int(place) => usize::try_from(*place).ok().filter(|place| *place < names.len()),
            Value::Text(key) => names.get_index_of(key),
            _ => None,
        }
    }
}

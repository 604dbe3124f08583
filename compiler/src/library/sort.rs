//! The types of signatures: those of the language, and the few that stand for several of them.

use std::fmt;
use std::sync::Arc;

use crate::policy::{Member, RecordType, Type, UnionType};

/// What a parameter takes, or what a result is.
#[derive(Clone, Copy, Debug)]
pub enum Sort {
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `string`
    Text,
    /// `json`: any value fits, none as null.
    Json,
    /// `json?`: any value fits, none as none.
    JsonOption,
    /// One of these texts.
    Choice(&'static [&'static str]),
    /// The `T` that a list, a map or a JSON object among the arguments gives; `json` where that is JSON.
    Element,
    /// `list<…>`
    List(&'static Sort),
    /// `…?`
    Option(&'static Sort),
    /// A record.
    Record(&'static [Field]),
    /// A list, a set or a map.
    Container,
    /// `map<T>` or `json?`
    Keyed,
    /// Texts and ints, mixed in a list literal.
    Steps,
}

/// A member of a record.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// Left out where it is none.
    pub optional: bool,
    /// What it is, without the `?` of an optional one.
    pub sort: Sort,
}

impl Field {
    pub(super) const fn always(name: &'static str, sort: Sort) -> Field {
        Field { name, optional: false, sort }
    }

    pub(super) const fn maybe(name: &'static str, sort: Sort) -> Field {
        Field { name, optional: true, sort }
    }
}

impl Sort {
    /// The type of the language, where `T` is `element`. What stands for several types has none of its own.
    pub fn ty(&self, element: &Type) -> Type {
        match self {
            Sort::Bool => Type::Bool,
            Sort::Int => Type::Int,
            Sort::Text => Type::String,
            Sort::Json => Type::Json,
            Sort::JsonOption => Type::Json.optional(),
            Sort::Choice(literals) => {
                let literals = literals.iter().map(|literal| Arc::from(*literal)).collect();
                Type::Union(Arc::new(UnionType { name: None, literals }))
            }
            Sort::Element => element.clone(),
            Sort::List(inner) => Type::list(inner.ty(element)),
            Sort::Option(inner) => inner.ty(element).optional(),
            Sort::Record(fields) => {
                let members = fields.iter().map(|field| field.member(element)).collect();
                Type::Record(Arc::new(RecordType::new(None, members, false)))
            }
            Sort::Container | Sort::Keyed | Sort::Steps => Type::Error,
        }
    }
}

impl Field {
    fn member(&self, element: &Type) -> Member {
        let ty = self.sort.ty(element);
        Member {
            name: Arc::from(self.name),
            ty: if self.optional { ty.optional() } else { ty },
            optional: self.optional,
            default: None,
            docs: Vec::new(),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("bool"),
            Sort::Int => f.write_str("int"),
            Sort::Text => f.write_str("string"),
            Sort::Json => f.write_str("json"),
            Sort::JsonOption => f.write_str("json?"),
            Sort::Choice(literals) => literals.iter().enumerate().try_for_each(|(place, literal)| {
                let before = if place == 0 { "" } else { " | " };
                write!(f, "{before}{literal:?}")
            }),
            Sort::Element => f.write_str("T"),
            Sort::List(inner) => write!(f, "list<{inner}>"),
            Sort::Option(inner) => write!(f, "{inner}?"),
            Sort::Record(fields) => {
                for (place, Field { name, optional, sort }) in fields.iter().enumerate() {
                    let (before, mark) = (if place == 0 { "{ " } else { ", " }, if *optional { "?" } else { "" });
                    write!(f, "{before}{name}{mark}: {sort}")?;
                }
                f.write_str(" }")
            }
            Sort::Container => f.write_str("list, set or map"),
            Sort::Keyed => f.write_str("map<T> or json?"),
            Sort::Steps => f.write_str("list<string or int>"),
        }
    }
}

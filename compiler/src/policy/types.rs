//! Types, and what fits where.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use indexmap::IndexSet;

use super::value::Value;

/// Up to so many comparisons are made one by one, which is faster than building a table first.
const FEW_COMPARISONS: usize = 256;

/// A type of the language, resolved.
#[derive(Clone, Debug)]
pub enum Type {
    /// Stands where a mistake was reported already; fits everything and is fitted by everything.
    Error,
    /// Has no values: the element type of `[]`, what is inside of `none`. Fits everything.
    Never,
    /// `bool`
    Bool,
    /// `int`, −(2^53−1) … 2^53−1.
    Int,
    /// `string`, Unicode scalar values.
    String,
    /// `"a" | "b"`
    Union(Arc<UnionType>),
    /// `{ a: T, … }`
    Record(Arc<RecordType>),
    /// `list<T>`
    List(Arc<Type>),
    /// `set<string>`
    Set,
    /// `map<T>`
    Map(Arc<Type>),
    /// `T?`; never of an option, see [`Type::optional`].
    Option(Arc<Type>),
    /// `json`
    Json,
}

/// A union of text literals.
#[derive(Clone, Debug)]
pub struct UnionType {
    /// The declared name, for messages.
    pub name: Option<Arc<str>>,
    /// The literals as declared, each once, never empty.
    pub literals: Vec<Arc<str>>,
}

impl UnionType {
    /// Whether each literal of the other one is a literal of this one.
    fn holds_all(&self, other: &UnionType) -> bool {
        if self.literals.len().saturating_mul(other.literals.len()) <= FEW_COMPARISONS {
            return other.literals.iter().all(|literal| self.literals.contains(literal));
        }
        let own: HashSet<&str> = self.literals.iter().map(|literal| &**literal).collect();
        other.literals.iter().all(|literal| own.contains(&**literal))
    }

    /// Whether some literal of the other one is a literal of this one.
    pub fn holds_some(&self, other: &UnionType) -> bool {
        let own: HashSet<&str> = self.literals.iter().map(|literal| &**literal).collect();
        other.literals.iter().any(|literal| own.contains(&**literal))
    }
}

/// A record type. Types are structural: the name is for messages only.
#[derive(Clone, Debug)]
pub struct RecordType {
    /// The declared name, for messages.
    pub name: Option<Arc<str>>,
    /// The members as declared, names unique.
    pub members: Vec<Member>,
    /// Ends in `...`: other members are accepted when reading, and dropped.
    pub open: bool,
    /// For each member its slot.
    slots: Vec<usize>,
    /// For each slot its member.
    by_name: Vec<usize>,
}

/// A member of a record type.
#[derive(Clone, Debug)]
pub struct Member {
    /// The name.
    pub name: Arc<str>,
    /// The type of the value; for `a?: T` that is `T?`.
    pub ty: Type,
    /// `?` after the name: absent and null read as none (`json`: null stays a value), none is left out when written.
    pub optional: bool,
    /// The value where the member is absent.
    pub default: Option<Value>,
    /// The lines after `///`.
    pub docs: Vec<String>,
}

impl RecordType {
    /// A record type; of members with one name, the caller keeps one.
    pub fn new(name: Option<Arc<str>>, members: Vec<Member>, open: bool) -> RecordType {
        let mut by_name: Vec<usize> = (0..members.len()).collect();
        by_name.sort_by_key(|place| members.get(*place).map(|member| &member.name));
        let mut slots = vec![0; members.len()];
        for (slot, place) in by_name.iter().enumerate() {
            if let Some(entry) = slots.get_mut(*place) {
                *entry = slot;
            }
        }
        RecordType { name, members, open, slots, by_name }
    }

    /// The member of that name with its slot: its place in a [`Value::Record`], which keeps its values in the order of
    /// the members' names.
    pub fn member(&self, name: &str) -> Option<(usize, &Member)> {
        let find = |place: &usize| self.members.get(*place).map_or("", |member| &*member.name).cmp(name);
        let slot = self.by_name.binary_search_by(find).ok()?;
        Some((slot, self.members.get(*self.by_name.get(slot)?)?))
    }

    /// Members as declared, each with its slot.
    pub fn by_slot_of_member(&self) -> impl Iterator<Item = (usize, &Member)> {
        self.slots.iter().copied().zip(&self.members)
    }
}

impl Type {
    /// `T?`; `T??` is `T?`.
    #[must_use]
    pub fn optional(self) -> Type {
        match self {
            Type::Option(_) | Type::Error => self,
            other => Type::Option(Arc::new(other)),
        }
    }

    /// `list<T>`
    pub fn list(element: Type) -> Type {
        Type::List(Arc::new(element))
    }

    /// The type inside of an option, any other type as it is.
    #[must_use]
    pub fn inner(&self) -> &Type {
        match self {
            Type::Option(inner) => inner,
            other => other,
        }
    }

    /// Whether none is a value of it.
    pub fn is_option(&self) -> bool {
        matches!(self, Type::Option(_))
    }

    /// Whether a mistake was reported already.
    pub fn is_error(&self) -> bool {
        match self {
            Type::Error => true,
            Type::List(inner) | Type::Map(inner) | Type::Option(inner) => inner.is_error(),
            _ => false,
        }
    }

    /// Whether it is `string` or a union of texts.
    pub fn is_text(&self) -> bool {
        matches!(self, Type::String | Type::Union(_))
    }

    /// Whether part of it cannot be told without a place: `[]`, `none`.
    pub fn has_never(&self) -> bool {
        match self {
            Type::Never => true,
            Type::List(inner) | Type::Map(inner) | Type::Option(inner) => inner.has_never(),
            Type::Record(record) => record.members.iter().any(|member| member.ty.has_never()),
            _ => false,
        }
    }

    /// Whether a value of this type may stand where `place` is wanted *as it is*. That any value converts to `json` is not
    /// part of this: it changes the value, and the checker writes it into the policy.
    pub fn fits(&self, place: &Type) -> bool {
        match (self, place) {
            (Type::Error | Type::Never, _) | (_, Type::Error) => true,
            (Type::Option(a), Type::Option(b)) => a.fits(b),
            (a, Type::Option(b)) => a.fits(b),
            (Type::Bool, Type::Bool) | (Type::Int, Type::Int) | (Type::Set, Type::Set) | (Type::Json, Type::Json) => true,
            (Type::String | Type::Union(_), Type::String) => true,
            // One declaration fits itself; that also keeps types that share parts from being walked once for each use.
            (Type::Union(a), Type::Union(b)) if Arc::ptr_eq(a, b) => true,
            (Type::Record(a), Type::Record(b)) if Arc::ptr_eq(a, b) => true,
            (Type::List(a), Type::List(b)) | (Type::Map(a), Type::Map(b)) if Arc::ptr_eq(a, b) => true,
            (Type::Union(a), Type::Union(b)) => b.holds_all(a),
            (Type::List(a), Type::List(b)) | (Type::Map(a), Type::Map(b)) => a.fits(b),
            (Type::Record(a), Type::Record(b)) => {
                a.members.len() == b.members.len()
                    && a.members.iter().all(|member| b.member(&member.name).is_some_and(|(_, other)| member.ty.fits(&other.ty)))
            }
            _ => false,
        }
    }

    /// The least type that both fit, if there is one: what two branches have together.
    pub fn common(&self, other: &Type) -> Option<Type> {
        if self.fits(other) {
            return Some(if matches!(other, Type::Error) { self.clone() } else { other.clone() });
        }
        if other.fits(self) {
            return Some(self.clone());
        }
        match (self, other) {
            (Type::Option(_), _) | (_, Type::Option(_)) => Some(self.inner().common(other.inner())?.optional()),
            (Type::Union(a), Type::Union(b)) => {
                let literals: IndexSet<Arc<str>> = a.literals.iter().chain(&b.literals).cloned().collect();
                Some(Type::Union(Arc::new(UnionType { name: None, literals: literals.into_iter().collect() })))
            }
            (Type::List(a), Type::List(b)) => Some(Type::list(a.common(b)?)),
            (Type::Map(a), Type::Map(b)) => Some(Type::Map(Arc::new(a.common(b)?))),
            (Type::Record(a), Type::Record(b)) if a.members.len() == b.members.len() => {
                let mut members = Vec::new();
                for member in &a.members {
                    let (_, twin) = b.member(&member.name)?;
                    let ty = member.ty.common(&twin.ty)?;
                    let (name, optional) = (Arc::clone(&member.name), member.optional || twin.optional);
                    members.push(Member { name, ty, optional, default: None, docs: Vec::new() });
                }
                Some(Type::Record(Arc::new(RecordType::new(None, members, false))))
            }
            _ => None,
        }
    }

    /// A union of one literal: the type of a text literal whose place does not say more.
    pub fn literal(text: &str) -> Type {
        Type::Union(Arc::new(UnionType { name: None, literals: vec![Arc::from(text)] }))
    }
}

impl PartialEq for Type {
    /// Structural: each fits the other. Names, docs and defaults do not count.
    fn eq(&self, other: &Type) -> bool {
        self.is_option() == other.is_option() && self.fits(other) && other.fits(self)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Error => f.write_str("?"),
            Type::Never => f.write_str("nothing"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::String => f.write_str("string"),
            Type::Json => f.write_str("json"),
            Type::Set => f.write_str("set<string>"),
            Type::List(inner) => write!(f, "list<{inner}>"),
            Type::Map(inner) => write!(f, "map<{inner}>"),
            Type::Option(inner) => match &**inner {
                Type::Union(union) if union.name.is_none() && union.literals.len() > 1 => write!(f, "({inner})?"),
                _ => write!(f, "{inner}?"),
            },
            Type::Union(union) => match &union.name {
                Some(name) => f.write_str(name),
                // Piece by piece, so that a writer that has had enough can stop a long one.
                None => union.literals.iter().enumerate().try_for_each(|(place, literal)| {
                    let before = if place == 0 { "" } else { " | " };
                    write!(f, "{before}{literal:?}")
                }),
            },
            Type::Record(record) => match &record.name {
                Some(name) => f.write_str(name),
                None if record.members.is_empty() && !record.open => f.write_str("{}"),
                None => {
                    record.members.iter().enumerate().try_for_each(|(place, member)| {
                        let before = if place == 0 { "{ " } else { ", " };
                        write!(f, "{before}{member}")
                    })?;
                    match (record.open, record.members.is_empty()) {
                        (true, true) => f.write_str("{ ... }"),
                        (true, false) => f.write_str(", ... }"),
                        (false, _) => f.write_str(" }"),
                    }
                }
            },
        }
    }
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.optional { write!(f, "{}?: {}", self.name, self.ty.inner()) } else { write!(f, "{}: {}", self.name, self.ty) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(name: &str, ty: Type) -> Member {
        Member { name: Arc::from(name), ty, optional: false, default: None, docs: Vec::new() }
    }

    fn record(members: Vec<Member>) -> Type {
        Type::Record(Arc::new(RecordType::new(None, members, false)))
    }

    #[test]
    fn options_do_not_nest() {
        assert_eq!(Type::Int.optional().optional().to_string(), "int?");
    }

    #[test]
    fn narrower_fits_wider_and_not_the_other_way() {
        let a = Type::literal("a");
        let ab = a.common(&Type::literal("b")).unwrap();
        for (narrow, wide) in [
            (a.clone(), ab.clone()),
            (ab.clone(), Type::String),
            (Type::Int, Type::Int.optional()),
            (Type::list(Type::Never), Type::list(Type::Int)),
            (Type::Never.optional(), Type::Json.optional()),
            (record(vec![member("x", a.clone())]), record(vec![member("x", Type::String.optional())])),
        ] {
            assert!(narrow.fits(&wide), "{narrow} into {wide}");
            assert!(!wide.fits(&narrow), "{wide} into {narrow}");
        }
        assert!(!Type::Int.fits(&Type::Json));
        assert!(!record(vec![member("x", Type::Int)]).fits(&record(vec![member("x", Type::Int), member("y", Type::Int)])));
    }

    #[test]
    fn large_unions_compare_like_small_ones() {
        let union = |from: usize, to: usize| {
            Type::Union(Arc::new(UnionType { name: None, literals: (from..to).map(|n| Arc::from(n.to_string())).collect() }))
        };
        for size in [3, 300] {
            assert!(union(0, size).fits(&union(0, size + 1)));
            assert!(!union(0, size + 1).fits(&union(0, size)));
            assert_eq!(union(0, size).common(&union(2, size + 1)).unwrap(), union(0, size + 1));
        }
    }

    #[test]
    fn types_are_shown_as_they_are_written() {
        let open = Type::Record(Arc::new(RecordType::new(None, vec![member("a", Type::Int)], true)));
        let empty = |open| Type::Record(Arc::new(RecordType::new(None, Vec::new(), open))).to_string();
        assert_eq!(open.to_string(), "{ a: int, ... }");
        assert_eq!(record(vec![member("a", Type::Int), member("b", Type::literal("x"))]).to_string(), "{ a: int, b: \"x\" }");
        assert_eq!((empty(true), empty(false)), ("{ ... }".to_owned(), "{}".to_owned()));
    }

    #[test]
    fn slots_follow_names() {
        let ty = RecordType::new(None, vec![member("b", Type::Int), member("a", Type::Int)], false);
        assert_eq!(ty.member("b").unwrap().0, 1);
        assert_eq!(ty.member("a").unwrap().0, 0);
    }

    #[test]
    fn branches_meet() {
        assert_eq!(Type::Never.optional().common(&Type::Int).unwrap().to_string(), "int?");
        assert_eq!(Type::literal("a").common(&Type::literal("b").optional()).unwrap().to_string(), "(\"a\" | \"b\")?");
        assert!(Type::Int.common(&Type::String).is_none());
    }
}

//! The differences of two JSON values, and each of them in one line.
//!
//! Values are compared as JSON values: numbers by value, members in any order, elements in order. What a difference means
//! is left to the caller.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use polc_compiler::json::{Json, Object, Pointer, Segment, excerpt, to_compact};

/// Most differences that are kept; the rest is counted.
pub const DIFFERENCES_MAX: usize = 20;

/// Most characters of a value in a line.
pub const VALUE_CHARS_MAX: usize = 80;

/// One place where two values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The place; of an element that only one of the lists has, its place there.
    pub pointer: Pointer,
    /// What was expected there, `None` where nothing was.
    pub expected: Option<Json>,
    /// What stands there, `None` where nothing does.
    pub found: Option<Json>,
}

/// The differences of two values, in the order of the expected one, what only the other has behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    /// The first ones, at most [`DIFFERENCES_MAX`].
    pub kept: Vec<Difference>,
    /// How many more there are.
    pub further: usize,
}

impl Differences {
    /// Whether the values are equal.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// How many there are, those that were not kept too.
    pub fn count(&self) -> usize {
        self.kept.len() + self.further
    }
}

/// Compares two values. If both are objects, the lists that are their members named in `sets` are compared without order,
/// each element as often as it occurs; the order of lists further in counts.
///
/// ```
/// use polc_compiler::json::parse;
/// use polc_wire::compare::compare;
///
/// let expected = parse(r#"{"tools": [{"name": "Bash"}], "count": 1}"#)?;
/// let found = parse(r#"{"count": 1.0, "tools": [{"name": "Read"}]}"#)?;
/// let differences = compare(&expected, &found, &[]);
/// assert_eq!(differences.kept[0].to_string(), r#"`/tools/0/name`: expected `"Bash"`, found `"Read"`"#);
/// # Ok::<(), polc_compiler::json::JsonError>(())
/// ```
pub fn compare(expected: &Json, found: &Json, sets: &[String]) -> Differences {
    let mut comparison = Comparison::default();
    match (expected, found) {
        (Json::Object(expected), Json::Object(found)) => comparison.objects(expected, found, sets),
        _ => comparison.values(expected, found),
    }
    comparison.differences
}

/// A comparison under way.
#[derive(Default)]
pub(crate) struct Comparison {
    /// Where it stands.
    pointer: Pointer,
    pub(crate) differences: Differences,
}

impl Comparison {
    /// Compares one member of two objects, each of which may lack it.
    pub(crate) fn member(&mut self, name: &str, expected: Option<&Json>, found: Option<&Json>, is_set: bool) {
        self.pointer.push(name);
        match (expected, found) {
            (Some(Json::Array(expected)), Some(Json::Array(found))) if is_set => self.sets(expected, found),
            _ => self.options(expected, found),
        }
        self.pointer.pop();
    }

    fn objects(&mut self, expected: &Object, found: &Object, sets: &[String]) {
        for (name, value) in expected {
            self.member(name, Some(value), found.get(name), is_named(sets, name));
        }
        for (name, value) in found.iter().filter(|(name, _)| !expected.contains_key(*name)) {
            self.member(name, None, Some(value), false);
        }
    }

    fn options(&mut self, expected: Option<&Json>, found: Option<&Json>) {
        match (expected, found) {
            (Some(expected), Some(found)) => self.values(expected, found),
            (None, None) => {}
            _ => self.differ(expected, found),
        }
    }

    pub(crate) fn values(&mut self, expected: &Json, found: &Json) {
        match (expected, found) {
            (Json::Object(expected), Json::Object(found)) => self.objects(expected, found, &[]),
            (Json::Array(expected), Json::Array(found)) => {
                for i in 0..expected.len().max(found.len()) {
                    self.pointer.push(i);
                    self.options(expected.get(i), found.get(i));
                    self.pointer.pop();
                }
            }
            _ if expected == found => {}
            _ => self.differ(Some(expected), Some(found)),
        }
    }

    /// Compares lists without order: every element of one side needs one of its own, equal to it, on the other side.
    fn sets(&mut self, expected: &[Json], found: &[Json]) {
        let mut unmatched: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, value) in found.iter().enumerate().rev() {
            unmatched.entry(canonical(value)).or_default().push(i);
        }
        for (i, value) in expected.iter().enumerate() {
            if unmatched.get_mut(&canonical(value)).and_then(Vec::pop).is_none() {
                self.differ_at(i, Some(value), None);
            }
        }
        let mut rest: Vec<usize> = unmatched.into_values().flatten().collect();
        rest.sort_unstable();
        for i in rest {
            self.differ_at(i, None, found.get(i));
        }
    }

    fn differ_at(&mut self, index: usize, expected: Option<&Json>, found: Option<&Json>) {
        self.pointer.push(Segment::Index(index));
        self.differ(expected, found);
        self.pointer.pop();
    }

    fn differ(&mut self, expected: Option<&Json>, found: Option<&Json>) {
        if self.differences.kept.len() == DIFFERENCES_MAX {
            self.differences.further += 1;
            return;
        }
        let (pointer, expected, found) = (self.pointer.clone(), expected.cloned(), found.cloned());
        self.differences.kept.push(Difference { pointer, expected, found });
    }
}

/// Whether a list of names that a caller gave has this one.
pub(crate) fn is_named(names: &[String], name: &str) -> bool {
    names.iter().any(|known| known == name)
}

/// One text for all values that are equal.
fn canonical(value: &Json) -> String {
    let mut text = String::new();
    write_canonical(&mut text, value);
    text
}

fn write_canonical(text: &mut String, value: &Json) {
    match value {
        Json::Number(number) => text.push_str(&number.canonical_text()),
        Json::Array(elements) => {
            text.push('[');
            for element in elements.iter() {
                write_canonical(text, element);
                text.push(',');
            }
            text.push(']');
        }
        Json::Object(members) => {
            let mut members: Vec<(&Arc<str>, &Json)> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            text.push('{');
            for (name, member) in members {
                text.push_str(&to_compact(&Json::String(name.clone())));
                text.push(':');
                write_canonical(text, member);
                text.push(',');
            }
            text.push('}');
        }
        Json::Null | Json::Bool(_) | Json::String(_) => text.push_str(&to_compact(value)),
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<Json>| value.as_ref().map(to_compact);
        let (expected, found) = (text(&self.expected), text(&self.found));
        let common = match (&expected, &found) {
            (Some(expected), Some(found)) => expected.chars().zip(found.chars()).take_while(|(a, b)| a == b).count(),
            _ => 0,
        };
        let shown = |text: Option<String>| text.map_or("nothing".to_owned(), |text| window(&text, common));
        write!(f, "{}: expected {}, found {}", self.pointer.place(), shown(expected), shown(found))
    }
}

/// A value's text in backticks; of a long one, the piece around character `wanted`, and which piece that is.
fn window(text: &str, wanted: usize) -> String {
    let length = text.chars().count();
    if length <= VALUE_CHARS_MAX {
        return format!("`{}`", excerpt(text, length));
    }
    // Some characters before the wanted one tell where it stands.
    let start = wanted.saturating_sub(VALUE_CHARS_MAX / 4).min(length - VALUE_CHARS_MAX);
    let end = start + VALUE_CHARS_MAX;
    let piece: String = text.chars().skip(start).take(VALUE_CHARS_MAX).collect();
    let before = if start > 0 { "…" } else { "" };
    let behind = if end < length { "…" } else { "" };
    format!("`{before}{}{behind}` (characters {} to {end} of {length})", excerpt(&piece, VALUE_CHARS_MAX), start + 1)
}

#[cfg(test)]
mod tests {
    use polc_compiler::json::parse;
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn json(text: &str) -> Json {
        parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// The differences as lines; the member `s` is a set.
    fn lines(expected: &str, found: &str) -> Vec<String> {
        compare(&json(expected), &json(found), &["s".to_owned()]).kept.iter().map(Difference::to_string).collect()
    }

    #[track_caller]
    fn check(expected: &str, found: &str, differences: &[&str]) {
        assert_eq!(lines(expected, found), differences, "{expected} and {found}");
    }

    #[test]
    fn equal_values_have_no_differences() {
        check(r#"{"a":[1,{"b":null}],"c":"x"}"#, r#"{"c":"x","a":[1.0,{"b":null}]}"#, &[]);
        check("100", "1e2", &[]);
        check("[]", "[]", &[]);
    }

    #[test]
    fn differences_stand_at_their_places() {
        check("1", "2", &["the top: expected `1`, found `2`"]);
        check("[1,2]", "[2,1]", &["`/0`: expected `1`, found `2`", "`/1`: expected `2`, found `1`"]);
        check("[1,[2]]", "[1]", &["`/1`: expected `[2]`, found nothing"]);
        check("[]", "[null]", &["`/0`: expected nothing, found `null`"]);
        check(r#"{"a":{"b/c":1}}"#, r#"{"a":{"b/c":"1"}}"#, &["`/a/b~1c`: expected `1`, found `\"1\"`"]);
        check(
            r#"{"a":1,"b":null,"c":[]}"#,
            r#"{"d":0,"c":{},"a":1}"#,
            &["`/b`: expected `null`, found nothing", "`/c`: expected `[]`, found `{}`", "`/d`: expected nothing, found `0`"],
        );
    }

    #[test]
    fn sets_are_compared_without_order_and_by_number_of_occurrences() {
        check(r#"{"s":[1,{"a":1,"b":2},"x"]}"#, r#"{"s":["x",{"b":2.0,"a":1},1e0]}"#, &[]);
        check(
            r#"{"s":[1,1,2]}"#,
            r#"{"s":[2,3,1,2]}"#,
            &[
                "`/s/1`: expected `1`, found nothing",
                "`/s/1`: expected nothing, found `3`",
                "`/s/3`: expected nothing, found `2`",
            ],
        );
        check(
            r#"{"s":["1"]}"#,
            r#"{"s":[1]}"#,
            &["`/s/0`: expected `\"1\"`, found nothing", "`/s/0`: expected nothing, found `1`"],
        );
        // Only lists are sets, and only at the top; lists in their elements keep their order.
        check(r#"{"s":1}"#, r#"{"s":[1]}"#, &["`/s`: expected `1`, found `[1]`"]);
        assert_eq!(lines(r#"{"t":{"s":[1,2]}}"#, r#"{"t":{"s":[2,1]}}"#).len(), 2);
        assert_eq!(lines(r#"{"s":[[1,2]]}"#, r#"{"s":[[2,1]]}"#).len(), 2);
        assert_eq!(lines(r#"{"s":[1]}"#, "{}"), ["`/s`: expected `[1]`, found nothing"]);
    }

    #[test]
    fn at_most_so_many_differences_are_kept_and_the_rest_is_counted() {
        let list = |length: usize, value: i64| Json::from(vec![Json::from(value); length]);
        for (length, kept, further) in [
            (DIFFERENCES_MAX - 1, DIFFERENCES_MAX - 1, 0),
            (DIFFERENCES_MAX, DIFFERENCES_MAX, 0),
            (DIFFERENCES_MAX + 1, DIFFERENCES_MAX, 1),
            (5000, DIFFERENCES_MAX, 5000 - DIFFERENCES_MAX),
        ] {
            let differences = compare(&list(length, 1), &list(length, 2), &[]);
            assert_eq!((differences.kept.len(), differences.further), (kept, further));
            assert_eq!(differences.count(), length);
        }
    }

    #[test]
    fn long_values_are_cut_around_the_difference() {
        let quoted = |length: usize| "x".repeat(length - 2);
        let line = |expected: &str, found: &str| {
            let difference =
                Difference { pointer: Pointer::root(), expected: Some(Json::from(expected)), found: Some(Json::from(found)) };
            difference.to_string()
        };
        let longest = quoted(VALUE_CHARS_MAX);
        assert_eq!(line(&longest, "é"), format!("the top: expected `\"{longest}\"`, found `\"é\"`"));
        let longer = quoted(VALUE_CHARS_MAX + 1);
        assert_eq!(line(&longer, "é"), format!("the top: expected `\"{longer}…` (characters 1 to 80 of 81), found `\"é\"`"));
        let (tail, head) = ("y".repeat(100), "é".repeat(500));
        assert_eq!(
            line(&format!("{head}a{tail}"), &format!("{head}b")),
            format!(
                "the top: expected `…{}a{}…` (characters 482 to 561 of 603), found `…{}b\"` (characters 424 to 503 of 503)",
                "é".repeat(20),
                "y".repeat(59),
                "é".repeat(78)
            )
        );
    }

    #[test]
    fn lines_show_what_cannot_be_seen() {
        check("\"a\u{202e}\"", "\"a\\u0000\"", &[r#"the top: expected `"a\u202e"`, found `"a\u0000"`"#]);
    }

    #[test]
    fn the_deepest_values_leave_room_on_a_small_stack() {
        use polc_compiler::json::JSON_DEPTH_MAX;
        // Half of what a test or a worker has.
        const STACK_BYTES: usize = 1024 * 1024;
        let deepest = |leaf: &str| json(&("{\"s\":[".repeat(JSON_DEPTH_MAX / 2) + leaf + &"]}".repeat(JSON_DEPTH_MAX / 2)));
        let work = move || {
            for sets in [vec![], vec!["s".to_owned()]] {
                assert!(!compare(&deepest("1"), &deepest("2"), &sets).is_empty());
                assert!(compare(&deepest("1"), &deepest("1.0"), &sets).is_empty());
            }
        };
        std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).unwrap().join().unwrap();
    }

    fn object(members: Vec<(String, Json)>) -> Json {
        Json::from(members.into_iter().map(|(name, value)| (name.into(), value)).collect::<Object>())
    }

    /// Values of which many are equal, or nearly so.
    fn value() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![Just("null"), Just("true"), Just("1"), Just("1.0"), Just("2"), Just("\"a\"")].prop_map(json);
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
                proptest::collection::vec(("[ab]", inner), 0..3).prop_map(object),
            ]
        })
    }

    proptest! {
        #[test]
        fn no_differences_means_equal(a in value(), b in value()) {
            prop_assert_eq!(compare(&a, &b, &[]).is_empty(), a == b);
            prop_assert_eq!(canonical(&a) == canonical(&b), a == b);
            prop_assert!(compare(&a, &a, &[]).is_empty());
            for difference in compare(&a, &b, &[]).kept {
                prop_assert_eq!(a.at(&difference.pointer), difference.expected.as_ref());
                prop_assert_eq!(b.at(&difference.pointer), difference.found.as_ref());
            }
        }

        #[test]
        fn shuffled_sets_are_equal(
            (elements, shuffled) in proptest::collection::vec(value(), 0..6).prop_flat_map(|list| (Just(list.clone()), Just(list).prop_shuffle())),
            extra in value()
        ) {
            let object = |elements: Vec<Json>| object(vec![("s".to_owned(), Json::from(elements))]);
            let sets = ["s".to_owned()];
            prop_assert!(compare(&object(elements.clone()), &object(shuffled.clone()), &sets).is_empty());
            let more = [shuffled, vec![extra]].concat();
            prop_assert_eq!(compare(&object(elements.clone()), &object(more.clone()), &sets).count(), 1);
            prop_assert_eq!(compare(&object(more), &object(elements), &sets).count(), 1);
        }
    }
}

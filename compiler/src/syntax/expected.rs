//! What the parser would have taken, in few words.

use std::collections::BTreeSet;

/// The words and signs that may stand at a place.
#[derive(Debug)]
pub(super) struct Expected {
    tokens: BTreeSet<String>,
}

/// Begin a value, whatever stands there.
const VALUES: &[&str] = &[
    "[", "{", "(", "`", "none", "true", "false", "not", "-", "if", "let", "count", "any", "all", "first", "sum", "max", "min",
    "fold", "scan",
];
const TEXTS: &[&str] = &["\"", "r\""];
const OPERATORS: &[&str] = &[
    "??", "*", "+", "-", "..=", "==", "!=", "<=", ">=", "<", ">", "in", "not", "like", "matches", "and", "or", "implies", "as",
    "is", ".", "?.", "[", "?[",
];
const KINDS: &[&str] = &["some", "none", "null", "bool", "int", "number", "string", "list", "object"];
const TYPES: &[&str] = &["list", "set", "map", "{", "("];
/// From so many operators on it is no use to list them.
const OPERATORS_LISTED_MAX: usize = 8;
/// More than these are no help to anyone.
const LISTED_MAX: usize = 4;

impl Expected {
    pub(super) fn new(tokens: BTreeSet<String>) -> Expected {
        Expected { tokens }
    }

    /// Whether a word or sign may stand there.
    pub(super) fn has(&self, token: &str) -> bool {
        self.tokens.contains(token)
    }

    /// The words among them.
    pub(super) fn keywords(&self) -> impl Iterator<Item = &str> {
        self.tokens.iter().map(String::as_str).filter(|token| token.len() > 1 && token.bytes().all(|b| b.is_ascii_lowercase()))
    }

    pub(super) fn name(&self) -> bool {
        self.has("a..z")
    }

    pub(super) fn value(&self) -> bool {
        self.has("[") && self.has("{") && self.has("0..9")
    }

    pub(super) fn item(&self) -> bool {
        self.has("policy") && self.has("invariant")
    }

    pub(super) fn operator(&self) -> bool {
        self.has("==") && self.has("??")
    }

    /// Whether a test of a grid's cell may begin.
    pub(super) fn cell(&self) -> bool {
        self.has("is") && self.has("not") && self.has("<") && !self.operator()
    }

    /// In a phrase such as "`when`, `=>` or an operator"; `None` if nothing more may stand there.
    pub(super) fn words(&self) -> Option<String> {
        let mut rest: BTreeSet<&str> = self.tokens.iter().map(String::as_str).collect();
        for token in [" ", "\t", "\r", "\n", "//", "////", "//!", "A..Z", "_", "E", "e", "+"] {
            if token != "+" || !self.operator() {
                rest.remove(token);
            }
        }
        let mut groups = Vec::new();
        let mut group = |rest: &mut BTreeSet<&str>, members: &[&str], words: &'static str| {
            rest.retain(|token| !members.contains(token));
            groups.push(words);
        };
        let operators = OPERATORS.iter().filter(|operator| self.has(operator)).count();
        if self.item() {
            group(&mut rest, super::words::ITEM_WORDS, "an item");
            rest.remove("///");
            rest.remove("@allow");
        }
        if self.cell() {
            rest.clear();
            group(&mut rest, &[], "a test");
        } else if self.value() {
            group(&mut rest, VALUES, "a value");
            group(&mut rest, TEXTS, "");
            group(&mut rest, &["a..z", "0..9"], "");
        } else if operators > OPERATORS_LISTED_MAX {
            group(&mut rest, OPERATORS, "an operator");
        } else if rest.contains("map") && rest.contains("set") {
            group(&mut rest, TYPES, "a type");
            group(&mut rest, TEXTS, "");
            group(&mut rest, &["a..z"], "");
        } else if rest.contains("object") && rest.contains("some") {
            group(&mut rest, KINDS, "a test such as `some` or `string`");
        }
        if rest.contains("a..z") {
            group(&mut rest, &["a..z"], "a name");
            group(&mut rest, TEXTS, "");
        }
        if rest.contains("0..9") {
            group(&mut rest, &["0..9"], "a number");
        }
        if rest.contains("r\"") {
            group(&mut rest, TEXTS, "a text");
        }
        if rest.len() > 1 {
            rest.remove("///");
            rest.remove("@allow");
        }
        let mut listed: Vec<String> = rest.iter().map(|token| format!("`{token}`")).collect();
        listed.truncate(LISTED_MAX);
        listed.extend(groups.into_iter().filter(|words| !words.is_empty()).map(str::to_owned));
        let last = listed.pop()?;
        Some(if listed.is_empty() { last } else { format!("{} or {last}", listed.join(", ")) })
    }
}

//! The library: named functions that policies call.
//!
//! One file a function. Each gives a [`Definition`]: what it takes, what it gives, its contract in words, what always holds
//! of its result, examples, and the evaluation. The checker types calls by it, the interpreter runs it, the reference
//! (`docs/library.md`) is written from it; none of them knows a function by name.
//!
//! A function is total: it gives a value for all arguments of its types, but for the few that a parameter refuses
//! ([`Refusal`]) and for what goes over a limit. It pays for its work through [`Work`] before it does it.

mod clamp;
mod collapse_whitespace;
mod contains;
mod division;
mod escape_prompt;
mod floor;
mod identifier_codex;
mod index_of;
mod join;
mod json_at;
mod json_merge;
mod json_text;
mod keys;
mod last;
mod len;
mod like;
mod lower;
mod parse_json;
mod parse_url;
mod pointer;
mod reference;
mod repeat;
mod round_half_up;
mod schema_nodes;
mod sha256_hex;
mod sort;
mod span_first_last;
mod split;
mod strip_prefix;
mod take;
mod trim;
mod units;
mod work;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod testing;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::diagnostic::Code;
use crate::engine::Fault;
use crate::policy::Value;

pub(crate) use like::fits_glob;
pub use reference::reference;
pub use sort::{Field, Sort};
pub(crate) use work::Work;

/// What computes a result from arguments of the parameters' sorts.
type Evaluate = fn(&[Value], &mut Work<'_>) -> Result<Value, Fault>;

/// Everything about one function.
pub struct Definition {
    /// The word in the text.
    pub word: &'static str,
    /// What it takes.
    pub params: &'static [Param],
    /// What it gives.
    pub result: Sort,
    /// What it does, in one or two sentences of the reference.
    pub contract: &'static str,
    /// What holds of every call: conditions of the language over the parameters' names and `result`.
    pub promises: &'static [&'static str],
    /// Expressions and their values.
    pub examples: &'static [(&'static str, &'static str)],
    pub(crate) evaluate: Evaluate,
}

/// One parameter.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name, for messages and for promises.
    pub name: &'static str,
    /// What fits.
    pub sort: Sort,
    /// A value of the sort that is refused.
    pub refuses: Option<Refusal>,
}

impl Param {
    const fn new(name: &'static str, sort: Sort) -> Param {
        Param { name, sort, refuses: None }
    }

    const fn refusing(self, refusal: Refusal) -> Param {
        Param { refuses: Some(refusal), ..self }
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.sort)
    }
}

/// A value that no answer can be given for. A literal is refused when the policy is checked, any other when it is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The empty text.
    Empty,
    /// 0
    Zero,
}

impl Refusal {
    /// Whether the value is refused.
    pub fn refuses(self, value: &Value) -> bool {
        match (self, value) {
            (Refusal::Empty, Value::Text(text)) => text.is_empty(),
            (Refusal::Zero, Value::Int(int)) => *int == 0,
            _ => false,
        }
    }

    /// What is wrong, of a function and a parameter.
    pub fn message(self, function: Function, param: &Param) -> String {
        let (function, param) = (function.word(), param.name);
        match self {
            Refusal::Empty => format!("`{param}` of `{function}` is the empty text"),
            Refusal::Zero => format!("`{param}` of `{function}` is 0"),
        }
    }

    /// What to do about it.
    pub fn help(self) -> &'static str {
        match self {
            Refusal::Empty => "give a text of at least one character",
            Refusal::Zero => "nothing can be divided by 0: ask for it before, or give another divisor",
        }
    }
}

/// A function of the library.
#[derive(Clone, Copy)]
pub struct Function(&'static Definition);

impl Function {
    /// Every function, in the order of the reference.
    pub const ALL: &'static [Function] = &[
        Function(&len::LEN),
        Function(&take::TAKE),
        Function(&take::DROP),
        Function(&take::TAKE_LAST),
        Function(&last::LAST),
        Function(&index_of::INDEX_OF),
        Function(&clamp::CLAMP),
        Function(&division::DIV_FLOOR),
        Function(&division::DIV_CEIL),
        Function(&floor::FLOOR),
        Function(&round_half_up::ROUND_HALF_UP),
        Function(&trim::TRIM_JS),
        Function(&trim::TRIM_UNICODE),
        Function(&trim::TRIM_END),
        Function(&collapse_whitespace::COLLAPSE_WHITESPACE_JS),
        Function(&collapse_whitespace::COLLAPSE_WHITESPACE_UNICODE),
        Function(&units::LEN_UTF8),
        Function(&units::LEN_CHARS),
        Function(&units::LEN_UTF16),
        Function(&units::TAKE_UTF8),
        Function(&units::TAKE_CHARS),
        Function(&units::TAKE_UTF16),
        Function(&lower::LOWER),
        Function(&lower::LOWER_ASCII),
        Function(&contains::CONTAINS),
        Function(&contains::STARTS_WITH),
        Function(&contains::ENDS_WITH),
        Function(&strip_prefix::STRIP_PREFIX),
        Function(&split::SPLIT),
        Function(&split::SPLIT_ONCE),
        Function(&span_first_last::SPAN_FIRST_LAST),
        Function(&join::JOIN),
        Function(&repeat::REPEAT),
        Function(&parse_url::PARSE_URL),
        Function(&sha256_hex::SHA256_HEX),
        Function(&parse_json::PARSE_JSON_JS),
        Function(&parse_json::PARSE_JSON_SERDE),
        Function(&json_text::JSON_TEXT),
        Function(&json_text::JSON_BYTES),
        Function(&json_text::JSON_PRETTY),
        Function(&json_at::JSON_AT),
        Function(&json_at::JSON_SET),
        Function(&json_at::JSON_REMOVE),
        Function(&json_merge::JSON_MERGE),
        Function(&keys::KEYS),
        Function(&keys::ENTRIES),
        Function(&pointer::POINTER),
        Function(&schema_nodes::SCHEMA_NODES),
        Function(&escape_prompt::ESCAPE_PROMPT),
        Function(&identifier_codex::IDENTIFIER_CODEX),
        Function(&like::LIKE_LINE),
        Function(&like::LIKE_TAIL),
    ];

    /// The function of that name.
    pub fn named(word: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|function| function.word() == word)
    }

    /// The word in the text.
    pub fn word(self) -> &'static str {
        self.0.word
    }

    /// Everything about it.
    pub fn definition(self) -> &'static Definition {
        self.0
    }

    /// Calls it. The checker sees to it that the arguments are of the parameters' sorts.
    pub(crate) fn call(self, args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
        for (value, param) in args.iter().zip(self.0.params) {
            if let Some(refusal) = param.refuses.filter(|refusal| refusal.refuses(value)) {
                return Err(work.fault(Code::REFUSED_ARGUMENT, refusal.message(self, param)).help(refusal.help()));
            }
        }
        (self.0.evaluate)(args, work)
    }
}

/// A record of these members, whose values stand in the order of their names.
fn record(mut members: Vec<(&str, Value)>) -> Value {
    members.sort_by_key(|(name, _)| *name);
    Value::Record(members.into_iter().map(|(_, value)| value).collect())
}

impl PartialEq for Function {
    fn eq(&self, other: &Function) -> bool {
        self.word() == other.word()
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.word().hash(state);
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// `word(name: sort, …) -> sort`
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.word())?;
        for (place, param) in self.0.params.iter().enumerate() {
            write!(f, "{}{param}", if place == 0 { "" } else { ", " })?;
        }
        write!(f, ") -> {}", self.0.result)
    }
}

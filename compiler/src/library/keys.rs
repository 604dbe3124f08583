//! `keys`, `entries`: what a map or a JSON object holds.

use std::sync::Arc;

use super::{Definition, Field, Param, Sort, Work, record};
use crate::engine::Fault;
use crate::json::Json;
use crate::policy::Value;

pub(super) static KEYS: Definition = Definition {
    word: "keys",
    params: &[Param::new("xs", Sort::Keyed)],
    result: Sort::List(&Sort::Text),
    contract: "The keys of a map or the names of a JSON object's members, in the order of the document; none of what is no object.",
    promises: &["result == [e.key for e in entries(xs)]"],
    examples: &[
        ("keys(parse_json_js(\"{\\\"b\\\": 1, \\\"a\\\": 2}\"))", "[\"b\", \"a\"]"),
        ("keys(parse_json_js(\"[1]\"))", "[]"),
    ],
    evaluate: keys,
};

pub(super) static ENTRIES: Definition = Definition {
    word: "entries",
    params: &[Param::new("xs", Sort::Keyed)],
    result: Sort::List(&Sort::Record(&[Field::always("key", Sort::Text), Field::always("value", Sort::Element)])),
    contract: "The keys with their values, in the order of the document; none of what is no object.",
    promises: &["[e.key for e in result] == keys(xs)", "all(e.value == xs[e.key] for e in result)"],
    examples: &[("entries(parse_json_js(\"{\\\"a\\\": 2}\"))", "[{ key: \"a\", value: 2 }]")],
    evaluate: entries,
};

fn keys(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    match args {
        [Value::Map(map)] => listed(map.keys(), work),
        [Value::Json(Json::Object(members))] => listed(members.keys(), work),
        [_] => Ok(Value::list(Vec::new())),
        _ => Err(work.malformed()),
    }
}

fn listed<'a>(keys: impl ExactSizeIterator<Item = &'a Arc<str>>, work: &mut Work<'_>) -> Result<Value, Fault> {
    work.make(keys.len())?;
    Ok(Value::List(keys.cloned().map(Value::Text).collect()))
}

fn entries(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let entry = |key: &Arc<str>, value: Value| record(vec![("key", Value::Text(key.clone())), ("value", value)]);
    let entries: Vec<Value> = match args {
        [Value::Map(map)] => {
            work.make(map.len().saturating_mul(3))?;
            map.iter().map(|(key, value)| entry(key, value.clone())).collect()
        }
        [Value::Json(Json::Object(members))] => {
            work.make(members.len().saturating_mul(3))?;
            members.iter().map(|(key, value)| entry(key, Value::Json(value.clone()))).collect()
        }
        [_] => Vec::new(),
        _ => return Err(work.malformed()),
    };
    Ok(Value::list(entries))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("keys(doc)", "[\"b\", \"a\", \"n\", \"1\", \"schema\"]"),
            ("keys(ages)", "[\"b\", \"a\"]"),
            ("keys(doc.zzz)", "[]"),
            ("keys(doc.a)", "[]"),
            ("entries(ages)", "[{ key: \"b\", value: 2 }, { key: \"a\", value: 1 }]"),
            ("[e.value for e in entries(ages)]", "[2, 1]"),
            ("[e.value is null for e in entries(doc) where e.key == \"n\"]", "[true]"),
            ("len(entries(doc.a))", "0"),
        ]);
    }
}

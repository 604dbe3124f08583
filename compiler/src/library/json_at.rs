//! `json_at`, `json_set`, `json_remove`: members of members of JSON objects.

use std::sync::Arc;

use super::{Definition, Param, Sort, Work};
use crate::diagnostic::Code;
use crate::engine::Fault;
use crate::json::{JSON_DEPTH_MAX, Json, Object};
use crate::policy::Value;

pub(super) static JSON_AT: Definition = Definition {
    word: "json_at",
    params: &[Param::new("j", Sort::JsonOption), Param::new("path", Sort::List(&Sort::Text))],
    result: Sort::Option(&Sort::Json),
    contract: "The member that the names in `path` lead to, object by object; none where there is none.",
    promises: &["path == [] implies result == j", "len(path) == 1 implies result == j[path[0] ?? \"\"]"],
    examples: &[("json_at({ a: { b: 1 } }, [\"a\", \"b\"])", "1"), ("json_at({ a: [1] }, [\"a\", \"0\"])", "none")],
    evaluate: json_at,
};

pub(super) static JSON_SET: Definition = Definition {
    word: "json_set",
    params: &[Param::new("j", Sort::JsonOption), Param::new("path", Sort::List(&Sort::Text)), Param::new("v", Sort::Json)],
    result: Sort::Json,
    contract: "The value with `v` where `path` leads to. A member that is there keeps its place, a new one comes last; where there is no object on the way, or something else, there is one then.",
    promises: &["json_at(result, path) == v"],
    examples: &[
        ("json_text(json_set({ a: 1, b: 2 }, [\"a\"], 3))", "\"{\\\"a\\\":3,\\\"b\\\":2}\""),
        ("json_text(json_set({ a: 1 }, [\"b\", \"c\"], true))", "\"{\\\"a\\\":1,\\\"b\\\":{\\\"c\\\":true}}\""),
    ],
    evaluate: json_set,
};

pub(super) static JSON_REMOVE: Definition = Definition {
    word: "json_remove",
    params: &[Param::new("j", Sort::JsonOption), Param::new("path", Sort::List(&Sort::Text))],
    result: Sort::Option(&Sort::Json),
    contract: "The value without the member that `path` leads to; the others stay in their order. Where there is none, and for an empty path, the value as it is.",
    promises: &[
        "path == [] implies result == j",
        "path != [] implies json_at(result, path) is none",
        "json_at(j, path) is none implies result == j",
    ],
    examples: &[("json_text(json_remove({ a: 1, b: 2 }, [\"a\"]))", "\"{\\\"b\\\":2}\"")],
    evaluate: json_remove,
};

fn json_at(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [start, Value::List(path)] = args else { return Err(work.malformed()) };
    let path = names(path, work)?;
    let Value::Json(json) = start else { return Ok(Value::None) };
    let found = path.iter().try_fold(json, |json, name| json.get(name));
    Ok(found.map_or(Value::None, |json| Value::Json(json.clone())))
}

fn json_set(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [start, Value::List(path), Value::Json(value)] = args else { return Err(work.malformed()) };
    let path = names(path, work)?;
    if depth(value, work)?.saturating_add(path.len()) > JSON_DEPTH_MAX {
        let message = format!("a JSON value is nested more than {JSON_DEPTH_MAX} deep");
        return Err(work.fault(Code::TOO_DEEP, message).help("set a flatter value, or take a shorter path"));
    }
    let start = if let Value::Json(json) = start { json.clone() } else { Json::Null };
    set(&start, &path, value, work).map(Value::Json)
}

/// Not deeper than a path, which [`json_set`] bounds.
fn set(json: &Json, path: &[Arc<str>], value: &Json, work: &mut Work<'_>) -> Result<Json, Fault> {
    let Some((name, rest)) = path.split_first() else { return Ok(value.clone()) };
    let mut members = copied(json, work)?;
    let inner = set(members.get(name).unwrap_or(&Json::Null), rest, value, work)?;
    work.make(1)?;
    members.insert(name.clone(), inner);
    Ok(Json::from(members))
}

fn json_remove(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [start, Value::List(path)] = args else { return Err(work.malformed()) };
    let path = names(path, work)?;
    let Value::Json(json) = start else { return Ok(Value::None) };
    let is_there = !path.is_empty() && path.iter().try_fold(json, |json, name| json.get(name)).is_some();
    if is_there { removed(json, &path, work).map(Value::Json) } else { Ok(start.clone()) }
}

/// The member at the path is there, so that this goes no deeper than the value.
fn removed(json: &Json, path: &[Arc<str>], work: &mut Work<'_>) -> Result<Json, Fault> {
    let mut members = copied(json, work)?;
    match path {
        [] => {}
        [name] => {
            members.shift_remove(name);
        }
        [name, rest @ ..] => {
            let inner = removed(members.get(name).unwrap_or(&Json::Null), rest, work)?;
            members.insert(name.clone(), inner);
        }
    }
    Ok(Json::from(members))
}

/// The members of an object, none of anything else.
fn copied(json: &Json, work: &mut Work<'_>) -> Result<Object, Fault> {
    let Some(members) = json.as_object() else { return Ok(Object::new()) };
    work.make(members.len())?;
    Ok(members.clone())
}

fn names(path: &[Value], work: &mut Work<'_>) -> Result<Vec<Arc<str>>, Fault> {
    path.iter()
        .map(|name| {
            let Value::Text(name) = name else { return Err(work.malformed()) };
            work.step(1)?;
            work.read(name.len())?;
            Ok(name.clone())
        })
        .collect()
}

/// How deep lists and objects are nested.
fn depth(json: &Json, work: &mut Work<'_>) -> Result<usize, Fault> {
    work.step(1)?;
    let mut deepest = 0;
    match json {
        Json::Array(items) => {
            for item in items.iter() {
                deepest = deepest.max(depth(item, work)?);
            }
        }
        Json::Object(members) => {
            for member in members.values() {
                deepest = deepest.max(depth(member, work)?);
            }
        }
        _ => return Ok(0),
    }
    Ok(deepest + 1)
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::library::testing::check;
    use crate::library::testing::check_fault;

    #[test]
    fn cases() {
        check(&[
            ("json_at(doc, [\"b\", \"y\"]) is list", "true"),
            ("json_at(doc, [\"b\", \"y\", \"0\"])", "none"),
            ("json_at(doc, [\"n\"]) == null", "true"),
            ("json_at(doc, [\"n\", \"x\"])", "none"),
            ("json_at(none, [\"a\"])", "none"),
            ("json_at(none, [])", "none"),
            ("json_text(json_set(none, [\"a\"], none))", "\"{\\\"a\\\":null}\""),
            ("json_text(json_set(doc.a, [\"x\"], 1))", "\"{\\\"x\\\":1}\""),
            ("json_text(json_set(doc.b, [], 1))", "\"1\""),
            ("json_text(json_set(doc.b, [\"y\"], 1))", "\"{\\\"x\\\":1,\\\"y\\\":1}\""),
            ("json_remove(doc, [\"zz\"]) == doc", "true"),
            ("json_remove(doc, []) == doc", "true"),
            ("json_remove(none, [\"a\"])", "none"),
            ("json_text(json_remove(doc.b, [\"y\"]))", "\"{\\\"x\\\":1}\""),
            ("keys(json_remove(doc, [\"a\"]))", "[\"b\", \"n\", \"1\", \"schema\"]"),
            (
                "json_text(json_at(json_remove(doc, [\"schema\", \"properties\", \"p\"]), [\"schema\"]))",
                "\"{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{}}\"",
            ),
            ("json_set(none, [\"a\" for n in 1..=512], 1) is object", "true"),
        ]);
    }

    #[test]
    fn no_value_becomes_deeper_than_json_may_be() {
        check_fault("json_set(none, [\"a\" for n in 1..=512], [])", Code::TOO_DEEP);
        check_fault("json_set(none, [\"a\" for n in 1..=513], 1)", Code::TOO_DEEP);
    }
}

//! `schema_nodes`: the schemas inside of a JSON Schema.

use super::pointer::push_step;
use super::{Definition, Field, Param, Sort, Work, record};
use crate::engine::Fault;
use crate::json::Json;
use crate::policy::Value;

/// A schema.
const ONE: &[Shape] = &[Shape::One];
/// A list of schemas.
const LIST: &[Shape] = &[Shape::List];
/// Schemas under names.
const NAMED: &[Shape] = &[Shape::Named];

/// How schemas stand under a keyword.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    One,
    List,
    Named,
}

/// Keywords under which schemas stand, by JSON Schema in all its drafts.
const JSON_SCHEMA: &[(&str, &[Shape])] = &[
    ("properties", NAMED),
    ("patternProperties", NAMED),
    ("$defs", NAMED),
    ("definitions", NAMED),
    // Before the draft of 2020 a list of them, one for each position.
    ("items", &[Shape::One, Shape::List]),
    ("prefixItems", LIST),
    ("additionalProperties", ONE),
    ("contains", ONE),
    ("propertyNames", ONE),
    ("anyOf", LIST),
    ("oneOf", LIST),
    ("allOf", LIST),
    ("not", ONE),
    ("if", ONE),
    ("then", ONE),
    ("else", ONE),
];

/// Keywords under which schemas stand in the schemas of Gemini.
const GEMINI: &[(&str, &[Shape])] = &[("properties", NAMED), ("items", ONE), ("anyOf", LIST)];

pub(super) static SCHEMA_NODES: Definition = Definition {
    word: "schema_nodes",
    params: &[Param::new("j", Sort::JsonOption), Param::new("profile", Sort::Choice(&["json-schema", "gemini"]))],
    result: Sort::List(&Sort::Record(&[Field::always("pointer", Sort::Text), Field::always("node", Sort::Json)])),
    contract: "The schemas in a JSON Schema with their JSON Pointers: the whole first, then what is inside of it, depth first, in the order of the document. A schema is an object under `properties`, `patternProperties`, `$defs`, `definitions`, `items`, `prefixItems`, `additionalProperties`, `contains`, `propertyNames`, `anyOf`, `oneOf`, `allOf`, `not`, `if`, `then` or `else`; for `gemini`, under `properties`, `items` or `anyOf`. References are not followed; what is no object has none.",
    promises: &[
        "(len(result) == 0) == (j is not object)",
        "all(n.node is object for n in result)",
        "j is object implies result[0]?.pointer == \"\"",
        "all(i == 0 or starts_with(n.pointer, \"/\") for i, n in result)",
    ],
    examples: &[(
        "[n.pointer for n in schema_nodes(parse_json_js(\"{\\\"properties\\\": {\\\"a\\\": {\\\"items\\\": {}}, \\\"b\\\": true}}\"), \"json-schema\")]",
        "[\"\", \"/properties/a\", \"/properties/a/items\"]",
    )],
    evaluate: schema_nodes,
};

fn schema_nodes(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [start, Value::Text(profile)] = args else { return Err(work.malformed()) };
    let keywords = if &**profile == "gemini" { GEMINI } else { JSON_SCHEMA };
    let mut nodes = Vec::new();
    // Nodes yet to be told, the next one last.
    let mut open: Vec<(String, &Json)> = match start {
        Value::Json(json) if json.as_object().is_some() => vec![(String::new(), json)],
        _ => Vec::new(),
    };
    while let Some((pointer, node)) = open.pop() {
        work.make(pointer.len().saturating_add(3))?;
        let first = open.len();
        for (name, value) in node.as_object().into_iter().flatten() {
            work.step(1)?;
            let Some((_, shapes)) = keywords.iter().find(|(keyword, _)| *keyword == &**name) else { continue };
            let inside = with_step(&pointer, name, work)?;
            match value {
                Json::Object(members) if shapes.contains(&Shape::Named) => {
                    for (name, value) in members.iter().filter(|(_, value)| value.as_object().is_some()) {
                        open.push((with_step(&inside, name, work)?, value));
                    }
                }
                Json::Object(_) if shapes.contains(&Shape::One) => open.push((inside, value)),
                Json::Array(items) if shapes.contains(&Shape::List) => {
                    for (index, value) in items.iter().enumerate().filter(|(_, value)| value.as_object().is_some()) {
                        open.push((with_step(&inside, &index.to_string(), work)?, value));
                    }
                }
                _ => {}
            }
        }
        if let Some(inner) = open.get_mut(first..) {
            inner.reverse();
        }
        nodes.push(record(vec![("pointer", Value::Text(pointer.into())), ("node", Value::Json(node.clone()))]));
    }
    Ok(Value::list(nodes))
}

fn with_step(pointer: &str, name: &str, work: &mut Work<'_>) -> Result<String, Fault> {
    work.make(pointer.len().saturating_add(name.len().saturating_mul(2)).saturating_add(1))?;
    let mut pointer = pointer.to_owned();
    push_step(&mut pointer, name);
    Ok(pointer)
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("[n.pointer for n in schema_nodes(doc.schema, \"gemini\")]", "[\"\", \"/properties/p\"]"),
            ("len(schema_nodes(doc.a, \"gemini\"))", "0"),
            ("len(schema_nodes(none, \"json-schema\"))", "0"),
            (
                "[n.pointer for n in schema_nodes(parse_json_js(\"{\\\"anyOf\\\":[{\\\"not\\\":{}},true,{}],\\\"items\\\":[{},{}],\\\"else\\\":{},\\\"enum\\\":[{}],\\\"a\\\":{}}\"), \"json-schema\")]",
                "[\"\", \"/anyOf/0\", \"/anyOf/0/not\", \"/anyOf/2\", \"/items/0\", \"/items/1\", \"/else\"]",
            ),
            (
                "[n.pointer for n in schema_nodes(parse_json_js(\"{\\\"anyOf\\\":[{\\\"not\\\":{}}],\\\"items\\\":[{}],\\\"oneOf\\\":[{}]}\"), \"gemini\")]",
                "[\"\", \"/anyOf/0\"]",
            ),
            (
                "[n.pointer for n in schema_nodes(parse_json_js(\"{\\\"properties\\\":{\\\"a/b\\\":{}},\\\"anyOf\\\":{},\\\"additionalProperties\\\":false}\"), \"json-schema\")]",
                "[\"\", \"/properties/a~1b\"]",
            ),
        ]);
    }
}

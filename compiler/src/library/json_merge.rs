//! `json_merge`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::json::Json;
use crate::policy::Value;

pub(super) static JSON_MERGE: Definition = Definition {
    word: "json_merge",
    params: &[Param::new("base", Sort::JsonOption), Param::new("over", Sort::JsonOption)],
    result: Sort::Option(&Sort::Json),
    contract: "Two objects made one, member by member and so on inside: those of `base` in their order, then the new ones. Anything else in `over`, `null` included, replaces what is in `base`; none replaces nothing.",
    promises: &[
        "over is none implies result == base",
        "over is some and over is not object implies result == over",
        "over is object implies all(k in keys(result) for k in keys(over))",
    ],
    examples: &[(
        "json_text(json_merge({ a: { x: 1, y: 2 }, b: 1 }, { b: null, a: { x: 3 } }))",
        "\"{\\\"a\\\":{\\\"x\\\":3,\\\"y\\\":2},\\\"b\\\":null}\"",
    )],
    evaluate: json_merge,
};

fn json_merge(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    match args {
        [Value::Json(base), Value::Json(over)] => merged(base, over, work).map(Value::Json),
        [base, Value::None] => Ok(base.clone()),
        [_, over] => Ok(over.clone()),
        _ => Err(work.malformed()),
    }
}

/// No deeper than the less deep of the two.
fn merged(base: &Json, over: &Json, work: &mut Work<'_>) -> Result<Json, Fault> {
    let (Json::Object(base), Json::Object(over)) = (base, over) else { return Ok(over.clone()) };
    work.make(base.len().saturating_add(over.len()))?;
    let mut members = (**base).clone();
    for (name, value) in over.iter() {
        work.read(name.len())?;
        let value = match members.get(name) {
            Some(own) => merged(own, value, work)?,
            None => value.clone(),
        };
        members.insert(name.clone(), value);
    }
    Ok(Json::from(members))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("json_merge(none, doc) == doc", "true"),
            ("json_merge(doc, none) == doc", "true"),
            ("json_merge(none, none)", "none"),
            ("json_text(json_merge([1, 2], [3]))", "\"[3]\""),
            ("json_text(json_merge({ a: 1 }, \"x\"))", "\"\\\"x\\\"\""),
            ("json_text(json_merge(1, { a: {} }))", "\"{\\\"a\\\":{}}\""),
        ]);
    }
}

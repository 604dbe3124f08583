//! `contains`, `starts_with`, `ends_with`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static CONTAINS: Definition = Definition {
    word: "contains",
    params: &[Param::new("s", Sort::Text), Param::new("part", Sort::Text)],
    result: Sort::Bool,
    contract: "Whether the text holds `part`; every text holds the empty one.",
    promises: &[
        "result implies len_utf8(part) <= len_utf8(s)",
        "(starts_with(s, part) or ends_with(s, part)) implies result",
        "part == \"\" implies result",
    ],
    examples: &[("contains(\"mcp__x\", \"__\")", "true")],
    evaluate: contains,
};

pub(super) static STARTS_WITH: Definition = Definition {
    word: "starts_with",
    params: &[Param::new("s", Sort::Text), Param::new("part", Sort::Text)],
    result: Sort::Bool,
    contract: "Whether the text begins with `part`; every text begins with the empty one.",
    promises: &["result == (take_utf8(s, len_utf8(part)) == part)", "result implies contains(s, part)"],
    examples: &[("starts_with(\"mcp__x\", \"mcp__\")", "true")],
    evaluate: starts_with,
};

pub(super) static ENDS_WITH: Definition = Definition {
    word: "ends_with",
    params: &[Param::new("s", Sort::Text), Param::new("part", Sort::Text)],
    result: Sort::Bool,
    contract: "Whether the text ends with `part`; every text ends with the empty one.",
    promises: &[
        "result implies contains(s, part)",
        "result implies len_utf8(part) <= len_utf8(s)",
        "part == \"\" implies result",
    ],
    examples: &[("ends_with(\"a.json\", \".json\")", "true")],
    evaluate: ends_with,
};

fn contains(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(part)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(part.len()))?;
    Ok(Value::Bool(text.contains(&**part)))
}

fn starts_with(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(part)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(part.len()))?;
    Ok(Value::Bool(text.starts_with(&**part)))
}

fn ends_with(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(part)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(part.len()))?;
    Ok(Value::Bool(text.ends_with(&**part)))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("contains(\"\", \"\")", "true"),
            ("contains(\"\", \"a\")", "false"),
            ("contains(\"abc\", \"ac\")", "false"),
            ("contains(\"🙂\", \"🙂\")", "true"),
            ("starts_with(\"a\", \"ab\")", "false"),
            ("starts_with(\"A\", \"a\")", "false"),
            ("ends_with(\"ab\", \"b\")", "true"),
            ("ends_with(\"ab\", \"a\")", "false"),
            ("ends_with(\"\", \"\")", "true"),
        ]);
    }
}

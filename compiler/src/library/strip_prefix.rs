//! `strip_prefix`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static STRIP_PREFIX: Definition = Definition {
    word: "strip_prefix",
    params: &[Param::new("s", Sort::Text), Param::new("prefix", Sort::Text)],
    result: Sort::Option(&Sort::Text),
    contract: "What follows `prefix` in a text that begins with it; none for any other.",
    promises: &["(result is some) == starts_with(s, prefix)", "result is some implies prefix + (result ?? \"\") == s"],
    examples: &[("strip_prefix(\"mcp__x\", \"mcp__\")", "\"x\""), ("strip_prefix(\"x\", \"mcp__\")", "none")],
    evaluate: strip_prefix,
};

fn strip_prefix(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(prefix)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(prefix.len()))?;
    text.strip_prefix(&**prefix).map_or(Ok(Value::None), |rest| work.text(rest))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("strip_prefix(\"a\", \"a\")", "\"\""),
            ("strip_prefix(\"a\", \"\")", "\"a\""),
            ("strip_prefix(\"aa\", \"a\")", "\"a\""),
        ]);
    }
}

//! `span_first_last`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static SPAN_FIRST_LAST: Definition = Definition {
    word: "span_first_last",
    params: &[Param::new("s", Sort::Text), Param::new("a", Sort::Text), Param::new("b", Sort::Text)],
    result: Sort::Option(&Sort::Text),
    contract: "What stands from the first `a` through the last `b`, both included; none unless that `b` begins behind that `a`.",
    promises: &[
        "result is some implies starts_with(result ?? \"\", a) and ends_with(result ?? \"\", b)",
        "contains(s, result ?? \"\")",
    ],
    examples: &[
        ("span_first_last(\"say {\\\"a\\\": {}} now\", \"{\", \"}\")", "\"{\\\"a\\\": {}}\""),
        ("span_first_last(\"} {\", \"{\", \"}\")", "none"),
    ],
    evaluate: span_first_last,
};

fn span_first_last(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(first), Value::Text(last)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(first.len()).saturating_add(last.len()))?;
    let span = text
        .find(&**first)
        .zip(text.rfind(&**last))
        .and_then(|(start, end)| (end >= start + first.len()).then(|| text.get(start..end + last.len()))?);
    span.map_or(Ok(Value::None), |span| work.text(span))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("span_first_last(\"x\", \"x\", \"x\")", "none"),
            ("span_first_last(\"xx\", \"x\", \"x\")", "\"xx\""),
            ("span_first_last(\"abc\", \"ab\", \"bc\")", "none"),
            ("span_first_last(\"abbc\", \"ab\", \"bc\")", "\"abbc\""),
            ("span_first_last(\"abc\", \"\", \"\")", "\"abc\""),
            ("span_first_last(\"abc\", \"d\", \"c\")", "none"),
        ]);
    }
}

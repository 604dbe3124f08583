//! `join`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static JOIN: Definition = Definition {
    word: "join",
    params: &[Param::new("list", Sort::List(&Sort::Text)), Param::new("sep", Sort::Text)],
    result: Sort::Text,
    contract: "The texts one after the other with `sep` between them; the empty text of an empty list.",
    promises: &[
        "len_utf8(result) == sum(len_utf8(x) for x in list) + len_utf8(sep) * clamp(len(list) - 1, 0, len(list))",
        "all(contains(result, x) for x in list)",
        "len(list) == 1 implies result == list[0]",
    ],
    examples: &[("join([\"a\", \"b\"], \", \")", "\"a, b\""), ("join([], \", \")", "\"\"")],
    evaluate: join,
};

fn join(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(list), Value::Text(separator)] = args else { return Err(work.malformed()) };
    let mut joined = String::new();
    for (index, item) in list.iter().enumerate() {
        let Value::Text(text) = item else { return Err(work.malformed()) };
        let between = if index == 0 { "" } else { &**separator };
        work.step(1)?;
        work.make(between.len().saturating_add(text.len()))?;
        joined.push_str(between);
        joined.push_str(text);
    }
    Ok(Value::Text(joined.into()))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("join([\"a\"], \", \")", "\"a\""),
            ("join([\"\", \"\"], \"-\")", "\"-\""),
            ("join([\"a\", \"b\"], \"\")", "\"ab\""),
            ("join([x for x in tags], \"+\")", "\"a+b\""),
        ]);
    }
}

//! `take`, `drop`, `take_last`: a piece of a list, from its start or its end.

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

const LIST: Sort = Sort::List(&Sort::Element);
const PARAMS: &[Param] = &[Param::new("list", LIST), Param::new("n", Sort::Int)];

pub(super) static TAKE: Definition = Definition {
    word: "take",
    params: PARAMS,
    result: LIST,
    contract: "The first `n` elements; all of them if there are fewer, none for a negative `n`.",
    promises: &["len(result) == clamp(n, 0, len(list))", "all(x == list[i] for i, x in result)"],
    examples: &[("take([1, 2, 3], 2)", "[1, 2]"), ("take([1, 2, 3], 5)", "[1, 2, 3]")],
    evaluate: take,
};

pub(super) static DROP: Definition = Definition {
    word: "drop",
    params: PARAMS,
    result: LIST,
    contract: "What is left without the first `n` elements; all of them for a negative `n`.",
    promises: &["len(result) == len(list) - clamp(n, 0, len(list))", "[...take(list, n), ...result] == list"],
    examples: &[("drop([1, 2, 3], 2)", "[3]")],
    evaluate: drop,
};

pub(super) static TAKE_LAST: Definition = Definition {
    word: "take_last",
    params: PARAMS,
    result: LIST,
    contract: "The last `n` elements in their order; all of them if there are fewer, none for a negative `n`.",
    promises: &["len(result) == clamp(n, 0, len(list))", "result == drop(list, len(list) - clamp(n, 0, len(list)))"],
    examples: &[("take_last([1, 2, 3], 2)", "[2, 3]")],
    evaluate: take_last,
};

fn take(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(list), Value::Int(n)] = args else { return Err(work.malformed()) };
    part(list.get(..at_most(*n, list.len())), work)
}

fn drop(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(list), Value::Int(n)] = args else { return Err(work.malformed()) };
    part(list.get(at_most(*n, list.len())..), work)
}

fn take_last(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(list), Value::Int(n)] = args else { return Err(work.malformed()) };
    part(list.get(list.len() - at_most(*n, list.len())..), work)
}

fn part(part: Option<&[Value]>, work: &mut Work<'_>) -> Result<Value, Fault> {
    let part = part.unwrap_or_default();
    work.make(part.len())?;
    Ok(Value::List(part.into()))
}

/// `n` within 0 and `length`.
fn at_most(n: i64, length: usize) -> usize {
    usize::try_from(n.max(0)).unwrap_or(usize::MAX).min(length)
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("take([1, 2, 3], 0)", "[]"),
            ("take([1, 2, 3], -9007199254740991)", "[]"),
            ("take([1, 2, 3], 9007199254740991)", "[1, 2, 3]"),
            ("take([\"a\", none], 1)", "[\"a\"]"),
            ("drop([1, 2, 3], 0)", "[1, 2, 3]"),
            ("drop([1, 2, 3], -1)", "[1, 2, 3]"),
            ("drop([1, 2, 3], 3)", "[]"),
            ("drop([1, 2, 3], 4)", "[]"),
            ("take_last([1, 2, 3], 4)", "[1, 2, 3]"),
            ("take_last([1, 2, 3], 0)", "[]"),
            ("take_last([1, 2, 3], -1)", "[]"),
            ("take([x * x for x in 1..=9], 2)", "[1, 4]"),
        ]);
    }
}

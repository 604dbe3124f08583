//! `clamp`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static CLAMP: Definition = Definition {
    word: "clamp",
    params: &[Param::new("n", Sort::Int), Param::new("lo", Sort::Int), Param::new("hi", Sort::Int)],
    result: Sort::Int,
    contract: "`n`, but at least `lo`, and then at most `hi`: where `lo` is above `hi`, it is `hi`.",
    promises: &[
        "result <= hi",
        "lo <= hi implies result >= lo",
        "(lo <= n and n <= hi) implies result == n",
        "result == n or result == lo or result == hi",
    ],
    examples: &[("clamp(7, 1, 5)", "5"), ("clamp(-7, 1, 5)", "1"), ("clamp(3, 1, 5)", "3")],
    evaluate: clamp,
};

fn clamp(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Int(n), Value::Int(lo), Value::Int(hi)] = args else { return Err(work.malformed()) };
    // Not `Ord::clamp`, which has no answer where the bounds are the wrong way round.
    Ok(Value::Int((*n).max(*lo).min(*hi)))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[("clamp(3, 5, 1)", "1"), ("clamp(9, 5, 1)", "1"), ("clamp(0, 5, 1)", "1"), ("clamp(2, 2, 2)", "2")]);
    }
}

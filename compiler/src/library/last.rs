//! `last`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static LAST: Definition = Definition {
    word: "last",
    params: &[Param::new("list", Sort::List(&Sort::Element))],
    result: Sort::Option(&Sort::Element),
    contract: "The last element, none of an empty list.",
    promises: &["result == list[len(list) - 1]"],
    examples: &[("last([1, 2, 3])", "3"), ("last([x for x in [1] where x > 1])", "none")],
    evaluate: last,
};

fn last(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(list)] = args else { return Err(work.malformed()) };
    Ok(list.last().cloned().unwrap_or(Value::None))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[("last([1, none])", "none"), ("last([[1], [2]])", "[2]")]);
    }
}

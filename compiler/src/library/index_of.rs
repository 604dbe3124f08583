//! `index_of`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static INDEX_OF: Definition = Definition {
    word: "index_of",
    params: &[Param::new("list", Sort::List(&Sort::Element)), Param::new("item", Sort::Element)],
    result: Sort::Option(&Sort::Int),
    contract: "The position of the first element that equals the item, from 0; none if none does.",
    promises: &[
        "(result is some) == (item in list)",
        "result is some implies list[result ?? 0] == item",
        "item not in take(list, result ?? 0)",
    ],
    examples: &[("index_of([\"a\", \"b\", \"b\"], \"b\")", "1"), ("index_of([1, 2], 3)", "none")],
    evaluate: index_of,
};

fn index_of(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(list), item] = args else { return Err(work.malformed()) };
    for (index, other) in list.iter().enumerate() {
        if work.equal(item, other)? {
            return work.int(index);
        }
    }
    Ok(Value::None)
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("index_of([{ a: 1 }, { a: 2 }], { a: 2 })", "1"),
            ("index_of([1, none], none)", "1"),
            ("index_of(parse as list<json> ?? [], 1)", "0"),
            ("index_of([1, 2], parse)", "none"),
        ]);
    }
}

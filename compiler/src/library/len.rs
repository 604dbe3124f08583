//! `len`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static LEN: Definition = Definition {
    word: "len",
    params: &[Param::new("xs", Sort::Container)],
    result: Sort::Int,
    contract: "How many elements or keys there are.",
    promises: &["result >= 0"],
    examples: &[("len([\"a\", \"b\"])", "2")],
    evaluate: len,
};

fn len(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let length = match args {
        [Value::List(items)] => items.len(),
        [Value::Set(texts)] => texts.len(),
        [Value::Map(map)] => map.len(),
        _ => return Err(work.malformed()),
    };
    work.int(length)
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[("len([x for x in [1, 2] where x > 2])", "0"), ("len([1, 1, 1])", "3"), ("len([none, 1])", "2")]);
    }
}

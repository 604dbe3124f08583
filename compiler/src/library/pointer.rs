//! `pointer`

use std::borrow::Cow;

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static POINTER: Definition = Definition {
    word: "pointer",
    params: &[Param::new("path", Sort::Steps)],
    result: Sort::Text,
    contract: "The JSON Pointer (RFC 6901) of these names and positions; `~` is written `~0`, and `/` `~1`.",
    promises: &["(result == \"\") == (path == [])", "len(split(\"x\" + result, \"/\")) == len(path) + 1"],
    examples: &[("pointer([\"tools\", 0, \"a/b~c\"])", "\"/tools/0/a~1b~0c\""), ("pointer([])", "\"\"")],
    evaluate: pointer,
};

fn pointer(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::List(path)] = args else { return Err(work.malformed()) };
    let mut pointer = String::new();
    for step in path.iter() {
        let name: Cow<'_, str> = match step {
            Value::Text(name) => Cow::Borrowed(name),
            Value::Int(position) => Cow::Owned(position.to_string()),
            _ => return Err(work.malformed()),
        };
        work.make(name.len().saturating_mul(2).saturating_add(1))?;
        push_step(&mut pointer, &name);
    }
    Ok(Value::Text(pointer.into()))
}

/// Goes one step further in.
pub(super) fn push_step(pointer: &mut String, name: &str) {
    pointer.push('/');
    for c in name.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("pointer([\"\"])", "\"/\""),
            ("pointer(words)", "\"/a/b/\""),
            ("pointer([1, 2])", "\"/1/2\""),
            ("pointer([x for x in 1..=2])", "\"/1/2\""),
            ("pointer([...words, 7])", "\"/a/b//7\""),
            ("pointer([\"~1\"])", "\"/~01\""),
        ]);
    }
}

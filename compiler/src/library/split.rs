//! `split`, `split_once`

use super::{Definition, Field, Param, Refusal, Sort, Work, record};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static SPLIT: Definition = Definition {
    word: "split",
    params: &[Param::new("s", Sort::Text), Param::new("sep", Sort::Text).refusing(Refusal::Empty)],
    result: Sort::List(&Sort::Text),
    contract: "The pieces between the places where `sep` stands, from left to right: one piece more than there are such places.",
    promises: &["join(result, sep) == s", "len(result) >= 1", "all(not contains(x, sep) for x in result)"],
    examples: &[("split(\"a,b,,c\", \",\")", "[\"a\", \"b\", \"\", \"c\"]")],
    evaluate: split,
};

pub(super) static SPLIT_ONCE: Definition = Definition {
    word: "split_once",
    params: &[Param::new("s", Sort::Text), Param::new("sep", Sort::Text).refusing(Refusal::Empty)],
    result: Sort::Option(&Sort::Record(&[Field::always("before", Sort::Text), Field::always("after", Sort::Text)])),
    contract: "What stands before and after the first `sep`; none if there is none.",
    promises: &[
        "(result is some) == contains(s, sep)",
        "result is some implies (result?.before ?? \"\") + sep + (result?.after ?? \"\") == s",
        "not contains(result?.before ?? \"\", sep)",
    ],
    examples: &[("split_once(\"key=a=b\", \"=\")", "{ before: \"key\", after: \"a=b\" }")],
    evaluate: split_once,
};

fn split(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(separator)] = args else { return Err(work.malformed()) };
    work.make(text.len())?;
    let mut pieces = Vec::new();
    for piece in text.split(&**separator) {
        work.make(1)?;
        pieces.push(Value::text(piece));
    }
    Ok(Value::list(pieces))
}

fn split_once(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(separator)] = args else { return Err(work.malformed()) };
    work.make(text.len())?;
    Ok(match text.split_once(&**separator) {
        Some((before, after)) => record(vec![("before", Value::text(before)), ("after", Value::text(after))]),
        None => Value::None,
    })
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::library::testing::{check, check_fault};

    #[test]
    fn an_empty_separator_is_refused() {
        check_fault("split(\"a\", words[2] ?? \"\")", Code::REFUSED_ARGUMENT);
        check_fault("split_once(\"a\", words[2] ?? \"\")", Code::REFUSED_ARGUMENT);
    }

    #[test]
    fn cases() {
        check(&[
            ("split(\"\", \",\")", "[\"\"]"),
            ("split(\",\", \",\")", "[\"\", \"\"]"),
            ("split(\"aaa\", \"aa\")", "[\"\", \"a\"]"),
            ("split_once(\"abc\", \",\")", "none"),
            ("split_once(\"a::b\", \"::\")?.after", "\"b\""),
            ("split_once(\",\", \",\")?.before", "\"\""),
        ]);
    }
}

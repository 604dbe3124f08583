//! `len_utf8`, `len_chars`, `len_utf16`, `take_utf8`, `take_chars`, `take_utf16`: texts measured in units.

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static LEN_UTF8: Definition = Definition {
    word: "len_utf8",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Int,
    contract: "How many UTF-8 bytes there are.",
    promises: &["(result == 0) == (s == \"\")", "len_chars(s) <= result"],
    examples: &[("len_utf8(\"é🙂\")", "6")],
    evaluate: len_utf8,
};

pub(super) static LEN_CHARS: Definition = Definition {
    word: "len_chars",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Int,
    contract: "How many Unicode code points there are.",
    promises: &["(result == 0) == (s == \"\")", "result <= len_utf16(s)"],
    examples: &[("len_chars(\"é🙂\")", "2")],
    evaluate: len_chars,
};

pub(super) static LEN_UTF16: Definition = Definition {
    word: "len_utf16",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Int,
    contract: "How many UTF-16 units there are, as JavaScript's `length`.",
    promises: &["(result == 0) == (s == \"\")", "result <= len_utf8(s)", "result <= 2 * len_chars(s)"],
    examples: &[("len_utf16(\"é🙂\")", "3")],
    evaluate: len_utf16,
};

pub(super) static TAKE_UTF8: Definition = Definition {
    word: "take_utf8",
    params: &[Param::new("s", Sort::Text), Param::new("n", Sort::Int)],
    result: Sort::Text,
    contract: "The longest start of the text that has at most `n` UTF-8 bytes; no character is cut in two, and a negative `n` is 0.",
    promises: &[
        "starts_with(s, result)",
        "len_utf8(result) <= clamp(n, 0, len_utf8(s))",
        "n >= len_utf8(s) implies result == s",
        "result == s or len_utf8(result) > n - 4",
    ],
    examples: &[("take_utf8(\"aé🙂\", 2)", "\"a\"")],
    evaluate: take_utf8,
};

pub(super) static TAKE_CHARS: Definition = Definition {
    word: "take_chars",
    params: &[Param::new("s", Sort::Text), Param::new("n", Sort::Int)],
    result: Sort::Text,
    contract: "The longest start of the text that has at most `n` Unicode code points; no character is cut in two, and a negative `n` is 0.",
    promises: &[
        "starts_with(s, result)",
        "len_chars(result) <= clamp(n, 0, len_chars(s))",
        "n >= len_chars(s) implies result == s",
        "result == s or len_chars(result) > n - 1",
    ],
    examples: &[("take_chars(\"aé🙂\", 2)", "\"aé\"")],
    evaluate: take_chars,
};

pub(super) static TAKE_UTF16: Definition = Definition {
    word: "take_utf16",
    params: &[Param::new("s", Sort::Text), Param::new("n", Sort::Int)],
    result: Sort::Text,
    contract: "The longest start of the text that has at most `n` UTF-16 units; no character is cut in two, and a negative `n` is 0.",
    promises: &[
        "starts_with(s, result)",
        "len_utf16(result) <= clamp(n, 0, len_utf16(s))",
        "n >= len_utf16(s) implies result == s",
        "result == s or len_utf16(result) > n - 2",
    ],
    examples: &[("take_utf16(\"aé🙂\", 3)", "\"aé\"")],
    evaluate: take_utf16,
};

fn len_utf8(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    length(args, char::len_utf8, work)
}

fn len_chars(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    length(args, |_| 1, work)
}

fn len_utf16(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    length(args, char::len_utf16, work)
}

fn take_utf8(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    start(args, char::len_utf8, work)
}

fn take_chars(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    start(args, |_| 1, work)
}

fn take_utf16(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    start(args, char::len_utf16, work)
}

fn length(args: &[Value], units: fn(char) -> usize, work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.read(text.len())?;
    work.int(text.chars().map(units).sum())
}

fn start(args: &[Value], units: fn(char) -> usize, work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Int(n)] = args else { return Err(work.malformed()) };
    work.read(text.len())?;
    let mut left = usize::try_from((*n).max(0)).unwrap_or(usize::MAX);
    let mut end = 0;
    for c in text.chars() {
        let Some(rest) = left.checked_sub(units(c)) else { break };
        left = rest;
        end += c.len_utf8();
    }
    work.text(text.get(..end).unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("len_utf16(\"\")", "0"),
            ("take_utf8(\"é\", 1)", "\"\""),
            ("take_utf8(\"é\", 2)", "\"é\""),
            ("take_utf16(\"🙂\", 1)", "\"\""),
            ("take_utf16(\"🙂\", 2)", "\"🙂\""),
            ("take_chars(\"ab\", -1)", "\"\""),
            ("take_chars(\"ab\", 9007199254740991)", "\"ab\""),
            ("take_chars(\"ab\", 0)", "\"\""),
        ]);
    }
}

//! `trim_js`, `trim_unicode`, `trim_end`: texts without what stands at their ends.

use super::{Definition, Param, Refusal, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static TRIM_JS: Definition = Definition {
    word: "trim_js",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "The text without white space at its ends, as JavaScript's `trim`: U+FEFF is white space, U+0085 is none.",
    promises: &["contains(s, result)", "trim_js(result) == result"],
    examples: &[("trim_js(\"\\u00a0 a b\\n\")", "\"a b\"")],
    evaluate: trim_js,
};

pub(super) static TRIM_UNICODE: Definition = Definition {
    word: "trim_unicode",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "The text without white space at its ends, by Unicode's `White_Space`: U+0085 is white space, U+FEFF is none.",
    promises: &["contains(s, result)", "trim_unicode(result) == result"],
    examples: &[("trim_unicode(\" a b\\u0085\")", "\"a b\"")],
    evaluate: trim_unicode,
};

pub(super) static TRIM_END: Definition = Definition {
    word: "trim_end",
    params: &[Param::new("s", Sort::Text), Param::new("part", Sort::Text).refusing(Refusal::Empty)],
    result: Sort::Text,
    contract: "The text without `part` at its end, dropped for as long as it stands there.",
    promises: &["starts_with(s, result)", "not ends_with(result, part)"],
    examples: &[("trim_end(\"/v1//\", \"/\")", "\"/v1\"")],
    evaluate: trim_end,
};

/// White space and line ends of JavaScript.
pub(super) fn is_blank_js(c: char) -> bool {
    (c.is_whitespace() && c != '\u{85}') || c == '\u{feff}'
}

fn trim_js(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.read(text.len())?;
    work.text(text.trim_matches(is_blank_js))
}

fn trim_unicode(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.read(text.len())?;
    work.text(text.trim())
}

fn trim_end(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(part)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(part.len()))?;
    work.text(text.trim_end_matches(&**part))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("trim_js(\"\\ufeff\\u2028\\t a \\u3000\\u180e\")", "\"a \\u3000\\u180e\""),
            ("trim_js(\"\\u0085a\\u0085\")", "\"\\u0085a\\u0085\""),
            ("trim_js(\"\\u001ca\")", "\"\\u001ca\""),
            ("trim_js(\" \")", "\"\""),
            ("trim_js(\"\")", "\"\""),
            ("trim_unicode(\"\\u0085a\\ufeff\")", "\"a\\ufeff\""),
            ("trim_end(\"abab\", \"ab\")", "\"\""),
            ("trim_end(\"aba\", \"ab\")", "\"aba\""),
            ("trim_end(\"aaa\", \"aa\")", "\"a\""),
            ("trim_end(\"\", \"x\")", "\"\""),
        ]);
    }
}

//! `collapse_whitespace_js`, `collapse_whitespace_unicode`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static COLLAPSE_WHITESPACE_JS: Definition = Definition {
    word: "collapse_whitespace_js",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "Each run of white space becomes one blank, as JavaScript's `replace(/\\s+/g, \" \")`; nothing is trimmed.",
    promises: &["collapse_whitespace_js(result) == result", "not contains(result, \"  \")", "len_utf8(result) <= len_utf8(s)"],
    examples: &[("collapse_whitespace_js(\" a\\t\\n b\\ufeffc \")", "\" a b c \"")],
    evaluate: collapse_whitespace_js,
};

pub(super) static COLLAPSE_WHITESPACE_UNICODE: Definition = Definition {
    word: "collapse_whitespace_unicode",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "Each run of white space by Unicode's `White_Space` becomes one blank; nothing is trimmed.",
    promises: &[
        "collapse_whitespace_unicode(result) == result",
        "not contains(result, \"  \")",
        "len_utf8(result) <= len_utf8(s)",
    ],
    examples: &[("collapse_whitespace_unicode(\"a\\u0085\\n b\")", "\"a b\"")],
    evaluate: collapse_whitespace_unicode,
};

fn collapse_whitespace_js(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    collapse(args, super::trim::is_blank_js, work)
}

fn collapse_whitespace_unicode(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    collapse(args, char::is_whitespace, work)
}

fn collapse(args: &[Value], is_blank: fn(char) -> bool, work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.make(text.len())?;
    let mut collapsed = String::with_capacity(text.len());
    let mut in_run = false;
    for c in text.chars() {
        if !is_blank(c) {
            collapsed.push(c);
        } else if !in_run {
            collapsed.push(' ');
        }
        in_run = is_blank(c);
    }
    Ok(Value::Text(collapsed.into()))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("collapse_whitespace_js(\"a\\u0085b\\u180ec\")", "\"a\\u0085b\\u180ec\""),
            ("collapse_whitespace_js(\"\\u00a0\")", "\" \""),
            ("collapse_whitespace_js(\"\")", "\"\""),
            ("collapse_whitespace_unicode(\"a\\ufeffb\\u2003\\u2003c\")", "\"a\\ufeffb c\""),
        ]);
    }
}

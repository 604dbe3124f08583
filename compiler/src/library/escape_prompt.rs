//! `escape_prompt`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static ESCAPE_PROMPT: Definition = Definition {
    word: "escape_prompt",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "The text as it may stand in a prompt: control characters below the blank, but for tab and line ends, become U+FFFD; then `&`, `<` and `>` become `&amp;`, `&lt;` and `&gt;`.",
    promises: &[
        "not contains(result, \"<\") and not contains(result, \">\")",
        "len(split(result, \"&\")) == len(split(result, \"&amp;\")) + len(split(result, \"&lt;\")) + len(split(result, \"&gt;\")) - 2",
    ],
    examples: &[("escape_prompt(\"a < b & c\")", "\"a &lt; b &amp; c\"")],
    evaluate: escape_prompt,
};

fn escape_prompt(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.make(text.len().saturating_mul(5))?;
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' => escaped.push(c),
            '\0'..='\u{1f}' => escaped.push(char::REPLACEMENT_CHARACTER),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ => escaped.push(c),
        }
    }
    Ok(Value::Text(escaped.into()))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("escape_prompt(\"\\u0000\\t\\n\\r\\u001f\\u007f\\u0085\")", "\"�\\t\\n\\r�\\u007f\\u0085\""),
            ("escape_prompt(\"&lt;>\")", "\"&amp;lt;&gt;\""),
            ("escape_prompt(\"\")", "\"\""),
        ]);
    }
}

//! `identifier_codex`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static IDENTIFIER_CODEX: Definition = Definition {
    word: "identifier_codex",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "The text as an identifier, as Codex makes it: each character that is none of `_`, `$`, `A` to `Z`, `a` to `z` and, behind the first, `0` to `9`, becomes `_`; the empty text is `_`.",
    promises: &[
        "result matches r\"[A-Za-z_$][A-Za-z0-9_$]*\"",
        "identifier_codex(result) == result",
        "len_chars(result) == clamp(len_chars(s), 1, 1000000)",
    ],
    examples: &[("identifier_codex(\"mcp-tool é\")", "\"mcp_tool__\""), ("identifier_codex(\"1a1\")", "\"_a1\"")],
    evaluate: identifier_codex,
};

fn identifier_codex(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.make(text.len().saturating_add(1))?;
    let fits = |index: usize, c: char| matches!(c, '_' | '$') || c.is_ascii_alphabetic() || (index > 0 && c.is_ascii_digit());
    let identifier: String = text.chars().enumerate().map(|(index, c)| if fits(index, c) { c } else { '_' }).collect();
    Ok(if identifier.is_empty() { Value::text("_") } else { Value::Text(identifier.into()) })
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("identifier_codex(\"\")", "\"_\""),
            ("identifier_codex(\"class\")", "\"class\""),
            ("identifier_codex(\"$a_1\")", "\"$a_1\""),
            ("identifier_codex(\"🙂\")", "\"_\""),
            ("identifier_codex(\"１\")", "\"_\""),
        ]);
    }
}

//! `lower`, `lower_ascii`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static LOWER: Definition = Definition {
    word: "lower",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "Small letters by Unicode's default mapping, as JavaScript's `toLowerCase`: with final sigma, for no one language.",
    promises: &["lower(result) == result"],
    examples: &[("lower(\"ÀB ΟΔΟΣ\")", "\"àb οδος\"")],
    evaluate: lower,
};

pub(super) static LOWER_ASCII: Definition = Definition {
    word: "lower_ascii",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Text,
    contract: "Small letters for `A` through `Z`; all else stays.",
    promises: &["lower_ascii(result) == result", "len_utf8(result) == len_utf8(s)", "lower(result) == lower(s)"],
    examples: &[("lower_ascii(\"ÀB\")", "\"Àb\"")],
    evaluate: lower_ascii,
};

fn lower(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    // The small letter of one in two bytes may take three.
    work.make(text.len().saturating_mul(2))?;
    Ok(Value::Text(text.to_lowercase().into()))
}

fn lower_ascii(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    work.make(text.len())?;
    Ok(Value::Text(text.to_ascii_lowercase().into()))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("lower(\"İ\")", "\"i\\u0307\""),
            ("lower(\"Σ\")", "\"σ\""),
            ("lower(\"ΑΣ.\")", "\"ας.\""),
            ("lower(\"ΑΣΑ\")", "\"ασα\""),
            ("lower(\"ẞß\")", "\"ßß\""),
            ("lower(\"\")", "\"\""),
            ("lower_ascii(\"ÄZ@[\")", "\"Äz@[\""),
        ]);
    }
}

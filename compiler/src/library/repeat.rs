//! `repeat`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static REPEAT: Definition = Definition {
    word: "repeat",
    params: &[Param::new("s", Sort::Text), Param::new("n", Sort::Int)],
    result: Sort::Text,
    contract: "The text `n` times in a row; the empty text for a negative `n`.",
    promises: &["len_utf8(result) == len_utf8(s) * clamp(n, 0, 1000000)", "n > 0 implies starts_with(result, s)"],
    examples: &[("repeat(\"ab\", 3)", "\"ababab\"")],
    evaluate: repeat,
};

fn repeat(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Int(n)] = args else { return Err(work.malformed()) };
    if text.is_empty() {
        return Ok(Value::Text(text.clone()));
    }
    let count = usize::try_from((*n).max(0)).unwrap_or(usize::MAX);
    work.make(text.len().saturating_mul(count))?;
    Ok(Value::Text(text.repeat(count).into()))
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::engine::VALUES_MAX;
    use crate::library::testing::{check, check_fault};

    #[test]
    fn what_is_repeated_is_paid_for() {
        // What the case itself is written in takes a few more.
        check(&[(&format!("len_utf8(repeat(\"ab\", {}))", VALUES_MAX / 2 - 20), &(VALUES_MAX - 40).to_string())]);
        check_fault(&format!("repeat(\"ab\", {})", VALUES_MAX / 2 + 1), Code::VALUE_BUDGET);
        check_fault("repeat(\"ab\", 9007199254740991)", Code::VALUE_BUDGET);
    }

    #[test]
    fn cases() {
        check(&[("repeat(\"a\", 0)", "\"\""), ("repeat(\"a\", -3)", "\"\""), ("repeat(\"\", 9007199254740991)", "\"\"")]);
    }
}

//! `round_half_up`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::json::Json;
use crate::policy::Value;

pub(super) static ROUND_HALF_UP: Definition = Definition {
    word: "round_half_up",
    params: &[Param::new("j", Sort::JsonOption)],
    result: Sort::Option(&Sort::Int),
    contract: "The int nearest to a number, of two the greater, as JavaScript's `Math.round`; the nearest int for one out of range, none for all that is no number.",
    promises: &["result == floor(j) or result == (floor(j) ?? 0) + 1", "j is int implies result == floor(j)"],
    examples: &[("round_half_up(2.5)", "3"), ("round_half_up(-2.5)", "-2"), ("round_half_up(\"2\")", "none")],
    evaluate: round_half_up,
};

fn round_half_up(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    match args {
        [Value::Json(Json::Number(number))] => {
            work.read(number.text().len())?;
            Ok(Value::Int(number.round_half_up_to_int()))
        }
        [_] => Ok(Value::None),
        _ => Err(work.malformed()),
    }
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("round_half_up(0.49999999999999994)", "0"),
            ("round_half_up(1e300)", "9007199254740991"),
            ("round_half_up(-1e300)", "-9007199254740991"),
            ("round_half_up(none)", "none"),
            ("round_half_up(7)", "7"),
        ]);
    }
}

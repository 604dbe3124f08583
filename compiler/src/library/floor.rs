//! `floor`

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::json::Json;
use crate::policy::Value;

pub(super) static FLOOR: Definition = Definition {
    word: "floor",
    params: &[Param::new("j", Sort::JsonOption)],
    result: Sort::Option(&Sort::Int),
    contract: "The largest int that is not above a number, the nearest int for one out of range; none for all that is no number.",
    promises: &["(result is some) == (j is int or j is number)", "j is int implies result == (j as int)"],
    examples: &[("floor(2.5)", "2"), ("floor(-0.5)", "-1"), ("floor(1e300)", "9007199254740991"), ("floor(\"2\")", "none")],
    evaluate: floor,
};

fn floor(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    match args {
        [Value::Json(Json::Number(number))] => {
            work.read(number.text().len())?;
            Ok(Value::Int(number.floor_to_int()))
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
        check(&[("floor(-1e300)", "-9007199254740991"), ("floor(none)", "none"), ("floor(null)", "none"), ("floor(7)", "7")]);
    }
}

//! `div_floor`, `div_ceil`: division of ints, rounded down or up.

use super::{Definition, Param, Refusal, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

const PARAMS: &[Param] = &[Param::new("n", Sort::Int), Param::new("d", Sort::Int).refusing(Refusal::Zero)];

pub(super) static DIV_FLOOR: Definition = Definition {
    word: "div_floor",
    params: PARAMS,
    result: Sort::Int,
    contract: "The largest int that is not above `n` divided by `d`.",
    promises: &[
        "d > 0 implies n - result * d >= 0 and n - result * d < d",
        "d < 0 implies n - result * d <= 0 and n - result * d > d",
    ],
    examples: &[("div_floor(7, 2)", "3"), ("div_floor(-7, 2)", "-4"), ("div_floor(1, 0)", "P106")],
    evaluate: div_floor,
};

pub(super) static DIV_CEIL: Definition = Definition {
    word: "div_ceil",
    params: PARAMS,
    result: Sort::Int,
    contract: "The smallest int that is not below `n` divided by `d`.",
    promises: &["result == -div_floor(-n, d)"],
    examples: &[("div_ceil(7, 2)", "4"), ("div_ceil(-7, 2)", "-3")],
    evaluate: div_ceil,
};

fn div_floor(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Int(n), Value::Int(d)] = args else { return Err(work.malformed()) };
    floored(*n, *d).map(Value::Int).ok_or_else(|| work.malformed())
}

fn div_ceil(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Int(n), Value::Int(d)] = args else { return Err(work.malformed()) };
    // Ints have no least value without a negative, so nothing overflows.
    floored(-*n, *d).map(|quotient| Value::Int(-quotient)).ok_or_else(|| work.malformed())
}

/// `None` for a divisor of 0, which never comes here.
fn floored(n: i64, d: i64) -> Option<i64> {
    let (quotient, rest) = (n.checked_div(d)?, n.checked_rem(d)?);
    Some(if rest != 0 && (rest < 0) != (d < 0) { quotient - 1 } else { quotient })
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::library::testing::{check, check_fault};

    #[test]
    fn cases() {
        check(&[
            ("div_floor(7, -2)", "-4"),
            ("div_floor(-7, -2)", "3"),
            ("div_floor(6, -2)", "-3"),
            ("div_floor(0, 5)", "0"),
            ("div_floor(-1, 9007199254740991)", "-1"),
            ("div_floor(-9007199254740991, -1)", "9007199254740991"),
            ("div_ceil(7, -2)", "-3"),
            ("div_ceil(-7, -2)", "4"),
            ("div_ceil(1, 9007199254740991)", "1"),
        ]);
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        check_fault("div_floor(1, len(words) - len(words))", Code::REFUSED_ARGUMENT);
        check_fault("div_ceil(1, len(words) - len(words))", Code::REFUSED_ARGUMENT);
    }
}

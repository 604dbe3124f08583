//! What is JavaScript's own about JSON: numbers are doubles, and members whose names are indices come first.

use std::sync::Arc;

use super::number::Number;
use super::value::Object;

/// The text that stands for every number beyond the doubles, JavaScript's `Infinity`.
const BEYOND: &str = "1e309";

/// Above this, the name of a member is no index.
const INDEX_MAX: u32 = u32::MAX - 1;

/// The number as JavaScript reads it: rounded to a double, with the text that JavaScript gives it. All numbers beyond the
/// doubles are one number to it, and stay numbers here. `text` is a JSON number of any length.
pub(super) fn number(text: &str) -> Number {
    let double = text.parse().unwrap_or(f64::NAN);
    let text = number_text(double).unwrap_or_else(|| if double < 0.0 { format!("-{BEYOND}") } else { BEYOND.to_owned() });
    Number::from_checked(&text)
}

/// `String(number)` of JavaScript; `None` for what no JSON number is.
pub(super) fn number_text(double: f64) -> Option<String> {
    if !double.is_finite() {
        return None;
    }
    if double == 0.0 {
        return Some("0".to_owned());
    }
    // The same shortest digits that JavaScript writes, as `-1.25e-7`.
    let shortest = format!("{double:e}");
    let (mantissa, exponent) = shortest.split_once('e')?;
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits = mantissa.replace('.', "");
    let point = exponent.parse::<i32>().ok()?.checked_add(1)?;
    let count = i32::try_from(digits.len()).ok()?;
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap_or(0));
    Some(match point {
        _ if count <= point && point <= 21 => format!("{sign}{digits}{}", zeros(point - count)),
        1..=21 => {
            let (whole, fraction) = digits.split_at_checked(usize::try_from(point).ok()?)?;
            format!("{sign}{whole}.{fraction}")
        }
        -5..=0 => format!("{sign}0.{}{digits}", zeros(-point)),
        _ => {
            let exponent_sign = if point > 0 { "+" } else { "-" };
            let (first, rest) = digits.split_at_checked(1)?;
            let dot = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{dot}{rest}e{exponent_sign}{}", (point - 1).abs())
        }
    })
}

/// The members in the order of a JavaScript object: indices by their value, then the others as they came.
pub(super) fn order_members(members: Object) -> Object {
    if !members.keys().any(|name| index(name).is_some()) {
        return members;
    }
    let mut members: Vec<(Arc<str>, _)> = members.into_iter().collect();
    // Stable, so that names that are no indices stay in their order.
    members.sort_by_key(|(name, _)| index(name).map_or(u64::MAX, u64::from));
    members.into_iter().collect()
}

/// The index that a name is, written without a zero before it.
fn index(name: &str) -> Option<u32> {
    let plain = name == "0" || name.starts_with(|c: char| matches!(c, '1'..='9'));
    if plain { name.parse().ok().filter(|index| *index <= INDEX_MAX) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_text_of_javascript() {
        let cases = [
            ("0", "0"),
            ("-0", "0"),
            ("1.0", "1"),
            ("-1.50", "-1.5"),
            ("1e0", "1"),
            ("123456789012345678901", "123456789012345680000"),
            ("1e21", "1e+21"),
            ("1.5e21", "1.5e+21"),
            ("100000000000000000000", "100000000000000000000"),
            ("0.000001", "0.000001"),
            ("0.0000012", "0.0000012"),
            ("0.0000001", "1e-7"),
            ("-1.25E-7", "-1.25e-7"),
            ("9007199254740993", "9007199254740992"),
            ("0.1000000000000000055", "0.1"),
            ("5e-324", "5e-324"),
            ("1e-400", "0"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("1e309", "1e309"),
            ("-1e400", "-1e309"),
            ("12.5", "12.5"),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text).text(), expected, "{text}");
        }
        assert_eq!(number(&"9".repeat(5000)).text(), BEYOND);
    }
}

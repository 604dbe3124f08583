//! JSON numbers: the text as written, compared by exact decimal value.
//!
//! Nothing here goes through binary floating point: a number that a reader of doubles would round stays what it is. The
//! value is worked out of the text when it is asked for, in time that grows with the text only: an exponent moves the
//! decimal point and is never written out as zeros.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::policy::INT_MAX;

/// Longest text of a number, in bytes. Comparing costs its length, and no sender writes such a number on purpose.
pub const NUMBER_BYTES_MAX: usize = 1024;

/// Most digits of an exponent, zeros at its start not counted, so that it fits a machine word.
pub const NUMBER_EXPONENT_DIGITS_MAX: usize = 18;

/// Digits of [`INT_MAX`].
const INT_DIGITS: i64 = 16;

/// A JSON number. Two are equal when they mean the same number: `1`, `1.0` and `1e0` are.
#[derive(Clone)]
pub struct Number {
    text: Arc<str>,
}

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NumberError {
    /// `12abc`, the empty text
    #[error("a number is digits, maybe with `-`, a fraction and an exponent")]
    NotANumber,
    /// `+1`
    #[error("a number has no `+` before it")]
    PlusSign,
    /// `-`, `-x`
    #[error("a digit follows the `-` of a number")]
    NoDigitAfterMinus,
    /// `.5`
    #[error("a digit stands before the point of a number")]
    NoDigitBeforePoint,
    /// `1.`, `1.e5`
    #[error("a digit follows the point of a number")]
    NoDigitAfterPoint,
    /// `1e`, `1e+`
    #[error("a digit follows the exponent's `e` and its sign")]
    NoExponentDigit,
    /// `01`
    #[error("a number has no `0` before its other digits")]
    LeadingZero,
    /// `0x1f`
    #[error("a number is written in decimal")]
    NotDecimal,
    /// More than [`NUMBER_BYTES_MAX`] bytes.
    #[error("a number has at most {NUMBER_BYTES_MAX} characters")]
    TooLong,
    /// More than [`NUMBER_EXPONENT_DIGITS_MAX`] digits.
    #[error("an exponent has at most {NUMBER_EXPONENT_DIGITS_MAX} digits")]
    ExponentTooLarge,
}

impl NumberError {
    /// Whether the text has the form of a number, and only a limit keeps it out.
    pub fn is_limit(self) -> bool {
        matches!(self, NumberError::TooLong | NumberError::ExponentTooLarge)
    }
}

impl Number {
    /// The number that `text` spells by the JSON grammar, no blanks around it.
    pub fn parse(text: &str) -> Result<Number, NumberError> {
        Number::check(text)?;
        Ok(Number::from_checked(text))
    }

    /// What [`Number::parse`] refuses, without making a number.
    pub(super) fn check(text: &str) -> Result<(), NumberError> {
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(match unsigned.chars().next() {
                Some('.') => NumberError::NoDigitBeforePoint,
                _ if text.starts_with('-') => NumberError::NoDigitAfterMinus,
                Some('+') => NumberError::PlusSign,
                _ => NumberError::NotANumber,
            });
        }
        if ["0x", "0X", "0b", "0B", "0o", "0O"].iter().any(|prefix| unsigned.starts_with(prefix)) {
            return Err(NumberError::NotDecimal);
        }
        let parts = Parts::split(text);
        if !all_digits(parts.whole) || !all_digits(parts.fraction.unwrap_or("")) || !all_digits(parts.exponent.unwrap_or("")) {
            return Err(NumberError::NotANumber);
        }
        if parts.whole.len() > 1 && parts.whole.starts_with('0') {
            return Err(NumberError::LeadingZero);
        }
        if parts.fraction == Some("") {
            return Err(NumberError::NoDigitAfterPoint);
        }
        if parts.exponent == Some("") {
            return Err(NumberError::NoExponentDigit);
        }
        if text.len() > NUMBER_BYTES_MAX {
            return Err(NumberError::TooLong);
        }
        if parts.exponent.is_some_and(|digits| digits.trim_start_matches('0').len() > NUMBER_EXPONENT_DIGITS_MAX) {
            return Err(NumberError::ExponentTooLarge);
        }
        Ok(())
    }

    /// The number of a text that [`Number::check`] has passed.
    pub(super) fn from_checked(text: &str) -> Number {
        Number { text: Arc::from(text) }
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The `int` that the number is, `None` for a fraction and for what lies beyond ±[`INT_MAX`].
    pub fn to_int(&self) -> Option<i64> {
        let Some(decimal) = Decimal::of(&self.text) else { return Some(0) };
        if decimal.point > INT_DIGITS || decimal.point < decimal.count as i64 {
            return None;
        }
        Some(decimal.whole()).filter(|int| int.abs() <= INT_MAX)
    }

    /// The largest `int` that is not above the number; beyond ±[`INT_MAX`], the nearest `int`.
    pub fn floor_to_int(&self) -> i64 {
        let Some(decimal) = Decimal::of(&self.text) else { return 0 };
        if decimal.point > INT_DIGITS {
            return if decimal.negative { -INT_MAX } else { INT_MAX };
        }
        let has_fraction = decimal.point < decimal.count as i64;
        let below = if decimal.negative && has_fraction { 1 } else { 0 };
        (decimal.whole() - below).clamp(-INT_MAX, INT_MAX)
    }

    /// The nearest `int`, of two the greater; beyond ±[`INT_MAX`], the nearest `int`.
    pub fn round_half_up_to_int(&self) -> i64 {
        let floor = self.floor_to_int();
        let Some(decimal) = Decimal::of(&self.text) else { return 0 };
        let is_beyond = decimal.point > INT_DIGITS || decimal.whole().abs() >= INT_MAX;
        if is_beyond || decimal.point < 0 && !decimal.negative {
            return floor;
        }
        if decimal.point < 0 {
            return floor + 1;
        }
        // The fraction of the number without its sign.
        let mut fraction = decimal.digits().skip(usize::try_from(decimal.point).unwrap_or(usize::MAX));
        let (first, more) = (fraction.next().unwrap_or(b'0'), fraction.next().is_some());
        let up = match decimal.negative {
            false => first >= b'5',
            // The floor of -2.4 is -3: the lower half of the fraction goes up.
            true => (first, more) != (b'0', false) && (first, more) <= (b'5', false),
        };
        if up { (floor + 1).min(INT_MAX) } else { floor }
    }

    /// One text for all numbers that are equal: digits without zeros at either end, and an exponent.
    pub fn canonical_text(&self) -> String {
        let Some(decimal) = Decimal::of(&self.text) else { return "0".to_owned() };
        let mut text = String::from(if decimal.negative { "-" } else { "" });
        text.extend(decimal.digits().map(char::from));
        text.push('e');
        text.push_str(&(decimal.point - decimal.count as i64).to_string());
        text
    }
}

impl From<i64> for Number {
    fn from(int: i64) -> Number {
        Number { text: Arc::from(int.to_string()) }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        if self.text == other.text {
            return true;
        }
        match (Decimal::of(&self.text), Decimal::of(&other.text)) {
            (None, None) => true,
            (Some(a), Some(b)) => a.negative == b.negative && a.point == b.point && a.digits().eq(b.digits()),
            _ => false,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Some(decimal) = Decimal::of(&self.text) else { return 0_u8.hash(state) };
        (decimal.negative, decimal.point).hash(state);
        decimal.digits().for_each(|digit| digit.hash(state));
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Number({})", self.text)
    }
}

/// The pieces of a number's text.
struct Parts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: Option<&'a str>,
    exponent_negative: bool,
    exponent: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn split(text: &'a str) -> Parts<'a> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(exponent)),
            None => (unsigned, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (mantissa, None),
        };
        Parts {
            negative: unsigned.len() < text.len(),
            whole,
            fraction,
            exponent_negative: exponent.is_some_and(|exponent| exponent.starts_with('-')),
            exponent: exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        }
    }
}

/// A number that is not zero, as ±0.DDD × 10^point, where DDD neither begins nor ends with a zero.
struct Decimal<'a> {
    negative: bool,
    point: i64,
    count: usize,
    whole: &'a str,
    fraction: &'a str,
    leading_zeros: usize,
}

impl<'a> Decimal<'a> {
    /// Takes a checked text apart; `None` is zero.
    fn of(text: &'a str) -> Option<Decimal<'a>> {
        let parts = Parts::split(text);
        let (whole, fraction) = (parts.whole, parts.fraction.unwrap_or(""));
        let digits = || whole.bytes().chain(fraction.bytes());
        let total = whole.len() + fraction.len();
        let leading_zeros = digits().take_while(|digit| *digit == b'0').count();
        if leading_zeros == total {
            return None;
        }
        let trailing_zeros = digits().rev().take_while(|digit| *digit == b'0').count();
        // At most 18 digits were let in, so that this neither fails nor overflows below.
        let exponent: i64 = parts.exponent.map_or(0, |digits| digits.parse().unwrap_or(0));
        let exponent = if parts.exponent_negative { -exponent } else { exponent };
        Some(Decimal {
            negative: parts.negative,
            point: exponent + whole.len() as i64 - leading_zeros as i64,
            count: total - leading_zeros - trailing_zeros,
            whole,
            fraction,
            leading_zeros,
        })
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.whole.bytes().chain(self.fraction.bytes()).skip(self.leading_zeros).take(self.count)
    }

    /// The digits before the point, with the sign; the caller has seen that there are at most [`INT_DIGITS`].
    fn whole(&self) -> i64 {
        let places = usize::try_from(self.point.min(INT_DIGITS)).unwrap_or(0);
        let digits = self.digits().chain(std::iter::repeat(b'0')).take(places);
        let magnitude = digits.fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
        if self.negative { -magnitude } else { magnitude }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;

    use super::*;

    #[track_caller]
    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[track_caller]
    fn check_int(text: &str, int: Option<i64>, floor: i64) {
        assert_eq!(number(text).to_int(), int, "{text} as int");
        assert_eq!(number(text).floor_to_int(), floor, "floor of {text}");
    }

    #[test]
    fn ints_whatever_their_text() {
        for text in ["1", "1.0", "1e0", "10e-1", "0.01e2", "1E+0", "0.00001e00000000000000000000005", "1.000"] {
            check_int(text, Some(1), 1);
        }
        for text in ["0", "-0", "0.0", "0e999999999999999999", "-0.00e-5"] {
            check_int(text, Some(0), 0);
        }
        check_int("-12e1", Some(-120), -120);
        check_int("9007199254740991", Some(INT_MAX), INT_MAX);
        check_int("-9007199254740991.0", Some(-INT_MAX), -INT_MAX);
        check_int("900719925474099.1e1", Some(INT_MAX), INT_MAX);
    }

    #[test]
    fn fractions_round_down_and_far_numbers_go_to_the_nearest_int() {
        check_int("2.5", None, 2);
        check_int("-2.5", None, -3);
        check_int("0.1", None, 0);
        check_int("-0.1", None, -1);
        check_int("1e-999999999999999999", None, 0);
        check_int("-1e-999999999999999999", None, -1);
        check_int("9007199254740992", None, INT_MAX);
        check_int("-9007199254740992", None, -INT_MAX);
        check_int("9007199254740991.5", None, INT_MAX);
        check_int("-9007199254740991.5", None, -INT_MAX);
        check_int("9007199254740990.9999", None, INT_MAX - 1);
        check_int("12345678901234567", None, INT_MAX);
        check_int("1e400", None, INT_MAX);
        check_int("-1e999999999999999999", None, -INT_MAX);
    }

    #[test]
    fn halves_round_up() {
        let cases = [
            ("0", 0),
            ("2", 2),
            ("-2", -2),
            ("2.5", 3),
            ("2.4999", 2),
            ("-2.5", -2),
            ("-2.4", -2),
            ("-2.04", -2),
            ("-2.51", -3),
            ("-2.6", -3),
            ("0.5", 1),
            ("0.49999999999999999999", 0),
            ("-0.5", 0),
            ("-0.51", -1),
            ("0.05", 0),
            ("-0.05", 0),
            ("1e-9", 0),
            ("-1e-9", 0),
            ("25e-1", 3),
            ("9007199254740990.5", INT_MAX),
            ("9007199254740991.5", INT_MAX),
            ("-9007199254740991.5", -INT_MAX),
            ("-9007199254740990.5", -INT_MAX + 1),
            ("1e300", INT_MAX),
            ("-1e300", -INT_MAX),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text).round_half_up_to_int(), expected, "{text}");
        }
    }

    #[test]
    fn equal_by_value_and_so_hashed() {
        let hash = |number: &Number| {
            let mut hasher = DefaultHasher::new();
            number.hash(&mut hasher);
            hasher.finish()
        };
        let classes: [&[&str]; 8] = [
            &["1", "1.0", "1e0", "10e-1", "0.1e1"],
            &["0", "-0", "0.0", "0e5", "-0e-999999999999999999"],
            &["100", "1e2", "1E+2", "100.00"],
            &["-1", "-1.0"],
            &["1e999999999999999998", "10e999999999999999997", "0.1e00999999999999999999"],
            &["1e-999999999999999999", "0.1e-999999999999999998"],
            &["1.000000000000000000000000001", "1000000000000000000000000001e-27"],
            &["101", "10.1e1"],
        ];
        for (i, class) in classes.iter().enumerate() {
            for (j, other) in classes.iter().enumerate() {
                for a in *class {
                    for b in *other {
                        let (a, b) = (number(a), number(b));
                        assert_eq!(a == b, i == j, "{a} and {b}");
                        if i == j {
                            assert_eq!(hash(&a), hash(&b), "{a} and {b}");
                        }
                        assert_eq!(a.canonical_text() == b.canonical_text(), i == j, "{a} and {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn texts_that_are_no_numbers() {
        use NumberError::*;
        let cases = [
            ("", NotANumber),
            ("x", NotANumber),
            ("12abc", NotANumber),
            ("1-2", NotANumber),
            ("1.2.3", NotANumber),
            ("1e5e5", NotANumber),
            ("1e+-5", NotANumber),
            ("1_000", NotANumber),
            ("١", NotANumber),
            ("+1", PlusSign),
            ("-", NoDigitAfterMinus),
            ("--1", NoDigitAfterMinus),
            ("-Infinity", NoDigitAfterMinus),
            (".5", NoDigitBeforePoint),
            ("-.5", NoDigitBeforePoint),
            ("1.", NoDigitAfterPoint),
            ("1.e5", NoDigitAfterPoint),
            ("1e", NoExponentDigit),
            ("1e-", NoExponentDigit),
            ("01", LeadingZero),
            ("-00", LeadingZero),
            ("00.5", LeadingZero),
            ("0x1e", NotDecimal),
            ("-0b1", NotDecimal),
        ];
        for (text, error) in cases {
            assert_eq!(Number::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn limits() {
        let long = |length: usize| "1".repeat(length);
        assert!(Number::parse(&long(NUMBER_BYTES_MAX - 1)).is_ok());
        assert!(Number::parse(&long(NUMBER_BYTES_MAX)).is_ok());
        assert_eq!(Number::parse(&long(NUMBER_BYTES_MAX + 1)), Err(NumberError::TooLong));
        let exponent = |digits: usize| format!("1e-000{}", "9".repeat(digits));
        assert!(Number::parse(&exponent(NUMBER_EXPONENT_DIGITS_MAX - 1)).is_ok());
        assert!(Number::parse(&exponent(NUMBER_EXPONENT_DIGITS_MAX)).is_ok());
        assert_eq!(Number::parse(&exponent(NUMBER_EXPONENT_DIGITS_MAX + 1)), Err(NumberError::ExponentTooLarge));
    }

    #[test]
    fn ints_become_numbers() {
        for int in [0, -7, i64::MAX, i64::MIN] {
            assert_eq!(Number::from(int).text(), int.to_string());
        }
    }
}

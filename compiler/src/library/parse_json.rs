//! `parse_json_js`, `parse_json_serde`: JSON as two readers read it.

use super::{Definition, Param, Sort, Work};
use crate::diagnostic::Code;
use crate::engine::Fault;
use crate::json::{Json, Number, Object, parse_javascript};
use crate::policy::Value;

pub(super) static PARSE_JSON_JS: Definition = Definition {
    word: "parse_json_js",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Option(&Sort::Json),
    contract: "The value of a JSON text, as JavaScript's `JSON.parse` reads it; none for any other text, one with a byte order mark included. Of members of one name the last counts, at the place of the first; names that are indices come before the others; numbers are rounded to doubles and have JavaScript's text, and all beyond the doubles become `1e309`, a `number`. Half a character becomes U+FFFD. A text over the limits of JSON texts is a fault.",
    promises: &[
        "json_text(parse_json_js(json_text(result))) == json_text(result)",
        "result is some implies len_utf8(trim_js(s)) > 0",
    ],
    examples: &[
        ("json_text(parse_json_js(\"{\\\"b\\\": 1.50, \\\"1\\\": [], \\\"b\\\": true}\"))", "\"{\\\"1\\\":[],\\\"b\\\":true}\""),
        ("parse_json_js(\"{a: 1}\")", "none"),
        ("floor(parse_json_js(\"1e400\"))", "9007199254740991"),
    ],
    evaluate: parse_json_js,
};

pub(super) static PARSE_JSON_SERDE: Definition = Definition {
    word: "parse_json_serde",
    params: &[Param::new("s", Sort::Text)],
    result: Sort::Option(&Sort::Json),
    contract: "The value of a JSON text, as Rust's `serde_json` reads it with its defaults; none for any other text, for lists and objects nested deeper than 127, for a number beyond the doubles and for half a character. Of members of one name the last counts, at the place of the first; ints of 64 bits are exact, other numbers are rounded to doubles.",
    promises: &["result is some implies parse_json_js(s) is some", "result is some implies len_utf8(trim_js(s)) > 0"],
    examples: &[("parse_json_serde(\"{\\\"a\\\": [1e2]}\").a", "[100]"), ("parse_json_serde(\"1e400\")", "none")],
    evaluate: parse_json_serde,
};

fn parse_json_js(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    pay(text, work)?;
    match parse_javascript(text) {
        Ok(json) => Ok(Value::Json(json)),
        // What is over a limit is JSON to JavaScript, so that none would be a lie.
        Err(error) if matches!(error.code(), Code::TOO_DEEP | Code::TOO_LARGE) => {
            Err(work.fault(error.code(), error.to_string()).help(error.kind.help()))
        }
        Err(_) => Ok(Value::None),
    }
}

fn parse_json_serde(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text)] = args else { return Err(work.malformed()) };
    pay(text, work)?;
    match serde_json::from_str(text) {
        Ok(value) => converted(value).map(Value::Json).ok_or_else(|| work.malformed()),
        Err(_) => Ok(Value::None),
    }
}

/// Pays for the bytes of a text, and for the values that there may be in it: the smallest take far more memory than text.
fn pay(text: &str, work: &mut Work<'_>) -> Result<(), Fault> {
    let values = text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
    work.step(text.len() / 8)?;
    work.make(text.len().saturating_add(values.saturating_mul(4)))
}

/// At most 127 levels deep: that is where the reader stops. `None` never happens, since what it reads is JSON.
fn converted(value: serde_json::Value) -> Option<Json> {
    Some(match value {
        serde_json::Value::Null => Json::Null,
        serde_json::Value::Bool(bool) => Json::Bool(bool),
        serde_json::Value::Number(number) => Json::Number(Number::parse(&number.to_string()).ok()?),
        serde_json::Value::String(text) => Json::from(text),
        serde_json::Value::Array(items) => Json::from(items.into_iter().map(converted).collect::<Option<Vec<_>>>()?),
        serde_json::Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| Some((name.into(), converted(value)?)));
            Json::from(members.collect::<Option<Object>>()?)
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::library::testing::check;
    use crate::library::testing::check_fault;

    #[test]
    fn cases() {
        check(&[
            ("parse_json_js(\"\")", "none"),
            ("parse_json_js(\"\\ufeff1\")", "none"),
            ("parse_json_js(\"[1,]\")", "none"),
            ("json_text(parse_json_js(\"\\\"\\\\ud800x\\\"\"))", "\"\\\"�x\\\"\""),
            ("json_text(parse_json_js(\"\\\"\\\\ud83d\\\\ude42\\\"\"))", "\"\\\"🙂\\\"\""),
            ("keys(parse_json_js(\"{\\\"b\\\":1,\\\"a\\\":2,\\\"b\\\":3}\"))", "[\"b\", \"a\"]"),
            ("parse_json_js(\"{\\\"b\\\":1,\\\"b\\\":3}\").b", "3"),
            (
                "keys(parse_json_js(\"{\\\"x\\\":1,\\\"10\\\":1,\\\"9\\\":1,\\\"01\\\":1,\\\"4294967295\\\":1}\"))",
                "[\"9\", \"10\", \"x\", \"01\", \"4294967295\"]",
            ),
            (
                "json_text(parse_json_js(\"[1.0, 1e21, 0.0000001, -0, 12345678901234567890]\"))",
                "\"[1,1e+21,1e-7,0,12345678901234567000]\"",
            ),
            ("parse_json_js(\"1e400\") is number", "true"),
            ("json_text(parse_json_js(\"1e400\"))", "\"null\""),
            ("parse_json_js(\"-1e400\") == parse_json_js(\"-1e500\")", "true"),
            ("parse_json_js(\"NaN\")", "none"),
            ("parse_json_js(\"null\") == null", "true"),
            ("parse_json_serde(\"\\ufeff1\")", "none"),
            ("parse_json_serde(\"\\\"\\\\ud800\\\"\")", "none"),
            ("json_text(parse_json_serde(\"{\\\"b\\\":1,\\\"1\\\":2,\\\"b\\\":3}\"))", "\"{\\\"b\\\":3,\\\"1\\\":2}\""),
            ("parse_json_serde(\"18446744073709551615\") == 18446744073709551615", "true"),
            ("parse_json_serde(repeat(\"[\", 127) + repeat(\"]\", 127)) is list", "true"),
            ("parse_json_serde(repeat(\"[\", 128) + repeat(\"]\", 128))", "none"),
            ("parse_json_js(repeat(\"[\", 512) + repeat(\"]\", 512)) is list", "true"),
        ]);
    }

    #[test]
    fn what_is_deeper_than_json_may_be_is_a_fault() {
        check_fault("parse_json_js(repeat(\"[\", 513) + repeat(\"]\", 513))", Code::TOO_DEEP);
    }
}

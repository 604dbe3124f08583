//! From value to text, character for character as JavaScript's `JSON.stringify` writes it, numbers by their own text.

use std::fmt::Write;

use super::value::Json;

/// How far each level is indented in [`to_pretty`].
const INDENT: &str = "  ";

/// The text without blanks.
///
/// ```
/// use polc_compiler::json::{parse, to_compact};
///
/// let value = parse(r#" { "b" : [ 1.0 , "\u00e9" ] , "a" : { } } "#)?;
/// assert_eq!(to_compact(&value), r#"{"b":[1.0,"é"],"a":{}}"#);
/// # Ok::<(), polc_compiler::json::JsonError>(())
/// ```
pub fn to_compact(value: &Json) -> String {
    let mut text = String::new();
    write(&mut text, value, None);
    text
}

/// The text with one member or element a line, indented by two blanks, without a line end at its end.
pub fn to_pretty(value: &Json) -> String {
    let mut text = String::new();
    write(&mut text, value, Some(0));
    text
}

/// Appends `value`; `level` is how deep it stands, `None` if everything goes on one line.
fn write(text: &mut String, value: &Json, level: Option<usize>) {
    let inner = level.map(|level| level + 1);
    match value {
        Json::Null => text.push_str("null"),
        Json::Bool(true) => text.push_str("true"),
        Json::Bool(false) => text.push_str("false"),
        Json::Number(number) => text.push_str(number.text()),
        Json::String(string) => write_string(text, string),
        Json::Array(elements) if elements.is_empty() => text.push_str("[]"),
        Json::Array(elements) => {
            text.push('[');
            for (i, element) in elements.iter().enumerate() {
                begin_line(text, i > 0, inner);
                write(text, element, inner);
            }
            begin_line(text, false, level);
            text.push(']');
        }
        Json::Object(members) if members.is_empty() => text.push_str("{}"),
        Json::Object(members) => {
            text.push('{');
            for (i, (name, member)) in members.iter().enumerate() {
                begin_line(text, i > 0, inner);
                write_string(text, name);
                text.push_str(if level.is_some() { ": " } else { ":" });
                write(text, member, inner);
            }
            begin_line(text, false, level);
            text.push('}');
        }
    }
}

fn begin_line(text: &mut String, comma: bool, level: Option<usize>) {
    if comma {
        text.push(',');
    }
    if let Some(level) = level {
        text.push('\n');
        text.extend(std::iter::repeat_n(INDENT, level));
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\0'..='\u{1f}' => {
                // Writing to a string does not fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            _ => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn escapes_are_those_of_javascript() {
        let every_control: String = ('\0'..=' ').chain(['"', '\\', '/', '\u{7f}', '\u{2028}', 'é', '🙂']).collect();
        let expected = concat!(
            r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#,
            r#"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f "#,
            "\\\"\\\\/\u{7f}\u{2028}é🙂\"",
        );
        assert_eq!(to_compact(&Json::from(every_control)), expected);
    }

    #[test]
    fn numbers_keep_their_text() {
        let text = "[1,1.0,1e0,-0,1E+2,123456789012345678901234567890]";
        assert_eq!(parse(text).map(|value| to_compact(&value)), Ok(text.to_owned()));
    }

    #[test]
    fn pretty_has_one_member_a_line() {
        let value = parse(r#"{"a":[],"b":{},"c":[1,{"d":null}],"e":"x"}"#).unwrap();
        let expected = r#"{
  "a": [],
  "b": {},
  "c": [
    1,
    {
      "d": null
    }
  ],
  "e": "x"
}"#;
        assert_eq!(to_pretty(&value), expected);
    }
}

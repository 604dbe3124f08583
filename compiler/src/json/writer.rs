//! From value to text, character for character as JavaScript's `JSON.stringify` writes it, numbers by their own text.

use std::fmt::{self, Write};

use super::javascript::number_text;
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
    written(value, Style { indent: None, numbers: Numbers::AsWritten })
}

/// The text with one member or element a line, indented by two blanks, without a line end at its end.
pub fn to_pretty(value: &Json) -> String {
    written(value, Style { indent: Some(INDENT), numbers: Numbers::AsWritten })
}

/// Writes the text that JavaScript's `JSON.stringify` gives for what it reads the value as: numbers as doubles, `null` for
/// one beyond them. With an indent, one member or element a line; blanks only. Members stay in their order.
///
/// # Errors
/// Those of `out`.
pub fn write_javascript(out: &mut impl Write, value: &Json, indent: Option<&str>) -> fmt::Result {
    write(out, value, Style { indent, numbers: Numbers::JavaScript }, 0)
}

/// How values are laid out.
#[derive(Clone, Copy)]
struct Style<'a> {
    /// How far each level is indented; `None` if everything goes on one line.
    indent: Option<&'a str>,
    numbers: Numbers,
}

#[derive(Clone, Copy)]
enum Numbers {
    AsWritten,
    JavaScript,
}

fn written(value: &Json, style: Style<'_>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, value, style, 0);
    text
}

/// Appends `value`, which stands `level` deep.
fn write(out: &mut impl Write, value: &Json, style: Style<'_>, level: usize) -> fmt::Result {
    match value {
        Json::Null => out.write_str("null"),
        Json::Bool(true) => out.write_str("true"),
        Json::Bool(false) => out.write_str("false"),
        Json::Number(number) => match style.numbers {
            Numbers::AsWritten => out.write_str(number.text()),
            Numbers::JavaScript => {
                let text = number.text().parse().ok().and_then(number_text);
                out.write_str(text.as_deref().unwrap_or("null"))
            }
        },
        Json::String(string) => write_string(out, string),
        Json::Array(elements) if elements.is_empty() => out.write_str("[]"),
        Json::Array(elements) => {
            out.write_char('[')?;
            for (i, element) in elements.iter().enumerate() {
                begin_line(out, i > 0, style, level + 1)?;
                write(out, element, style, level + 1)?;
            }
            begin_line(out, false, style, level)?;
            out.write_char(']')
        }
        Json::Object(members) if members.is_empty() => out.write_str("{}"),
        Json::Object(members) => {
            out.write_char('{')?;
            for (i, (name, member)) in members.iter().enumerate() {
                begin_line(out, i > 0, style, level + 1)?;
                write_string(out, name)?;
                out.write_str(if style.indent.is_some() { ": " } else { ":" })?;
                write(out, member, style, level + 1)?;
            }
            begin_line(out, false, style, level)?;
            out.write_char('}')
        }
    }
}

fn begin_line(out: &mut impl Write, comma: bool, style: Style<'_>, level: usize) -> fmt::Result {
    if comma {
        out.write_char(',')?;
    }
    let Some(indent) = style.indent else { return Ok(()) };
    out.write_char('\n')?;
    (0..level).try_for_each(|_| out.write_str(indent))
}

fn write_string(out: &mut impl Write, string: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = string;
    while let Some((at, c)) = rest.char_indices().find(|(_, c)| matches!(c, '"' | '\\' | '\0'..='\u{1f}')) {
        let (plain, behind) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.write_str(plain)?;
        match c {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\u{8}' => out.write_str("\\b")?,
            '\u{c}' => out.write_str("\\f")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            c => write!(out, "\\u{:04x}", u32::from(c))?,
        }
        // What is escaped is one byte long.
        rest = behind.get(1..).unwrap_or("");
    }
    out.write_str(rest)?;
    out.write_char('"')
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

//! `json_text`, `json_bytes`, `json_pretty`: JSON as JavaScript writes it.

use std::fmt;

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::json::{Json, write_javascript};
use crate::policy::Value;

pub(super) static JSON_TEXT: Definition = Definition {
    word: "json_text",
    params: &[Param::new("v", Sort::Json)],
    result: Sort::Text,
    contract: "The text that JavaScript's `JSON.stringify` gives: no blanks, numbers as doubles, `null` for one beyond them. Members stay in their order, and those that are none are left out.",
    promises: &["parse_json_js(result) is some", "len_utf8(json_text(parse_json_js(result))) == len_utf8(result)"],
    examples: &[("json_text({ b: [1, \"é\\n\"], a: none })", "\"{\\\"b\\\":[1,\\\"é\\\\n\\\"],\\\"a\\\":null}\"")],
    evaluate: json_text,
};

pub(super) static JSON_BYTES: Definition = Definition {
    word: "json_bytes",
    params: &[Param::new("v", Sort::Json)],
    result: Sort::Int,
    contract: "How many UTF-8 bytes `json_text` has.",
    promises: &["result == len_utf8(json_text(v))"],
    examples: &[("json_bytes({ a: \"é\" })", "10")],
    evaluate: json_bytes,
};

pub(super) static JSON_PRETTY: Definition = Definition {
    word: "json_pretty",
    params: &[Param::new("v", Sort::Json), Param::new("n", Sort::Int)],
    result: Sort::Text,
    contract: "The text of `JSON.stringify` with one member or element a line, indented by `n` blanks a level and at most by 10; that of `json_text` where `n` is not above 0. No line end stands at its end.",
    promises: &["n <= 0 implies result == json_text(v)", "json_bytes(parse_json_js(result)) == json_bytes(v)"],
    examples: &[("json_pretty([1, 2], 2)", "\"[\\n  1,\\n  2\\n]\"")],
    evaluate: json_pretty,
};

fn json_text(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Json(json)] = args else { return Err(work.malformed()) };
    text(json, None, work)
}

fn json_bytes(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Json(json)] = args else { return Err(work.malformed()) };
    let mut paper = Paper { text: None, bytes: 0, work, fault: None };
    let written = write_javascript(&mut paper, json, None);
    let bytes = paper.bytes;
    paper.finish(written)?;
    work.int(bytes)
}

fn json_pretty(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Json(json), Value::Int(n)] = args else { return Err(work.malformed()) };
    let width = usize::try_from((*n).clamp(0, 10)).unwrap_or(0);
    let indent = " ".repeat(width);
    text(json, (width > 0).then_some(&*indent), work)
}

fn text(json: &Json, indent: Option<&str>, work: &mut Work<'_>) -> Result<Value, Fault> {
    let mut paper = Paper { text: Some(String::new()), bytes: 0, work, fault: None };
    let written = write_javascript(&mut paper, json, indent);
    paper.finish(written).map(|text| Value::Text(text.into()))
}

/// What is written on, and paid for piece by piece: parts of a value are shared, so that its text may be far larger than it.
struct Paper<'w, 'b> {
    /// Absent where only the length is asked for.
    text: Option<String>,
    bytes: usize,
    work: &'w mut Work<'b>,
    fault: Option<Fault>,
}

impl Paper<'_, '_> {
    fn finish(self, written: fmt::Result) -> Result<String, Fault> {
        match (self.fault, written) {
            (Some(fault), _) => Err(fault),
            (None, Ok(())) => Ok(self.text.unwrap_or_default()),
            (None, Err(fmt::Error)) => Err(self.work.malformed()),
        }
    }
}

impl fmt::Write for Paper<'_, '_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let paid = match &self.text {
            Some(_) => self.work.make(piece.len()),
            None => self.work.step(1).and_then(|()| self.work.read(piece.len())),
        };
        if let Err(fault) = paid {
            self.fault = Some(fault);
            return Err(fmt::Error);
        }
        self.bytes = self.bytes.saturating_add(piece.len());
        if let Some(text) = &mut self.text {
            text.push_str(piece);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Code;
    use crate::library::testing::check;
    use crate::library::testing::check_fault;

    #[test]
    fn cases() {
        check(&[
            ("json_text(none)", "\"null\""),
            ("json_text(\"\\u2028\\u0001\\\"\")", "\"\\\"\\u2028\\\\u0001\\\\\\\"\\\"\""),
            ("json_text(doc.b)", "\"{\\\"x\\\":1,\\\"y\\\":[1,2.5,\\\"s\\\",{\\\"z\\\":null}]}\""),
            ("json_text(1.0)", "\"1\""),
            ("json_text(1e21)", "\"1e+21\""),
            ("json_text(ages)", "\"{\\\"b\\\":2,\\\"a\\\":1}\""),
            ("json_bytes(doc.n)", "4"),
            ("json_pretty({ a: [], b: [1] }, 1)", "\"{\\n \\\"a\\\": [],\\n \\\"b\\\": [\\n  1\\n ]\\n}\""),
            ("json_pretty([1], 99) == json_pretty([1], 10)", "true"),
            ("json_pretty([1], -1)", "\"[1]\""),
        ]);
    }

    #[test]
    fn what_is_written_is_paid_for() {
        check_fault("json_text([[words for x in 1..=2000] for y in 1..=2000])", Code::VALUE_BUDGET);
    }
}

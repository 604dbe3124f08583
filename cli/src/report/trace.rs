//! A trace for people: for each table that was asked, why the rules before the one that decided did not, and what it said.

use std::fmt::Write;

use polc_compiler::json::{Json, to_compact};

/// The text of a trace document, whose members `docs/formats.md` describes.
pub(crate) fn text(document: &Json) -> String {
    let mut text = String::new();
    let calls = document.get("calls").and_then(Json::as_array).unwrap_or_default();
    if calls.is_empty() {
        text.push_str("no table was asked\n");
    }
    for (index, one) in calls.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        // Writing to a text does not fail.
        let _ = call(&mut text, one);
    }
    let beyond: Vec<String> = [("left_out", "call"), ("rules_left_out", "rule")]
        .into_iter()
        .filter_map(|(member, noun)| more(document, member, noun))
        .collect();
    if !beyond.is_empty() {
        let _ = writeln!(text, "\nand {} not shown", beyond.join(", "));
    }
    text
}

fn call(text: &mut String, call: &Json) -> std::fmt::Result {
    let arguments = call.get("arguments").and_then(Json::as_object);
    let arguments: Vec<String> =
        arguments.into_iter().flatten().map(|(name, value)| format!("{name} = {}", shown(value))).collect();
    writeln!(text, "{}({})", word(call, "table"), arguments.join(", "))?;
    for failed in list(call, "failed") {
        writeln!(text, "    {} does not hold: {}", word(failed, "rule"), word(failed, "condition"))?;
        for (name, value) in failed.get("saw").and_then(Json::as_object).into_iter().flatten() {
            writeln!(text, "        {name} is {}", shown(value))?;
        }
    }
    if let Some(more) = more(call, "failed_left_out", "rule") {
        writeln!(text, "    {more} that do not hold, not shown")?;
    }
    for decided in list(call, "decided") {
        writeln!(text, "    {} decides ({})", word(decided, "rule"), word(decided, "at"))?;
        if let Some(because) = decided.get("because").and_then(Json::as_str) {
            writeln!(text, "        because {because}")?;
        }
    }
    if let Some(more) = call.get("elements_left_out") {
        writeln!(text, "    and {} more elements", to_compact(more))?;
    }
    match more(call, "decided_left_out", "rule") {
        Some(more) => writeln!(text, "    {more} decide, not shown")?,
        None if list(call, "decided").is_empty() => writeln!(text, "    no rule decides")?,
        None => {}
    }
    match call.get("outcome") {
        Some(outcome) => writeln!(text, "    => {}", shown(outcome)),
        None => writeln!(text, "    no outcome: the evaluation fails here"),
    }
}

/// `4 more calls`, if the member counts some.
fn more(of: &Json, member: &str, noun: &str) -> Option<String> {
    let count = to_compact(of.get(member)?);
    Some(if count == "1" { format!("1 more {noun}") } else { format!("{count} more {noun}s") })
}

fn list<'j>(call: &'j Json, member: &str) -> &'j [Json] {
    call.get(member).and_then(Json::as_array).unwrap_or_default()
}

fn word<'j>(of: &'j Json, member: &str) -> &'j str {
    of.get(member).and_then(Json::as_str).unwrap_or("?")
}

/// A value as traces keep it: `{"value": …}`, `{"words": …}` where it is too long, `{}` for none.
fn shown(value: &Json) -> String {
    match (value.get("value"), value.get("words").and_then(Json::as_str)) {
        (Some(value), _) => to_compact(value),
        (None, Some(words)) => words.to_owned(),
        (None, None) => "none".to_owned(),
    }
}

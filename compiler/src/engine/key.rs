//! A text for every value, the same for equal values and another for any other: what `distinct by` and traces look up.

use std::fmt::Write as _;

use crate::json::Json;
use crate::policy::Value;
use crate::source::Span;

use super::fault::Fault;
use super::limits::Budget;

/// Writes the key of a value behind what `out` holds. Keys written one behind the other stay apart.
pub(super) fn key(value: &Value, out: &mut String, budget: &mut Budget, span: Span) -> Result<(), Fault> {
    budget.make(1, span)?;
    match value {
        Value::None => out.push('n'),
        Value::Bool(true) => out.push('t'),
        Value::Bool(false) => out.push('f'),
        Value::Int(int) => number(&int.to_string(), out),
        Value::Text(piece) => text(piece, out, budget, span)?,
        Value::List(items) | Value::Record(items) => {
            open('[', items.len(), out);
            for item in items.iter() {
                key(item, out, budget, span)?;
            }
        }
        Value::Set(texts) => {
            open('[', texts.len(), out);
            for piece in texts.iter() {
                text(piece, out, budget, span)?;
            }
        }
        Value::Map(map) => {
            open('{', map.len(), out);
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by(|a, b| a.0.cmp(b.0));
            for (name, item) in entries {
                text(name, out, budget, span)?;
                key(item, out, budget, span)?;
            }
        }
        Value::Json(json) => {
            out.push('j');
            json_key(json, out, budget, span)?;
        }
    }
    Ok(())
}

fn json_key(json: &Json, out: &mut String, budget: &mut Budget, span: Span) -> Result<(), Fault> {
    budget.make(1, span)?;
    match json {
        Json::Null => out.push('n'),
        Json::Bool(true) => out.push('t'),
        Json::Bool(false) => out.push('f'),
        Json::Number(value) => number(&value.canonical_text(), out),
        Json::String(piece) => text(piece, out, budget, span)?,
        Json::Array(items) => {
            open('[', items.len(), out);
            for item in items.iter() {
                json_key(item, out, budget, span)?;
            }
        }
        Json::Object(members) => {
            open('{', members.len(), out);
            let mut entries: Vec<_> = members.iter().collect();
            entries.sort_by(|a, b| a.0.cmp(b.0));
            for (name, item) in entries {
                text(name, out, budget, span)?;
                json_key(item, out, budget, span)?;
            }
        }
    }
    Ok(())
}

fn text(piece: &str, out: &mut String, budget: &mut Budget, span: Span) -> Result<(), Fault> {
    budget.make(piece.len(), span)?;
    open('"', piece.len(), out);
    out.push_str(piece);
    Ok(())
}

fn number(digits: &str, out: &mut String) {
    out.push_str(digits);
    out.push(';');
}

fn open(mark: char, length: usize, out: &mut String) {
    // Writing to a text does not fail.
    let _ = write!(out, "{mark}{length}:");
}

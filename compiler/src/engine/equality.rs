//! Equality and order, paid for by what is looked at.
//!
//! Values share parts, so one may be far larger than the memory it takes: comparing counts against the step budget.

use std::cmp::Ordering;

use crate::json::Json;
use crate::policy::Value;
use crate::source::Span;

use super::evaluate::Evaluator;
use super::fault::Fault;
use super::limits::Budget;

impl Evaluator<'_, '_> {
    /// See [`Budget::order`].
    pub(super) fn order(&mut self, left: &Value, right: &Value, span: Span) -> Result<Ordering, Fault> {
        self.budget.order(left, right, span)
    }

    /// See [`Budget::equal`].
    pub(super) fn equal(&mut self, left: &Value, right: &Value, span: Span) -> Result<bool, Fault> {
        self.budget.equal(left, right, span)
    }
}

impl Budget {
    /// The order of two ints or two texts, texts by UTF-8 bytes.
    fn order(&mut self, left: &Value, right: &Value, span: Span) -> Result<Ordering, Fault> {
        match (left, right) {
            (Value::Int(left), Value::Int(right)) => Ok(left.cmp(right)),
            (Value::Text(left), Value::Text(right)) => {
                self.step(words(left.len().min(right.len())), span)?;
                Ok(left.cmp(right))
            }
            _ => Err(Fault::malformed(span)),
        }
    }

    /// Equality, paid for by what is looked at: values share parts, so they may be far larger than their memory.
    pub(crate) fn equal(&mut self, left: &Value, right: &Value, span: Span) -> Result<bool, Fault> {
        self.step(1, span)?;
        match (left, right) {
            (Value::Text(left), Value::Text(right)) => {
                self.step(words(left.len().min(right.len())), span)?;
                Ok(left == right)
            }
            (Value::List(left), Value::List(right)) | (Value::Record(left), Value::Record(right)) => {
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (left, right) in left.iter().zip(right.iter()) {
                    if !self.equal(left, right, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Value::Map(left), Value::Map(right)) => {
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (key, value) in left.iter() {
                    match right.get(key) {
                        Some(other) if self.equal(value, other, span)? => {}
                        _ => return Ok(false),
                    }
                }
                Ok(true)
            }
            (Value::Json(left), Value::Json(right)) => self.equal_json(left, right, span),
            (Value::Set(left), Value::Set(right)) => {
                let bytes = left.iter().chain(right.iter()).map(|text| text.len() + 1).sum();
                self.step((left.len() + right.len()) as u64 + words(bytes), span)?;
                Ok(left == right)
            }
            _ => Ok(left == right),
        }
    }

    fn equal_json(&mut self, left: &Json, right: &Json, span: Span) -> Result<bool, Fault> {
        self.step(1, span)?;
        match (left, right) {
            (Json::String(left), Json::String(right)) => {
                self.step(words(left.len().min(right.len())), span)?;
                Ok(left == right)
            }
            (Json::Number(left), Json::Number(right)) => {
                self.step(words(left.text().len() + right.text().len()), span)?;
                Ok(left == right)
            }
            (Json::Array(left), Json::Array(right)) => {
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (left, right) in left.iter().zip(right.iter()) {
                    if !self.equal_json(left, right, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            (Json::Object(left), Json::Object(right)) => {
                if left.len() != right.len() {
                    return Ok(false);
                }
                for (key, value) in left.iter() {
                    match right.get(key) {
                        Some(other) if self.equal_json(value, other, span)? => {}
                        _ => return Ok(false),
                    }
                }
                Ok(true)
            }
            _ => Ok(left == right),
        }
    }
}

/// Steps for looking at that many bytes.
pub(crate) fn words(bytes: usize) -> u64 {
    (bytes / 64) as u64
}

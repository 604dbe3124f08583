//! Literals that make new values: records, lists, maps, sets, ranges, templates. What is made is paid for first.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::policy::{Expr, ListPart, RecordPart, TemplatePart, Type, Value};
use crate::source::Span;

use super::evaluate::{Evaluator, Frame};
use super::fault::Fault;

impl<'p> Evaluator<'p, '_> {
    pub(super) fn record(&mut self, parts: &'p [RecordPart], expr: &'p Expr, frame: &mut Frame) -> Result<Value, Fault> {
        let Type::Record(ty) = expr.ty.inner() else { return Err(Fault::malformed(expr.span)) };
        self.budget.make(ty.members.len(), expr.span)?;
        let mut slots = vec![Value::None; ty.members.len()];
        for part in parts {
            match part {
                RecordPart::Set(slot, value) => {
                    let value = self.eval(value, frame)?;
                    *slots.get_mut(*slot).ok_or_else(|| Fault::malformed(expr.span))? = value;
                }
                RecordPart::Spread { base, moves } => {
                    let Value::Record(values) = self.eval(base, frame)? else { return Err(Fault::malformed(expr.span)) };
                    for step in moves {
                        let value = values.get(step.from).ok_or_else(|| Fault::malformed(expr.span))?;
                        if step.keep_on_none && *value == Value::None {
                            continue;
                        }
                        *slots.get_mut(step.to).ok_or_else(|| Fault::malformed(expr.span))? = value.clone();
                    }
                }
            }
        }
        Ok(Value::Record(slots.into()))
    }

    pub(super) fn list(&mut self, parts: &'p [ListPart], frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let mut values = Vec::new();
        for part in parts {
            match part {
                ListPart::Item(item) => {
                    self.budget.make(1, span)?;
                    values.push(self.eval(item, frame)?);
                }
                ListPart::Spread(source) => {
                    let value = self.eval(source, frame)?;
                    self.budget.make(length(&value).map_or(1, |length| usize::try_from(length).unwrap_or(usize::MAX)), span)?;
                    match value {
                        Value::None => {}
                        // The spread of an optional list would be ambiguous, so the checker lets only plain lists through here.
                        Value::List(items) if matches!(source.ty, Type::List(_)) => values.extend(items.iter().cloned()),
                        Value::Set(texts) if matches!(source.ty, Type::Set) => {
                            values.extend(texts.iter().cloned().map(Value::Text))
                        }
                        one => values.push(one),
                    }
                }
            }
        }
        Ok(Value::List(values.into()))
    }

    pub(super) fn map(&mut self, entries: &'p [(Arc<str>, Expr)], frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        self.budget.make(entries.len(), span)?;
        let mut map = IndexMap::with_capacity(entries.len());
        for (key, value) in entries {
            map.insert(key.clone(), self.eval(value, frame)?);
        }
        Ok(Value::Map(Arc::new(map)))
    }

    pub(super) fn set_of(&mut self, inner: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let Value::List(items) = self.eval(inner, frame)? else { return Err(Fault::malformed(span)) };
        self.budget.make(items.len(), span)?;
        let texts = items.iter().map(|item| match item {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(Fault::malformed(span)),
        });
        Ok(Value::set(texts.collect::<Result<_, _>>()?))
    }

    pub(super) fn range(&mut self, from: &'p Expr, to: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let (from, to) = (self.int(from, frame)?, self.int(to, frame)?);
        if from > to {
            return Ok(Value::List(Arc::from([])));
        }
        // Both lie within 2^53, so the length fits.
        self.budget.make(usize::try_from(to - from + 1).unwrap_or(usize::MAX), span)?;
        Ok(Value::List((from..=to).map(Value::Int).collect()))
    }

    pub(super) fn template(&mut self, parts: &'p [TemplatePart], frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let mut text = String::new();
        for part in parts {
            let piece = match part {
                TemplatePart::Text(piece) => piece.clone(),
                TemplatePart::Hole(hole) => match self.eval(hole, frame)? {
                    Value::Text(piece) => piece,
                    Value::Int(value) => value.to_string().into(),
                    _ => return Err(Fault::malformed(span)),
                },
            };
            self.budget.make(piece.len(), span)?;
            text.push_str(&piece);
        }
        Ok(Value::Text(text.into()))
    }
}

/// How many elements a list, set or map has.
fn length(value: &Value) -> Option<i64> {
    let length = match value {
        Value::List(items) => items.len(),
        Value::Set(texts) => texts.len(),
        Value::Map(map) => map.len(),
        _ => return None,
    };
    i64::try_from(length).ok()
}

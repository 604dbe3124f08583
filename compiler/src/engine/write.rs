//! Writes values as JSON: answers, conversions to `json`, traces.

use std::sync::Arc;

use crate::diagnostic::Code;
use crate::json::{JSON_DEPTH_MAX, Json, Number, Object};
use crate::policy::{RecordType, Type, Value};
use crate::source::Span;

use super::fault::Fault;
use super::limits::Budget;

/// Writes a value of a type. What a value holds many times is written many times, so every node is paid for.
pub(super) fn write(value: &Value, ty: &Type, budget: &mut Budget, span: Span) -> Result<Json, Fault> {
    write_at(value, ty, budget, span, 0)
}

fn write_at(value: &Value, ty: &Type, budget: &mut Budget, span: Span, depth: usize) -> Result<Json, Fault> {
    budget.make(1, span)?;
    check_depth(depth, span)?;
    match (value, ty) {
        (Value::None, _) => Ok(Json::Null),
        (_, Type::Option(inner)) => write_at(value, inner, budget, span, depth),
        (Value::Bool(value), _) => Ok(Json::Bool(*value)),
        (Value::Int(value), _) => Ok(Json::Number(Number::from(*value))),
        (Value::Text(text), _) => {
            budget.make(text.len(), span)?;
            Ok(Json::String(text.clone()))
        }
        (Value::Set(texts), _) => {
            budget.make(texts.iter().map(|text| text.len() + 1).sum(), span)?;
            Ok(Json::Array(texts.iter().map(|text| Json::String(text.clone())).collect()))
        }
        (Value::Json(json), _) => {
            pay_json(json, budget, span, depth)?;
            Ok(json.clone())
        }
        (Value::List(items), Type::List(element)) => {
            Ok(Json::Array(items.iter().map(|item| write_at(item, element, budget, span, depth + 1)).collect::<Result<_, _>>()?))
        }
        (Value::Map(map), Type::Map(element)) => {
            let mut object = Object::with_capacity(map.len());
            for (key, item) in map.iter() {
                budget.make(key.len(), span)?;
                object.insert(key.clone(), write_at(item, element, budget, span, depth + 1)?);
            }
            Ok(Json::Object(Arc::new(object)))
        }
        (Value::Record(slots), Type::Record(record)) => write_record(slots, record, budget, span, depth),
        _ => Err(Fault::malformed(span)),
    }
}

fn write_record(slots: &[Value], ty: &RecordType, budget: &mut Budget, span: Span, depth: usize) -> Result<Json, Fault> {
    let mut object = Object::with_capacity(slots.len());
    for (slot, member) in ty.by_slot_of_member() {
        let value = slots.get(slot).ok_or_else(|| Fault::malformed(span))?;
        if member.optional && *value == Value::None {
            continue;
        }
        object.insert(member.name.clone(), write_at(value, &member.ty, budget, span, depth + 1)?);
    }
    Ok(Json::Object(Arc::new(object)))
}

fn pay_json(json: &Json, budget: &mut Budget, span: Span, depth: usize) -> Result<(), Fault> {
    check_depth(depth, span)?;
    match json {
        Json::Null | Json::Bool(_) => budget.make(1, span),
        Json::Number(number) => budget.make(number.text().len(), span),
        Json::String(text) => budget.make(text.len() + 1, span),
        Json::Array(items) => {
            budget.make(1, span)?;
            items.iter().try_for_each(|item| pay_json(item, budget, span, depth + 1))
        }
        Json::Object(members) => {
            budget.make(1, span)?;
            members.iter().try_for_each(|(key, item)| {
                budget.make(key.len(), span)?;
                pay_json(item, budget, span, depth + 1)
            })
        }
    }
}

fn check_depth(depth: usize, span: Span) -> Result<(), Fault> {
    if depth > JSON_DEPTH_MAX {
        let message = format!("a JSON value is nested more than {JSON_DEPTH_MAX} deep");
        return Err(Fault::new(Code::TOO_DEEP, span, message).help("build flatter values"));
    }
    Ok(())
}

//! Reads JSON as a type: inputs, and `j as T`.
//!
//! As the table "How members read and write" of `docs/language.md` says: absent, null and a value are three things.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::diagnostic::{Code, nearest};
use crate::json::{Json, Object, Pointer};
use crate::policy::{Member, Policy, RecordType, Type, Value};

use super::fault::Fault;

/// The values of a policy's inputs, one for each; `None` where nothing is given.
pub type Inputs = Vec<Option<Value>>;

/// Reads a document as the policy's inputs. The document must be an object without other members.
pub fn read_inputs(policy: &Policy, given: &Json) -> Result<Inputs, Fault> {
    let Json::Object(object) = given else { return Err(unfit(given, "an object with the inputs", Path::Root)) };
    let members = || policy.inputs.iter().map(|input| &input.member);
    refuse_others(object, || members().map(|member| &*member.name), Path::Root)?;
    members().map(|member| read_member(object, member, Path::Root).map(Some)).collect()
}

/// Reads a JSON value as a type; the fault names the place in the value.
pub fn read(json: &Json, ty: &Type) -> Result<Value, Fault> {
    read_at(json, ty, Path::Root)
}

/// Where in the document: kept on the stack, and written out only for a fault.
#[derive(Clone, Copy)]
enum Path<'a> {
    Root,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

impl Path<'_> {
    fn pointer(&self) -> Pointer {
        match self {
            Path::Root => Pointer::root(),
            Path::Key(parent, key) => parent.pointer().with(*key),
            Path::Index(parent, index) => parent.pointer().with(*index),
        }
    }
}

fn read_at(json: &Json, ty: &Type, path: Path<'_>) -> Result<Value, Fault> {
    match (ty, json) {
        (Type::Json, _) => Ok(Value::Json(json.clone())),
        (Type::Option(_), Json::Null) => Ok(Value::None),
        (Type::Option(inner), _) => read_at(json, inner, path),
        (Type::Bool, Json::Bool(value)) => Ok(Value::Bool(*value)),
        (Type::Int, Json::Number(number)) => match number.to_int() {
            Some(int) => Ok(Value::Int(int)),
            None => Err(unfit(json, "an int from -(2^53-1) through 2^53-1", path)),
        },
        (Type::String, Json::String(text)) => Ok(Value::Text(text.clone())),
        (Type::Union(union), Json::String(text)) => match union.literals.iter().find(|literal| ***literal == **text) {
            Some(literal) => Ok(Value::Text(literal.clone())),
            None => {
                let fault = unfit(json, &ty.to_string(), path);
                Err(match nearest(text, union.literals.iter().map(|literal| &**literal)) {
                    Some(near) => fault.help(format!("did you mean `{near}`?")),
                    None => fault,
                })
            }
        },
        (Type::List(element), Json::Array(items)) => {
            let values = items.iter().enumerate().map(|(index, item)| read_at(item, element, Path::Index(&path, index)));
            Ok(Value::List(values.collect::<Result<Vec<_>, _>>()?.into()))
        }
        (Type::Set, Json::Array(items)) => {
            let texts = items.iter().enumerate().map(|(index, item)| match item {
                Json::String(text) => Ok(text.clone()),
                other => Err(unfit(other, "string", Path::Index(&path, index))),
            });
            Ok(Value::set(texts.collect::<Result<Vec<_>, _>>()?))
        }
        (Type::Map(element), Json::Object(members)) => {
            let mut map = IndexMap::with_capacity(members.len());
            for (key, item) in members.iter() {
                let value = read_at(item, element, Path::Key(&path, key))?;
                map.insert(key.clone(), value);
            }
            Ok(Value::Map(Arc::new(map)))
        }
        (Type::Record(record), Json::Object(members)) => read_record(members, record, path),
        _ => Err(unfit(json, &ty.to_string(), path)),
    }
}

fn read_record(object: &Object, ty: &RecordType, path: Path<'_>) -> Result<Value, Fault> {
    if !ty.open {
        refuse_others(object, || ty.members.iter().map(|member| &*member.name), path)?;
    }
    let mut slots = vec![Value::None; ty.members.len()];
    for (slot, member) in ty.by_slot_of_member() {
        let value = read_member(object, member, path)?;
        if let Some(place) = slots.get_mut(slot) {
            *place = value;
        }
    }
    Ok(Value::Record(slots.into()))
}

fn read_member(object: &Object, member: &Member, path: Path<'_>) -> Result<Value, Fault> {
    let Some(json) = object.get(&*member.name) else {
        return match &member.default {
            Some(default) => Ok(default.clone()),
            None if member.ty.is_option() => Ok(Value::None),
            None => Err(Fault::in_input(Code::BAD_INPUT, path.pointer(), format!("the member `{}` is missing", member.name))
                .help(format!("give it as {}", member.ty))),
        };
    };
    match member.ty.inner() {
        // `a?: json` keeps a null that is there; every other option reads it as none.
        Type::Json if member.optional => Ok(Value::Json(json.clone())),
        _ => read_at(json, &member.ty, Path::Key(&path, &member.name)),
    }
}

fn refuse_others<'a, I: Iterator<Item = &'a str>>(object: &Object, known: impl Fn() -> I, path: Path<'_>) -> Result<(), Fault> {
    let Some(other) = object.keys().find(|key| known().all(|name| name != &***key)) else { return Ok(()) };
    let pointer = Path::Key(&path, other).pointer();
    let fault = Fault::in_input(Code::BAD_INPUT, pointer, format!("there is no member `{other}` here")).of_name();
    Err(match nearest(other, known()) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None if known().next().is_none() => fault.help("leave it out"),
        None => fault.help(format!("the members are {}", known().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))),
    })
}

fn unfit(json: &Json, wanted: &str, path: Path<'_>) -> Fault {
    Fault::in_input(Code::BAD_INPUT, path.pointer(), format!("expected {wanted}, found {}", found(json)))
}

/// The value itself where it is short, else its kind.
fn found(json: &Json) -> String {
    match json {
        Json::Array(items) => format!("a list of {}", items.len()),
        Json::Object(members) => format!("an object with {} members", members.len()),
        Json::String(text) if text.chars().count() > 40 => format!("a text of {} characters", text.chars().count()),
        other => crate::json::to_compact(other),
    }
}

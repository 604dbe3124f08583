//! Reads JSON as a type: inputs, and `j as T`.
//!
//! As the table "How members read and write" of `docs/language.md` says: absent, null and a value are three things.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::diagnostic::{Code, nearest};
use crate::json::{Json, Object, Pointer};
use crate::policy::{Member, Policy, RecordType, Type, Value};
use crate::source::Span;

use super::fault::Fault;
use super::limits::{Budget, Limits};

/// The values of a policy's inputs, one for each; `None` where nothing is given.
pub type Inputs = Vec<Option<Value>>;

/// Reads a document as the policy's inputs. The document must be an object without other members.
///
/// # Errors
/// What does not fit, at its place in the document; and a document that takes more than the budgets of one evaluation.
pub fn read_inputs(policy: &Policy, given: &Json) -> Result<Inputs, Fault> {
    // A budget of its own: how large the document is must not change what the policy may compute.
    let mut budget = Budget::new(Limits::default());
    let mut reader = Reader { budget: &mut budget, span: policy.name_span, explains: true };
    let Json::Object(object) = given else { return Err(reader.unfit(given, "an object with the inputs", Path::Root)) };
    let members = || policy.inputs.iter().map(|input| &input.member);
    let known: BTreeSet<&str> = members().map(|member| &*member.name).collect();
    reader.refuse_others(object, |name| known.contains(name), || members().map(|member| &*member.name), Path::Root)?;
    members().map(|member| reader.member(object, member, Path::Root).map(Some)).collect()
}

/// Reads a JSON value as a type, with budgets of its own; `span` stands for faults without a place in the value.
///
/// # Errors
/// What does not fit, at its place in the value.
pub fn read_value(json: &Json, ty: &Type, span: Span) -> Result<Value, Fault> {
    let mut budget = Budget::new(Limits::default());
    Reader { budget: &mut budget, span, explains: true }.value(json, ty, Path::Root)
}

/// Reads a JSON value as a type, for `as`: what does not fit is a fault without words, which the caller takes for none.
pub(super) fn read(json: &Json, ty: &Type, budget: &mut Budget, span: Span) -> Result<Value, Fault> {
    Reader { budget, span, explains: false }.value(json, ty, Path::Root)
}

struct Reader<'b> {
    budget: &'b mut Budget,
    span: Span,
    /// Whether somebody reads why something does not fit; working that out may take longer than reading.
    explains: bool,
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

impl Reader<'_> {
    fn value(&mut self, json: &Json, ty: &Type, path: Path<'_>) -> Result<Value, Fault> {
        self.budget.make(1, self.span)?;
        match (ty, json) {
            (Type::Json, _) => Ok(Value::Json(json.clone())),
            (Type::Option(_), Json::Null) => Ok(Value::None),
            (Type::Option(inner), _) => self.value(json, inner, path),
            (Type::Bool, Json::Bool(value)) => Ok(Value::Bool(*value)),
            (Type::Int, Json::Number(number)) => match number.to_int() {
                Some(int) => Ok(Value::Int(int)),
                None => Err(self.unfit(json, "an int from -(2^53-1) through 2^53-1", path)),
            },
            (Type::String, Json::String(text)) => Ok(Value::Text(text.clone())),
            (Type::Union(union), Json::String(text)) => {
                self.budget.step((union.literals.len() / 8) as u64, self.span)?;
                match union.literals.iter().find(|literal| ***literal == **text) {
                    Some(literal) => Ok(Value::Text(literal.clone())),
                    None => {
                        let fault = self.unfit(json, &self.named(ty), path);
                        Err(match self.nearest(text, union.literals.iter().map(|literal| &**literal)) {
                            Some(near) => fault.help(format!("did you mean `{near}`?")),
                            None => fault,
                        })
                    }
                }
            }
            (Type::List(element), Json::Array(items)) => {
                let values = items.iter().enumerate().map(|(index, item)| self.value(item, element, Path::Index(&path, index)));
                Ok(Value::List(values.collect::<Result<Vec<_>, _>>()?.into()))
            }
            (Type::Set, Json::Array(items)) => {
                let texts = items.iter().enumerate().map(|(index, item)| match item {
                    Json::String(text) => Ok(text.clone()),
                    other => Err(self.unfit(other, "`string`", Path::Index(&path, index))),
                });
                Ok(Value::set(texts.collect::<Result<Vec<_>, _>>()?))
            }
            (Type::Map(element), Json::Object(members)) => {
                let mut map = IndexMap::with_capacity(members.len());
                for (key, item) in members.iter() {
                    let value = self.value(item, element, Path::Key(&path, key))?;
                    map.insert(key.clone(), value);
                }
                Ok(Value::Map(Arc::new(map)))
            }
            (Type::Record(record), Json::Object(members)) => self.record(members, record, path),
            _ => Err(self.unfit(json, &self.named(ty), path)),
        }
    }

    fn record(&mut self, object: &Object, ty: &RecordType, path: Path<'_>) -> Result<Value, Fault> {
        self.budget.make(ty.members.len(), self.span)?;
        if !ty.open {
            self.refuse_others(object, |name| ty.member(name).is_some(), || ty.members.iter().map(|member| &*member.name), path)?;
        }
        let mut slots = vec![Value::None; ty.members.len()];
        for (slot, member) in ty.by_slot_of_member() {
            let value = self.member(object, member, path)?;
            if let Some(place) = slots.get_mut(slot) {
                *place = value;
            }
        }
        Ok(Value::Record(slots.into()))
    }

    fn member(&mut self, object: &Object, member: &Member, path: Path<'_>) -> Result<Value, Fault> {
        let Some(json) = object.get(&*member.name) else {
            return match &member.default {
                Some(default) => Ok(default.clone()),
                None if member.ty.is_option() => Ok(Value::None),
                None if !self.explains => Err(self.unfit(&Json::Null, "", path)),
                None => Err(Fault::in_input(Code::BAD_INPUT, path.pointer(), format!("the member `{}` is missing", member.name))
                    .help(format!("give it as `{}`", member.ty))),
            };
        };
        match member.ty.inner() {
            // `a?: json` keeps a null that is there; every other option reads it as none.
            Type::Json if member.optional => Ok(Value::Json(json.clone())),
            _ => self.value(json, &member.ty, Path::Key(&path, &member.name)),
        }
    }

    fn refuse_others<'a, I: Iterator<Item = &'a str>>(
        &self,
        object: &Object,
        is_known: impl Fn(&str) -> bool,
        known: impl Fn() -> I,
        path: Path<'_>,
    ) -> Result<(), Fault> {
        let Some(other) = object.keys().find(|key| !is_known(key)) else { return Ok(()) };
        if !self.explains {
            return Err(self.unfit(&Json::Null, "", path));
        }
        let pointer = Path::Key(&path, other).pointer();
        let fault = Fault::in_input(Code::BAD_INPUT, pointer, format!("there is no member `{other}` here")).of_name();
        Err(match self.nearest(other, known()) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None if known().next().is_none() => fault.help("leave it out"),
            None => {
                fault.help(format!("the members are {}", known().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")))
            }
        })
    }

    fn nearest<'a>(&self, wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        if self.explains { nearest(wanted, known) } else { None }
    }

    /// A type as it is shown.
    fn named(&self, ty: &Type) -> String {
        if self.explains { format!("`{ty}`") } else { String::new() }
    }

    fn unfit(&self, json: &Json, wanted: &str, path: Path<'_>) -> Fault {
        if !self.explains {
            return Fault::in_input(Code::BAD_INPUT, Pointer::root(), "");
        }
        Fault::in_input(Code::BAD_INPUT, path.pointer(), format!("expected {wanted}, found {}", found(json)))
    }
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

//! Makes a value fit its place, or says why it does not.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::json::{Json, Number};
use crate::policy::{Expr, ExprKind, RecordType, Type, Value};
use crate::source::Span;

use super::checker::Checker;
use super::expr::literal;
use super::findings::Mistake;
use super::show::{choices, excerpt, quoted, shown, shown_beside};

impl Checker<'_> {
    /// The value with the type of its place. Any value converts to `json`; nothing else does.
    pub(super) fn fit(&mut self, value: Expr, place: &Type) -> Expr {
        if value.ty.is_error() || place.is_error() {
            return value;
        }
        if !self.afford_types(&value.ty, place, value.span) {
            return self.error(value.span);
        }
        if value.ty.fits(place) {
            return retyped(value, place);
        }
        match place {
            Type::Json => to_json(value),
            Type::Option(inner) if matches!(**inner, Type::Json) => to_json_option(value),
            _ => {
                self.report_mismatch(&value.ty, place, value.span);
                self.error(value.span)
            }
        }
    }

    /// Reports that a value does not fit its place.
    pub(super) fn report_mismatch(&mut self, found: &Type, wanted: &Type, span: Span) {
        let what = excerpt(self.sources, span);
        let finding = match (found, wanted.inner()) {
            (Type::Option(inner), _) if matches!(**inner, Type::Never) => {
                if !self.is_first_never_none(wanted, span) {
                    return;
                }
                Diagnostic::error(Code::TYPE_MISMATCH, span, format!("{} is wanted here, which is never none", shown(wanted)))
            }
            (Type::Union(literal), Type::Union(union)) if literal.literals.len() == 1 => {
                let text = literal.literals.first().map_or("", |text| &**text);
                return self.report_not_a_choice(text, union, span);
            }
            _ => Diagnostic::error(
                Code::TYPE_MISMATCH,
                span,
                format!("{what} is {}, but {} is wanted here", shown_beside(&what, found), shown(wanted)),
            ),
        };
        let finding = match why(found, wanted) {
            Some(note) => finding.note(note),
            None => finding,
        };
        let finding = match advice(found, wanted, self.sources.slice(span)) {
            Some(help) => finding.help(help),
            None => finding,
        };
        self.report(finding);
    }

    /// Whether a value of that type is taken for the first time for one that may be none. Declared types only: what holds
    /// for each `string` is no common mistake.
    pub(super) fn is_first_never_none(&mut self, ty: &Type, span: Span) -> bool {
        let name = match ty.inner() {
            Type::Record(record) => record.name.as_ref(),
            Type::Union(union) => union.name.as_ref(),
            _ => None,
        };
        name.is_none_or(|name| self.findings.is_first(Mistake::NeverNone(name.to_string()), span))
    }

    /// Reports a text that is none of the literals of its place.
    pub(super) fn report_not_a_choice(&mut self, text: &str, union: &crate::policy::UnionType, span: Span) {
        let message = match &union.name {
            Some(name) => format!("{} is none of the literals of `{name}`", quoted(text)),
            None => format!("{} is not a possible value here", quoted(text)),
        };
        let near = self.nearest(text, union.literals.iter().map(|literal| &**literal));
        let help = match near {
            Some(near) => format!("did you mean {}?", quoted(near)),
            None => "write one of the possible values, or add this one to the type".to_owned(),
        };
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, span, message).note(format!("possible here: {}", choices(union))).help(help),
        );
    }
}

/// The value under the type of its place, which it fits. `as` keeps its own, since it says what to read.
fn retyped(value: Expr, place: &Type) -> Expr {
    match value.kind {
        ExprKind::As(_) => value,
        _ => Expr { ty: place.clone(), ..value },
    }
}

/// The value as `json`, none as null.
pub(super) fn to_json(value: Expr) -> Expr {
    match (&value.ty, &value.kind) {
        (Type::Json, _) => value,
        (_, ExprKind::Literal(known)) if scalar(known).is_some() => {
            let json = scalar(known).unwrap_or_default();
            literal(Value::Json(json), Type::Json, value.span)
        }
        _ => Expr { ty: Type::Json, span: value.span, kind: ExprKind::ToJson(Box::new(value)) },
    }
}

/// The value as `json?`, none as none; a value that is never none as `json`.
pub(super) fn to_json_option(value: Expr) -> Expr {
    match &value.ty {
        Type::Option(inner) if matches!(**inner, Type::Json) => value,
        Type::Option(_) => Expr { ty: Type::Json.optional(), span: value.span, kind: ExprKind::ToJsonOption(Box::new(value)) },
        _ => to_json(value),
    }
}

fn scalar(value: &Value) -> Option<Json> {
    match value {
        Value::None => Some(Json::Null),
        Value::Bool(value) => Some(Json::Bool(*value)),
        Value::Int(value) => Some(Json::Number(Number::from(*value))),
        Value::Text(text) => Some(Json::String(Arc::clone(text))),
        _ => None,
    }
}

/// What exactly does not fit, where the two types alone do not show it.
fn why(found: &Type, wanted: &Type) -> Option<String> {
    match (found.inner(), wanted.inner()) {
        (Type::Record(found), Type::Record(wanted)) => why_record(found, wanted),
        (Type::Union(found), Type::Union(wanted)) => {
            let extra = found.literals.iter().find(|literal| !wanted.literals.contains(literal))?;
            Some(format!("it may be {}, which is not among {}", quoted(extra), choices(wanted)))
        }
        _ => None,
    }
}

fn why_record(found: &RecordType, wanted: &RecordType) -> Option<String> {
    if let Some(extra) = found.members.iter().find(|member| wanted.member(&member.name).is_none()) {
        return Some(format!("it has a member `{}` too many", extra.name));
    }
    if let Some(missing) = wanted.members.iter().find(|member| found.member(&member.name).is_none()) {
        return Some(format!("it has no member `{}`", missing.name));
    }
    found.members.iter().find_map(|member| {
        let (_, other) = wanted.member(&member.name)?;
        (!member.ty.fits(&other.ty))
            .then(|| format!("its member `{}` is {}, but {} is wanted", member.name, shown(&member.ty), shown(&other.ty)))
    })
}

/// What to do about a value that does not fit.
fn advice(found: &Type, wanted: &Type, text: &str) -> Option<String> {
    let text = if text.is_empty() || text.len() > 40 || text.contains(['\n', '`']) { "…" } else { text };
    if let Some(plain) = unquoted(found, wanted) {
        return Some(format!("write `{plain}` without quotes"));
    }
    Some(match (found, wanted) {
        (Type::Json, Type::Bool) => format!("compare it: `{text} == true`"),
        (Type::Option(inner), Type::Bool) => match **inner {
            Type::Bool => format!("say what none means: `{text} ?? false`, or compare: `{text} == true`"),
            Type::Json => format!("compare it: `{text} == true`, or ask whether it is there: `{text} is some`"),
            _ => format!("ask whether it is there: `{text} is some`"),
        },
        (_, Type::Bool) => "a condition is a comparison, a test with `is` or `in`, or a `bool`".to_owned(),
        (Type::Option(inner), _) if inner.fits(wanted) => format!("say what to take where it is none: `{text} ?? …`"),
        (json, _) if matches!(json.inner(), Type::Json) => {
            let read = match wanted.inner() {
                Type::Union(union) if union.name.is_none() => format!("({})", shown(wanted.inner()).trim_matches('`')),
                other => shown(other).trim_matches('`').to_owned(),
            };
            if wanted.is_option() {
                format!("read it: `{text} as {read}`")
            } else {
                format!("read it, and say what to take where it does not fit: `{text} as {read} ?? …`")
            }
        }
        (Type::List(_), Type::Set) | (Type::Set, Type::List(_)) => format!("build it anew: `[x for x in {text}]`"),
        (Type::List(_), Type::List(inner)) if matches!(inner.inner(), Type::Json) => {
            format!("build it anew: `[x for x in {text}]`")
        }
        (Type::Int, Type::String) => format!("use a template: `` `${{{text}}}` ``"),
        _ => return None,
    })
}

/// What a text literal says without its quotes, if that is a value of the wanted type.
fn unquoted<'t>(found: &'t Type, wanted: &Type) -> Option<&'t str> {
    let Type::Union(union) = found else { return None };
    let [text] = union.literals.as_slice() else { return None };
    match wanted.inner() {
        Type::Bool => matches!(&**text, "true" | "false").then_some(text),
        Type::Int => text.parse::<i64>().is_ok_and(|number| number.to_string() == **text).then_some(text),
        _ => None,
    }
}

//! Who watches an evaluation, and which values explain a condition.

use crate::json::{Json, to_compact};
use crate::policy::{Condition, ConditionKind, Expr, ExprKind, ListPart, RecordPart, RuleId, Table, TemplatePart, Type, Value};
use crate::source::{Sources, Span};

use super::coverage::Coverage;
use super::evaluate::{Evaluator, Frame};
use super::limits::{Budget, Limits};
use super::write::write;

/// Watches table calls. What it returns from [`Observer::table_called`] names the call in what follows; without it, the
/// reasons of this call are not worked out.
pub(super) trait Observer {
    /// A table is asked.
    fn table_called(&mut self, index: usize, table: &Table, args: &[Value]) -> Option<usize>;
    /// A rule of a named call does not hold, because of one condition.
    fn rule_failed(&mut self, call: usize, rule: usize, condition: &Condition, saw: Vec<Observation>);
    /// A rule decides.
    fn rule_decided(&mut self, rule: RuleId, call: Option<usize>);
    /// A named call has its answer.
    fn table_answered(&mut self, call: usize, value: &Value);
}

/// Counts rules only.
impl Observer for Coverage {
    fn table_called(&mut self, _: usize, _: &Table, _: &[Value]) -> Option<usize> {
        None
    }

    fn rule_failed(&mut self, _: usize, _: usize, _: &Condition, _: Vec<Observation>) {}

    fn rule_decided(&mut self, rule: RuleId, _: Option<usize>) {
        self.hit(rule);
    }

    fn table_answered(&mut self, _: usize, _: &Value) {}
}

/// A value that explains why something does not hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Observation {
    /// The expression.
    pub span: Span,
    /// Its value.
    pub value: Shown,
}

/// A value as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shown {
    /// None.
    None,
    /// A value that is short enough.
    Value(Json),
    /// What a longer value is, in words.
    Words(String),
}

/// Longest JSON text of a value that is shown as it is, in bytes.
pub(super) const SHOWN_BYTES_MAX: usize = 400;

impl Shown {
    /// The value, or words for one that is too long to show.
    pub(super) fn new(value: &Value, ty: &Type, span: Span) -> Shown {
        if value.is_none() {
            return Shown::None;
        }
        // A budget of its own: showing a value must not change what the policy may still compute.
        let limits = Limits { values: SHOWN_BYTES_MAX as u64, ..Limits::default() };
        match write(value, ty, &mut Budget::new(limits), span) {
            Ok(json) if to_compact(&json).len() <= SHOWN_BYTES_MAX => Shown::Value(json),
            _ => Shown::Words(words(value, ty)),
        }
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shown::None => f.write_str("none"),
            Shown::Value(json) => f.write_str(&to_compact(json)),
            Shown::Words(words) => f.write_str(words),
        }
    }
}

fn words(value: &Value, ty: &Type) -> String {
    match value {
        Value::List(items) => format!("a list of {}", items.len()),
        Value::Set(texts) => format!("a set of {}", texts.len()),
        Value::Map(map) => format!("a map with {} keys", map.len()),
        Value::Text(text) => format!("a text of {} bytes", text.len()),
        Value::Json(Json::Array(items)) => format!("a list of {}", items.len()),
        Value::Json(Json::Object(members)) => format!("an object with {} members", members.len()),
        Value::Json(Json::String(text)) => format!("a text of {} bytes", text.len()),
        _ => format!("a long {ty}"),
    }
}

impl<'p> Evaluator<'p, '_> {
    /// The values that explain why a condition does not hold.
    pub(super) fn observe_condition(&self, condition: &'p Condition, frame: &Frame) -> Vec<Observation> {
        match &condition.kind {
            ConditionKind::Holds(expr) | ConditionKind::Bind { value: expr, .. } => self.observe(expr, frame),
        }
    }

    /// The values of the parts of an expression that stand for something: names, members, calls. Each is computed aside, so
    /// that looking changes nothing; a part that faults is left out.
    pub(super) fn observe(&self, expr: &'p Expr, frame: &Frame) -> Vec<Observation> {
        let mut parts = Vec::new();
        telling(expr, &mut parts);
        let mut aside = self.aside();
        let mut saw: Vec<Observation> = Vec::new();
        for part in parts {
            if saw.iter().any(|other| other.span == part.span) {
                continue;
            }
            if let Ok(value) = aside.eval(part, &mut frame.clone()) {
                saw.push(Observation { span: part.span, value: Shown::new(&value, &part.ty, part.span) });
            }
        }
        saw
    }
}

/// The parts worth showing, from left to right, outer before inner.
fn telling<'p>(expr: &'p Expr, out: &mut Vec<&'p Expr>) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Const(_) => {}
        ExprKind::Local(_) | ExprKind::TableLet(_) | ExprKind::Input(_) | ExprKind::Let(_) | ExprKind::Output(_) => {
            out.push(expr)
        }
        // A path is told as a whole; what it is made of is told by it.
        ExprKind::Member { .. } | ExprKind::JsonMember { .. } => out.push(expr),
        ExprKind::JsonIndex { .. } | ExprKind::MapGet { .. } | ExprKind::ListGet { .. } => {
            out.push(expr);
            telling_keys(expr, out);
        }
        ExprKind::CallTable(_, args) | ExprKind::CallDef(_, args) | ExprKind::CallLibrary(_, args) => {
            out.push(expr);
            args.iter().for_each(|arg| telling(arg, out));
        }
        // Their parts may speak of names that are bound inside only.
        ExprKind::Comprehension(..) | ExprKind::Aggregate(..) | ExprKind::If(..) => out.push(expr),
        ExprKind::As(inner) => {
            out.push(expr);
            telling(inner, out);
        }
        ExprKind::SetOf(inner)
        | ExprKind::Negate(inner)
        | ExprKind::Not(inner)
        | ExprKind::IsSome(inner)
        | ExprKind::IsKind(inner, _)
        | ExprKind::ToJson(inner)
        | ExprKind::ToJsonOption(inner) => telling(inner, out),
        ExprKind::And(parts) | ExprKind::Or(parts) => parts.iter().for_each(|part| telling(part, out)),
        ExprKind::Implies(left, right)
        | ExprKind::Arithmetic(_, left, right)
        | ExprKind::Concat(left, right)
        | ExprKind::Range(left, right)
        | ExprKind::Compare(_, left, right)
        | ExprKind::Equal(left, right)
        | ExprKind::In(left, right)
        | ExprKind::Coalesce(left, right) => {
            telling(left, out);
            telling(right, out);
        }
        ExprKind::Record(parts) => parts.iter().for_each(|part| match part {
            RecordPart::Set(_, value) => telling(value, out),
            RecordPart::Spread { base, .. } => telling(base, out),
        }),
        ExprKind::List(parts) => parts.iter().for_each(|part| match part {
            ListPart::Item(value) | ListPart::Spread(value) => telling(value, out),
        }),
        ExprKind::Map(entries) => entries.iter().for_each(|(_, value)| telling(value, out)),
        ExprKind::Template(parts) => parts.iter().for_each(|part| match part {
            TemplatePart::Hole(hole) => telling(hole, out),
            TemplatePart::Text(_) => {}
        }),
    }
}

/// The keys and positions of a path of indices, `k` and `l` of `m[k]?[l]`.
fn telling_keys<'p>(expr: &'p Expr, out: &mut Vec<&'p Expr>) {
    if let ExprKind::JsonIndex { base, index: key } | ExprKind::MapGet { base, key } | ExprKind::ListGet { base, index: key } =
        &expr.kind
    {
        telling_keys(base, out);
        telling(key, out);
    }
}

/// `path:line:column` of a place.
pub(super) fn place(sources: &Sources, span: Span) -> String {
    let at = sources.start(span);
    format!("{}:{}:{}", sources.path(span), at.line, at.column)
}

/// Text of a condition as written: in a grid, the heading and the cell.
pub(super) fn condition_text(sources: &Sources, condition: &Condition) -> String {
    let text = one_line(sources.slice(condition.span));
    match condition.column {
        Some(column) => format!("{} | {}", one_line(sources.slice(column)), text),
        None => text,
    }
}

/// A piece of source with every run of blanks and line ends made one blank.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

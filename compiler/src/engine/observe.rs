//! Who watches an evaluation, and which values explain a condition.

use crate::json::{Json, to_compact};
use crate::policy::{
    Clause, Condition, ConditionKind, Expr, ExprKind, ListPart, PatternSource, RecordPart, Rule, RuleId, Table, TemplatePart,
    Type, Value,
};
use crate::source::{Sources, Span};

use super::coverage::Coverage;
use super::evaluate::{Evaluator, Frame};
use super::fault::Fault;
use super::limits::{Budget, Limits};
use super::table::Hit;
use super::write::write;

/// Watches table calls. What it returns from [`Observer::table_called`] names the call in what follows; without it, the
/// reasons of this call are not worked out.
pub(super) trait Observer {
    /// A table is asked.
    fn table_called(&mut self, index: usize, table: &Table, args: &[Value]) -> Option<usize>;
    /// Whether a named call keeps the reason of one more rule, or of one more element of a rule that ranges over a list. What
    /// it does not keep is counted: working it out takes time and room.
    fn has_room(&mut self, call: usize, is_element: bool) -> bool;
    /// A rule of a named call does not hold.
    fn rule_failed(&mut self, call: usize, rule: Hit, failure: Failure);
    /// A rule holds, and decides unless there is a fault.
    fn rule_decided(&mut self, table: usize, rule: &Rule, hit: &Hit, call: Option<usize>);
    /// A named call has its answer.
    fn table_answered(&mut self, call: usize, value: &Value);
}

/// Counts rules only.
impl Observer for Coverage {
    fn table_called(&mut self, _: usize, _: &Table, _: &[Value]) -> Option<usize> {
        None
    }

    fn has_room(&mut self, _: usize, _: bool) -> bool {
        false
    }

    fn rule_failed(&mut self, _: usize, _: Hit, _: Failure) {}

    fn rule_decided(&mut self, table: usize, rule: &Rule, hit: &Hit, _: Option<usize>) {
        let element = hit.element.as_ref().and_then(|place| rule.element_index(place));
        self.hit(RuleId { table, rule: hit.rule }, element);
    }

    fn table_answered(&mut self, _: usize, _: &Value) {}
}

/// Why a rule does not hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Failure {
    pub reason: Reason,
    pub saw: Vec<Observation>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    /// A condition does not hold; in a grid, a cell below its heading.
    Condition { condition: Span, column: Option<Span> },
    /// The lists over which the rule ranges have no element.
    NoElement(Vec<Span>),
}

impl Reason {
    /// As written.
    pub(super) fn text(&self, sources: &Sources) -> String {
        match self {
            Reason::Condition { condition, column: None } => one_line(sources.slice(*condition)),
            Reason::Condition { condition, column: Some(column) } => {
                format!("{} | {}", one_line(sources.slice(*column)), one_line(sources.slice(*condition)))
            }
            Reason::NoElement(lists) => {
                let lists: Vec<String> =
                    lists.iter().map(|list| format!("for … in {}", one_line(sources.slice(*list)))).collect();
                lists.join(" ")
            }
        }
    }
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

impl Shown {
    /// How long it is, in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Shown::None => 0,
            Shown::Value(json) => to_compact(json).len(),
            Shown::Words(words) => words.len(),
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
    /// Why a condition does not hold.
    pub(super) fn observe_condition(&mut self, condition: &'p Condition, frame: &Frame) -> Failure {
        let (ConditionKind::Holds(expr) | ConditionKind::Bind { value: expr, .. }) = &condition.kind;
        let reason = Reason::Condition { condition: condition.span, column: condition.column };
        Failure { reason, saw: self.observe(expr, frame) }
    }

    /// Why a rule has nothing to range over. Only the first list can be shown: the others may depend on its elements.
    pub(super) fn observe_lists(&mut self, clauses: &'p [Clause], frame: &Frame) -> Failure {
        let lists: Vec<&Expr> = clauses
            .iter()
            .filter_map(|clause| if let Clause::For { source, .. } = clause { Some(source) } else { None })
            .collect();
        let saw = lists.first().map(|first| self.observe(first, frame)).unwrap_or_default();
        Failure { reason: Reason::NoElement(lists.iter().map(|list| list.span).collect()), saw }
    }

    /// The values of the parts of an expression that stand for something: names, members, calls, as far as evaluation came.
    /// They are computed aside, so that looking changes nothing, and from one budget for the whole evaluation.
    pub(super) fn observe(&mut self, expr: &'p Expr, frame: &Frame) -> Vec<Observation> {
        let mut watch = Watch { evaluator: self.aside(), frame, saw: Vec::new() };
        let steps = watch.evaluator.budget.steps_left();
        watch.tell(expr);
        let spent = steps.saturating_sub(watch.evaluator.budget.steps_left());
        let saw = watch.saw;
        self.observation_steps = self.observation_steps.saturating_sub(spent);
        self.budget.look(spent);
        saw
    }
}

/// Works out the values of one condition.
struct Watch<'p, 'f> {
    evaluator: Evaluator<'p, 'static>,
    frame: &'f Frame,
    saw: Vec<Observation>,
}

impl<'p> Watch<'p, '_> {
    fn value(&mut self, expr: &'p Expr) -> Result<Value, Fault> {
        self.evaluator.budget.step(self.frame.steps(), expr.span)?;
        self.evaluator.eval(expr, &mut self.frame.clone())
    }

    /// Notes the value of a part.
    fn see(&mut self, expr: &'p Expr) {
        if self.saw.iter().any(|other| other.span == expr.span) {
            return;
        }
        let value = match self.value(expr) {
            Ok(value) => Shown::new(&value, &expr.ty, expr.span),
            Err(fault) => Shown::Words(format!("not worked out: {}", fault.message)),
        };
        self.saw.push(Observation { span: expr.span, value });
    }

    /// Whether evaluation went on behind a part: not where it decided, nor where its value is not known.
    fn goes_on(&mut self, part: &'p Expr, decisive: bool) -> bool {
        matches!(self.value(part), Ok(Value::Bool(value)) if value != decisive)
    }

    /// Notes the parts worth showing, from left to right, outer before inner, and stops where evaluation stopped.
    fn tell(&mut self, expr: &'p Expr) {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Const(_) => {}
            ExprKind::Local(_) | ExprKind::TableLet(_) | ExprKind::Input(_) | ExprKind::Let(_) | ExprKind::Output(_) => {
                self.see(expr)
            }
            // A path is told as a whole; what it is made of is told by it.
            ExprKind::Member { .. } | ExprKind::JsonMember { .. } => self.see(expr),
            ExprKind::JsonIndex { .. } | ExprKind::MapGet { .. } | ExprKind::ListGet { .. } => {
                self.see(expr);
                self.tell_keys(expr);
            }
            ExprKind::CallPolicy { inputs, .. } => {
                self.see(expr);
                self.tell(inputs);
            }
            ExprKind::CallTable(_, args)
            | ExprKind::CallDef(_, args)
            | ExprKind::CallForeign { args, .. }
            | ExprKind::CallLibrary(_, args) => {
                self.see(expr);
                args.iter().for_each(|arg| self.tell(arg));
            }
            // What stands inside may speak of names that are bound there only; what is walked may not.
            ExprKind::Comprehension(_, clauses) | ExprKind::Aggregate(_, _, clauses) => {
                self.see(expr);
                if let Some(Clause::For { source, .. }) = clauses.first() {
                    self.tell(source);
                }
            }
            ExprKind::MapComprehension { clauses, .. } => {
                self.see(expr);
                if let Some(Clause::For { source, .. }) = clauses.first() {
                    self.tell(source);
                }
            }
            ExprKind::Sequence(sequence) => {
                self.see(expr);
                self.tell(&sequence.source);
            }
            ExprKind::Matches { value, pattern } => {
                self.tell(value);
                if let PatternSource::Data(_, pattern) = pattern {
                    self.tell(pattern);
                }
            }
            ExprKind::If(guard, ..) => {
                self.see(expr);
                let first = guard.first().map(|condition| &condition.kind);
                if let Some(ConditionKind::Holds(condition) | ConditionKind::Bind { value: condition, .. }) = first {
                    self.tell(condition);
                }
            }
            ExprKind::As(inner) => {
                self.see(expr);
                self.tell(inner);
            }
            ExprKind::SetOf(inner)
            | ExprKind::Negate(inner)
            | ExprKind::Not(inner)
            | ExprKind::IsSome(inner)
            | ExprKind::IsKind(inner, _)
            | ExprKind::ToJson(inner)
            | ExprKind::ToJsonOption(inner) => self.tell(inner),
            ExprKind::And(parts) => self.tell_until(parts, false),
            ExprKind::Or(parts) => self.tell_until(parts, true),
            ExprKind::Implies(left, right) => {
                self.tell(left);
                if self.goes_on(left, false) {
                    self.tell(right);
                }
            }
            ExprKind::Coalesce(left, right) => {
                self.tell(left);
                if matches!(self.value(left), Ok(Value::None)) {
                    self.tell(right);
                }
            }
            ExprKind::Arithmetic(_, left, right)
            | ExprKind::Concat(left, right)
            | ExprKind::Range(left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Equal(left, right)
            | ExprKind::In(left, right) => {
                self.tell(left);
                self.tell(right);
            }
            ExprKind::Record(parts) => parts.iter().for_each(|part| match part {
                RecordPart::Set(_, value) => self.tell(value),
                RecordPart::Spread { base, .. } => self.tell(base),
            }),
            ExprKind::List(parts) => parts.iter().for_each(|part| match part {
                ListPart::Item(value) | ListPart::Spread(value) => self.tell(value),
            }),
            ExprKind::Map(entries) => entries.iter().for_each(|(_, value)| self.tell(value)),
            ExprKind::Template(parts) => parts.iter().for_each(|part| match part {
                TemplatePart::Hole(hole) => self.tell(hole),
                TemplatePart::Text(_) => {}
            }),
        }
    }

    /// Parts up to and including the first that is `decisive`.
    fn tell_until(&mut self, parts: &'p [Expr], decisive: bool) {
        for part in parts {
            self.tell(part);
            if !self.goes_on(part, decisive) {
                break;
            }
        }
    }

    /// The keys and positions of a path of indices, `k` and `l` of `m[k]?[l]`.
    fn tell_keys(&mut self, expr: &'p Expr) {
        if let ExprKind::JsonIndex { base, index: key }
        | ExprKind::MapGet { base, key }
        | ExprKind::ListGet { base, index: key } = &expr.kind
        {
            self.tell_keys(base);
            self.tell(key);
        }
    }
}

/// `path:line:column` of a place.
pub(super) fn place(sources: &Sources, span: Span) -> String {
    let at = sources.start(span);
    format!("{}:{}:{}", sources.path(span), at.line, at.column)
}

/// A piece of source with every run of blanks and line ends made one blank.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! The plain interpreter: the definition of what a policy means.
//!
//! Conditions from left to right, rules in order, `let`s when first used. Nothing is skipped because of a fault: the first
//! one that plain evaluation reaches ends the decision.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::diagnostic::Code;
use crate::json::Json;
use crate::library::Work;
use crate::policy::{
    ArithmeticOp, Body, CompareOp, Const, Def, Expr, ExprKind, Function, INT_MAX, JsonKind, Let, Output, Policy, Table, Value,
};
use crate::source::Span;

use super::equality::words;
use super::fault::Fault;
use super::limits::{Budget, Limits, OBSERVATION_STEPS_MAX};
use super::observe::Observer;
use super::read::read;
use super::write::write;

/// What an evaluation may name. Constants know only constants.
#[derive(Clone, Copy, Default)]
pub(super) struct Scope<'p> {
    pub consts: &'p [Const],
    pub lets: &'p [Let],
    pub defs: &'p [Def],
    pub tables: &'p [Table],
    pub outputs: &'p [Output],
    pub inputs: &'p [Option<Value>],
}

impl<'p> Scope<'p> {
    pub(super) fn new(policy: &'p Policy, inputs: &'p [Option<Value>]) -> Scope<'p> {
        Scope {
            consts: &policy.consts,
            lets: &policy.lets,
            defs: &policy.defs,
            tables: &policy.tables,
            outputs: &policy.outputs,
            inputs,
        }
    }
}

/// The local values of one body.
#[derive(Clone)]
pub(super) struct Frame {
    slots: Vec<Value>,
    /// The table whose body it is, and the values of its `let`s so far.
    pub(super) table: Option<(usize, Vec<Option<Value>>)>,
}

impl Frame {
    pub(super) fn new(slots: usize) -> Frame {
        Frame { slots: vec![Value::None; slots], table: None }
    }

    pub(super) fn with_args(slots: usize, args: Vec<Value>) -> Frame {
        let mut frame = Frame { slots: args, table: None };
        frame.slots.resize(slots.max(frame.slots.len()), Value::None);
        frame
    }

    /// How many values it holds.
    pub(super) fn slots(&self) -> usize {
        self.slots.len() + self.table.as_ref().map_or(0, |(_, lets)| lets.len())
    }

    /// Steps for copying it.
    pub(super) fn steps(&self) -> u64 {
        frame_steps(self.slots())
    }

    pub(super) fn get(&self, slot: usize) -> Option<&Value> {
        self.slots.get(slot)
    }

    pub(super) fn set(&mut self, slot: usize, value: Value) {
        if let Some(place) = self.slots.get_mut(slot) {
            *place = value;
        }
    }
}

/// One evaluation of one document: the values computed so far and what is left of the budgets.
pub(super) struct Evaluator<'p, 'o> {
    pub(super) scope: Scope<'p>,
    lets: Vec<Option<Value>>,
    outputs: Vec<Option<Value>>,
    pub(super) budget: Budget,
    pub(super) observer: Option<&'o mut dyn Observer>,
    /// Steps left for working out the values that explain conditions.
    pub(super) observation_steps: u64,
}

impl<'p, 'o> Evaluator<'p, 'o> {
    pub(super) fn new(scope: Scope<'p>, limits: Limits, observer: Option<&'o mut dyn Observer>) -> Evaluator<'p, 'o> {
        Evaluator {
            scope,
            lets: vec![None; scope.lets.len()],
            outputs: vec![None; scope.outputs.len()],
            budget: Budget::new(limits),
            observer,
            observation_steps: OBSERVATION_STEPS_MAX,
        }
    }

    /// An evaluation in another scope, unobserved, with what is left of a budget.
    pub(super) fn in_scope(scope: Scope<'p>, budget: Budget) -> Evaluator<'p, 'static> {
        Evaluator {
            scope,
            lets: vec![None; scope.lets.len()],
            outputs: vec![None; scope.outputs.len()],
            budget,
            observer: None,
            observation_steps: 0,
        }
    }

    /// An evaluation that goes on from here unobserved: what it computes leaves no trace in this one.
    pub(super) fn aside(&self) -> Evaluator<'p, 'static> {
        Evaluator {
            scope: self.scope,
            lets: self.lets.clone(),
            outputs: self.outputs.clone(),
            budget: self.budget.aside(self.observation_steps),
            observer: None,
            observation_steps: 0,
        }
    }

    /// The value of a body without parameters.
    pub(super) fn body(&mut self, body: &'p Body) -> Result<Value, Fault> {
        self.eval(&body.expr, &mut Frame::new(body.slots))
    }

    /// The value of an output, computed at most once.
    pub(super) fn output(&mut self, index: usize, span: Span) -> Result<Value, Fault> {
        if let Some(Some(value)) = self.outputs.get(index) {
            return Ok(value.clone());
        }
        let output = self.scope.outputs.get(index).ok_or_else(|| Fault::malformed(span))?;
        let value = self.body(&output.body)?;
        if let Some(place) = self.outputs.get_mut(index) {
            *place = Some(value.clone());
        }
        Ok(value)
    }

    fn policy_let(&mut self, index: usize, span: Span) -> Result<Value, Fault> {
        if let Some(Some(value)) = self.lets.get(index) {
            return Ok(value.clone());
        }
        let item = self.scope.lets.get(index).ok_or_else(|| Fault::malformed(span))?;
        let value = self.body(&item.body)?;
        if let Some(place) = self.lets.get_mut(index) {
            *place = Some(value.clone());
        }
        Ok(value)
    }

    pub(super) fn bool(&mut self, expr: &'p Expr, frame: &mut Frame) -> Result<bool, Fault> {
        match self.eval(expr, frame)? {
            Value::Bool(value) => Ok(value),
            _ => Err(Fault::malformed(expr.span)),
        }
    }

    pub(super) fn int(&mut self, expr: &'p Expr, frame: &mut Frame) -> Result<i64, Fault> {
        match self.eval(expr, frame)? {
            Value::Int(value) => Ok(value),
            _ => Err(Fault::malformed(expr.span)),
        }
    }

    pub(super) fn text(&mut self, expr: &'p Expr, frame: &mut Frame) -> Result<Arc<str>, Fault> {
        match self.eval(expr, frame)? {
            Value::Text(value) => Ok(value),
            _ => Err(Fault::malformed(expr.span)),
        }
    }

    fn all(&mut self, exprs: &'p [Expr], frame: &mut Frame) -> Result<Vec<Value>, Fault> {
        exprs.iter().map(|expr| self.eval(expr, frame)).collect()
    }

    /// The value of an expression.
    pub(super) fn eval(&mut self, expr: &'p Expr, frame: &mut Frame) -> Result<Value, Fault> {
        self.budget.enter(expr.span)?;
        // Left also where there is a fault: the next statement may go on from here.
        let value = self.eval_kind(expr, frame);
        self.budget.leave();
        value
    }

    fn eval_kind(&mut self, expr: &'p Expr, frame: &mut Frame) -> Result<Value, Fault> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Literal(value) => Ok(value.clone()),
            ExprKind::Local(slot) => frame.slots.get(*slot).cloned().ok_or_else(|| Fault::malformed(span)),
            ExprKind::TableLet(index) => self.table_let(*index, frame, span),
            ExprKind::Input(index) => self.input(*index, span),
            ExprKind::Const(index) => {
                self.scope.consts.get(*index).map(|c| c.value.clone()).ok_or_else(|| Fault::malformed(span))
            }
            ExprKind::Let(index) => self.policy_let(*index, span),
            ExprKind::Output(index) => self.output(*index, span),
            ExprKind::CallTable(index, args) => {
                let args = self.all(args, frame)?;
                Ok(self.call_table(*index, args, span)?.value)
            }
            ExprKind::CallDef(index, args) => self.call_def(*index, args, frame, span),
            ExprKind::CallForeign { policy, callee, args } => {
                let args = self.all(args, frame)?;
                self.foreign_call(policy, *callee, args, span)
            }
            ExprKind::CallPolicy { policy, inputs } => {
                let inputs = self.eval(inputs, frame)?;
                self.policy_call(policy, &inputs, span)
            }
            ExprKind::CallLibrary(function, args) => self.call_library(*function, args, frame, span),
            ExprKind::Record(parts) => self.record(parts, expr, frame),
            ExprKind::List(parts) => self.list(parts, frame, span),
            ExprKind::Map(entries) => self.map(entries, frame, span),
            ExprKind::SetOf(inner) => self.set_of(inner, frame, span),
            ExprKind::Member { base, slot } => match self.eval(base, frame)? {
                Value::Record(slots) => slots.get(*slot).cloned().ok_or_else(|| Fault::malformed(span)),
                Value::None => Ok(Value::None),
                _ => Err(Fault::malformed(span)),
            },
            ExprKind::JsonMember { base, name } => {
                let base = self.eval(base, frame)?;
                self.json_member(&base, name, span)
            }
            ExprKind::JsonIndex { base, index } => self.json_index(base, index, frame, span),
            ExprKind::MapGet { base, key } => self.map_get(base, key, frame, span),
            ExprKind::ListGet { base, index } => self.list_get(base, index, frame),
            ExprKind::Negate(inner) => self.int(inner, frame).map(|value| Value::Int(-value)),
            ExprKind::Not(inner) => self.bool(inner, frame).map(|value| Value::Bool(!value)),
            ExprKind::And(parts) => self.first_that_is(false, parts, frame),
            ExprKind::Or(parts) => self.first_that_is(true, parts, frame),
            ExprKind::Implies(left, right) => Ok(Value::Bool(!self.bool(left, frame)? || self.bool(right, frame)?)),
            ExprKind::Arithmetic(op, left, right) => self.arithmetic(*op, left, right, frame, span),
            ExprKind::Concat(left, right) => self.concat(left, right, frame, span),
            ExprKind::Range(from, to) => self.range(from, to, frame, span),
            ExprKind::Template(parts) => self.template(parts, frame, span),
            ExprKind::Compare(op, left, right) => self.compare(*op, left, right, frame, span),
            ExprKind::Equal(left, right) => {
                let (left, right) = (self.eval(left, frame)?, self.eval(right, frame)?);
                self.equal(&left, &right, span).map(Value::Bool)
            }
            ExprKind::In(item, container) => self.is_in(item, container, frame, span),
            ExprKind::Coalesce(left, right) => match self.eval(left, frame)? {
                Value::None => self.eval(right, frame),
                value => Ok(value),
            },
            ExprKind::IsSome(inner) => Ok(Value::Bool(!self.eval(inner, frame)?.is_none())),
            ExprKind::IsKind(inner, kind) => Ok(Value::Bool(is_kind(&self.eval(inner, frame)?, *kind))),
            ExprKind::As(inner) => match self.eval(inner, frame)? {
                Value::Json(json) => match read(&json, expr.ty.inner(), &mut self.budget, span) {
                    // What does not fit is none; running out of a budget is a fault.
                    Err(fault) if fault.code == Code::BAD_INPUT => Ok(Value::None),
                    result => result,
                },
                _ => Ok(Value::None),
            },
            ExprKind::Matches { value, pattern } => self.matches(value, pattern, frame, span),
            ExprKind::MapComprehension { key, value, clauses } => self.map_comprehension(key, value, clauses, frame),
            ExprKind::Sequence(sequence) => self.sequence(sequence, frame, span),
            ExprKind::If(guard, then, otherwise) => {
                let branch = if self.first_failed(guard, frame)?.is_none() { then } else { otherwise };
                self.eval(branch, frame)
            }
            ExprKind::ToJson(inner) => self.written(inner, frame, span),
            ExprKind::ToJsonOption(inner) => match self.eval(inner, frame)? {
                Value::None => Ok(Value::None),
                value => write(&value, &inner.ty, &mut self.budget, span).map(Value::Json),
            },
            ExprKind::Comprehension(value, clauses) => self.comprehension(value, clauses, frame),
            ExprKind::Aggregate(op, value, clauses) => self.aggregate(*op, value, clauses, frame, span),
        }
    }

    fn input(&self, index: usize, span: Span) -> Result<Value, Fault> {
        match self.scope.inputs.get(index) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) => Err(Fault::new(Code::NOT_GIVEN, span, "this input is not given").help("give it in `given`")),
            None => Err(Fault::malformed(span)),
        }
    }

    fn call_def(&mut self, index: usize, args: &'p [Expr], frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let args = self.all(args, frame)?;
        self.call_def_with(index, args, span)
    }

    pub(super) fn call_def_with(&mut self, index: usize, args: Vec<Value>, span: Span) -> Result<Value, Fault> {
        let def = self.scope.defs.get(index).ok_or_else(|| Fault::malformed(span))?;
        self.budget.step(frame_steps(def.body.slots), span)?;
        self.eval(&def.body.expr, &mut Frame::with_args(def.body.slots, args))
    }

    fn call_library(&mut self, function: Function, args: &'p [Expr], frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let args = self.all(args, frame)?;
        function.call(&args, &mut Work::new(&mut self.budget, span))
    }

    fn json_index(&mut self, base: &'p Expr, index: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let base = self.eval(base, frame)?;
        Ok(match (base, self.eval(index, frame)?) {
            (base, Value::Text(name)) => self.json_member(&base, &name, span)?,
            (Value::Json(Json::Array(items)), Value::Int(index)) => usize::try_from(index)
                .ok()
                .and_then(|index| items.get(index))
                .map_or(Value::None, |item| Value::Json(item.clone())),
            _ => Value::None,
        })
    }

    fn json_member(&mut self, base: &Value, name: &str, span: Span) -> Result<Value, Fault> {
        self.budget.step(words(name.len()), span)?;
        Ok(match base {
            Value::Json(Json::Object(members)) => members.get(name).map_or(Value::None, |value| Value::Json(value.clone())),
            _ => Value::None,
        })
    }

    fn map_get(&mut self, base: &'p Expr, key: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let base = self.eval(base, frame)?;
        let key = self.text(key, frame)?;
        // Looking a key up reads all of it.
        self.budget.step(words(key.len()), span)?;
        Ok(match base {
            Value::Map(map) => map.get(&key).cloned().unwrap_or(Value::None),
            _ => Value::None,
        })
    }

    fn list_get(&mut self, base: &'p Expr, index: &'p Expr, frame: &mut Frame) -> Result<Value, Fault> {
        let base = self.eval(base, frame)?;
        let index = self.int(index, frame)?;
        Ok(match base {
            Value::List(items) => usize::try_from(index).ok().and_then(|index| items.get(index)).cloned().unwrap_or(Value::None),
            _ => Value::None,
        })
    }

    /// Whether one of the parts is `wanted`, from left to right; gives `wanted` then, else its opposite.
    fn first_that_is(&mut self, wanted: bool, parts: &'p [Expr], frame: &mut Frame) -> Result<Value, Fault> {
        for part in parts {
            if self.bool(part, frame)? == wanted {
                return Ok(Value::Bool(wanted));
            }
        }
        Ok(Value::Bool(!wanted))
    }

    fn arithmetic(
        &mut self,
        op: ArithmeticOp,
        left: &'p Expr,
        right: &'p Expr,
        frame: &mut Frame,
        span: Span,
    ) -> Result<Value, Fault> {
        let (left, right) = (self.int(left, frame)?, self.int(right, frame)?);
        let result = match op {
            ArithmeticOp::Add => left.checked_add(right),
            ArithmeticOp::Subtract => left.checked_sub(right),
            ArithmeticOp::Multiply => left.checked_mul(right),
        };
        in_range(result, span).map(Value::Int)
    }

    fn concat(&mut self, left: &'p Expr, right: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let (left, right) = (self.text(left, frame)?, self.text(right, frame)?);
        self.budget.make(left.len().saturating_add(right.len()), span)?;
        Ok(Value::Text([&*left, &*right].concat().into()))
    }

    fn compare(&mut self, op: CompareOp, left: &'p Expr, right: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let (left, right) = (self.eval(left, frame)?, self.eval(right, frame)?);
        let order = self.order(&left, &right, span)?;
        Ok(Value::Bool(match op {
            CompareOp::Less => order == Ordering::Less,
            CompareOp::LessEqual => order != Ordering::Greater,
            CompareOp::Greater => order == Ordering::Greater,
            CompareOp::GreaterEqual => order != Ordering::Less,
        }))
    }

    fn is_in(&mut self, item: &'p Expr, container: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let item = self.eval(item, frame)?;
        if let Value::Text(text) | Value::Json(Json::String(text)) = &item {
            self.budget.step(words(text.len()), span)?;
        }
        let found = match (self.eval(container, frame)?, &item) {
            (Value::List(items), _) => {
                let mut found = false;
                for other in items.iter() {
                    if self.equal(&item, other, span)? {
                        found = true;
                        break;
                    }
                }
                found
            }
            (Value::Set(texts), Value::Text(text)) => texts.binary_search(text).is_ok(),
            (Value::Map(map), Value::Text(text)) => map.contains_key(text),
            // A JSON or optional item that is no text is no member of a set and no key of a map.
            (Value::Set(texts), Value::Json(Json::String(text))) => texts.binary_search(text).is_ok(),
            (Value::Map(map), Value::Json(Json::String(text))) => map.contains_key(text),
            (Value::Set(_) | Value::Map(_), _) => false,
            _ => return Err(Fault::malformed(span)),
        };
        Ok(Value::Bool(found))
    }

    fn written(&mut self, inner: &'p Expr, frame: &mut Frame, span: Span) -> Result<Value, Fault> {
        let value = self.eval(inner, frame)?;
        write(&value, &inner.ty, &mut self.budget, span).map(Value::Json)
    }
}

fn in_range(value: Option<i64>, span: Span) -> Result<i64, Fault> {
    match value {
        Some(value) if (-INT_MAX..=INT_MAX).contains(&value) => Ok(value),
        _ => Err(Fault::new(Code::INT_OVERFLOW, span, "the result is outside of the range of `int`, -(2^53-1) through 2^53-1")),
    }
}

/// The sum of two ints.
pub(super) fn add(left: i64, right: i64, span: Span) -> Result<i64, Fault> {
    in_range(left.checked_add(right), span)
}

fn is_kind(value: &Value, kind: JsonKind) -> bool {
    matches!(value, Value::Json(json) if json.kind() == kind)
}

/// Steps for making a frame of that many slots.
pub(super) fn frame_steps(slots: usize) -> u64 {
    1 + (slots / 8) as u64
}

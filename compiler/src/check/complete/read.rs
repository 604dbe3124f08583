//! Conditions as tests of columns.

use std::collections::BTreeSet;

use crate::policy::{CompareOp, Const, Expr, ExprKind, ListPart, TableLet, Type, Value};
use crate::source::Sources;

use super::points::Test;

/// What is tested: two columns with one key always have one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Column<'p> {
    /// A `let` of the table: of a grid, a heading.
    Let(usize),
    /// An expression without names that a rule binds, by its text: no name hides another, so the text tells what it means.
    Text(&'p str),
}

impl Column<'_> {
    /// Headings stand in messages as they stand in the grid.
    pub(super) fn order(self) -> usize {
        if let Column::Let(index) = self { index } else { usize::MAX }
    }

    /// As written.
    pub(super) fn text<'a>(&'a self, lets: &'a [TableLet]) -> &'a str {
        match self {
            Column::Let(index) => lets.get(*index).map_or("?", |column| column.name.as_str()),
            Column::Text(text) => text,
        }
    }
}

/// A column with its type.
pub(super) struct Typed<'p> {
    pub key: Column<'p>,
    pub ty: &'p Type,
}

/// A condition.
pub(super) enum Read<'p> {
    /// It asks this of a column.
    Test(Typed<'p>, Test<'p>),
    /// It always holds, or never.
    Constant(bool),
    /// A mistake in it is reported.
    Broken,
    /// It is something else.
    Unknown,
}

/// Reads conditions.
#[derive(Clone, Copy)]
pub(super) struct Reader<'p> {
    pub sources: &'p Sources,
    pub consts: &'p [Const],
    pub broken_consts: &'p BTreeSet<usize>,
    /// Slots below it are parameters of the table, others are bound in rules.
    pub params: usize,
}

impl<'p> Reader<'p> {
    /// A condition, or each of those that an `and` joins.
    pub(super) fn conditions(self, expr: &'p Expr, read: &mut Vec<Read<'p>>) {
        match &expr.kind {
            // Of one column it is one test, else several conditions.
            ExprKind::And(parts) if !matches!(self.condition(expr), Read::Test(..)) => {
                parts.iter().for_each(|part| self.conditions(part, read));
            }
            _ => read.push(self.condition(expr)),
        }
    }

    /// That an optional is some.
    pub(super) fn is_some(self, value: &'p Expr) -> Read<'p> {
        self.test(value, |ty| ty.is_option().then_some(Test::Some))
    }

    fn condition(self, expr: &'p Expr) -> Read<'p> {
        if expr.ty.is_error() {
            return Read::Broken;
        }
        match &expr.kind {
            ExprKind::Not(inner) => match self.condition(inner) {
                Read::Test(column, test) => Read::Test(column, Test::Not(Box::new(test))),
                Read::Constant(value) => Read::Constant(!value),
                other => other,
            },
            ExprKind::And(parts) => self.joined(parts, Test::All),
            ExprKind::Or(parts) => self.joined(parts, Test::One),
            ExprKind::Equal(left, right) => match (self.value(left), self.value(right)) {
                (None, Some(value)) => self.test(left, |ty| decides(ty, value).then_some(Test::Equal(value))),
                (Some(value), None) => self.test(right, |ty| decides(ty, value).then_some(Test::Equal(value))),
                _ => self.whole(expr, &[left, right]),
            },
            ExprKind::In(item, container) => match self.container(container) {
                Some(tests) => self.test(item, |ty| all_decide(ty, &tests).then_some(Test::One(tests))),
                None => self.whole(expr, &[item, container]),
            },
            ExprKind::Compare(op, left, right) => match (self.value(left), self.value(right)) {
                (None, Some(Value::Int(bound))) => {
                    self.test(left, |ty| matches!(ty, Type::Int).then_some(Test::Order(*op, *bound)))
                }
                (Some(Value::Int(bound)), None) => {
                    self.test(right, |ty| matches!(ty, Type::Int).then_some(Test::Order(turned(*op), *bound)))
                }
                _ => self.whole(expr, &[left, right]),
            },
            ExprKind::IsSome(inner) => self.is_some(inner),
            ExprKind::IsKind(inner, kind) => self.test(inner, |ty| matches!(ty.inner(), Type::Json).then_some(Test::Kind(*kind))),
            ExprKind::Literal(Value::Bool(value)) => Read::Constant(*value),
            // What is no condition stands here for one that is reported.
            ExprKind::Literal(_) => Read::Broken,
            ExprKind::Const(_) => match self.value(expr) {
                Some(Value::Bool(value)) => Read::Constant(*value),
                _ => Read::Broken,
            },
            _ => self.test(expr, |ty| matches!(ty, Type::Bool).then_some(Test::True)),
        }
    }

    /// A condition on two things that is no test of a column is a column itself.
    fn whole(self, expr: &'p Expr, parts: &[&'p Expr]) -> Read<'p> {
        if parts.iter().any(|part| part.ty.is_error()) {
            return Read::Broken;
        }
        self.test(expr, |_| Some(Test::True))
    }

    fn joined(self, parts: &'p [Expr], join: impl FnOnce(Vec<Test<'p>>) -> Test<'p>) -> Read<'p> {
        let mut column: Option<Typed<'p>> = None;
        let mut tests = Vec::with_capacity(parts.len());
        let mut broken = false;
        for part in parts {
            match self.condition(part) {
                Read::Test(other, test) if column.as_ref().is_none_or(|column| column.key == other.key) => {
                    column = Some(other);
                    tests.push(test);
                }
                Read::Broken => broken = true,
                _ => return Read::Unknown,
            }
        }
        match column {
            _ if broken => Read::Broken,
            Some(column) => Read::Test(column, join(tests)),
            None => Read::Unknown,
        }
    }

    fn test(self, column: &'p Expr, test: impl FnOnce(&Type) -> Option<Test<'p>>) -> Read<'p> {
        if column.ty.is_error() {
            return Read::Broken;
        }
        let key = match &column.kind {
            ExprKind::TableLet(index) => Column::Let(*index),
            _ if self.is_fixed(column) => Column::Text(self.sources.slice(column.span)),
            _ => return Read::Unknown,
        };
        match test(&column.ty) {
            Some(test) => Read::Test(Typed { key, ty: &column.ty }, test),
            None => Read::Unknown,
        }
    }

    /// A value that is known.
    fn value(self, expr: &'p Expr) -> Option<&'p Value> {
        match &expr.kind {
            ExprKind::Literal(value) => Some(value),
            ExprKind::Const(place) if !self.broken_consts.contains(place) => self.consts.get(*place).map(|found| &found.value),
            _ => None,
        }
    }

    /// A list, set or map that is known, as the tests for its elements.
    fn container(self, expr: &'p Expr) -> Option<Vec<Test<'p>>> {
        if let Some(value) = self.value(expr) {
            return Some(vec![Test::In(value)]);
        }
        let ExprKind::List(parts) = &expr.kind else { return None };
        let element = |part: &'p ListPart| match part {
            ListPart::Item(item) => self.value(item).map(Test::Equal),
            ListPart::Spread(_) => None,
        };
        parts.iter().map(element).collect()
    }

    /// Whether an expression names nothing that a rule binds, so that its value is one and the same in a whole table call.
    fn is_fixed(self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Local(slot) => *slot < self.params,
            ExprKind::Literal(_) | ExprKind::TableLet(_) | ExprKind::Input(_) | ExprKind::Const(_) | ExprKind::Let(_) => true,
            ExprKind::Member { base, .. } | ExprKind::JsonMember { base, .. } => self.is_fixed(base),
            ExprKind::JsonIndex { base, index: key }
            | ExprKind::MapGet { base, key }
            | ExprKind::ListGet { base, index: key } => self.is_fixed(base) && self.is_fixed(key),
            ExprKind::CallTable(_, args) | ExprKind::CallDef(_, args) | ExprKind::CallLibrary(_, args) => {
                args.iter().all(|arg| self.is_fixed(arg))
            }
            ExprKind::As(inner) | ExprKind::ToJson(inner) | ExprKind::ToJsonOption(inner) => self.is_fixed(inner),
            ExprKind::Equal(left, right)
            | ExprKind::In(left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Coalesce(left, right) => self.is_fixed(left) && self.is_fixed(right),
            _ => false,
        }
    }
}

/// Whether the values that stand for a type's values tell whether they equal this one.
fn decides(ty: &Type, value: &Value) -> bool {
    matches!(
        (ty.inner(), value),
        (_, Value::None)
            | (Type::Bool, Value::Bool(_))
            | (Type::Int, Value::Int(_))
            | (Type::Union(_) | Type::String, Value::Text(_))
    )
}

fn all_decide(ty: &Type, tests: &[Test<'_>]) -> bool {
    tests.iter().all(|test| match test {
        Test::Equal(value) => decides(ty, value),
        Test::In(Value::List(items)) => items.iter().all(|item| decides(ty, item)),
        Test::In(Value::Set(_) | Value::Map(_)) => matches!(ty.inner(), Type::Union(_) | Type::String),
        _ => false,
    })
}

/// `3 < n` as `n > 3`.
fn turned(op: CompareOp) -> CompareOp {
    match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessEqual => CompareOp::GreaterEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterEqual => CompareOp::LessEqual,
    }
}

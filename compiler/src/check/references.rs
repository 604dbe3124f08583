//! Which names an item names, before anything is checked: so that items can be checked after what they need.
//!
//! Names that a parameter or a clause binds are not counted. What a name means is not looked at.

use std::collections::HashMap;

use crate::syntax::tree::{
    Clause, Condition, Element, Expr, ExprKind, Field, Guard, Name, Param, Table, TableBody, TemplatePart, TypeExpr,
    TypeExprKind, UnaryTest,
};

/// The names that were met, with repeats.
#[derive(Default)]
pub(super) struct References<'t> {
    /// Names of values and of what is called.
    pub values: Vec<&'t str>,
    /// Names of types.
    pub types: Vec<&'t str>,
    bound: Vec<&'t str>,
    /// How often each name is bound.
    counts: HashMap<&'t str, usize>,
}

impl<'t> References<'t> {
    fn bind(&mut self, name: &'t Name) {
        self.bound.push(&name.text);
        *self.counts.entry(&name.text).or_default() += 1;
    }

    fn release(&mut self, mark: usize) {
        for name in self.bound.drain(mark.min(self.bound.len())..) {
            if let Some(count) = self.counts.get_mut(name) {
                *count -= 1;
            }
        }
    }

    fn value(&mut self, name: &'t str) {
        if self.counts.get(name).is_none_or(|count| *count == 0) {
            self.values.push(name);
        }
    }

    /// Parameters: bound from here on.
    pub(super) fn params(&mut self, params: &'t [Param]) {
        for param in params {
            self.ty(&param.ty);
            self.bind(&param.name);
        }
    }

    /// A type.
    pub(super) fn ty(&mut self, ty: &'t TypeExpr) {
        match &ty.kind {
            TypeExprKind::Name(name) => self.types.push(name),
            TypeExprKind::Union(_) => {}
            TypeExprKind::Record { members, .. } => {
                for member in members {
                    self.ty(&member.ty);
                    self.optional(member.default.as_ref());
                }
            }
            TypeExprKind::List(inner) | TypeExprKind::Set(inner) | TypeExprKind::Map(inner) | TypeExprKind::Option(inner) => {
                self.ty(inner);
            }
        }
    }

    /// An expression that may be there.
    pub(super) fn optional(&mut self, expr: Option<&'t Expr>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    /// A table without its parameters and its type.
    pub(super) fn table(&mut self, table: &'t Table) {
        for binding in &table.lets {
            if let Some(ty) = &binding.ty {
                self.ty(ty);
            }
            self.expr(&binding.value);
            self.bind(&binding.name);
        }
        match &table.body {
            TableBody::Rules(rules) => {
                for rule in rules {
                    self.rule(rule);
                }
            }
            TableBody::Grid(grid) => {
                self.exprs(&grid.columns);
                for row in &grid.rows {
                    row.cells.iter().flat_map(|cell| &cell.tests).for_each(|test| self.test(test));
                    self.exprs(&row.outcomes);
                }
                if let Some(rule) = &grid.otherwise {
                    self.rule(rule);
                }
            }
        }
    }

    fn rule(&mut self, rule: &'t crate::syntax::tree::Rule) {
        let mark = self.bound.len();
        self.clauses(&rule.clauses);
        if let Some(guard) = &rule.guard {
            self.guard(guard);
        }
        self.expr(&rule.outcome);
        self.release(mark);
    }

    fn test(&mut self, test: &'t UnaryTest) {
        match test {
            UnaryTest::Value { value, .. } | UnaryTest::Compare(_, value) => self.expr(value),
            UnaryTest::Range(from, to) => {
                self.expr(from);
                self.expr(to);
            }
            UnaryTest::In(name) => self.value(&name.text),
            UnaryTest::Pattern(_, pattern) => self.expr(pattern),
            UnaryTest::Is(..) => {}
            UnaryTest::Not(tests) => tests.iter().for_each(|test| self.test(test)),
        }
    }

    fn exprs(&mut self, exprs: &'t [Expr]) {
        exprs.iter().for_each(|expr| self.expr(expr));
    }

    /// An expression.
    pub(super) fn expr(&mut self, expr: &'t Expr) {
        match &expr.kind {
            ExprKind::None | ExprKind::Bool(_) | ExprKind::Number(_) | ExprKind::Text(_) => {}
            ExprKind::Name(name) => self.value(name),
            ExprKind::Template(parts) => parts.iter().for_each(|part| {
                if let TemplatePart::Hole(hole) = part {
                    self.expr(hole);
                }
            }),
            ExprKind::List(elements) => elements.iter().for_each(|element| match element {
                Element::Item(item) | Element::Spread(item) => self.expr(item),
            }),
            ExprKind::Record(fields) => fields.iter().for_each(|field| match field {
                Field::Same(name) => self.value(&name.text),
                Field::Set(_, value) | Field::Spread(value) => self.expr(value),
            }),
            ExprKind::Comprehension { value, clauses } | ExprKind::Aggregate { value, clauses, .. } => {
                let mark = self.bound.len();
                self.clauses(clauses);
                self.expr(value);
                self.release(mark);
            }
            ExprKind::MapComprehension { key, value, clauses } => {
                let mark = self.bound.len();
                self.clauses(clauses);
                self.expr(key);
                self.expr(value);
                self.release(mark);
            }
            ExprKind::Sequence(sequence) => {
                self.expr(&sequence.start);
                self.expr(&sequence.source);
                let mark = self.bound.len();
                self.bind(&sequence.state);
                sequence.first.iter().for_each(|first| self.bind(first));
                self.bind(&sequence.item);
                self.expr(&sequence.step);
                self.release(mark);
            }
            ExprKind::Call { qualifier, function, args } => {
                // What stands behind a prefix is another file's.
                self.value(&qualifier.as_ref().unwrap_or(function).text);
                self.exprs(args);
            }
            ExprKind::Member { base, .. } => self.expr(base),
            ExprKind::Index { base, index, .. } => {
                self.expr(base);
                self.expr(index);
            }
            ExprKind::Negate(inner) | ExprKind::Not(inner) | ExprKind::Is { value: inner, .. } => self.expr(inner),
            ExprKind::And(parts) | ExprKind::Or(parts) => self.exprs(parts),
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::As { value, ty } => {
                self.expr(value);
                self.ty(ty);
            }
            ExprKind::If { guard, then, otherwise } => {
                let mark = self.bound.len();
                self.guard(guard);
                self.expr(then);
                self.release(mark);
                self.expr(otherwise);
            }
        }
    }

    fn guard(&mut self, guard: &'t Guard) {
        for condition in &guard.conditions {
            match condition {
                Condition::Holds(expr) => self.expr(expr),
                Condition::Let { name, value, .. } => {
                    self.expr(value);
                    self.bind(name);
                }
            }
        }
    }

    /// Clauses; what they bind stays bound.
    fn clauses(&mut self, clauses: &'t [Clause]) {
        for clause in clauses {
            match clause {
                Clause::For { first, item, source } => {
                    self.expr(source);
                    first.iter().for_each(|first| self.bind(first));
                    self.bind(item);
                }
                Clause::Let { name, value } => {
                    self.expr(value);
                    self.bind(name);
                }
                Clause::Where(guard) => self.guard(guard),
                Clause::DistinctBy(keys) => self.exprs(keys),
                Clause::OrderBy(keys) => keys.iter().for_each(|key| self.expr(&key.value)),
            }
        }
    }
}

//! Tables: rule lists and grids.

use super::super::grammar::{Pair, Parts, Rule};
use super::super::recover::{Body, Declares, Part};
use super::super::tree::Binding;
use super::super::tree::{
    BinaryOp, Cell, Expr, ExprKind, Grid, HitPolicy, Name, PatternKind, Row, Rule as TableRule, Table, TableBody, Text, UnaryTest,
};
use super::Builder;
use crate::diagnostic::{Code, Diagnostic};

impl Builder<'_> {
    /// `table`, `strict_table`
    pub(super) fn table(&mut self, pair: Pair<'_>) -> Option<Table> {
        let mut parts = Parts::of(pair);
        let mut head = Parts::of(parts.accept(Rule::table_head)?);
        let name = self.name(head.accept(Rule::name)?);
        let params = self.params(head.accept(Rule::params)?)?;
        let result = self.type_(head.accept(Rule::type_)?)?;
        let hit = match head.accept(Rule::hit) {
            Some(hit) => {
                let word = Parts::of(hit).next()?;
                HitPolicy::ALL.into_iter().find(|policy| policy.word() == word.as_str())
            }
            None => None,
        };
        let (mut lets, mut rules) = (Vec::new(), Vec::new());
        let mut grid = None;
        for part in parts {
            match part.as_rule() {
                Rule::grid | Rule::strict_grid => grid = Some(self.grid(part)?),
                Rule::rules | Rule::strict_rules => {
                    for rule in Parts::of(part) {
                        self.add(rule, &mut lets, &mut rules);
                    }
                }
                _ => self.add(part, &mut lets, &mut rules),
            }
        }
        let body = grid.map_or(TableBody::Rules(rules), TableBody::Grid);
        Some(Table { name, params, result, hit, lets, body, broken: self.broken })
    }

    /// Adds a part of a table, or what is good of a bad one.
    fn add(&mut self, pair: Pair<'_>, lets: &mut Vec<Binding>, rules: &mut Vec<TableRule>) {
        for part in self.parts(pair, Body::Rules) {
            match part {
                Part::Let(binding) => {
                    if !rules.is_empty() {
                        let finding =
                            Diagnostic::error(Code::LAYOUT, binding.name.at.0, "the `let`s of a table stand before its rules");
                        self.findings.push(finding.help("move it to the beginning of the table"));
                    }
                    lets.push(binding);
                }
                Part::Rule(rule) => rules.push(rule),
                _ => {}
            }
        }
    }

    /// `table_let`
    pub(in super::super) fn table_let(&mut self, pair: Pair<'_>) -> Option<Binding> {
        self.own_line(self.at(&pair), "a `let`");
        self.binding(Parts::of(pair).next()?)
    }

    /// `rule`, `otherwise`
    pub(in super::super) fn rule(&mut self, pair: Pair<'_>) -> Option<TableRule> {
        let at = self.at_behind_lead(&pair);
        self.own_line(at, "a rule");
        let mut parts = Parts::of(pair);
        let (docs, allows) = self.lead(&mut parts)?;
        let name = match parts.accept(Rule::rule_name) {
            Some(name) => Some(self.key(name)?),
            None => None,
        };
        let clauses = match parts.accept(Rule::rule_clauses) {
            Some(clauses) => self.clauses(clauses)?,
            None => Vec::new(),
        };
        let guard = match parts.accept(Rule::guard) {
            Some(guard) => Some(self.guard(guard)?),
            None => None,
        };
        let outcome = self.expr(parts.accept(Rule::expr)?)?;
        let because = self.because(&mut parts)?;
        Some(TableRule { docs, allows, name, clauses, guard, outcome, because, at })
    }

    fn because(&mut self, parts: &mut Parts<'_>) -> Option<Option<Text>> {
        match parts.accept(Rule::because) {
            Some(pair) => Some(Some(self.text_literal(Parts::of(pair).next()?)?)),
            None => Some(None),
        }
    }

    fn grid(&mut self, pair: Pair<'_>) -> Option<Grid> {
        let mut parts = Parts::of(pair);
        let head = parts.next()?;
        let at = self.at(&head);
        let named = head.as_rule() == Rule::named_head;
        let range = self.range(&head);
        let (columns, members) = match head.as_rule() {
            Rule::bad_head => {
                self.bad_head(range);
                (Vec::new(), Vec::new())
            }
            _ => self.keep(range, Declares::Nothing, |builder| builder.head(head)).unwrap_or_default(),
        };
        let (mut rows, mut last) = (Vec::new(), Vec::new());
        for pair in parts {
            let body = match pair.as_rule() {
                Rule::bad_rule => Body::Rules,
                _ if named => Body::NamedRows,
                _ => Body::PlainRows,
            };
            for part in self.parts(pair, body) {
                match part {
                    Part::Row(row) => rows.push(row),
                    Part::Rule(rule) => last.push(rule),
                    _ => {}
                }
            }
        }
        // Without its heading a row cannot be read.
        if members.is_empty() {
            rows.clear();
        }
        Some(Grid { named, columns, members, rows, otherwise: last.pop(), at })
    }

    fn head(&mut self, pair: Pair<'_>) -> Option<(Vec<Expr>, Vec<Name>)> {
        let mut parts = Parts::of(pair);
        parts.accept(Rule::rule_heading);
        let mut columns = Vec::new();
        while let Some(column) = parts.accept(Rule::expr) {
            columns.push(self.expr(column)?);
        }
        let members = Parts::of(parts.accept(Rule::members)?).map(|key| self.key(key)).collect::<Option<_>>()?;
        Some((columns, members))
    }

    /// `named_row`, `plain_row`
    pub(in super::super) fn row(&mut self, pair: Pair<'_>) -> Option<Row> {
        let at = self.at_behind_lead(&pair);
        self.own_line(at, "a row");
        if self.text.get(at.0.range()).is_some_and(|row| row.contains('\n')) {
            let finding = Diagnostic::error(Code::LAYOUT, at.0, "a row is one line");
            self.findings
                .push(finding.help("name a long value with a `let` at the start of the table, or write rules instead of a grid"));
        }
        let mut parts = Parts::of(pair);
        let (docs, allows) = self.lead(&mut parts)?;
        let name = match parts.accept(Rule::rule_name) {
            Some(name) => Some(self.key(name)?),
            None => None,
        };
        let mut cells = Vec::new();
        while let Some(cell) = parts.accept(Rule::cell) {
            cells.push(self.cell(cell)?);
        }
        let mut outcomes = Vec::new();
        while let Some(outcome) = parts.accept(Rule::expr) {
            outcomes.push(self.expr(outcome)?);
        }
        let because = self.because(&mut parts)?;
        Some(Row { docs, allows, name, cells, outcomes, because, at })
    }

    fn cell(&mut self, pair: Pair<'_>) -> Option<Cell> {
        let at = self.at(&pair);
        let tests = Parts::of(pair)
            .filter(|part| part.as_rule() != Rule::any_value)
            .map(|test| self.unary_test(test))
            .collect::<Option<_>>()?;
        Some(Cell { tests, at })
    }

    fn unary_test(&mut self, pair: Pair<'_>) -> Option<UnaryTest> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        Some(match rule {
            Rule::not_test => UnaryTest::Not(self.all(parts, Self::unary_test)?),
            Rule::in_test => UnaryTest::In(self.name(parts.next()?)),
            Rule::is_test => {
                let negated = parts.accept(Rule::is_not).is_some();
                UnaryTest::Is(super::expression::is_test(&parts.next()?)?, negated)
            }
            Rule::pattern_test => {
                let kind = match parts.next()?.as_rule() {
                    Rule::like => PatternKind::Glob,
                    _ => PatternKind::Regex,
                };
                UnaryTest::Pattern(kind, self.atom(parts.next()?)?)
            }
            Rule::compare_test => {
                let op = match parts.next()?.as_rule() {
                    Rule::less => BinaryOp::Less,
                    Rule::less_equal => BinaryOp::LessEqual,
                    Rule::greater => BinaryOp::Greater,
                    _ => BinaryOp::GreaterEqual,
                };
                UnaryTest::Compare(op, self.cell_value(parts.next()?)?)
            }
            Rule::different_test => {
                parts.next()?;
                UnaryTest::Value { value: self.cell_value(parts.next()?)?, negated: true }
            }
            Rule::value_test => {
                let value = self.cell_value(parts.next()?)?;
                match parts.accept(Rule::range) {
                    Some(_) => UnaryTest::Range(value, self.cell_value(parts.next()?)?),
                    None => UnaryTest::Value { value, negated: false },
                }
            }
            _ => return None,
        })
    }

    fn cell_value(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let at = self.at(&pair);
        let mut parts = Parts::of(pair);
        let negative = parts.accept(Rule::negate).is_some();
        let atom = self.atom(parts.next()?)?;
        if !negative {
            return Some(atom);
        }
        Some(Expr { kind: ExprKind::Negate(Box::new(atom)), at })
    }
}

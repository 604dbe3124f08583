//! Tables: rule lists and grids.

use super::super::grammar::{Pair, Parts, Rule};
use super::super::tree::{
    BinaryOp, Cell, Expr, ExprKind, Grid, HitPolicy, Name, Row, Rule as TableRule, Table, TableBody, Text, UnaryTest,
};
use super::{Builder, docs};

impl Builder<'_> {
    /// `table`, `strict_table`
    pub(super) fn table(&mut self, pair: Pair<'_>) -> Option<Table> {
        let mut parts = Parts::of(pair);
        let mut head = Parts::of(parts.accept(Rule::table_head)?);
        let name = self.name(head.accept(Rule::name)?);
        let params = self.params(head.accept(Rule::params)?)?;
        let result = self.type_(head.accept(Rule::type_)?)?;
        let hit = match head.accept(Rule::hit) {
            Some(hit) => Some(match Parts::of(hit).next()?.as_str() {
                "collect" => HitPolicy::Collect,
                _ => HitPolicy::First,
            }),
            None => None,
        };
        let mut lets = Vec::new();
        while let Some(pair) = parts.accept(Rule::table_let) {
            lets.push(self.binding(Parts::of(pair).next()?)?);
        }
        let body = parts.next()?;
        let body = match body.as_rule() {
            Rule::grid | Rule::strict_grid => TableBody::Grid(self.grid(body)?),
            _ => TableBody::Rules(self.rules(body)?),
        };
        Some(Table { name, params, result, hit, lets, body, broken: false })
    }

    fn rules(&mut self, pair: Pair<'_>) -> Option<Vec<TableRule>> {
        Parts::of(pair).map(|pair| self.rule(pair)).collect()
    }

    /// `rule`, `otherwise`
    pub(super) fn rule(&mut self, pair: Pair<'_>) -> Option<TableRule> {
        let at = self.at_behind_docs(&pair);
        let mut parts = Parts::of(pair);
        let docs = docs(&mut parts);
        let name = match parts.accept(Rule::rule_name) {
            Some(name) => Some(self.key(name)?),
            None => None,
        };
        let guard = match parts.accept(Rule::guard) {
            Some(guard) => Some(self.guard(guard)?),
            None => None,
        };
        let outcome = self.expr(parts.accept(Rule::expr)?)?;
        let because = self.because(&mut parts)?;
        Some(TableRule { docs, name, guard, outcome, because, at })
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
        let (columns, members) = self.head(head)?;
        let mut rows = Vec::new();
        let mut otherwise = None;
        for pair in parts {
            match pair.as_rule() {
                Rule::otherwise => otherwise = Some(self.rule(pair)?),
                _ => rows.push(self.row(pair)?),
            }
        }
        Some(Grid { named, columns, members, rows, otherwise, at })
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
    fn row(&mut self, pair: Pair<'_>) -> Option<Row> {
        let at = self.at_behind_docs(&pair);
        let mut parts = Parts::of(pair);
        let docs = docs(&mut parts);
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
        Some(Row { docs, name, cells, outcomes, because, at })
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
            Rule::not_test => UnaryTest::Not(parts.map(|test| self.unary_test(test)).collect::<Option<_>>()?),
            Rule::in_test => UnaryTest::In(self.name(parts.next()?)),
            Rule::is_test => {
                let negated = parts.accept(Rule::is_not).is_some();
                UnaryTest::Is(super::expression::is_test(&parts.next()?)?, negated)
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
        let atom = self.atom_alone(parts.next()?)?;
        if !negative {
            return Some(atom);
        }
        Some(Expr { kind: ExprKind::Negate(Box::new(atom)), at })
    }
}

//! Grids: each row becomes a rule, each column a `let` of the table, each cell a condition.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::PatternKind;
use crate::policy::{Condition, ConditionKind, Expr, ExprKind, RecordType, Rule, TableLet, Type};
use crate::source::Span;
use crate::syntax::tree::{self, BinaryOp, Cell, ExprKind as Kind, Grid, Row, UnaryTest};

use super::body::{Context, RuleName};
use super::bool::{condition, not};
use super::checker::Checker;
use super::items::Node;
use super::operators::compared;
use super::records::{FieldValue, RecordBuilder};
use super::show::{listed, shown};
use super::table::TableContext;

/// The heading of the outcome of a table that answers no record.
const RESULT: &str = "result";

/// A column left of `=>`.
struct Column {
    /// The value that the cells test.
    value: Expr,
    /// The heading.
    span: Span,
}

/// How the cells right of `=>` make an outcome.
enum Outcome {
    /// Each is a member of this record.
    Members(Arc<RecordType>),
    /// A lone one is the outcome.
    Whole,
    /// The headings are wrong, which is reported; the cells below them cannot be told from them.
    Unknown,
    /// The type of the table is wrong, which is reported.
    NoType,
}

impl<'t> Checker<'t> {
    /// The rules that a grid stands for.
    pub(super) fn grid(&mut self, grid: &'t Grid, context: &mut TableContext) -> Vec<Rule> {
        let columns = self.columns(grid, context);
        let outcome = self.outcome_columns(grid, &context.outcome);
        let mut rules = Vec::with_capacity(grid.rows.len() + 1);
        for (index, row) in grid.rows.iter().enumerate() {
            rules.push(self.row(grid, row, index, &columns, &outcome, context));
        }
        if let Some(rule) = &grid.otherwise {
            rules.push(self.rule(rule, context));
        }
        rules
    }

    fn columns(&mut self, grid: &'t Grid, context: &mut TableContext) -> Vec<Column> {
        let mut columns = Vec::with_capacity(grid.columns.len());
        for (index, heading) in grid.columns.iter().enumerate() {
            let span = heading.at.0;
            if let Some(first) = grid.columns.iter().take(index).find(|first| *first == heading) {
                self.report(
                    Diagnostic::error(Code::ROW_SHAPE, span, "this column stands twice")
                        .also(first.at.0, "first here")
                        .help("remove one of the two: a cell can hold several tests, `a, b`"),
                );
            }
            let value = self.plain(heading);
            let ty = self.of_bearable_size(value.ty.clone(), span);
            let column = Expr { kind: ExprKind::TableLet(context.lets.len()), ty, span };
            let name = self.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
            context.lets.push(TableLet { name, value });
            columns.push(Column { value: column, span });
        }
        columns
    }

    fn outcome_columns(&mut self, grid: &'t Grid, outcome: &Type) -> Outcome {
        let mut first: HashMap<&str, Span> = HashMap::new();
        let mut good = true;
        for member in &grid.members {
            if let Some(before) = first.get(member.text.as_str()) {
                let message = format!("the column `{}` stands twice", member.text);
                self.report(
                    Diagnostic::error(Code::ROW_SHAPE, member.at.0, message)
                        .also(*before, "first here")
                        .help("remove one of the two"),
                );
                good = false;
            }
            first.insert(&member.text, member.at.0);
        }
        let lone = match grid.members.as_slice() {
            [lone] if lone.text == RESULT => Some(lone),
            _ => None,
        };
        let outcome = match outcome.inner() {
            Type::Record(record) if lone.is_none() || record.member(RESULT).is_some() => {
                good &= self.check_members(grid, record);
                Outcome::Members(Arc::clone(record))
            }
            Type::Error => Outcome::NoType,
            _ if lone.is_some() => Outcome::Whole,
            other => {
                self.report_no_result(grid, &other.clone());
                Outcome::Unknown
            }
        };
        if good { outcome } else { Outcome::Unknown }
    }

    fn check_members(&mut self, grid: &Grid, record: &Arc<RecordType>) -> bool {
        let ty = Type::Record(Arc::clone(record));
        let has = |name: &str| grid.members.iter().any(|member| member.text == name);
        let mut unknown = 0;
        for member in grid.members.iter().filter(|member| record.member(&member.text).is_none()) {
            unknown += 1;
            let open = record.members.iter().map(|member| &*member.name).filter(|name| !has(name));
            let finding =
                Diagnostic::error(Code::ROW_SHAPE, member.at.0, format!("{} has no member `{}`", shown(&ty), member.text));
            let finding = match self.nearest(&member.text, open) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help(format!("its members are {}", listed(record.members.iter().map(|member| &*member.name)))),
            };
            self.report(finding);
        }
        let needed = record.members.iter().filter(|member| !member.optional && member.default.is_none());
        let missing: Vec<&str> = needed.map(|member| &*member.name).filter(|name| !has(name)).collect();
        if missing.len() > unknown {
            let span = grid.members.last().map_or(grid.at.0, |last| last.at.0);
            let message = format!("the outcome {} lacks a column for {}", shown(&ty), listed(missing.iter().copied()));
            self.report(Diagnostic::error(Code::ROW_SHAPE, span, message).help("add the column right of `=>`"));
        }
        unknown == 0 && missing.is_empty()
    }

    fn report_no_result(&mut self, grid: &Grid, outcome: &Type) {
        let span = match (grid.members.first(), grid.members.last()) {
            (Some(first), Some(last)) => first.at.0.to(last.at.0),
            _ => grid.at.0,
        };
        let message = format!("the outcome is {}, no record, so it has one column", shown(outcome));
        self.report(Diagnostic::error(Code::ROW_SHAPE, span, message).help(format!("head it `{RESULT}`")));
    }

    fn row(
        &mut self,
        grid: &'t Grid,
        row: &'t Row,
        index: usize,
        columns: &[Column],
        outcome: &Outcome,
        context: &TableContext,
    ) -> Rule {
        let fits = self.check_shape(grid, row, outcome);
        let name = row.name.as_ref().map_or_else(|| format!("row[{}]", index + 1), |name| name.text.clone());
        let mark = self.body.mark();
        self.body.rule_name = RuleName::InGuard;
        let mut guard = Vec::new();
        for (cell, column) in row.cells.iter().zip(columns) {
            guard.extend(self.cell(cell, column));
        }
        self.body.rule_name = RuleName::Named(name.clone());
        let outcome = self.row_outcome(grid, row, if fits { outcome } else { &Outcome::Unknown }, context);
        self.body.rule_name = RuleName::Outside;
        self.body.release_with_slots(mark);
        Rule {
            name,
            docs: row.docs.clone(),
            clauses: Vec::new(),
            elements: None,
            guard,
            outcome,
            because: row.because.as_ref().map(|because| because.value.clone()),
            span: row.at.0,
            name_span: row.name.as_ref().map_or(row.at.0, |name| name.at.0),
        }
    }

    /// Whether a row has a cell for each heading.
    fn check_shape(&mut self, grid: &Grid, row: &Row, outcome: &Outcome) -> bool {
        let name = row.name.iter().map(|name| name.at.0);
        let left: Vec<Span> = name.chain(row.cells.iter().map(|cell| cell.at.0)).collect();
        let right: Vec<Span> = row.outcomes.iter().map(|outcome| outcome.at.0).collect();
        self.check_cells(grid, row, "left", &left, grid.columns.len() + usize::from(grid.named))
            && (matches!(outcome, Outcome::Unknown) || self.check_cells(grid, row, "right", &right, grid.members.len()))
    }

    fn check_cells(&mut self, grid: &Grid, row: &Row, side: &str, cells: &[Span], wanted: usize) -> bool {
        if cells.len() == wanted {
            return true;
        }
        let span = cells.get(wanted).or(cells.last()).copied().unwrap_or(row.at.0);
        let found = if cells.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", cells.len()) };
        let message = format!("this row has {found} {side} of `=>`, but the grid has {wanted} columns there");
        let lacking = grid.members.iter().skip(cells.len()).map(|member| member.text.as_str());
        let help = match side {
            _ if cells.len() > wanted => "remove the cells that are too many".to_owned(),
            "right" => format!("add what lacks: {}", listed(lacking)),
            _ => "add the cells that lack; `-` takes any value".to_owned(),
        };
        self.report(Diagnostic::error(Code::ROW_SHAPE, span, message).also(grid.at.0, "the headings").help(help));
        false
    }

    fn row_outcome(&mut self, grid: &'t Grid, row: &'t Row, outcome: &Outcome, context: &TableContext) -> Expr {
        let span = match (row.outcomes.first(), row.outcomes.last()) {
            (Some(first), Some(last)) => first.at.0.to(last.at.0),
            _ => row.at.0,
        };
        match (outcome, row.outcomes.first()) {
            (Outcome::Whole, Some(lone)) => self.check(lone, &context.outcome),
            (Outcome::Members(record), _) => {
                let mut builder = RecordBuilder::new(Arc::clone(record));
                for (member, value) in grid.members.iter().zip(&row.outcomes) {
                    self.set_member(&mut builder, member, FieldValue::Set(value));
                }
                let value = self.finish_record(builder, span);
                self.fit(value, &context.outcome)
            }
            _ => {
                for value in &row.outcomes {
                    self.look_at(value);
                }
                self.error(span)
            }
        }
    }

    /// The condition of a cell; none for `-`.
    fn cell(&mut self, cell: &'t Cell, column: &Column) -> Option<Condition> {
        let holds = self.tests(&cell.tests, column, cell.at.0)?;
        Some(Condition { kind: ConditionKind::Holds(holds), span: cell.at.0, column: Some(column.span) })
    }

    /// One of the tests holds.
    fn tests(&mut self, tests: &'t [UnaryTest], column: &Column, span: Span) -> Option<Expr> {
        let mut parts: Vec<Expr> = tests.iter().map(|test| self.unary_test(test, column, span)).collect();
        match parts.len() {
            0 | 1 => parts.pop(),
            _ => Some(condition(ExprKind::Or(parts), span)),
        }
    }

    fn unary_test(&mut self, test: &'t UnaryTest, column: &Column, span: Span) -> Expr {
        let value = || column.value.clone();
        match test {
            UnaryTest::Value { value: wanted, negated } => {
                let equal = self.cell_equals(wanted, value());
                if *negated { not(equal, wanted.at.0) } else { equal }
            }
            UnaryTest::Compare(op, bound) => self.cell_order(*op, value(), bound),
            UnaryTest::Range(from, to) => {
                let from = self.cell_order(BinaryOp::GreaterEqual, value(), from);
                let to = self.cell_order(BinaryOp::LessEqual, value(), to);
                condition(ExprKind::And(vec![from, to]), span)
            }
            UnaryTest::Pattern(kind, pattern) => self.cell_matches(*kind, value(), pattern, span),
            UnaryTest::In(name) => {
                let container = self.constant_named(&name.text, name.at.0);
                self.contains_value(value(), container, name.at.0)
            }
            UnaryTest::Is(test, negated) => {
                // The finding belongs to the cell, not to its heading.
                let asked = Expr { span, ..value() };
                self.is_test(asked, *test, *negated, span)
            }
            UnaryTest::Not(tests) => match self.tests(tests, column, span) {
                Some(holds) => not(holds, span),
                None => self.error(span),
            },
        }
    }

    fn cell_equals(&mut self, wanted: &'t tree::Expr, column: Expr) -> Expr {
        let span = wanted.at.0;
        let wanted = match &wanted.kind {
            Kind::Name(name) if name != "null" => self.constant_named(name, span),
            _ => self.side(wanted, &column.ty),
        };
        self.equal_values(column, wanted, span)
    }

    fn cell_matches(&mut self, kind: PatternKind, column: Expr, pattern: &'t tree::Expr, span: Span) -> Expr {
        let column = Expr { span, ..column };
        let pattern = match &pattern.kind {
            Kind::Name(name) => {
                let constant = self.constant_named(name, pattern.at.0);
                self.fit(constant, &Type::String)
            }
            _ => self.check(pattern, &Type::String),
        };
        self.matches_pattern(kind, column, pattern, span)
    }

    fn cell_order(&mut self, op: BinaryOp, column: Expr, bound: &'t tree::Expr) -> Expr {
        let span = bound.at.0;
        let column = Expr { span, ..column };
        let named = match &bound.kind {
            Kind::Name(name) if name != "null" => Some(self.constant_named(name, span)),
            _ => None,
        };
        let check = |checker: &mut Self, place: &Type| match named.clone() {
            Some(value) => checker.fit(value, place),
            None => checker.check(bound, place),
        };
        let (column, bound) = self.ordered(column, op, check, |checker| checker.error(span));
        compared(op, column, bound, span)
    }

    /// The constant of that name: cells name nothing else.
    fn constant_named(&mut self, name: &'t str, span: Span) -> Expr {
        let is_other = self.is_local(name) || matches!(self.visible(name), Some(Node::Input(_) | Node::Let(_)));
        if is_other {
            let message = format!("a cell names constants only, and `{name}` is none");
            let finding = Diagnostic::error(Code::NOT_CONSTANT, span, message);
            let fixed = self.visible(name).filter(|node| {
                let reads_nothing = self.reads.get(node).is_some_and(BTreeSet::is_empty);
                !self.is_local(name) && matches!(node, Node::Let(_)) && reads_nothing
            });
            self.report(match fixed {
                Some(node) => {
                    finding.also(self.items.span(node), "declared here").help(format!("make it a constant: `const {name} = …`"))
                }
                None => finding.help(format!("compare in a column of its own: head it with a comparison with `{name}`")),
            });
            return self.error(span);
        }
        debug_assert_eq!(self.body.context, Context::Policy, "grids stand in tables");
        self.name(name, span)
    }
}

//! Whether a table without `otherwise` decides for all values of its columns.
//!
//! A rule whose conditions each test one column is a box: for each column the values that it takes. The values of a column
//! fall into finitely many classes that no test tells apart: `bool`, unions, optionals, kinds of JSON; ints by the numbers
//! that tests name, texts likewise. [`cover`] decides exactly whether the boxes cover every combination. Columns count as
//! independent of each other. A rule with any other condition covers nothing, so that a table which needs it needs an
//! `otherwise`; what is possible between columns is the analysis' to say, not the checker's.

mod cover;
mod points;
mod read;

use indexmap::IndexMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{ConditionKind, Rule, TableLet};
use crate::syntax::tree::{self, TableBody};

use super::checker::Checker;
use cover::{Cover, Row, cover};
use points::{Point, Test, points};
use read::{Column, Read, Reader};

/// How many tests of how many classes of values the checker looks at for all tables of one policy.
pub const COMPLETENESS_WORK_MAX: usize = 2_000_000;
/// How many columns the message of a gap names.
const WITNESS_COLUMNS_MAX: usize = 6;
/// How much text of a column or value it shows.
const WITNESS_CHARS_MAX: usize = 40;

/// What came of it.
enum Answer {
    Complete,
    /// Columns and values for which no rule decides.
    Gap(Vec<(String, String)>),
    /// Some rule has a condition that is no plain test, and the others do not cover everything.
    Unknown,
    TooMuch,
}

impl Checker<'_> {
    /// Reports a table that has no `otherwise` and does not cover everything without. `params` are its first slots.
    pub(super) fn check_complete(&mut self, index: usize, table: &tree::Table, rules: &[Rule], lets: &[TableLet], params: usize) {
        let mut work = self.work.completeness;
        let answer = self.completeness(rules, lets, params, &mut work).unwrap_or(Answer::TooMuch);
        self.work.completeness = work;
        let (name, span) = (&table.name.text, table.name.at.0);
        let word = if matches!(table.body, TableBody::Grid(_)) { "row" } else { "rule" };
        let finding = match answer {
            Answer::Complete => return,
            Answer::Gap(witness) => {
                let more = witness.len() > WITNESS_COLUMNS_MAX;
                let shown = witness.iter().take(WITNESS_COLUMNS_MAX).map(|(column, value)| format!("`{column}` = {value}"));
                let values: Vec<String> = shown.chain(more.then(|| "…".to_owned())).collect();
                let message = format!("the table `{name}` is not complete: no {word} covers {}", values.join(", "));
                Diagnostic::error(Code::NO_OTHERWISE, span, message)
                    .help(format!("add a {word} for it, or end the table with `otherwise => …`"))
            }
            Answer::TooMuch => {
                let message = format!("whether the {word}s of `{name}` cover everything takes too long to tell");
                Diagnostic::error(Code::NO_OTHERWISE, span, message)
                    .note(format!("the checker looks at {COMPLETENESS_WORK_MAX} tests of values for all tables of a policy"))
                    .help("end the table with `otherwise => …`")
            }
            Answer::Unknown => {
                let message = format!("the table `{name}` does not say what holds where no rule decides");
                let finding = Diagnostic::error(Code::NO_OTHERWISE, span, message);
                match rules.last() {
                    Some(last) => finding.also(last.name_span, "the last rule has a condition"),
                    None => finding,
                }
                .help("end the table with `otherwise => …`")
            }
        };
        self.incomplete.insert(index);
        self.report(finding);
    }

    /// Nothing where the work is used up.
    fn completeness(&self, rules: &[Rule], lets: &[TableLet], params: usize, work: &mut usize) -> Option<Answer> {
        let reader = Reader { sources: self.sources, consts: &self.consts, broken_consts: &self.broken_consts, params };
        let mut columns: IndexMap<Column<'_>, Vec<Test<'_>>> = IndexMap::new();
        let mut types = Vec::new();
        let mut boxes: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut all_known = true;
        'rules: for rule in rules {
            // Whether a list has elements is not known.
            if !rule.clauses.is_empty() {
                all_known = false;
                continue;
            }
            let mut tests = Vec::new();
            for condition in &rule.guard {
                let mut read = Vec::new();
                match &condition.kind {
                    ConditionKind::Holds(expr) => reader.conditions(expr, &mut read),
                    ConditionKind::Bind { value, .. } => read.push(reader.is_some(value)),
                }
                for read in read {
                    match read {
                        Read::Test(column, test) => {
                            *work = work.checked_sub(test.size())?;
                            let entry = columns.entry(column.key);
                            let place = entry.index();
                            if place == types.len() {
                                types.push(column.ty);
                            }
                            let of_column = entry.or_default();
                            of_column.push(test);
                            tests.push((place, of_column.len() - 1));
                        }
                        // A mistake that is reported says nothing about the table.
                        Read::Constant(true) | Read::Broken => {}
                        Read::Constant(false) => continue 'rules,
                        Read::Unknown => {
                            all_known = false;
                            continue 'rules;
                        }
                    }
                }
            }
            boxes.push(tests);
        }
        let mut values: Vec<Vec<Point>> = Vec::with_capacity(types.len());
        let mut taken: Vec<Vec<Vec<bool>>> = Vec::with_capacity(types.len());
        for ((_, tests), ty) in columns.iter().zip(types) {
            let points = points(ty, tests);
            let size = tests.iter().map(Test::size).fold(0, usize::saturating_add);
            *work = work.checked_sub(points.len().saturating_mul(size))?;
            taken.push(tests.iter().map(|test| points.iter().map(|point| test.takes(point)).collect()).collect());
            values.push(points);
        }
        let rows: Vec<Row> = boxes.iter().map(|tests| Row::new(tests, &taken)).collect();
        let sizes: Vec<usize> = values.iter().map(Vec::len).collect();
        Some(match cover(&rows, &sizes, work)? {
            Cover::Whole => Answer::Complete,
            Cover::Gap(_) if !all_known => Answer::Unknown,
            Cover::Gap(gap) if gap.is_empty() => Answer::Unknown,
            Cover::Gap(mut gap) => {
                gap.sort_by_key(|(column, _)| columns.get_index(*column).map(|(key, _)| key.order()));
                let told = gap.iter().filter_map(|(column, point)| {
                    let (key, tests) = columns.get_index(*column)?;
                    let point = values.get(*column)?.get(*point)?;
                    Some((cut(key.text(lets)), cut(&point.words(tests))))
                });
                Answer::Gap(told.collect())
            }
        })
    }
}

fn cut(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(WITNESS_CHARS_MAX) {
        line.truncate(end);
        line.push('…');
    }
    line
}

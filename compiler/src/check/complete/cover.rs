//! Whether boxes over finite columns cover every combination; exact, by splitting on one column after another.

use std::collections::BTreeSet;

/// The columns that a rule tests, and for each value of these whether it is taken.
pub(super) struct Row {
    tests: Vec<(usize, Vec<bool>)>,
}

/// What came of it.
#[derive(Debug, PartialEq)]
pub(super) enum Cover {
    /// Every combination is covered.
    Whole,
    /// Columns and values of theirs that no row covers, whatever the other columns are.
    Gap(Vec<(usize, usize)>),
}

impl Row {
    /// The row of tests, each a column and the number of its test there; `taken` has the values of each.
    pub(super) fn new(tests: &[(usize, usize)], taken: &[Vec<Vec<bool>>]) -> Row {
        let mut row = Row { tests: Vec::with_capacity(tests.len()) };
        for (column, test) in tests {
            let Some(values) = taken.get(*column).and_then(|tests| tests.get(*test)) else { continue };
            match row.tests.iter_mut().find(|(other, _)| other == column) {
                Some((_, mine)) => mine.iter_mut().zip(values).for_each(|(mine, value)| *mine &= value),
                None => row.tests.push((*column, values.clone())),
            }
        }
        row
    }

    fn takes(&self, column: usize, value: usize) -> bool {
        self.tests
            .iter()
            .find(|(other, _)| *other == column)
            .is_none_or(|(_, values)| values.get(value).copied().unwrap_or(false))
    }
}

/// A part of all combinations: those with the values on the way from the root.
struct Part {
    /// The rows that take all these values.
    rows: Vec<usize>,
    /// Its last step, an index into the list of steps.
    last: Option<usize>,
}

/// A column given a value.
struct Step {
    before: Option<usize>,
    column: usize,
    value: usize,
}

/// Whether the rows cover all combinations of columns of these sizes. Nothing where `work` is used up.
pub(super) fn cover(rows: &[Row], sizes: &[usize], work: &mut usize) -> Option<Cover> {
    let mut steps: Vec<Step> = Vec::new();
    let mut parts = vec![Part { rows: (0..rows.len()).collect(), last: None }];
    while let Some(part) = parts.pop() {
        let way = way(&steps, part.last);
        let decided: BTreeSet<usize> = way.iter().map(|(column, _)| *column).collect();
        // The row with the fewest open tests: one without any takes the whole part.
        let mut best: Option<(usize, usize)> = None;
        for row in part.rows.iter().filter_map(|row| rows.get(*row)) {
            *work = work.checked_sub(1 + row.tests.len())?;
            let mut open = row.tests.iter().filter(|(column, _)| !decided.contains(column)).map(|(column, _)| *column);
            let first = open.next();
            let count = open.count() + usize::from(first.is_some());
            if best.is_none_or(|(least, _)| count < least) {
                best = Some((count, first.unwrap_or(usize::MAX)));
            }
            if count == 0 {
                break;
            }
        }
        let column = match best {
            None => return Some(Cover::Gap(way)),
            Some((0, _)) => continue,
            Some((_, column)) => column,
        };
        let mut seen: BTreeSet<Vec<usize>> = BTreeSet::new();
        let mut next = Vec::new();
        for value in 0..sizes.get(column).copied().unwrap_or(0) {
            *work = work.checked_sub(part.rows.len())?;
            let taking = |row: &usize| rows.get(*row).is_some_and(|row| row.takes(column, value));
            let left: Vec<usize> = part.rows.iter().copied().filter(taking).collect();
            // Values that the same rows take are one.
            if seen.insert(left.clone()) {
                steps.push(Step { before: part.last, column, value });
                next.push(Part { rows: left, last: Some(steps.len() - 1) });
            }
        }
        // The first value is looked at first: what is found does not depend on how it is looked for.
        parts.extend(next.into_iter().rev());
    }
    Some(Cover::Whole)
}

fn way(steps: &[Step], mut last: Option<usize>) -> Vec<(usize, usize)> {
    let mut way = Vec::new();
    while let Some(step) = last.and_then(|last| steps.get(last)) {
        way.push((step.column, step.value));
        last = step.before;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(tests: &[(usize, &[usize])], sizes: &[usize]) -> Row {
        let tests = tests.iter().map(|(column, values)| (*column, (0..sizes[*column]).map(|v| values.contains(&v)).collect()));
        Row { tests: tests.collect() }
    }

    /// The answer for all combinations one by one.
    fn naive(rows: &[Row], sizes: &[usize]) -> bool {
        let count: usize = sizes.iter().product();
        (0..count).all(|mut number| {
            let values: Vec<usize> = sizes
                .iter()
                .map(|size| {
                    let value = number % size;
                    number /= size;
                    value
                })
                .collect();
            rows.iter().any(|row| values.iter().enumerate().all(|(column, value)| row.takes(column, *value)))
        })
    }

    /// Many small sets of boxes, each decided as by looking at all combinations; a gap really is one.
    #[test]
    fn decides_as_looking_at_all_combinations() {
        let mut state = 7_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let (mut whole, mut gaps) = (0, 0);
        for _ in 0..2000 {
            let sizes: Vec<usize> = (0..1 + below(4)).map(|_| 1 + below(4)).collect();
            let mut rows: Vec<Row> = Vec::new();
            for _ in 0..below(9) {
                let mut tests = Vec::new();
                for (column, size) in sizes.iter().enumerate() {
                    if below(2) == 0 {
                        tests.push((column, (0..*size).map(|_| below(4) > 0).collect()));
                    }
                }
                rows.push(Row { tests });
            }
            match cover(&rows, &sizes, &mut 1_000_000).expect("enough work") {
                Cover::Whole => {
                    whole += 1;
                    assert!(naive(&rows, &sizes));
                }
                Cover::Gap(gap) => {
                    gaps += 1;
                    let is_gap = |row: &Row| gap.iter().any(|(column, value)| !row.takes(*column, *value));
                    assert!(rows.iter().all(is_gap), "{gap:?}");
                    assert!(!naive(&rows, &sizes));
                }
            }
        }
        assert!(whole > 200 && gaps > 200, "{whole} whole, {gaps} with gaps");
    }

    #[test]
    fn work_is_bounded() {
        let sizes = [2; 24];
        // All but the one combination of only ones, and no row covers much: half of all combinations have an even sum.
        let rows: Vec<Row> = (0..23).map(|c| row(&[(c, &[0]), (c + 1, &[1])], &sizes)).collect();
        let mut work = usize::MAX;
        let found = cover(&rows, &sizes, &mut work).expect("enough work");
        assert!(matches!(found, Cover::Gap(_)));
        let needed = usize::MAX - work;
        assert_eq!(cover(&rows, &sizes, &mut { needed }), Some(found));
        assert_eq!(cover(&rows, &sizes, &mut { needed - 1 }), None);
    }
}

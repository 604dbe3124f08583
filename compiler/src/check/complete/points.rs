//! Tests of one column, and the values that stand for all its values: no test tells a value from the one that stands for it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::policy::{CompareOp, INT_MAX, JsonKind, Type, Value};

/// What a condition asks of a column.
pub(super) enum Test<'p> {
    /// It is true.
    True,
    /// It is this value, none included.
    Equal(&'p Value),
    /// It is one of the elements or keys.
    In(&'p Value),
    /// It stands in this order to an int.
    Order(CompareOp, i64),
    /// It is some.
    Some,
    /// It is JSON of this kind.
    Kind(JsonKind),
    Not(Box<Test<'p>>),
    All(Vec<Test<'p>>),
    One(Vec<Test<'p>>),
}

/// A value, or all those that are told apart by nothing.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Point {
    Value(Value),
    Kind(JsonKind),
    /// Some value that no test names.
    Other,
}

impl Point {
    /// For people.
    pub(super) fn words(&self, tests: &[Test<'_>]) -> String {
        match self {
            Point::Value(Value::Bool(value)) => value.to_string(),
            Point::Value(Value::Int(value)) => value.to_string(),
            Point::Value(Value::Text(text)) => format!("{text:?}"),
            Point::Value(_) => "none".to_owned(),
            Point::Kind(kind) => format!("a JSON {}", kind.word()),
            Point::Other if tests.iter().any(|test| !mentions(test).is_empty()) => "any other".to_owned(),
            Point::Other => "some".to_owned(),
        }
    }
}

impl Test<'_> {
    /// What deciding it costs.
    pub(super) fn size(&self) -> usize {
        match self {
            Test::In(Value::List(items)) => 1 + items.len(),
            Test::In(Value::Set(texts)) => 1 + texts.len(),
            Test::In(Value::Map(map)) => 1 + map.len(),
            Test::Not(inner) => 1 + inner.size(),
            Test::All(parts) | Test::One(parts) => parts.iter().map(Test::size).fold(1, usize::saturating_add),
            _ => 1,
        }
    }

    /// Whether the value is taken.
    pub(super) fn takes(&self, point: &Point) -> bool {
        match (self, point) {
            (Test::Not(inner), _) => !inner.takes(point),
            (Test::All(parts), _) => parts.iter().all(|part| part.takes(point)),
            (Test::One(parts), _) => parts.iter().any(|part| part.takes(point)),
            (Test::Some, _) => *point != Point::Value(Value::None),
            (Test::True, Point::Value(value)) => *value == Value::Bool(true),
            (Test::Equal(wanted), Point::Value(value)) => *wanted == value,
            (Test::In(Value::List(items)), Point::Value(value)) => items.contains(value),
            (Test::In(Value::Set(texts)), Point::Value(Value::Text(text))) => texts.contains(text),
            (Test::In(Value::Map(map)), Point::Value(Value::Text(text))) => map.contains_key(text),
            (Test::Order(op, bound), Point::Value(Value::Int(value))) => match op {
                CompareOp::Less => value < bound,
                CompareOp::LessEqual => value <= bound,
                CompareOp::Greater => value > bound,
                CompareOp::GreaterEqual => value >= bound,
            },
            (Test::Kind(kind), Point::Kind(other)) => kind == other,
            _ => false,
        }
    }
}

/// What tests name, texts and ints.
#[derive(Default)]
struct Mentions {
    texts: BTreeSet<Arc<str>>,
    ints: BTreeSet<i64>,
}

impl Mentions {
    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.ints.is_empty()
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Text(text) => drop(self.texts.insert(Arc::clone(text))),
            Value::Int(int) => drop(self.ints.insert(*int)),
            _ => {}
        }
    }

    fn test(&mut self, test: &Test<'_>) {
        match test {
            Test::True | Test::Some | Test::Kind(_) => {}
            Test::Equal(value) => self.value(value),
            Test::In(Value::List(items)) => items.iter().for_each(|item| self.value(item)),
            Test::In(Value::Set(texts)) => self.texts.extend(texts.iter().cloned()),
            Test::In(Value::Map(map)) => self.texts.extend(map.keys().cloned()),
            Test::In(_) => {}
            // Where it changes: there, and one beyond.
            Test::Order(_, bound) => drop(self.ints.insert(*bound)),
            Test::Not(inner) => self.test(inner),
            Test::All(parts) | Test::One(parts) => parts.iter().for_each(|part| self.test(part)),
        }
    }
}

fn mentions(test: &Test<'_>) -> Mentions {
    let mut mentions = Mentions::default();
    mentions.test(test);
    mentions
}

/// Values that stand for all values of a type as far as these tests tell them apart.
pub(super) fn points(ty: &Type, tests: &[Test<'_>]) -> Vec<Point> {
    let mut all = Mentions::default();
    tests.iter().for_each(|test| all.test(test));
    let mut points: Vec<Point> = match ty.inner() {
        Type::Bool => [false, true].map(|value| Point::Value(Value::Bool(value))).to_vec(),
        Type::Union(union) => union.literals.iter().map(|text| Point::Value(Value::Text(Arc::clone(text)))).collect(),
        Type::String => {
            let named = all.texts.into_iter().map(|text| Point::Value(Value::Text(text)));
            named.chain([Point::Other]).collect()
        }
        Type::Int if !all.ints.is_empty() => {
            // Each number that is named, the one beyond it, which stands for all up to the next, and one below the least.
            let below = all.ints.first().map(|least| least - 1);
            let mut ints = all.ints.clone();
            ints.extend(all.ints.iter().map(|int| int + 1));
            ints.extend(below);
            ints.into_iter().filter(|int| (-INT_MAX..=INT_MAX).contains(int)).map(|int| Point::Value(Value::Int(int))).collect()
        }
        Type::Json => JsonKind::ALL.map(Point::Kind).to_vec(),
        _ => vec![Point::Other],
    };
    if ty.is_option() {
        points.insert(0, Point::Value(Value::None));
    }
    points
}

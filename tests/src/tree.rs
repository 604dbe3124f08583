//! Syntax trees of every shape, each made of a string of bytes.
//!
//! The bytes are choices: where they end, the simplest choice is taken, so every string is a tree, a shorter one is a
//! simpler tree, and a fuzzer can use the same function. The trees keep what the grammar keeps: names that can be names,
//! guards with a `let` wherever there are several conditions, clauses that begin with a `for`.

use polc_compiler::syntax::tree::*;
use proptest::prelude::*;

/// The deepest nesting of expressions and of types; far below the limit of the language, which has tests of its own.
const DEPTH_MAX: usize = 5;

/// Any syntax tree that a text can have.
pub fn any_tree() -> impl Strategy<Value = SyntaxTree> {
    proptest::collection::vec(any::<u8>(), 0..2000).prop_map(|bytes| tree(&bytes))
}

/// The tree of a string of choices.
pub fn tree(bytes: &[u8]) -> SyntaxTree {
    let mut choices = Choices { bytes: bytes.iter() };
    let docs = choices.docs();
    let header = Some(choices.policy_name());
    let instance = choices.option(|c| Instance { base: c.policy_name(), with: expr(c.record(1)) });
    let items = choices.list(6, Choices::item);
    SyntaxTree { docs, header, instance, items, lost: Lost::default() }
}

struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

/// Words that can name a value; many mean something elsewhere.
const NAMES: &[&str] = &[
    "a",
    "tool",
    "x1",
    "_",
    "rule",
    "given",
    "expect",
    "by",
    "distinct",
    "hit",
    "list",
    "set",
    "map",
    "count",
    "null",
    "rule_name",
    "policy",
    "because_1",
    "r",
    "e3",
    "type",
];
/// Words and texts that are names where any may be.
const KEYS: &[&str] =
    &["b", "when", "none", "otherwise", "for", "rule", "plugin:x", "", "1", "two words", "é", "say \"x\"", "a\\b", "as"];
const TEXTS: &[&str] = &[
    "",
    "a",
    "tool-choice",
    "say \"so\"",
    "back\\slash",
    "line\nbreak",
    "tab\there",
    "nul\0",
    "`tick`",
    "$ {",
    "${x}",
    "$",
    "é",
    "😀",
    "\u{202e}",
    "// none",
    "}",
    "\r",
    "\u{7f}",
    "r\"",
];
const NUMBERS: &[&str] = &["0", "7", "12", "2.5", "0.10", "1e3", "1E-2", "9007199254740993"];
const DOCS: &[&str] = &["", "What it is.", " indented", "/ slash", "ends with a mark ]", "`code` and \"quotes\"", "! mark", "é"];

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), at: At::default() }
}

fn text(value: &str) -> Text {
    Text { value: value.to_owned(), at: At::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, at: At::default() }
}

impl<'a> Choices<'a> {
    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % count
    }

    fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    fn of(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len())]
    }

    fn option<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flag().then(|| make(self))
    }

    /// Up to `most` of them.
    fn list<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| make(self)).collect()
    }

    /// At least one of them.
    fn some<T>(&mut self, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..1 + self.below(most)).map(|_| make(self)).collect()
    }

    fn docs(&mut self) -> Vec<String> {
        self.list(2, |c| c.of(DOCS).to_owned())
    }

    fn name(&mut self) -> Name {
        name(self.of(NAMES))
    }

    fn key(&mut self) -> Name {
        if self.flag() { name(self.of(KEYS)) } else { self.name() }
    }

    fn text(&mut self) -> Text {
        text(self.of(TEXTS))
    }

    fn policy_name(&mut self) -> Name {
        let segments: Vec<&str> = self.some(3, |c| c.of(&["elowen", "deferral", "2026-10", "a_b", "0"]));
        name(&segments.join("."))
    }

    fn allows(&mut self) -> Vec<Allow> {
        self.list(2, |c| Allow { code: name(c.of(&["P231", "P304", "x"])), reason: c.text(), at: At::default() })
    }

    fn item(&mut self) -> Item {
        let (docs, allows) = (self.docs(), self.allows());
        let kind = match self.below(13) {
            0 => ItemKind::Let(self.binding()),
            1 => ItemKind::Const(self.binding()),
            2 => ItemKind::Type(TypeItem { name: self.name(), ty: self.type_(0, true) }),
            3 => ItemKind::Input(self.input()),
            4 => ItemKind::Output(Output {
                member: self.key(),
                optional: self.flag(),
                ty: self.option(|c| c.type_(0, true)),
                value: self.expr(0),
            }),
            5 => ItemKind::Def(Def { name: self.name(), params: self.params(), result: self.type_(0, true), body: self.expr(0) }),
            6 => ItemKind::Table(self.table()),
            7 => ItemKind::Examples(Examples {
                table: self.name(),
                given: self.option(|c| expr(c.record(1))),
                cases: self.list(3, Choices::example),
                broken: false,
            }),
            8 => ItemKind::Test(Test {
                name: self.text(),
                given: self.option(|c| expr(c.record(1))),
                expects: self.some(3, |c| c.expr(0)),
                broken: false,
            }),
            9 => ItemKind::Use(Use { policy: self.policy_name(), prefix: self.option(Choices::name) }),
            10 => ItemKind::Param(self.binding()),
            11 => ItemKind::OutputSpread(self.expr(0)),
            _ => ItemKind::Invariant(Invariant {
                name: self.name(),
                params: self.params(),
                start: self.option(|c| c.expr(1)),
                body: self.expr(0),
            }),
        };
        Item { docs, allows, kind, at: At::default() }
    }

    fn binding(&mut self) -> Binding {
        Binding { name: self.name(), ty: self.option(|c| c.type_(0, true)), value: self.expr(0) }
    }

    fn input(&mut self) -> Input {
        let (member, local) = if self.flag() { (self.key(), Some(self.name())) } else { (self.name(), None) };
        Input { member, optional: self.flag(), local, ty: self.type_(0, true), default: self.option(|c| c.expr(1)) }
    }

    fn params(&mut self) -> Vec<Param> {
        self.list(2, |c| Param { name: c.name(), ty: c.type_(1, true) })
    }

    fn table(&mut self) -> Table {
        let hit = self.option(|c| HitPolicy::ALL[c.below(HitPolicy::ALL.len())]);
        Table {
            name: self.name(),
            params: self.params(),
            result: self.type_(0, true),
            hit,
            lets: self.list(2, Choices::binding),
            body: if self.flag() { TableBody::Grid(self.grid()) } else { TableBody::Rules(self.list(4, Choices::rule)) },
            broken: false,
        }
    }

    fn rule(&mut self) -> Rule {
        let name = self.option(Choices::key);
        let guard = if name.is_some() { self.option(|c| c.guard(0)) } else { None };
        let ranges = name.is_some() && self.flag();
        let clauses = if ranges { self.rounds(0, false) } else { Vec::new() };
        Rule { clauses, ..self.rule_of(name, guard) }
    }

    fn rule_of(&mut self, name: Option<Name>, guard: Option<Guard>) -> Rule {
        Rule {
            docs: self.docs(),
            allows: self.allows(),
            name,
            clauses: Vec::new(),
            guard,
            outcome: self.expr(0),
            because: self.option(Choices::text),
            at: At::default(),
        }
    }

    fn grid(&mut self) -> Grid {
        let named = self.flag();
        let columns = if named { self.list(3, |c| c.expr(2)) } else { self.some(3, |c| c.expr(2)) };
        let members = self.some(2, Choices::key);
        let rows = self.list(3, |c| Row {
            docs: c.docs(),
            allows: c.allows(),
            name: named.then(|| c.key()),
            cells: columns.iter().map(|_| c.cell()).collect(),
            outcomes: members.iter().map(|_| c.expr(2)).collect(),
            because: c.option(Choices::text),
            at: At::default(),
        });
        let otherwise = self.option(|c| c.rule_of(None, None));
        Grid { named, columns, members, rows, otherwise, at: At::default() }
    }

    fn cell(&mut self) -> Cell {
        Cell { tests: self.list(2, |c| c.unary_test(0)), at: At::default() }
    }

    fn unary_test(&mut self, depth: usize) -> UnaryTest {
        match self.below(8) {
            0 => UnaryTest::Value { value: self.cell_value(), negated: false },
            1 => UnaryTest::Value { value: self.cell_value(), negated: true },
            2 => {
                let ops = [BinaryOp::Less, BinaryOp::LessEqual, BinaryOp::Greater, BinaryOp::GreaterEqual];
                UnaryTest::Compare(ops[self.below(4)], self.cell_value())
            }
            3 => UnaryTest::Range(self.cell_value(), self.cell_value()),
            4 => UnaryTest::In(self.name()),
            5 => UnaryTest::Is(self.is_test(), self.flag()),
            6 => {
                let kind = if self.flag() { PatternKind::Glob } else { PatternKind::Regex };
                let pattern = if self.flag() {
                    ExprKind::Name(self.of(NAMES).to_owned())
                } else {
                    ExprKind::Text(self.of(TEXTS).to_owned())
                };
                UnaryTest::Pattern(kind, expr(pattern))
            }
            _ if depth < 2 => UnaryTest::Not(self.some(2, |c| c.unary_test(depth + 1))),
            _ => UnaryTest::In(self.name()),
        }
    }

    fn cell_value(&mut self) -> Expr {
        let number = |c: &mut Self| expr(ExprKind::Number(c.of(NUMBERS).to_owned()));
        match self.below(5) {
            0 => expr(ExprKind::Name(self.of(NAMES).to_owned())),
            1 => expr(ExprKind::Text(self.of(TEXTS).to_owned())),
            2 => number(self),
            3 => expr(ExprKind::Negate(Box::new(number(self)))),
            _ => expr(ExprKind::Bool(self.flag())),
        }
    }

    fn example(&mut self) -> Example {
        Example {
            args: self.list(2, |c| c.expr(1)),
            expected: if self.flag() { Expected::Some(At::default()) } else { Expected::Value(self.expr(1)) },
            by: match self.below(3) {
                0 => None,
                1 => Some(By::Rule(self.key())),
                _ => Some(By::Otherwise(At::default())),
            },
            at: At::default(),
        }
    }

    /// A type; only those outside of expressions have documentation, since a row is one line.
    fn type_(&mut self, depth: usize, documented: bool) -> TypeExpr {
        let depth = depth + 1;
        let kind = match if depth > DEPTH_MAX { self.below(2) } else { self.below(7) } {
            0 => TypeExprKind::Name(self.of(NAMES).to_owned()),
            1 => TypeExprKind::Union(self.some(3, Choices::text)),
            2 => TypeExprKind::List(Box::new(self.type_(depth, documented))),
            3 => TypeExprKind::Set(Box::new(self.type_(depth, documented))),
            4 => TypeExprKind::Map(Box::new(self.type_(depth, documented))),
            5 => TypeExprKind::Option(Box::new(self.type_(depth, documented))),
            _ => TypeExprKind::Record {
                members: self.list(3, |c| MemberType {
                    docs: if documented { c.docs() } else { Vec::new() },
                    name: c.key(),
                    optional: c.flag(),
                    ty: c.type_(depth, documented),
                    default: c.option(|c| c.expr(DEPTH_MAX)),
                }),
                open: self.flag(),
            },
        };
        TypeExpr { kind, at: At::default() }
    }

    fn guard(&mut self, depth: usize) -> Guard {
        let bind = |c: &mut Self| Condition::Let { name: c.name(), value: c.expr(depth + 1), at: At::default() };
        let holds = |c: &mut Self| Condition::Holds(c.expr(depth + 1));
        let conditions = if self.flag() {
            let mut conditions = self.list(2, |c| if c.flag() { bind(c) } else { holds(c) });
            let place = self.below(conditions.len() + 1);
            conditions.insert(place, bind(self));
            conditions
        } else {
            vec![holds(self)]
        };
        Guard { conditions, at: At::default() }
    }

    fn is_test(&mut self) -> IsTest {
        match self.below(JsonKind::ALL.len() + 2) {
            0 => IsTest::Some,
            1 => IsTest::None,
            kind => IsTest::Kind(JsonKind::ALL[kind - 2]),
        }
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn expr(&mut self, depth: usize) -> Expr {
        let depth = depth + 1;
        expr(match if depth > DEPTH_MAX { self.below(5) } else { self.below(26) } {
            0 => ExprKind::Name(self.of(NAMES).to_owned()),
            1 => ExprKind::None,
            2 => ExprKind::Bool(self.flag()),
            3 => ExprKind::Number(self.of(NUMBERS).to_owned()),
            4 => ExprKind::Text(self.of(TEXTS).to_owned()),
            5 => ExprKind::Template(self.template(depth)),
            6 => ExprKind::List(
                self.list(3, |c| if c.flag() { Element::Spread(c.expr(depth)) } else { Element::Item(c.expr(depth)) }),
            ),
            7 => self.record(depth),
            8 => ExprKind::Comprehension { value: self.boxed(depth), clauses: self.clauses(depth) },
            9 => {
                let op = AggregateOp::ALL[self.below(AggregateOp::ALL.len())];
                ExprKind::Aggregate { op, value: self.boxed(depth), clauses: self.clauses(depth) }
            }
            10 => {
                // Before `(` these words make an aggregate.
                let function = Some(self.name()).filter(|name| name.text != "count").unwrap_or_else(|| name("f"));
                ExprKind::Call { qualifier: self.option(Choices::name), function, args: self.list(3, |c| c.expr(depth)) }
            }
            11 => ExprKind::Member { base: self.boxed(depth), optional: self.flag(), name: self.key() },
            12 => ExprKind::Index { base: self.boxed(depth), optional: self.flag(), index: self.boxed(depth) },
            13 => ExprKind::Negate(self.boxed(depth)),
            14 => ExprKind::Not(self.boxed(depth)),
            15 => ExprKind::And(self.operands(depth)),
            16 => ExprKind::Or(self.operands(depth)),
            17..=20 => {
                let op = BinaryOp::ALL[self.below(BinaryOp::ALL.len())];
                ExprKind::Binary { op, left: self.boxed(depth), right: self.boxed(depth) }
            }
            21 => ExprKind::Is { value: self.boxed(depth), test: self.is_test(), negated: self.flag() },
            22 => ExprKind::As { value: self.boxed(depth), ty: self.type_(depth, false) },
            23 => ExprKind::MapComprehension { key: self.boxed(depth), value: self.boxed(depth), clauses: self.clauses(depth) },
            24 => ExprKind::Sequence(Box::new(Sequence {
                op: if self.flag() { SequenceOp::Fold } else { SequenceOp::Scan },
                state: self.name(),
                start: self.expr(depth),
                first: self.option(Choices::name),
                item: self.name(),
                source: self.expr(depth),
                step: self.expr(depth),
            })),
            _ => ExprKind::If { guard: self.guard(depth), then: self.boxed(depth), otherwise: self.boxed(depth) },
        })
    }

    fn operands(&mut self, depth: usize) -> Vec<Expr> {
        let mut operands = vec![self.expr(depth)];
        operands.extend(self.some(2, |c| c.expr(depth)));
        operands
    }

    fn record(&mut self, depth: usize) -> ExprKind {
        ExprKind::Record(self.list(3, |c| match c.below(3) {
            0 => Field::Same(c.name()),
            1 => Field::Set(c.key(), c.expr(depth)),
            _ => Field::Spread(c.expr(depth)),
        }))
    }

    /// Texts and holes: no text is empty, no two are neighbours.
    fn template(&mut self, depth: usize) -> Vec<TemplatePart> {
        let mut parts = Vec::new();
        for _ in 0..self.below(4) {
            let text = self.of(TEXTS);
            if !text.is_empty() && !matches!(parts.last(), Some(TemplatePart::Text(_))) {
                parts.push(TemplatePart::Text(text.to_owned()));
            } else {
                parts.push(TemplatePart::Hole(self.expr(depth)));
            }
        }
        parts
    }

    fn clauses(&mut self, depth: usize) -> Vec<Clause> {
        let mut clauses = self.rounds(depth, true);
        clauses.extend(self.list(2, |c| {
            if c.flag() {
                return Clause::DistinctBy(c.some(2, |c| c.expr(depth)));
            }
            Clause::OrderBy(c.some(2, |c| SortKey { value: c.expr(depth), descending: c.flag() }))
        }));
        clauses
    }

    /// The clauses without those that come last.
    fn rounds(&mut self, depth: usize, conditions: bool) -> Vec<Clause> {
        let walk = |c: &mut Self| Clause::For { first: c.option(Choices::name), item: c.name(), source: c.expr(depth) };
        let mut clauses = vec![walk(self)];
        clauses.extend(self.list(3, |c| match c.below(if conditions { 3 } else { 2 }) {
            0 => walk(c),
            1 => Clause::Let { name: c.name(), value: c.expr(depth) },
            _ => Clause::Where(c.guard(depth)),
        }));
        clauses
    }
}

//! Expressions, guards and clauses.

use super::{AggregateOp, At, BinaryOp, IsTest, Name, SequenceOp, TypeExpr};

/// Conditions that hold together; a `let` binds for those after it and for what is guarded.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// At least one.
    pub conditions: Vec<Condition>,
    /// The whole guard.
    pub at: At,
}

/// One condition of a guard.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A bool. A guard without `let` is one single condition, whatever `and`s it holds.
    Holds(Expr),
    /// `let x = optional`
    Let {
        /// The name.
        name: Name,
        /// The optional.
        value: Expr,
        /// The whole condition.
        at: At,
    },
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where it stands, without parentheses around it.
    pub at: At,
}

/// What an expression says. Parentheses are not kept: the printer sets those that are needed.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `none`
    None,
    /// `true`, `false`
    Bool(bool),
    /// `2`, `2.5`, `1e3`: the text as written, without a sign.
    Number(String),
    /// `"…"` or `r"…"`; the printer writes the first form.
    Text(String),
    /// `` `…${e}…` ``; texts and holes in turn, empty texts left out, neighbouring texts joined.
    Template(Vec<TemplatePart>),
    /// A name, `rule_name`, or `null`, which is a literal only where `json` is wanted.
    Name(String),
    /// `[x, ...xs]`
    List(Vec<Element>),
    /// `{ a, b: x, ...base }`
    Record(Vec<Field>),
    /// `[e for …]`
    Comprehension {
        /// One element for each round.
        value: Box<Expr>,
        /// At least one, the first a `for`.
        clauses: Vec<Clause>,
    },
    /// `count(e for …)`
    Aggregate {
        /// Which.
        op: AggregateOp,
        /// The value or condition of each round.
        value: Box<Expr>,
        /// At least one, the first a `for`.
        clauses: Vec<Clause>,
    },
    /// `{ [k]: v for … }`
    MapComprehension {
        /// The key of each round.
        key: Box<Expr>,
        /// The value of each round.
        value: Box<Expr>,
        /// At least one, the first a `for`.
        clauses: Vec<Clause>,
    },
    /// `fold(s = START over e in xs => step)`, `scan(…)`
    Sequence(Box<Sequence>),
    /// `f(…)`, `n.f(…)`
    Call {
        /// The policy or vocabulary that has it, where one is named.
        qualifier: Option<Name>,
        /// The table, `def`, function or policy.
        function: Name,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `e.name`, `e?.name`
    Member {
        /// The record or JSON value.
        base: Box<Expr>,
        /// `?.`
        optional: bool,
        /// A word or quoted.
        name: Name,
    },
    /// `m[k]`, `m[k]?[k2]`
    Index {
        /// The map, list or JSON value.
        base: Box<Expr>,
        /// `?[`
        optional: bool,
        /// The key or position.
        index: Box<Expr>,
    },
    /// `-e`
    Negate(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// `a and b and c`, two or more.
    And(Vec<Expr>),
    /// `a or b or c`, two or more.
    Or(Vec<Expr>),
    /// Any operator with two sides but `and` and `or`.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left side.
        left: Box<Expr>,
        /// Right side.
        right: Box<Expr>,
    },
    /// `e is string`, `e is not none`
    Is {
        /// The value.
        value: Box<Expr>,
        /// What is asked.
        test: IsTest,
        /// `is not`
        negated: bool,
    },
    /// `e as T`
    As {
        /// The JSON value.
        value: Box<Expr>,
        /// The type to read.
        ty: TypeExpr,
    },
    /// `if guard then a else b`
    If {
        /// The condition.
        guard: Guard,
        /// Where it holds.
        then: Box<Expr>,
        /// Where it does not.
        otherwise: Box<Expr>,
    },
}

/// `fold(s = START over e in xs => step)`
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    /// Whether the last state or every state is the result.
    pub op: SequenceOp,
    /// The name of the state.
    pub state: Name,
    /// The state before the first element.
    pub start: Expr,
    /// The name of the position or key, where one is bound.
    pub first: Option<Name>,
    /// The name of the element or value.
    pub item: Name,
    /// What is walked.
    pub source: Expr,
    /// The next state.
    pub step: Expr,
}

/// A piece of a template.
#[derive(Clone, Debug, PartialEq)]
pub enum TemplatePart {
    /// Text, escapes resolved.
    Text(String),
    /// `${e}`
    Hole(Expr),
}

/// An element of a list literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// `x`
    Item(Expr),
    /// `...xs`
    Spread(Expr),
}

/// A field of a record literal.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// `a`, which means `a: a`.
    Same(Name),
    /// `a: x`
    Set(Name, Expr),
    /// `...base`
    Spread(Expr),
}

/// A clause of a comprehension or aggregate.
#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    /// `for x in xs`, `for i, x in xs`, `for k, v in map`
    For {
        /// `i` or `k`.
        first: Option<Name>,
        /// `x` or `v`.
        item: Name,
        /// What is walked.
        source: Expr,
    },
    /// `let y = e`
    Let {
        /// The name.
        name: Name,
        /// The value.
        value: Expr,
    },
    /// `where guard`
    Where(Guard),
    /// `distinct by e, …`: the first of equal ones stays. Only at the end.
    DistinctBy(Vec<Expr>),
    /// `order by e, e desc`: stable. Only at the end.
    OrderBy(Vec<SortKey>),
}

/// What is ordered by.
#[derive(Clone, Debug, PartialEq)]
pub struct SortKey {
    /// The value.
    pub value: Expr,
    /// `desc`: the greatest first.
    pub descending: bool,
}

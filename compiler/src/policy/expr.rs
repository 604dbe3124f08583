//! Typed expressions and guards.

use std::sync::Arc;

use super::{AggregateOp, JsonKind, PatternKind, Policy, SequenceOp, Type, Value};
use crate::library::Function;
use crate::pattern::Pattern;
use crate::source::Span;

/// Conditions, from left to right.
pub type Guard = Vec<Condition>;

/// One condition of a guard.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What is asked.
    pub kind: ConditionKind,
    /// Where it stands; in a grid, the cell.
    pub span: Span,
    /// In a grid, the heading of the column.
    pub column: Option<Span>,
}

/// What a condition asks.
#[derive(Clone, Debug)]
pub enum ConditionKind {
    /// A `bool` that must be true.
    Holds(Expr),
    /// An optional that must be some; its value is bound.
    Bind {
        /// Where the value is kept.
        slot: usize,
        /// The optional.
        value: Expr,
    },
}

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What to compute.
    pub kind: ExprKind,
    /// The type of the result.
    pub ty: Type,
    /// Where it stands.
    pub span: Span,
}

/// What to compute. Where a *base* is optional and none, the result is none.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A value known when the policy was checked.
    Literal(Value),
    /// A parameter or a bound name.
    Local(usize),
    /// A `let` of the table, by its index there.
    TableLet(usize),
    /// An input.
    Input(usize),
    /// A constant.
    Const(usize),
    /// A `let` of the policy.
    Let(usize),
    /// An output; only in tests and invariants.
    Output(usize),
    /// A call of a table.
    CallTable(usize, Vec<Expr>),
    /// A call of a `def`.
    CallDef(usize, Vec<Expr>),
    /// A call of a table or `def` of another policy, which reads none of its inputs.
    CallForeign {
        /// The other policy.
        policy: Arc<Policy>,
        /// What is called.
        callee: ForeignCallee,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// A call of a whole policy: a record of its outputs, each in the slot of its name.
    CallPolicy {
        /// The other policy.
        policy: Arc<Policy>,
        /// A record of its inputs.
        inputs: Box<Expr>,
    },
    /// A call of a library function.
    CallLibrary(Function, Vec<Expr>),
    /// A record; the type says how many slots it has.
    Record(Vec<RecordPart>),
    /// A list.
    List(Vec<ListPart>),
    /// A map, from texts to values; a later key replaces an earlier one and keeps its place.
    Map(Vec<(Arc<str>, Expr)>),
    /// A list of texts made a set.
    SetOf(Box<Expr>),
    /// A member of a record.
    Member {
        /// The record, maybe optional.
        base: Box<Expr>,
        /// The member's slot.
        slot: usize,
    },
    /// A member of a JSON object, none where it is absent or the base of another kind.
    JsonMember {
        /// The JSON value, maybe optional.
        base: Box<Expr>,
        /// The member's name.
        name: Arc<str>,
    },
    /// A member (text) or element (int) of a JSON value, none where it is absent or the base of another kind.
    JsonIndex {
        /// The JSON value, maybe optional.
        base: Box<Expr>,
        /// `string` or `int`.
        index: Box<Expr>,
    },
    /// The value of a map's key, none where it is absent.
    MapGet {
        /// The map, maybe optional.
        base: Box<Expr>,
        /// The key.
        key: Box<Expr>,
    },
    /// The element at a position, from 0, none where there is none.
    ListGet {
        /// The list, maybe optional.
        base: Box<Expr>,
        /// The position.
        index: Box<Expr>,
    },
    /// `-e`
    Negate(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// All hold, from left to right.
    And(Vec<Expr>),
    /// One holds, from left to right.
    Or(Vec<Expr>),
    /// `a implies b`
    Implies(Box<Expr>, Box<Expr>),
    /// `+ - *` of ints.
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// `+` of texts.
    Concat(Box<Expr>, Box<Expr>),
    /// The ints from the first through the last.
    Range(Box<Expr>, Box<Expr>),
    /// Texts and holes; a hole is `int` or text.
    Template(Vec<TemplatePart>),
    /// `< <= > >=` of ints or texts, texts by UTF-8 bytes.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `==` of values of one type, conversions written out.
    Equal(Box<Expr>, Box<Expr>),
    /// Whether a list, set or map (its keys) holds a value.
    In(Box<Expr>, Box<Expr>),
    /// `o ?? d`
    Coalesce(Box<Expr>, Box<Expr>),
    /// Whether an optional is some.
    IsSome(Box<Expr>),
    /// Whether a JSON value, maybe absent, is of a kind.
    IsKind(Box<Expr>, JsonKind),
    /// A JSON value, maybe absent, read as a type; none where it does not fit. The type is that inside of the result's.
    As(Box<Expr>),
    /// `if guard then a else b`
    If(Guard, Box<Expr>, Box<Expr>),
    /// The JSON that a value is written as, none as null.
    ToJson(Box<Expr>),
    /// The JSON that a value is written as; none stays none.
    ToJsonOption(Box<Expr>),
    /// Whether a text is one that a pattern describes.
    Matches {
        /// The text.
        value: Box<Expr>,
        /// The pattern.
        pattern: PatternSource,
    },
    /// `{ [k]: v for … }`; a later key replaces an earlier one and keeps its place.
    MapComprehension {
        /// The key of each round.
        key: Box<Expr>,
        /// The value of each round.
        value: Box<Expr>,
        /// The rounds.
        clauses: Vec<Clause>,
    },
    /// `fold(s = START over e in xs => step)`, `scan(…)`
    Sequence(Box<Sequence>),
    /// `[e for …]`
    Comprehension(Box<Expr>, Vec<Clause>),
    /// `count(e for …)`
    Aggregate(AggregateOp, Box<Expr>, Vec<Clause>),
}

/// What is called of another policy, by its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignCallee {
    /// Index into [`Policy::tables`].
    Table(usize),
    /// Index into [`Policy::defs`].
    Def(usize),
}

/// Where the pattern of a condition comes from.
#[derive(Clone, Debug)]
pub enum PatternSource {
    /// A literal or a constant.
    Fixed(Pattern),
    /// Any other text, understood when it is met.
    Data(PatternKind, Box<Expr>),
}

/// A walk over elements that carries a state.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// Whether the last state or every state is the result.
    pub op: SequenceOp,
    /// The slot of the state.
    pub state: usize,
    /// The state before the first element.
    pub start: Expr,
    /// The slot of the position (from 0) or key.
    pub first: Option<usize>,
    /// The slot of the element or value.
    pub item: usize,
    /// The list, set or map.
    pub source: Expr,
    /// The next state.
    pub step: Expr,
}

/// A part of a record, applied in order.
#[derive(Clone, Debug)]
pub enum RecordPart {
    /// One slot.
    Set(usize, Expr),
    /// The slots of another record.
    Spread {
        /// The other record.
        base: Expr,
        /// Its slot, ours, and whether none overrides nothing.
        moves: Vec<SlotMove>,
    },
}

/// One value that a spread brings along.
#[derive(Clone, Copy, Debug)]
pub struct SlotMove {
    /// The slot in the base.
    pub from: usize,
    /// The slot in the result.
    pub to: usize,
    /// A none overrides nothing.
    pub keep_on_none: bool,
}

/// A part of a list.
#[derive(Clone, Debug)]
pub enum ListPart {
    /// One element.
    Item(Expr),
    /// The elements of a list or set; an optional is none or one element.
    Spread(Expr),
}

/// A part of a template.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Text.
    Text(Arc<str>),
    /// `int` or text.
    Hole(Expr),
}

/// A clause of a comprehension or aggregate.
#[derive(Clone, Debug)]
pub enum Clause {
    /// Walks a list, a set or a map.
    For {
        /// The slot of the position (from 0) or key.
        first: Option<usize>,
        /// The slot of the element or value.
        item: usize,
        /// The list, set or map.
        source: Expr,
    },
    /// Binds a name.
    Let {
        /// The slot.
        slot: usize,
        /// The value.
        value: Expr,
    },
    /// Goes on only where it holds.
    Where(Guard),
    /// Goes on only with the first of equal keys.
    DistinctBy(Vec<Expr>),
    /// Goes on in the order of the keys, equal ones in the order in which they came.
    OrderBy(Vec<SortKey>),
}

/// What is ordered by: an int, a text, a bool, or one of them that may be none.
#[derive(Clone, Debug)]
pub struct SortKey {
    /// The key.
    pub value: Expr,
    /// The greatest first.
    pub descending: bool,
}

/// Operators on ints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
}

//! A checked policy: every name resolved, every expression typed, every conversion written out.
//!
//! This is what the interpreter runs and what the lowering to decision tables reads. It is a plain description; making one
//! is the business of [`crate::check`]. Positions in it (`usize`) index the lists of [`Policy`]; a *slot* indexes the frame
//! of local values of the body that is being evaluated.

pub mod types;
pub mod value;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::source::Span;
pub use crate::syntax::tree::{AggregateOp, HitPolicy, JsonKind};
pub use types::{Member, RecordType, Type, UnionType};
pub use value::{INT_MAX, Value};

/// A checked policy.
#[derive(Clone, Debug)]
pub struct Policy {
    /// `elowen.deferral`
    pub name: String,
    /// Where the file names it.
    pub name_span: Span,
    /// The lines after `//!`.
    pub docs: Vec<String>,
    /// What the document gives, as declared.
    pub inputs: Vec<Input>,
    /// Constants, in the order in which they can be computed.
    pub consts: Vec<Const>,
    /// The policy's `let`s, as declared.
    pub lets: Vec<Let>,
    /// Functions, as declared.
    pub defs: Vec<Def>,
    /// Tables, as declared.
    pub tables: Vec<Table>,
    /// What the policy answers, as declared.
    pub outputs: Vec<Output>,
    /// The tables' own cases.
    pub examples: Vec<Examples>,
    /// Statements about whole documents.
    pub tests: Vec<Test>,
    /// Statements about every document.
    pub invariants: Vec<Invariant>,
}

/// Names one rule of a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    /// Index into [`Policy::tables`].
    pub table: usize,
    /// Index into [`Table::rules`].
    pub rule: usize,
}

impl Policy {
    /// Every rule, `otherwise` included, table by table.
    pub fn rule_ids(&self) -> impl Iterator<Item = RuleId> {
        self.tables.iter().enumerate().flat_map(|(table, t)| (0..t.rules.len()).map(move |rule| RuleId { table, rule }))
    }

    /// The table and the rule of that name in this policy.
    pub fn rule(&self, id: RuleId) -> Option<(&Table, &Rule)> {
        let table = self.tables.get(id.table)?;
        Some((table, table.rules.get(id.rule)?))
    }

    /// The policy whose rule `id` never holds, `otherwise` included.
    #[must_use]
    pub fn with_rule_off(&self, id: RuleId) -> Policy {
        let mut policy = self.clone();
        if let Some(rule) = policy.tables.get_mut(id.table).and_then(|table| table.rules.get_mut(id.rule)) {
            let never = Expr { kind: ExprKind::Literal(Value::Bool(false)), ty: Type::Bool, span: rule.span };
            rule.guard = vec![Condition { kind: ConditionKind::Holds(never), span: rule.span, column: None }];
        }
        policy
    }
}

/// `input tools: list<Tool>`
#[derive(Clone, Debug)]
pub struct Input {
    /// How the document is read: member name, type, `?`, default.
    pub member: Member,
    /// Where it is declared.
    pub span: Span,
}

/// `const CORE = […]`
#[derive(Clone, Debug)]
pub struct Const {
    /// The name.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The type.
    pub ty: Type,
    /// The value, computed when the policy was checked.
    pub value: Value,
    /// Where it is declared.
    pub span: Span,
}

/// `let candidates = …`, computed at most once in an evaluation, when first used.
#[derive(Clone, Debug)]
pub struct Let {
    /// The name.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The value; its type is the `let`'s.
    pub body: Body,
    /// Where it is declared.
    pub span: Span,
}

/// `output deferred = …`
#[derive(Clone, Debug)]
pub struct Output {
    /// How the answer is written: member name, type, `?`. Has no default.
    pub member: Member,
    /// The value.
    pub body: Body,
    /// Where it is declared.
    pub span: Span,
}

/// `def covers(list: list<string>, name: string) -> bool = …`
#[derive(Clone, Debug)]
pub struct Def {
    /// The name.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The parameters; the first slots of the frame, in order.
    pub params: Vec<Param>,
    /// The value.
    pub body: Body,
    /// Where it is declared.
    pub span: Span,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// The name.
    pub name: String,
    /// The type.
    pub ty: Type,
}

/// An expression with the number of local slots that it needs.
#[derive(Clone, Debug)]
pub struct Body {
    /// The expression.
    pub expr: Expr,
    /// The length of the frame.
    pub slots: usize,
}

/// A decision table. A grid has become a list of rules; a column that several cells test is a `let` of the table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The parameters; the first slots of the frame, in order.
    pub params: Vec<Param>,
    /// The type of one outcome.
    pub outcome: Type,
    /// Which rules decide.
    pub hit: HitPolicy,
    /// The table's `let`s, each computed at most once in a call, when first used.
    pub lets: Vec<TableLet>,
    /// The rules in order; `otherwise`, named or not, is the last one and has no condition.
    pub rules: Vec<Rule>,
    /// The length of the frame.
    pub slots: usize,
    /// The inputs that a call may read, also through what it calls.
    pub reads: BTreeSet<usize>,
    /// Where it is declared.
    pub span: Span,
}

impl Table {
    /// The type of a whole answer: the outcome's, for `collect` a list of it.
    pub fn answer(&self) -> Type {
        match self.hit {
            HitPolicy::First => self.outcome.clone(),
            HitPolicy::Collect => Type::list(self.outcome.clone()),
        }
    }
}

/// A `let` of a table.
#[derive(Clone, Debug)]
pub struct TableLet {
    /// The name; for a grid's column the text of its heading.
    pub name: String,
    /// The value.
    pub value: Expr,
    /// Where it is kept once computed.
    pub slot: usize,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name as `rule_name` and reports have it; `otherwise` for one without a name, `row[1]` … in a grid without names.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The conditions in order, all of which must hold; none for `otherwise`.
    pub guard: Guard,
    /// The value where they hold.
    pub outcome: Expr,
    /// Why, in the author's words.
    pub because: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// Where its name stands.
    pub name_span: Span,
}

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
    /// `[e for …]`
    Comprehension(Box<Expr>, Vec<Clause>),
    /// `count(e for …)`
    Aggregate(AggregateOp, Box<Expr>, Vec<Clause>),
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

/// The library's functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// `floor(json?) -> int?`: the largest int not above a number, the nearest int for one out of range, else none.
    Floor,
    /// `len(list, set or map) -> int`
    Len,
}

impl Function {
    /// Every function.
    pub const ALL: [Function; 2] = [Function::Floor, Function::Len];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            Function::Floor => "floor",
            Function::Len => "len",
        }
    }
}

/// The values that an example or test gives: input and value. Each value's frame starts empty.
pub type Given = Vec<(usize, Body)>;

/// `examples table { … }`
#[derive(Clone, Debug)]
pub struct Examples {
    /// The table.
    pub table: usize,
    /// The inputs.
    pub given: Given,
    /// The cases.
    pub cases: Vec<Example>,
}

/// One case of a table.
#[derive(Clone, Debug)]
pub struct Example {
    /// The arguments.
    pub args: Vec<Body>,
    /// What the table must answer.
    pub expected: Expected,
    /// The rule that must decide (in a `collect` table: must be among those that do).
    pub by: Option<usize>,
    /// Where it stands.
    pub span: Span,
}

/// What an example expects.
#[derive(Clone, Debug)]
pub enum Expected {
    /// Any value but none.
    Some,
    /// This value.
    Value(Body),
}

/// `test "name" { … }`
#[derive(Clone, Debug)]
pub struct Test {
    /// The name.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The inputs.
    pub given: Given,
    /// What must hold.
    pub expects: Vec<Body>,
    /// Where it stands.
    pub span: Span,
}

/// `invariant name(tool: Tool) { … }`
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The name.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// What it ranges over; the first slots of the frame, in order.
    pub params: Vec<Param>,
    /// What always holds.
    pub body: Body,
    /// The inputs that it may read.
    pub reads: BTreeSet<usize>,
    /// Where it stands.
    pub span: Span,
}

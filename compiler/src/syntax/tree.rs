//! The syntax tree: what a policy file says, word for word, with its places.
//!
//! Nothing is resolved here. Two nodes are equal when they say the same, wherever they stand: every place is an [`At`],
//! which compares equal to any other.

mod expression;
mod operators;

use crate::source::Span;
pub use expression::{Clause, Condition, Element, Expr, ExprKind, Field, Guard, Sequence, SortKey, TemplatePart};
pub use operators::{AggregateOp, BinaryOp, IsTest, JsonKind, PatternKind, SequenceOp};

/// A place. All places are equal, so that trees compare by what they say.
#[derive(Clone, Copy, Default)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl std::fmt::Debug for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "@{}..{}", self.0.start, self.0.end)
    }
}

/// A word or a quoted text where a name stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name without quotes and escapes.
    pub text: String,
    /// Where it stands, quotes included.
    pub at: At,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SyntaxTree {
    /// The lines after `//!`, each without the marker and one blank.
    pub docs: Vec<String>,
    /// `policy elowen.deferral`, if the file has that line.
    pub header: Option<Name>,
    /// `= elowen.deferral.2026-08 with { … }` behind the name, if the policy is an instance of another one.
    pub instance: Option<Instance>,
    /// The items in the order of the file, broken ones left out.
    pub items: Vec<Item>,
    /// What broken items seem to declare. Never empty because a file is good: see [`Lost`].
    pub lost: Lost,
}

/// `= BASE with { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// The policy of which it is an instance.
    pub base: Name,
    /// What follows `with`: a record literal of parameters and inputs.
    pub with: Expr,
}

/// `@allow(P231, "kept for the August edition")`: silences one code in the item, rule or row that follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The code.
    pub code: Name,
    /// Why.
    pub reason: Text,
    /// The whole line.
    pub at: At,
}

/// Names that a broken piece may have declared, so that nothing else reports them as unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Words that stand in the heads of broken pieces.
    pub names: Vec<String>,
    /// A broken piece declares something whose name cannot be told: then no name at all is reported as unknown.
    pub anything: bool,
}

/// An item with the documentation before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The lines after `///`, each without the marker and one blank.
    pub docs: Vec<String>,
    /// The findings that it silences.
    pub allows: Vec<Allow>,
    /// What it declares or states.
    pub kind: ItemKind,
    /// The whole item without its documentation.
    pub at: At,
}

/// What an item declares or states.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there are few of them, and a box would stand in the way of every match")]
pub enum ItemKind {
    /// `use toolkit.names as n`
    Use(Use),
    /// `type Name = …`
    Type(TypeItem),
    /// `param name: T = e`
    Param(Binding),
    /// `const NAME: T = e`
    Const(Binding),
    /// `let name: T = e`
    Let(Binding),
    /// `input tools: list<Tool>`
    Input(Input),
    /// `output deferred = e`
    Output(Output),
    /// `output ...e`: one output for each member of a record.
    OutputSpread(Expr),
    /// `def covers(list: list<string>, name: string) -> bool = e`
    Def(Def),
    /// `table explicit(tool: Tool) -> Decision? { … }`
    Table(Table),
    /// `examples explicit { … }`
    Examples(Examples),
    /// `test "name" { … }`
    Test(Test),
    /// `invariant name(tool: Tool) { e }`
    Invariant(Invariant),
}

/// `use toolkit.names`, `use toolkit.config as config`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The policy or vocabulary.
    pub policy: Name,
    /// The name by which it is known here; without one, its names are.
    pub prefix: Option<Name>,
}

/// `type Name = T`
#[derive(Clone, Debug, PartialEq)]
pub struct TypeItem {
    /// The name.
    pub name: Name,
    /// What it stands for.
    pub ty: TypeExpr,
}

/// A name with a value and maybe a type: `const`, `let`, the `let`s of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The name.
    pub name: Name,
    /// The stated type.
    pub ty: Option<TypeExpr>,
    /// The value.
    pub value: Expr,
}

/// `input policy?: T as local = d`: in the order `input MEMBER[?] [as LOCAL] : T [= DEFAULT]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The member of the document, a word or quoted.
    pub member: Name,
    /// `?` after the member: absent or null is none.
    pub optional: bool,
    /// The name inside the policy, where it differs.
    pub local: Option<Name>,
    /// The type.
    pub ty: TypeExpr,
    /// The value where the member is absent.
    pub default: Option<Expr>,
}

/// `output deferred: T = e`, `output error? = e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// The member of the answer, a word or quoted.
    pub member: Name,
    /// `?` after the member: none is left out.
    pub optional: bool,
    /// The stated type.
    pub ty: Option<TypeExpr>,
    /// The value.
    pub value: Expr,
}

/// One parameter of a table, `def` or invariant.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The name.
    pub name: Name,
    /// The type.
    pub ty: TypeExpr,
}

/// `def name(params) -> T = e`
#[derive(Clone, Debug, PartialEq)]
pub struct Def {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The type of the result.
    pub result: TypeExpr,
    /// The body.
    pub body: Expr,
}

/// DMN's hit policies, as far as the language has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HitPolicy {
    /// The first rule that holds decides.
    #[default]
    First,
    /// Just one rule holds, and decides.
    Unique,
    /// All rules that hold have one outcome.
    Any,
    /// Every rule that holds adds its outcome, in rule order.
    Collect,
}

impl HitPolicy {
    /// Every hit policy.
    pub const ALL: [HitPolicy; 4] = [HitPolicy::First, HitPolicy::Unique, HitPolicy::Any, HitPolicy::Collect];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            HitPolicy::First => "first",
            HitPolicy::Unique => "unique",
            HitPolicy::Any => "any",
            HitPolicy::Collect => "collect",
        }
    }
}

/// `table name(params) -> T hit … { lets, rules or a grid }`
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The type after the arrow: of one outcome, also for `collect`.
    pub result: TypeExpr,
    /// The stated hit policy, `None` where none is stated.
    pub hit: Option<HitPolicy>,
    /// The table's own `let`s.
    pub lets: Vec<Binding>,
    /// What decides.
    pub body: TableBody,
    /// Some of its `let`s, rules or rows are broken and left out: what a table must have as a whole cannot be told.
    pub broken: bool,
}

/// The two forms of a table.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there are few of them, and a box would stand in the way of every match")]
pub enum TableBody {
    /// A rule list.
    Rules(Vec<Rule>),
    /// A grid.
    Grid(Grid),
}

/// `rule name for x in xs when guard => outcome because "…"`, or `otherwise => outcome because "…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The findings that it silences.
    pub allows: Vec<Allow>,
    /// The name, `None` for `otherwise`.
    pub name: Option<Name>,
    /// What it ranges over: empty, or a `for` and more `for`s and `let`s.
    pub clauses: Vec<Clause>,
    /// What follows `when`.
    pub guard: Option<Guard>,
    /// What follows `=>`.
    pub outcome: Expr,
    /// What follows `because`.
    pub because: Option<Text>,
    /// The whole rule without its documentation.
    pub at: At,
}

/// A text literal without holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The value.
    pub value: String,
    /// Where it stands.
    pub at: At,
}

/// `| rule | column | … => member | … |`, rows, maybe `otherwise => e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Whether the first column is headed `rule`.
    pub named: bool,
    /// The expressions that the columns test, without the heading `rule`.
    pub columns: Vec<Expr>,
    /// The members of the outcome right of `=>`; a lone `result` for an outcome that is no record.
    pub members: Vec<Name>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The rule behind the last row.
    pub otherwise: Option<Rule>,
    /// The heading line.
    pub at: At,
}

/// One row of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The findings that it silences.
    pub allows: Vec<Allow>,
    /// The name, in a named grid.
    pub name: Option<Name>,
    /// The cells left of `=>`, without the name.
    pub cells: Vec<Cell>,
    /// The cells right of `=>`.
    pub outcomes: Vec<Expr>,
    /// What follows `because`.
    pub because: Option<Text>,
    /// The whole row without its documentation.
    pub at: At,
}

/// The unary tests of one cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// `-` has no tests; otherwise one of them must hold.
    pub tests: Vec<UnaryTest>,
    /// The cell without its bars.
    pub at: At,
}

/// DMN's unary test: what a cell asks of its column's value.
#[derive(Clone, Debug, PartialEq)]
pub enum UnaryTest {
    /// A literal or the name of a constant: equal. `negated` for `!= v`.
    Value {
        /// The literal or the name.
        value: Expr,
        /// `!= v`.
        negated: bool,
    },
    /// `< n`, `<= n`, `> n`, `>= n`.
    Compare(BinaryOp, Expr),
    /// `-3..=5`: from the first through the last.
    Range(Expr, Expr),
    /// `in NAME`, `not in NAME` is `not (in NAME)`.
    In(Name),
    /// `like "glob"`, `matches r"re"`: a literal or the name of a constant.
    Pattern(PatternKind, Expr),
    /// `is some`, `is not none`, `is string` …
    Is(IsTest, bool),
    /// `not (…)`: none of them holds.
    Not(Vec<UnaryTest>),
}

/// `examples table { given { … } (args) => expected by rule … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    /// The table.
    pub table: Name,
    /// What follows `given`: a record literal.
    pub given: Option<Expr>,
    /// The cases.
    pub cases: Vec<Example>,
    /// Some of its lines are broken and left out.
    pub broken: bool,
}

/// `(args) => expected by rule`
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The arguments.
    pub args: Vec<Expr>,
    /// What the table must answer.
    pub expected: Expected,
    /// The rule that must decide.
    pub by: Option<By>,
    /// The whole line.
    pub at: At,
}

/// What an example expects.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// `some`: any value but none.
    Some(At),
    /// A value; `none` is one.
    Value(Expr),
}

/// The rule that an example names.
#[derive(Clone, Debug, PartialEq)]
pub enum By {
    /// A rule, by name.
    Rule(Name),
    /// `otherwise`.
    Otherwise(At),
}

/// `test "name" { given { … } expect e … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The name.
    pub name: Text,
    /// What follows `given`: a record literal.
    pub given: Option<Expr>,
    /// What must hold, at least one unless `broken`.
    pub expects: Vec<Expr>,
    /// Some of its lines are broken and left out.
    pub broken: bool,
}

/// `invariant name(params) inductive from START { e }`
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// The name.
    pub name: Name,
    /// What it ranges over.
    pub params: Vec<Param>,
    /// What follows `inductive from`.
    pub start: Option<Expr>,
    /// What always holds.
    pub body: Expr,
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// What it says.
    pub kind: TypeExprKind,
    /// Where it stands.
    pub at: At,
}

/// What a type says.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeExprKind {
    /// `bool`, `string`, `int`, `json`, a declared name, or one of a vocabulary, `n.Name`.
    Name(String),
    /// `"a" | "b"`, one literal at least.
    Union(Vec<Text>),
    /// `{ a: T, b?: T, c: T = d, ... }`
    Record {
        /// The members.
        members: Vec<MemberType>,
        /// Ends in `...`.
        open: bool,
    },
    /// `list<T>`
    List(Box<TypeExpr>),
    /// `set<string>`: what stands in the brackets.
    Set(Box<TypeExpr>),
    /// `map<T>`
    Map(Box<TypeExpr>),
    /// `T?`
    Option(Box<TypeExpr>),
}

/// One member of a record type.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberType {
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The name, a word or quoted.
    pub name: Name,
    /// `?` after the name: absent or null is none, none is left out.
    pub optional: bool,
    /// The type.
    pub ty: TypeExpr,
    /// The value where the member is absent.
    pub default: Option<Expr>,
}

//! The syntax tree: what a policy file says, word for word, with its places.
//!
//! Nothing is resolved here. Two nodes are equal when they say the same, wherever they stand: every place is an [`At`],
//! which compares equal to any other.

use crate::source::Span;

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
    /// The items in the order of the file, broken ones left out.
    pub items: Vec<Item>,
    /// What broken items seem to declare. Never empty because a file is good: see [`Lost`].
    pub lost: Lost,
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
    /// What it declares or states.
    pub kind: ItemKind,
    /// The whole item without its documentation.
    pub at: At,
}

/// What an item declares or states.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "there are few of them, and a box would stand in the way of every match")]
pub enum ItemKind {
    /// `type Name = …`
    Type(TypeItem),
    /// `const NAME: T = e`
    Const(Binding),
    /// `let name: T = e`
    Let(Binding),
    /// `input tools: list<Tool>`
    Input(Input),
    /// `output deferred = e`
    Output(Output),
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
    /// Every rule that holds adds its outcome, in rule order.
    Collect,
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

/// `rule name when guard => outcome because "…"`, or `otherwise => outcome because "…"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// The name, `None` for `otherwise`.
    pub name: Option<Name>,
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

/// `invariant name(params) { e }`
#[derive(Clone, Debug, PartialEq)]
pub struct Invariant {
    /// The name.
    pub name: Name,
    /// What it ranges over.
    pub params: Vec<Param>,
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
    /// `bool`, `string`, `int`, `json`, or a declared name.
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
    /// `f(…)`
    Call {
        /// The table, `def` or function.
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
}

/// The aggregates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AggregateOp {
    /// How many rounds.
    Count,
    /// Whether the condition holds in some round.
    Any,
    /// Whether the condition holds in every round.
    All,
    /// The first round's value.
    First,
    /// The total.
    Sum,
    /// The greatest.
    Max,
    /// The least.
    Min,
}

impl AggregateOp {
    /// Every aggregate.
    pub const ALL: [AggregateOp; 7] = [
        AggregateOp::Count,
        AggregateOp::Any,
        AggregateOp::All,
        AggregateOp::First,
        AggregateOp::Sum,
        AggregateOp::Max,
        AggregateOp::Min,
    ];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            AggregateOp::Count => "count",
            AggregateOp::Any => "any",
            AggregateOp::All => "all",
            AggregateOp::First => "first",
            AggregateOp::Sum => "sum",
            AggregateOp::Max => "max",
            AggregateOp::Min => "min",
        }
    }
}

/// Operators with two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `??`
    Coalesce,
    /// `*`
    Multiply,
    /// `+`: sum of ints, join of texts.
    Add,
    /// `-`
    Subtract,
    /// `a..=b`
    Range,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `implies`
    Implies,
}

impl BinaryOp {
    /// Every operator.
    pub const ALL: [BinaryOp; 14] = [
        BinaryOp::Coalesce,
        BinaryOp::Multiply,
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Range,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
        BinaryOp::In,
        BinaryOp::NotIn,
        BinaryOp::Implies,
    ];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            BinaryOp::Coalesce => "??",
            BinaryOp::Multiply => "*",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Range => "..=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::In => "in",
            BinaryOp::NotIn => "not in",
            BinaryOp::Implies => "implies",
        }
    }
}

/// What `is` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IsTest {
    /// `is some`
    Some,
    /// `is none`
    None,
    /// `is null` … `is object`
    Kind(JsonKind),
}

/// The kinds of JSON values. `int` is a number without fraction in the range of `int`, `number` any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsonKind {
    /// `null`
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `number`
    Number,
    /// `string`
    String,
    /// `list`
    List,
    /// `object`
    Object,
}

impl JsonKind {
    /// Every kind.
    pub const ALL: [JsonKind; 7] =
        [JsonKind::Null, JsonKind::Bool, JsonKind::Int, JsonKind::Number, JsonKind::String, JsonKind::List, JsonKind::Object];

    /// The word in the text.
    pub fn word(self) -> &'static str {
        match self {
            JsonKind::Null => "null",
            JsonKind::Bool => "bool",
            JsonKind::Int => "int",
            JsonKind::Number => "number",
            JsonKind::String => "string",
            JsonKind::List => "list",
            JsonKind::Object => "object",
        }
    }
}

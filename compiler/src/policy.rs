//! A checked policy: every name resolved, every expression typed, every conversion written out.
//!
//! This is what the interpreter runs and what the lowering to decision tables reads. It is a plain description; making one
//! is the business of [`crate::check`]. Positions in it (`usize`) index the lists of [`Policy`]; a *slot* indexes the frame
//! of local values of the body that is being evaluated.

pub mod elements;
pub mod expr;
pub mod types;
pub mod value;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::json::Pointer;
pub use crate::library::Function;

use crate::source::{SourceId, Span};
pub use crate::syntax::tree::{AggregateOp, HitPolicy, JsonKind, PatternKind, SequenceOp};
pub use elements::Elements;
pub use expr::{
    ArithmeticOp, Clause, CompareOp, Condition, ConditionKind, Expr, ExprKind, ForeignCallee, Guard, ListPart, PatternSource,
    RecordPart, Sequence, SlotMove, SortKey, TemplatePart,
};
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
    /// The types that it declares, by name.
    pub types: Vec<(Arc<str>, Type)>,
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
    /// Findings that the policy's author knows of.
    pub allows: Vec<Allow>,
}

/// `@allow(P304, "kept for the August edition")`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The code of the findings.
    pub code: Code,
    /// Why they are no fault.
    pub reason: String,
    /// The item, rule or row in which they may stand.
    pub range: Span,
    /// Where it stands.
    pub span: Span,
}

impl Allow {
    /// Whether it speaks of a finding.
    pub fn covers(&self, finding: &Diagnostic) -> bool {
        let place = finding.primary.span;
        finding.code == self.code
            && !finding.is_error()
            && place.source == self.range.source
            && self.range.start <= place.start
            && place.end <= self.range.end
    }
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
    /// Whether it only lends names to others: types, constants and `def`s.
    pub fn is_vocabulary(&self) -> bool {
        self.inputs.is_empty() && self.lets.is_empty() && self.tables.is_empty() && self.outputs.is_empty()
    }

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
            rule.clauses = Vec::new();
            rule.elements = None;
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
    /// The JSON that it was read from, where an instance includes a file.
    pub origin: Option<Origin>,
    /// Where it is declared.
    pub span: Span,
}

/// Where a value stands in a JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The text.
    pub source: SourceId,
    /// The place in it.
    pub pointer: Pointer,
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
    /// The inputs that a call may read, also through what it calls.
    pub reads: BTreeSet<usize>,
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
            HitPolicy::First | HitPolicy::Unique | HitPolicy::Any => self.outcome.clone(),
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
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name as `rule_name` and reports have it; `otherwise` for one without a name, `row[1]` … in a grid without names.
    pub name: String,
    /// The lines after `///`.
    pub docs: Vec<String>,
    /// What it ranges over: empty, or a `for` and more `for`s and `let`s. The first `for` binds its position or key, also where
    /// the rule does not name it.
    pub clauses: Vec<Clause>,
    /// The elements of its first `for`, where they are known when the policy is checked: each is a row of its own.
    pub elements: Option<Arc<Elements>>,
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

impl Rule {
    /// Whether it always holds: `otherwise`, or a rule that neither has a condition nor ranges over anything.
    pub fn always_holds(&self) -> bool {
        self.guard.is_empty() && self.clauses.is_empty()
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
    /// The rule that must decide (in a `collect` or `any` table: must be among those that do).
    pub by: Option<DecidedBy>,
    /// Where it stands.
    pub span: Span,
}

/// The rule that an example names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidedBy {
    /// Index into [`Table::rules`].
    pub rule: usize,
    /// `webSearch` of `section[webSearch]`: the element with which it must decide.
    pub element: Option<String>,
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
    /// The state from which the first parameter starts, where it is the state of a `fold` or `scan`.
    pub start: Option<Body>,
    /// What always holds.
    pub body: Body,
    /// The inputs that it may read.
    pub reads: BTreeSet<usize>,
    /// Where it stands.
    pub span: Span,
}

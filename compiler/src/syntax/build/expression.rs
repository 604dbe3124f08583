//! Expressions: from the grammar's flat lists to trees, by pest's operator-precedence parser.

use std::cell::RefCell;

use pest::pratt_parser::{Assoc, ConstPrattParser, Op, pratt_precedence};

use super::super::NESTING_MAX;
use super::super::grammar::{Pair, Pairs, Parts, Rule};
use super::super::tree::{
    AggregateOp, At, BinaryOp, Clause, Condition, Element, Expr, ExprKind, Field, Guard, IsTest, JsonKind, Name, Sequence,
    SequenceOp, SortKey,
};
use super::Builder;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The operators, loosest first; a table in the language reference says the same, tightest first.
static OPERATORS: ConstPrattParser<Rule, 23> = ConstPrattParser::new_const(pratt_precedence![
    Op::infix(Rule::implies, Assoc::Left),
    Op::infix(Rule::or_, Assoc::Left),
    Op::infix(Rule::and_, Assoc::Left),
    Op::prefix(Rule::let_),
    Op::prefix(Rule::not_),
    Op::infix(Rule::equal, Assoc::Left)
        | Op::infix(Rule::not_equal, Assoc::Left)
        | Op::infix(Rule::less, Assoc::Left)
        | Op::infix(Rule::less_equal, Assoc::Left)
        | Op::infix(Rule::greater, Assoc::Left)
        | Op::infix(Rule::greater_equal, Assoc::Left)
        | Op::infix(Rule::in_, Assoc::Left)
        | Op::infix(Rule::not_in, Assoc::Left)
        | Op::infix(Rule::like, Assoc::Left)
        | Op::infix(Rule::matches, Assoc::Left)
        | Op::postfix(Rule::is_),
    Op::infix(Rule::range, Assoc::Left),
    Op::infix(Rule::add, Assoc::Left) | Op::infix(Rule::subtract, Assoc::Left),
    Op::infix(Rule::multiply, Assoc::Left),
    Op::prefix(Rule::negate),
    Op::infix(Rule::coalesce, Assoc::Right),
    Op::postfix(Rule::as_)
]);

/// What a part of a flat list has become. In a box, since the parser hands it from function to function, and they recurse.
type Part = Box<Built>;

struct Built {
    node: Node,
    /// Without parentheses around it.
    at: Span,
    /// With them.
    outside: Span,
    /// The loosest operator of the part, if it has one.
    operator: Option<Span>,
    height: usize,
}

enum Node {
    Expr(ExprKind),
    /// Conditions of a guard with at least one `let`, joined by `and`.
    Conditions(Vec<Condition>),
}

impl Built {
    fn expr(kind: ExprKind, at: Span, height: usize) -> Part {
        Box::new(Built { node: Node::Expr(kind), at, outside: at, operator: None, height })
    }

    fn conditions(conditions: Vec<Condition>, at: Span, operator: Span, height: usize) -> Part {
        Box::new(Built { node: Node::Conditions(conditions), at, outside: at, operator: Some(operator), height })
    }

    fn in_parentheses(&self) -> bool {
        self.at != self.outside
    }

    /// The expression, if its outermost operator is open to its neighbours.
    fn open(&self) -> Option<&ExprKind> {
        match &self.node {
            Node::Expr(kind) if !self.in_parentheses() => Some(kind),
            _ => None,
        }
    }

    fn into_expr(self) -> Option<Expr> {
        match self.node {
            Node::Expr(kind) => Some(Expr { kind, at: At(self.at) }),
            Node::Conditions(_) => None,
        }
    }

    fn into_conditions(self) -> Vec<Condition> {
        let at = At(self.at);
        let open = !self.in_parentheses();
        match self.node {
            Node::Conditions(conditions) => conditions,
            Node::Expr(ExprKind::And(operands)) if open => operands.into_iter().map(Condition::Holds).collect(),
            Node::Expr(kind) => vec![Condition::Holds(Expr { kind, at })],
        }
    }
}

impl Builder<'_> {
    /// `expr`
    pub(super) fn expr(&mut self, pair: Pair<'_>) -> Option<Expr> {
        self.built(pair)?.into_expr()
    }

    /// An expression where one may stand.
    pub(super) fn optional_expr(&mut self, parts: &mut Parts<'_>) -> Option<Option<Expr>> {
        match parts.accept(Rule::expr) {
            Some(pair) => Some(Some(self.expr(pair)?)),
            None => Some(None),
        }
    }

    pub(super) fn exprs(&mut self, parts: Parts<'_>) -> Option<Vec<Expr>> {
        self.all(parts, Self::expr)
    }

    /// `guard`
    pub(super) fn guard(&mut self, pair: Pair<'_>) -> Option<Guard> {
        let built = self.built(pair)?;
        let at = At(built.outside);
        let conditions = match built.node {
            Node::Conditions(conditions) => conditions,
            Node::Expr(kind) => vec![Condition::Holds(Expr { kind, at: At(built.at) })],
        };
        Some(Guard { conditions, at })
    }

    /// `expr` or `guard`. Raises `height` to what was built.
    fn built(&mut self, pair: Pair<'_>) -> Option<Part> {
        let mut inner = pair.into_inner();
        let built = if inner.len() == 1 { self.single(inner.next()?) } else { self.flat(inner) }?;
        self.height = self.height.max(built.height);
        Some(built)
    }

    /// What is not joined to anything by operators.
    fn single(&mut self, pair: Pair<'_>) -> Option<Part> {
        if pair.as_rule() == Rule::if_ { self.if_(pair) } else { self.operand(pair) }
    }

    /// Operands and operators.
    fn flat(&mut self, pairs: Pairs<'_>) -> Option<Part> {
        if let Some(operator) = too_many_operators(pairs.clone()) {
            return self.left_out(&operator);
        }
        let builder = RefCell::new(self);
        OPERATORS
            .map_primary(|pair| builder.try_borrow_mut().ok()?.operand(pair))
            .map_prefix(|op, right| builder.try_borrow_mut().ok()?.prefix(op, right?))
            .map_postfix(|left, op| builder.try_borrow_mut().ok()?.postfix(left?, op))
            .map_infix(|left, op, right| builder.try_borrow_mut().ok()?.infix(left?, op, right?))
            .parse(pairs)
    }

    fn left_out(&mut self, operator: &Pair<'_>) -> Option<Part> {
        let at = self.at(operator).0;
        self.too_deep(at);
        Some(Built::expr(ExprKind::None, at, 0))
    }

    /// Reports a piece once.
    fn too_deep(&mut self, at: Span) {
        if self.spoiled && self.findings.last() == Some(Code::TOO_DEEP) {
            return;
        }
        let finding = Diagnostic::error(Code::TOO_DEEP, at, format!("this is nested deeper than {NESTING_MAX} levels"));
        self.spoil(finding.help("give a part of it a name with `let`, and use the name"));
    }

    /// A part one level above `height` lower ones.
    fn above(&mut self, kind: ExprKind, at: Span, operator: Option<Span>, height: usize) -> Part {
        let (kind, height) = if height < NESTING_MAX {
            (kind, height + 1)
        } else {
            self.too_deep(operator.unwrap_or(at));
            (ExprKind::None, 0)
        };
        let mut part = Built::expr(kind, at, height);
        part.operator = operator;
        part
    }

    fn if_(&mut self, pair: Pair<'_>) -> Option<Part> {
        let at = self.at(&pair).0;
        let outside = std::mem::take(&mut self.height);
        let mut parts = Parts::of(pair);
        let guard = self.guard(parts.accept(Rule::guard)?)?;
        let then = self.boxed(parts.accept(Rule::expr)?)?;
        let otherwise = self.boxed(parts.accept(Rule::expr)?)?;
        let height = std::mem::replace(&mut self.height, outside);
        Some(self.above(ExprKind::If { guard, then, otherwise }, at, None, height))
    }

    fn boxed(&mut self, pair: Pair<'_>) -> Option<Box<Expr>> {
        self.expr(pair).map(Box::new)
    }

    /// `operand`: an atom and what follows it directly.
    fn operand(&mut self, pair: Pair<'_>) -> Option<Part> {
        let mut parts = Parts::of(pair);
        let first = self.first(parts.next()?)?;
        parts.try_fold(first, |built, access| self.access(built, access))
    }

    fn first(&mut self, atom: Pair<'_>) -> Option<Part> {
        let outside = self.at(&atom).0;
        if atom.as_rule() == Rule::paren {
            let mut inner = self.built(Parts::of(atom).next()?)?;
            inner.outside = outside;
            return Some(inner);
        }
        let before = std::mem::take(&mut self.height);
        let atom = self.atom(atom)?;
        let height = std::mem::replace(&mut self.height, before);
        Some(Built::expr(atom.kind, outside, height))
    }

    #[expect(clippy::boxed_local, reason = "parts come in boxes")]
    fn access(&mut self, base: Part, pair: Pair<'_>) -> Option<Part> {
        let at = self.at(&pair).0;
        let whole = base.outside.to(at);
        let height = base.height;
        let form = pair.as_rule();
        let inner = Parts::of(pair).next()?;
        let base = Box::new(base.into_expr()?);
        let before = std::mem::take(&mut self.height);
        let kind = match form {
            Rule::member | Rule::optional_member => {
                ExprKind::Member { base, optional: form == Rule::optional_member, name: self.key(inner)? }
            }
            _ => ExprKind::Index { base, optional: form == Rule::optional_index, index: self.boxed(inner)? },
        };
        let height = height.max(std::mem::replace(&mut self.height, before));
        Some(self.above(kind, whole, Some(at), height))
    }

    /// An atom, in the flat lists or for itself: what follows `given`, the value of a cell.
    pub(super) fn atom(&mut self, pair: Pair<'_>) -> Option<Expr> {
        let at = self.at(&pair);
        let kind = match pair.as_rule() {
            Rule::template | Rule::list | Rule::record | Rule::aggregate | Rule::sequence => {
                self.under(|builder| builder.brackets(pair))
            }
            Rule::call => self.call(pair),
            _ => self.word(pair),
        }?;
        Some(Expr { kind, at })
    }

    /// An atom without anything inside.
    fn word(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        Some(match pair.as_rule() {
            Rule::none => ExprKind::None,
            Rule::true_ => ExprKind::Bool(true),
            Rule::false_ => ExprKind::Bool(false),
            Rule::number => ExprKind::Number(self.number(&pair)),
            Rule::text_literal => ExprKind::Text(self.text_literal(pair)?.value),
            Rule::plain_name => ExprKind::Name(pair.as_str().to_owned()),
            _ => return None,
        })
    }

    /// An atom with parts inside brackets.
    fn brackets(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        match pair.as_rule() {
            Rule::template => self.template(pair),
            Rule::list => self.list(pair),
            Rule::record => self.record(pair),
            Rule::sequence => self.sequence(pair),
            _ => self.aggregate(pair),
        }
    }

    fn call(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        let mut parts = Parts::of(pair);
        let function = self.name(parts.accept(Rule::name)?);
        let Some(args) = parts.next() else { return Some(ExprKind::Name(function.text)) };
        if args.as_rule() == Rule::args {
            let args = self.under(|builder| builder.exprs(Parts::of(args)))?;
            return Some(ExprKind::Call { qualifier: None, function, args });
        }
        let mut parts = Parts::of(args);
        let called = self.name(parts.accept(Rule::name)?);
        let args = parts.accept(Rule::args)?;
        let args = self.under(|builder| builder.exprs(Parts::of(args)))?;
        Some(ExprKind::Call { qualifier: Some(function), function: called, args })
    }

    fn list(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        let mut elements = Vec::new();
        for part in Parts::of(pair) {
            if part.as_rule() == Rule::clauses {
                let clauses = self.clauses(part)?;
                let Some(Element::Item(value)) = elements.pop() else { return None };
                return Some(ExprKind::Comprehension { value: Box::new(value), clauses });
            }
            elements.push(self.element(part)?);
        }
        Some(ExprKind::List(elements))
    }

    fn element(&mut self, pair: Pair<'_>) -> Option<Element> {
        match pair.as_rule() {
            Rule::spread => self.expr(Parts::of(pair).next()?).map(Element::Spread),
            _ => self.expr(pair).map(Element::Item),
        }
    }

    fn record(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        let mut parts = Parts::of(pair);
        let Some(map) = parts.accept(Rule::map_rest) else { return self.all(parts, Self::field).map(ExprKind::Record) };
        let mut parts = Parts::of(map);
        let key = self.boxed(parts.accept(Rule::expr)?)?;
        let value = self.boxed(parts.accept(Rule::expr)?)?;
        Some(ExprKind::MapComprehension { key, value, clauses: self.clauses(parts.accept(Rule::clauses)?)? })
    }

    fn sequence(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        let mut parts = Parts::of(pair);
        let word = parts.next()?;
        let op = SequenceOp::ALL.into_iter().find(|op| op.word() == word.as_str())?;
        let mut body = Parts::of(parts.next()?);
        let state = self.name(body.accept(Rule::name)?);
        let start = self.expr(body.accept(Rule::expr)?)?;
        let Clause::For { first, item, source } = self.for_(Parts::of(body.accept(Rule::over)?))? else { return None };
        let step = self.expr(body.accept(Rule::expr)?)?;
        Some(ExprKind::Sequence(Box::new(Sequence { op, state, start, first, item, source, step })))
    }

    fn field(&mut self, pair: Pair<'_>) -> Option<Field> {
        let mut parts = Parts::of(pair);
        let first = parts.next()?;
        match first.as_rule() {
            Rule::spread => self.expr(Parts::of(first).next()?).map(Field::Spread),
            Rule::name => Some(Field::Same(self.name(first))),
            _ => {
                let key = self.key(first)?;
                Some(Field::Set(key, self.expr(parts.next()?)?))
            }
        }
    }

    fn aggregate(&mut self, pair: Pair<'_>) -> Option<ExprKind> {
        let mut parts = Parts::of(pair);
        let word = parts.next()?;
        let op = AggregateOp::ALL.into_iter().find(|op| op.word() == word.as_str())?;
        let mut body = Parts::of(parts.next()?);
        let value = self.boxed(body.next()?)?;
        Some(ExprKind::Aggregate { op, value, clauses: self.clauses(body.next()?)? })
    }

    /// `clauses`, `rule_clauses`
    pub(super) fn clauses(&mut self, pair: Pair<'_>) -> Option<Vec<Clause>> {
        self.all(Parts::of(pair), Self::clause)
    }

    fn clause(&mut self, pair: Pair<'_>) -> Option<Clause> {
        match pair.as_rule() {
            Rule::for_ => self.for_(Parts::of(pair)),
            Rule::let_clause => self.let_clause(Parts::of(pair)),
            Rule::where_ => self.guard(Parts::of(pair).next()?).map(Clause::Where),
            Rule::order => self.all(Parts::of(pair), Self::sort_key).map(Clause::OrderBy),
            _ => self.exprs(Parts::of(pair)).map(Clause::DistinctBy),
        }
    }

    fn sort_key(&mut self, pair: Pair<'_>) -> Option<SortKey> {
        let mut parts = Parts::of(pair);
        let value = self.expr(parts.accept(Rule::expr)?)?;
        Some(SortKey { value, descending: parts.accept(Rule::descending).is_some() })
    }

    fn for_(&mut self, mut parts: Parts<'_>) -> Option<Clause> {
        let first = self.name(parts.accept(Rule::name)?);
        let second = parts.accept(Rule::name).map(|name| self.name(name));
        let (first, item) = match second {
            Some(second) => (Some(first), second),
            None => (None, first),
        };
        let source = self.expr(parts.next()?)?;
        Some(Clause::For { first, item, source })
    }

    fn let_clause(&mut self, mut parts: Parts<'_>) -> Option<Clause> {
        let name = self.name(parts.accept(Rule::name)?);
        let value = self.expr(parts.next()?)?;
        Some(Clause::Let { name, value })
    }

    fn prefix(&mut self, op: Pair<'_>, right: Part) -> Option<Part> {
        let operator = self.at(&op).0;
        let at = operator.to(right.outside);
        let height = right.height;
        if let Node::Conditions(_) = right.node {
            return self.misplaced_let(operator, right);
        }
        if op.as_rule() == Rule::let_ {
            let name: Name = self.name(Parts::of(op).next()?);
            let condition = Condition::Let { name, value: right.into_expr()?, at: At(at) };
            return Some(Built::conditions(vec![condition], at, operator, height));
        }
        let kind = match op.as_rule() {
            Rule::not_ => ExprKind::Not(Box::new(right.into_expr()?)),
            _ => {
                self.refuse_not(&right);
                ExprKind::Negate(Box::new(right.into_expr()?))
            }
        };
        Some(self.above(kind, at, Some(operator), height))
    }

    fn postfix(&mut self, left: Part, op: Pair<'_>) -> Option<Part> {
        let operator = self.at(&op).0;
        if let Node::Conditions(_) = left.node {
            return self.misplaced_let(operator, left);
        }
        let at = left.outside.to(operator);
        let rule = op.as_rule();
        let word = Span { end: operator.start + 2, ..operator };
        match left.open() {
            Some(ExprKind::As { .. }) if rule == Rule::as_ => self.refuse_chain(&left, word, None),
            Some(kind) if rule == Rule::is_ && is_comparison(kind) => self.refuse_chain(&left, word, None),
            _ => {}
        }
        let mut height = left.height;
        let value = Box::new(left.into_expr()?);
        let mut parts = Parts::of(op);
        let kind = if rule == Rule::as_ {
            let before = std::mem::take(&mut self.height);
            let ty = self.type_atom(parts.next()?)?;
            height = height.max(std::mem::replace(&mut self.height, before));
            ExprKind::As { value, ty }
        } else {
            let negated = parts.accept(Rule::is_not).is_some();
            ExprKind::Is { value, test: is_test(&parts.next()?)?, negated }
        };
        Some(self.above(kind, at, Some(word), height))
    }

    fn infix(&mut self, left: Part, op: Pair<'_>, right: Part) -> Option<Part> {
        let operator = self.at(&op).0;
        let at = left.outside.to(right.outside);
        let height = left.height.max(right.height);
        let rule = op.as_rule();
        let guard = matches!(left.node, Node::Conditions(_)) || matches!(right.node, Node::Conditions(_));
        if rule == Rule::and_ && guard {
            let mut conditions = left.into_conditions();
            conditions.extend(right.into_conditions());
            return Some(Built::conditions(conditions, at, operator, height));
        }
        if guard {
            let condition = if matches!(left.node, Node::Conditions(_)) { left } else { right };
            return self.misplaced_let(operator, condition);
        }
        if matches!(rule, Rule::and_ | Rule::or_) {
            return self.joined(rule, left, operator, right);
        }
        let op = binary_op(rule)?;
        if rule != Rule::implies {
            self.refuse_not(&right);
        }
        if left.open().is_some_and(|kind| clashes(kind, op)) {
            self.refuse_chain(&left, operator, Some(&right));
        }
        let kind = ExprKind::Binary { op, left: Box::new(left.into_expr()?), right: Box::new(right.into_expr()?) };
        Some(self.above(kind, at, Some(operator), height))
    }

    /// `and`, `or`: one node for a whole chain, so that a long chain is not a deep tree. What stands in parentheses
    /// stays a node of its own.
    #[expect(clippy::boxed_local, reason = "parts come in boxes")]
    fn joined(&mut self, rule: Rule, left: Part, operator: Span, right: Part) -> Option<Part> {
        let at = left.outside.to(right.outside);
        let open = !left.in_parentheses();
        let height = right.height;
        let right = right.into_expr()?;
        let (mut operands, height) = match (rule, left.node) {
            (Rule::and_, Node::Expr(ExprKind::And(operands))) | (Rule::or_, Node::Expr(ExprKind::Or(operands))) if open => {
                (operands, left.height.max(height + 1))
            }
            (_, Node::Expr(kind)) => (vec![Expr { kind, at: At(left.at) }], left.height.max(height) + 1),
            (_, Node::Conditions(_)) => return None,
        };
        operands.push(right);
        let kind = if rule == Rule::and_ { ExprKind::And(operands) } else { ExprKind::Or(operands) };
        Some(self.above(kind, at, Some(operator), height - 1))
    }

    /// A `let` in a guard may only stand beside `and`.
    #[expect(clippy::boxed_local, reason = "parts come in boxes")]
    fn misplaced_let(&mut self, operator: Span, condition: Part) -> Option<Part> {
        let word = self.text.get(operator.range()).unwrap_or("");
        let word = word.split_whitespace().next().unwrap_or("");
        let finding = Diagnostic::error(Code::CHAIN, operator, format!("`{word}` stands beside a `let`"));
        let finding = finding.also(condition.at, "a `let` binds a name for what follows `and`, so it must hold");
        let help = match word {
            "or" | "implies" => format!("put the `{word}` in parentheses: `… and (a {word} b)`, or write two rules"),
            _ => "let the `let` be a condition of its own: `let x = … and …`".to_owned(),
        };
        self.spoil(finding.help(help));
        Some(Built::expr(ExprKind::None, condition.outside, 0))
    }

    /// `a == not b`
    fn refuse_not(&mut self, right: &Built) {
        if let (Some(ExprKind::Not(_)), Some(operator)) = (right.open(), right.operator) {
            let shown = self.short(right.outside);
            let finding = Diagnostic::error(Code::CHAIN, operator, "`not` stands behind an operator that binds tighter");
            self.spoil(finding.help(format!("write `({shown})`")));
        }
    }

    /// `a < b < c`: says both ways to put parentheses.
    fn refuse_chain(&mut self, left: &Built, operator: Span, right: Option<&Built>) {
        let Some(first) = left.operator else { return };
        let word = |builder: &Self, span: Span| builder.text.get(span.range()).unwrap_or("").to_owned();
        let (one, two) = (word(self, first), word(self, operator));
        let message =
            if one == two { format!("`{two}` cannot be chained") } else { format!("`{one}` and `{two}` cannot be chained") };
        let mut finding = Diagnostic::error(Code::CHAIN, operator, message).also(first, "the operator before it");
        let whole = self.short(left.outside);
        let a = self.short(Span { end: first.start, ..left.outside });
        let b = self.short(Span { start: first.end, ..left.outside });
        let right = right.map(|right| self.short(right.outside));
        let c = right.as_deref().unwrap_or("…");
        finding = match two.as_str() {
            // A type has no operators.
            "as" => finding.help(format!("write `({whole}) as …`")),
            // What stands behind `is` is no value that an operator could take.
            _ if one == "is" => finding.help(format!("write `({whole}) {two} {c}`")),
            _ => finding.help(format!("write `({whole}) {two} {c}` or `{a} {one} ({b} {two} {c})`")),
        };
        let compares = |word: &str| word.starts_with(['<', '>', '=', '!']);
        if compares(&one) && compares(&two) {
            finding = finding.help(format!("if both must hold, write `{whole} and {b} {two} {c}`"));
        }
        self.spoil(finding);
    }

    /// A piece of the text as it may stand in a message.
    fn short(&self, span: Span) -> String {
        const LONGEST: usize = 40;
        // A chain of operators asks for all that stands before each of them.
        const LONGEST_BYTES: usize = 16 * LONGEST;
        let text = self.text.get(span.range()).filter(|text| text.len() <= LONGEST_BYTES);
        let text = text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        text.filter(|text| text.chars().count() <= LONGEST).unwrap_or_else(|| "…".to_owned())
    }
}

/// The first operator of a flat list that nests its operands too deep, whatever binds them. `and` and `or` join without
/// nesting; between two of them every operator may be one level.
fn too_many_operators(flat: Pairs<'_>) -> Option<Pair<'_>> {
    let mut run = 0;
    for pair in flat {
        match pair.as_rule() {
            Rule::and_ | Rule::or_ => run = 0,
            Rule::operand => {}
            _ => run += 1,
        }
        if run > NESTING_MAX {
            return Some(pair);
        }
    }
    None
}

fn binary_op(rule: Rule) -> Option<BinaryOp> {
    Some(match rule {
        Rule::coalesce => BinaryOp::Coalesce,
        Rule::multiply => BinaryOp::Multiply,
        Rule::add => BinaryOp::Add,
        Rule::subtract => BinaryOp::Subtract,
        Rule::range => BinaryOp::Range,
        Rule::equal => BinaryOp::Equal,
        Rule::not_equal => BinaryOp::NotEqual,
        Rule::less => BinaryOp::Less,
        Rule::less_equal => BinaryOp::LessEqual,
        Rule::greater => BinaryOp::Greater,
        Rule::greater_equal => BinaryOp::GreaterEqual,
        Rule::in_ => BinaryOp::In,
        Rule::not_in => BinaryOp::NotIn,
        Rule::like => BinaryOp::Like,
        Rule::matches => BinaryOp::Matches,
        Rule::implies => BinaryOp::Implies,
        _ => return None,
    })
}

/// Whether an expression compares: `==` … `>=`, `in`, `not in`, `is`.
fn is_comparison(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Is { .. } => true,
        ExprKind::Binary { op, .. } => matches!(
            op,
            BinaryOp::Equal
                | BinaryOp::NotEqual
                | BinaryOp::Less
                | BinaryOp::LessEqual
                | BinaryOp::Greater
                | BinaryOp::GreaterEqual
                | BinaryOp::In
                | BinaryOp::NotIn
                | BinaryOp::Like
                | BinaryOp::Matches
        ),
        _ => false,
    }
}

/// Whether `left` needs parentheses before `op`, because the two would be read differently by different people.
fn clashes(left: &ExprKind, op: BinaryOp) -> bool {
    match op {
        BinaryOp::Range | BinaryOp::Implies => matches!(left, ExprKind::Binary { op: first, .. } if *first == op),
        BinaryOp::Coalesce | BinaryOp::Multiply | BinaryOp::Add | BinaryOp::Subtract => false,
        _ => is_comparison(left),
    }
}

/// `kind`
pub(super) fn is_test(pair: &Pair<'_>) -> Option<IsTest> {
    match pair.as_str() {
        "some" => Some(IsTest::Some),
        "none" => Some(IsTest::None),
        word => JsonKind::ALL.into_iter().find(|kind| kind.word() == word).map(IsTest::Kind),
    }
}

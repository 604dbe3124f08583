//! Expressions as text, with the parentheses that the operators need.

use super::super::characters::{escape, must_be_escaped};
use super::super::tree::{
    BinaryOp, Clause, Condition, Element, Expr, ExprKind, Field, Guard, IsTest, Sequence, SortKey, TemplatePart, TypeExpr,
    TypeExprKind,
};
use super::super::words::shown_name;
use super::{list, type_};

/// How tight an expression holds together; a looser one in a tighter place stands in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tight {
    If,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Range,
    Add,
    Multiply,
    Negate,
    Coalesce,
    As,
    Operand,
}

/// An expression where any may stand.
pub(super) fn expr(value: &Expr) -> String {
    bare(&value.kind)
}

/// An expression in a place that holds as tight as `place`.
fn inside(value: &Expr, place: Tight) -> String {
    let text = bare(&value.kind);
    if tight(&value.kind) < place { format!("({text})") } else { text }
}

fn tight(kind: &ExprKind) -> Tight {
    match kind {
        ExprKind::If { .. } => Tight::If,
        ExprKind::Or(_) => Tight::Or,
        ExprKind::And(_) => Tight::And,
        ExprKind::Not(_) => Tight::Not,
        ExprKind::Is { .. } => Tight::Compare,
        ExprKind::Binary { op, .. } => sides(*op).0,
        ExprKind::Negate(_) => Tight::Negate,
        ExprKind::As { .. } => Tight::As,
        _ => Tight::Operand,
    }
}

/// How tight an operator holds, and how tight its sides must.
fn sides(op: BinaryOp) -> (Tight, Tight, Tight) {
    match op {
        BinaryOp::Implies => (Tight::Implies, Tight::Or, Tight::Or),
        BinaryOp::Range => (Tight::Range, Tight::Add, Tight::Add),
        BinaryOp::Add | BinaryOp::Subtract => (Tight::Add, Tight::Add, Tight::Multiply),
        BinaryOp::Multiply => (Tight::Multiply, Tight::Multiply, Tight::Negate),
        BinaryOp::Coalesce => (Tight::Coalesce, Tight::As, Tight::Coalesce),
        _ => (Tight::Compare, Tight::Range, Tight::Range),
    }
}

fn bare(kind: &ExprKind) -> String {
    match kind {
        ExprKind::None => "none".to_owned(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Number(text) | ExprKind::Name(text) => text.clone(),
        ExprKind::Text(text) => quoted(text),
        ExprKind::Template(parts) => template(parts),
        ExprKind::List(elements) => format!("[{}]", list(elements.iter().map(element))),
        ExprKind::Record(fields) if fields.is_empty() => "{}".to_owned(),
        ExprKind::Record(fields) => format!("{{ {} }}", list(fields.iter().map(field))),
        ExprKind::Comprehension { value, clauses } => format!("[{}{}]", expr(value), self::clauses(clauses)),
        ExprKind::Aggregate { op, value, clauses } => format!("{}({}{})", op.word(), expr(value), self::clauses(clauses)),
        ExprKind::MapComprehension { key, value, clauses } => {
            format!("{{ [{}]: {}{} }}", expr(key), expr(value), self::clauses(clauses))
        }
        ExprKind::Sequence(sequence) => self::sequence(sequence),
        ExprKind::Call { qualifier, function, args } => format!(
            "{}{}({})",
            qualifier.as_ref().map_or(String::new(), |qualifier| format!("{}.", qualifier.text)),
            function.text,
            list(args.iter().map(expr))
        ),
        ExprKind::Member { base, optional, name } => {
            let mark = if *optional { "?" } else { "" };
            format!("{}{mark}.{}", inside(base, Tight::Operand), shown_name(&name.text))
        }
        ExprKind::Index { base, optional, index } => {
            let mark = if *optional { "?" } else { "" };
            format!("{}{mark}[{}]", inside(base, Tight::Operand), expr(index))
        }
        ExprKind::Negate(value) => format!("-{}", inside(value, Tight::Negate)),
        ExprKind::Not(value) => format!("not {}", inside(value, Tight::Not)),
        ExprKind::And(operands) => joined(operands, " and ", Tight::Not),
        ExprKind::Or(operands) => joined(operands, " or ", Tight::And),
        ExprKind::Binary { op, left, right } => {
            let (_, left_place, right_place) = sides(*op);
            let blank = if *op == BinaryOp::Range { "" } else { " " };
            format!("{}{blank}{}{blank}{}", inside(left, left_place), op.word(), inside(right, right_place))
        }
        ExprKind::Is { value, test, negated } => format!("{} is {}", inside(value, Tight::Range), is_test(*test, *negated)),
        ExprKind::As { value, ty } => format!("{} as {}", inside(value, Tight::Operand), type_atom(ty, "")),
        ExprKind::If { guard, then, otherwise } => {
            format!("if {} then {} else {}", self::guard(guard), expr(then), expr(otherwise))
        }
    }
}

fn joined(operands: &[Expr], word: &str, place: Tight) -> String {
    operands.iter().map(|operand| inside(operand, place)).collect::<Vec<_>>().join(word)
}

/// What follows `is`.
pub(super) fn is_test(test: IsTest, negated: bool) -> String {
    let word = match test {
        IsTest::Some => "some",
        IsTest::None => "none",
        IsTest::Kind(kind) => kind.word(),
    };
    if negated { format!("not {word}") } else { word.to_owned() }
}

/// A guard; beside a `let` every other condition is one of several.
pub(super) fn guard(guard: &Guard) -> String {
    let place =
        if guard.conditions.iter().any(|condition| matches!(condition, Condition::Let { .. })) { Tight::Not } else { Tight::If };
    let conditions = guard.conditions.iter().map(|condition| match condition {
        Condition::Holds(value) => inside(value, place),
        Condition::Let { name, value, .. } => format!("let {} = {}", name.text, inside(value, Tight::Not)),
    });
    conditions.collect::<Vec<_>>().join(" and ")
}

/// A type before `?` or behind `as`, where no bare union and no `?` may stand.
pub(super) fn type_atom(ty: &TypeExpr, indent: &str) -> String {
    match ty.kind {
        TypeExprKind::Union(_) | TypeExprKind::Option(_) => format!("({})", type_(ty, indent)),
        _ => type_(ty, indent),
    }
}

fn element(element: &Element) -> String {
    match element {
        Element::Item(value) => expr(value),
        Element::Spread(value) => format!("...{}", expr(value)),
    }
}

fn field(field: &Field) -> String {
    match field {
        Field::Same(name) => name.text.clone(),
        Field::Set(name, value) => format!("{}: {}", shown_name(&name.text), expr(value)),
        Field::Spread(value) => format!("...{}", expr(value)),
    }
}

fn sequence(sequence: &Sequence) -> String {
    let Sequence { op, state, start, first, item, source, step } = sequence;
    let first = first.as_ref().map_or(String::new(), |first| format!("{}, ", first.text));
    format!("{}({} = {} over {first}{} in {} => {})", op.word(), state.text, expr(start), item.text, expr(source), expr(step))
}

/// Each with a blank before it.
pub(super) fn clauses(clauses: &[Clause]) -> String {
    clauses.iter().map(|clause| format!(" {}", self::clause(clause))).collect()
}

fn clause(clause: &Clause) -> String {
    match clause {
        Clause::For { first, item, source } => {
            let first = first.as_ref().map_or(String::new(), |first| format!("{}, ", first.text));
            format!("for {first}{} in {}", item.text, expr(source))
        }
        Clause::Let { name, value } => format!("let {} = {}", name.text, expr(value)),
        Clause::Where(guard) => format!("where {}", self::guard(guard)),
        Clause::OrderBy(keys) => format!("order by {}", list(keys.iter().map(sort_key))),
        Clause::DistinctBy(keys) => format!("distinct by {}", list(keys.iter().map(expr))),
    }
}

fn sort_key(key: &SortKey) -> String {
    let descending = if key.descending { " desc" } else { "" };
    format!("{}{descending}", expr(&key.value))
}

/// A text literal, with an escape for what may not or could not be read in one.
pub(in super::super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text, |c| c == '"'))
}

fn template(parts: &[TemplatePart]) -> String {
    let parts: String = parts
        .iter()
        .map(|part| match part {
            TemplatePart::Text(text) => escaped(text, |c| c == '`').replace("${", "\\${"),
            TemplatePart::Hole(value) => format!("${{{}}}", expr(value)),
        })
        .collect();
    format!("`{parts}`")
}

fn escaped(text: &str, quote: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if quote(c) => out.extend(['\\', c]),
            _ if must_be_escaped(c) => out.push_str(&escape(c)),
            _ => out.push(c),
        }
    }
    out
}

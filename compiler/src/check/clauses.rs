//! Comprehensions and aggregates, and the clauses that both have.

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Clause, Expr, ExprKind, SortKey, Type};
use crate::source::Span;
use crate::syntax::tree::{self, AggregateOp, Name};

use super::checker::Checker;
use super::coerce::to_json;
use super::show::{excerpt, shown};

impl<'t> Checker<'t> {
    /// `[value clauses]`
    pub(super) fn comprehension(
        &mut self,
        value: &'t tree::Expr,
        clauses: &'t [tree::Clause],
        place: Option<&Type>,
        span: Span,
    ) -> Expr {
        let mark = self.body.mark();
        let clauses = self.clauses(clauses);
        let element = match place.map(Type::inner) {
            Some(Type::List(element)) => Some((**element).clone()),
            Some(Type::Set) => Some(Type::String),
            Some(Type::Json) => Some(Type::Json),
            Some(Type::Error) => Some(Type::Error),
            _ => None,
        };
        let value = match &element {
            Some(element) => self.check(value, element),
            None => self.infer(value),
        };
        self.body.release(mark);
        let ty = Type::list(element.unwrap_or_else(|| value.ty.clone()));
        let list = Expr { kind: ExprKind::Comprehension(Box::new(value), clauses), ty, span };
        match (place, place.map(Type::inner)) {
            (Some(place), Some(Type::Set)) => Expr { kind: ExprKind::SetOf(Box::new(list)), ty: place.clone(), span },
            (Some(place), Some(Type::Json)) => Expr { ty: place.clone(), ..to_json(list) },
            (Some(place), _) => self.fit(list, place),
            (None, _) => list,
        }
    }

    /// `op(value clauses)`
    pub(super) fn aggregate(
        &mut self,
        op: AggregateOp,
        value: &'t tree::Expr,
        clauses: &'t [tree::Clause],
        element: Option<&Type>,
        span: Span,
    ) -> Expr {
        let mark = self.body.mark();
        let clauses = self.clauses(clauses);
        let (value, ty) = match op {
            AggregateOp::Count => (self.infer(value), Type::Int),
            AggregateOp::Any | AggregateOp::All => (self.check_bool(value), Type::Bool),
            AggregateOp::Sum => (self.check(value, &Type::Int), Type::Int),
            AggregateOp::First | AggregateOp::Max | AggregateOp::Min => {
                let value = match element {
                    Some(element) => self.check(value, element),
                    None => self.infer(value),
                };
                self.picked(op, value)
            }
        };
        self.body.release(mark);
        Expr { kind: ExprKind::Aggregate(op, Box::new(value), clauses), ty, span }
    }

    /// `first(value clauses)` in a place of that type.
    pub(super) fn check_first(
        &mut self,
        op: AggregateOp,
        value: &'t tree::Expr,
        clauses: &'t [tree::Clause],
        place: &Type,
        span: Span,
    ) -> Expr {
        let first = self.aggregate(op, value, clauses, Some(place.inner()), span);
        self.fit(first, place)
    }

    /// The value that `first`, `max` or `min` picks, and the type of the result.
    fn picked(&mut self, op: AggregateOp, value: Expr) -> (Expr, Type) {
        if value.ty.is_error() {
            return (value, Type::Error);
        }
        let what = excerpt(self.sources, value.span);
        let word = op.word();
        if value.ty.is_option() {
            let message = format!("{what} is {}, but what `{word}` picks must not be none", shown(&value.ty));
            self.report(
                Diagnostic::error(Code::TYPE_MISMATCH, value.span, message)
                    .help("leave out those that are none: `… where let value = …`, or say what to take: `… ?? …`"),
            );
            return (value, Type::Error);
        }
        let is_ordered = value.ty.is_text() || matches!(value.ty, Type::Int | Type::Never);
        if op != AggregateOp::First && !is_ordered {
            let message = format!("`{word}` compares ints or texts, but {what} is {}", shown(&value.ty));
            self.report(Diagnostic::error(Code::TYPE_MISMATCH, value.span, message));
            return (value, Type::Error);
        }
        let ty = value.ty.clone().optional();
        (value, ty)
    }

    /// Clauses. The names that they bind stay bound.
    pub(super) fn clauses(&mut self, clauses: &'t [tree::Clause]) -> Vec<Clause> {
        clauses.iter().map(|clause| self.clause(clause)).collect()
    }

    fn clause(&mut self, clause: &'t tree::Clause) -> Clause {
        match clause {
            tree::Clause::For { first, item, source } => self.for_clause(first.as_ref(), item, source),
            tree::Clause::Let { name, value } => {
                let value = self.plain(value);
                let slot = self.bind(name, value.ty.clone());
                Clause::Let { slot, value }
            }
            tree::Clause::Where(guard) => Clause::Where(self.guard(guard)),
            tree::Clause::OrderBy(keys) => Clause::OrderBy(keys.iter().map(|key| self.sort_key(key)).collect()),
            tree::Clause::DistinctBy(keys) => Clause::DistinctBy(keys.iter().map(|key| self.infer(key)).collect()),
        }
    }

    fn sort_key(&mut self, key: &'t tree::SortKey) -> SortKey {
        let value = self.infer(&key.value);
        let is_ordered =
            value.ty.is_error() || value.ty.inner().is_text() || matches!(value.ty.inner(), Type::Int | Type::Bool | Type::Never);
        let value = if is_ordered {
            value
        } else {
            let what = excerpt(self.sources, value.span);
            let message = format!("`order by` compares ints, texts or bools, but {what} is {}", shown(&value.ty));
            let finding = Diagnostic::error(Code::TYPE_MISMATCH, value.span, message);
            self.report(match value.ty.inner() {
                Type::Json => finding.help("read it: `… as int`, `… as string`"),
                Type::Record(_) => finding.help("order by its members, the most important one first: `order by x.a, x.b`"),
                _ => finding,
            });
            self.error(value.span)
        };
        SortKey { value, descending: key.descending }
    }

    fn for_clause(&mut self, first: Option<&'t Name>, item: &'t Name, source: &'t tree::Expr) -> Clause {
        let (first, item, source) = self.walked(first, item, source);
        Clause::For { first, item, source }
    }

    /// `first, item in source`: binds the names.
    pub(super) fn walked(
        &mut self,
        first: Option<&'t Name>,
        item: &'t Name,
        source: &'t tree::Expr,
    ) -> (Option<usize>, usize, Expr) {
        let source = self.infer(source);
        let (first_ty, item_ty) = match &source.ty {
            ty if ty.is_error() => (Type::Error, Type::Error),
            Type::List(element) => (Type::Int, (**element).clone()),
            Type::Set => (Type::Int, Type::String),
            Type::Map(value) => {
                let value = (**value).clone();
                if first.is_none() {
                    self.report_map_without_key(&source, item);
                }
                (Type::String, value)
            }
            _ => {
                self.report_no_elements(&source);
                (Type::Error, Type::Error)
            }
        };
        let first = first.map(|first| self.bind(first, first_ty));
        let item = self.bind(item, item_ty);
        (first, item, source)
    }

    fn report_map_without_key(&mut self, source: &Expr, item: &Name) {
        let what = excerpt(self.sources, source.span);
        let message = format!("{what} is a map, which is walked by key and value");
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, source.span, message).help(format!("write `for key, {} in …`", item.text)),
        );
    }

    fn report_no_elements(&mut self, source: &Expr) {
        let what = excerpt(self.sources, source.span);
        let message = format!("{what} is {}, but `for` walks a list, a set or a map", shown(&source.ty));
        let finding = Diagnostic::error(Code::TYPE_MISMATCH, source.span, message);
        self.report(match &source.ty {
            Type::Option(inner) if matches!(**inner, Type::List(_) | Type::Set) => {
                finding.help("say what to take where it is none: `… ?? []`")
            }
            Type::Option(inner) if matches!(**inner, Type::Map(_)) => {
                finding.help("say what to take where it is none: `… ?? {}`")
            }
            ty if matches!(ty.inner(), Type::Json) => finding.help("read it: `… as list<json> ?? []`"),
            Type::Int => finding.help("count with a range: `1..=n`"),
            _ => finding,
        });
    }
}

//! Operators on ints and texts, `??`, `is`, `as`, `if`.

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::PatternKind;
use crate::policy::{ArithmeticOp, CompareOp, Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::tree::{self, BinaryOp, Guard, IsTest, TypeExpr};

use super::bool::{condition, not};
use super::checker::Checker;
use super::coerce::to_json_option;
use super::expr::is_literal;
use super::show::{excerpt, shown, shown_beside};

impl<'t> Checker<'t> {
    /// An operator with two sides.
    pub(super) fn binary(&mut self, op: BinaryOp, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        match op {
            BinaryOp::Coalesce => self.coalesce(left, right, span),
            BinaryOp::Add => self.add(left, right, span),
            BinaryOp::Subtract => self.arithmetic(ArithmeticOp::Subtract, left, right, span),
            BinaryOp::Multiply => self.arithmetic(ArithmeticOp::Multiply, left, right, span),
            BinaryOp::Range => self.range(left, right, span),
            BinaryOp::Equal => self.equal(left, right, span),
            BinaryOp::NotEqual => {
                let equal = self.equal(left, right, span);
                not(equal, span)
            }
            BinaryOp::In => self.contains(left, right, span),
            BinaryOp::NotIn => {
                let contains = self.contains(left, right, span);
                not(contains, span)
            }
            BinaryOp::Implies => self.implies(left, right, span),
            BinaryOp::Like => self.matches(PatternKind::Glob, left, right, span),
            BinaryOp::Matches => self.matches(PatternKind::Regex, left, right, span),
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                self.compare(op, left, right, span)
            }
        }
    }

    fn arithmetic(&mut self, op: ArithmeticOp, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let (left, right) = (self.check(left, &Type::Int), self.check(right, &Type::Int));
        Expr { kind: ExprKind::Arithmetic(op, Box::new(left), Box::new(right)), ty: Type::Int, span }
    }

    fn range(&mut self, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let (left, right) = (self.check(left, &Type::Int), self.check(right, &Type::Int));
        Expr { kind: ExprKind::Range(Box::new(left), Box::new(right)), ty: Type::list(Type::Int), span }
    }

    /// `+`: ints or texts, as its left side is.
    fn add(&mut self, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let left = self.infer(left);
        if left.ty.is_error() {
            self.infer(right);
            return self.error(span);
        }
        if left.ty.is_text() {
            let right = self.check(right, &Type::String);
            return Expr { kind: ExprKind::Concat(Box::new(left), Box::new(right)), ty: Type::String, span };
        }
        let left = if matches!(left.ty, Type::Int) { left } else { self.refuse_operand(left, "`+` adds ints or joins texts") };
        let right = if left.ty.is_error() { self.infer(right) } else { self.check(right, &Type::Int) };
        let ty = if left.ty.is_error() { Type::Error } else { Type::Int };
        Expr { kind: ExprKind::Arithmetic(ArithmeticOp::Add, Box::new(left), Box::new(right)), ty, span }
    }

    fn compare(&mut self, op: BinaryOp, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        // A literal on the left takes nothing from the right: numbers are ints, texts are texts.
        let left = self.infer(left);
        let (left, right) = self.ordered(left, op, |checker, place| checker.check(right, place), |checker| checker.infer(right));
        compared(op, left, right, span)
    }

    /// The left side of an order, and the right side checked against what it asks for.
    pub(super) fn ordered(
        &mut self,
        left: Expr,
        op: BinaryOp,
        check: impl FnOnce(&mut Self, &Type) -> Expr,
        infer: impl FnOnce(&mut Self) -> Expr,
    ) -> (Expr, Expr) {
        if left.ty.is_error() {
            let right = infer(self);
            return (left, right);
        }
        if left.ty.is_text() {
            let right = check(self, &Type::String);
            return (left, right);
        }
        if matches!(left.ty, Type::Int) {
            let right = check(self, &Type::Int);
            return (left, right);
        }
        let left = self.refuse_operand(left, &format!("`{}` compares ints or texts", op.word()));
        let right = infer(self);
        (left, right)
    }

    /// Reports an operand that is neither an int nor a text.
    fn refuse_operand(&mut self, value: Expr, rule: &str) -> Expr {
        let what = excerpt(self.sources, value.span);
        let finding = Diagnostic::error(Code::TYPE_MISMATCH, value.span, format!("{rule}, but {what} is {}", shown(&value.ty)));
        let finding = match &value.ty {
            Type::Option(inner) if matches!(**inner, Type::Json) => finding.help("read it: `… as int ?? …`, or `floor(…) ?? …`"),
            Type::Json => finding.help("read it: `… as int ?? …`, or `floor(…) ?? …`"),
            Type::Option(_) => finding.help("say what to take where it is none: `… ?? …`"),
            _ => finding,
        };
        self.report(finding);
        self.error(value.span)
    }

    /// `left ?? right` whose place says nothing.
    fn coalesce(&mut self, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let left = self.optional_side(left);
        if left.ty.is_error() {
            self.look_at(right);
            return self.error(span);
        }
        let place = left.ty.inner().clone();
        // A lone literal says nothing about what else its type may hold.
        let says_nothing = match &place {
            Type::Never => true,
            Type::Union(union) => union.literals.len() == 1,
            _ => false,
        };
        let right = match (&place, is_literal(right)) {
            _ if says_nothing => self.infer(right),
            (_, true) => self
                .check(right, &if matches!(right.kind, tree::ExprKind::None) { place.clone().optional() } else { place.clone() }),
            (Type::Json, false) => {
                let right = self.infer(right);
                to_json_option(right)
            }
            (_, false) => self.infer(right),
        };
        if right.ty.is_error() || !self.afford_types(&place, &right.ty, span) {
            return self.error(span);
        }
        let Some(ty) = place.common(&right.ty) else {
            self.report_mismatch(&right.ty, &place, right.span);
            return self.error(span);
        };
        Expr { kind: ExprKind::Coalesce(Box::new(left), Box::new(right)), ty, span }
    }

    /// `left ?? right` in a place of that type.
    pub(super) fn coalesce_into(&mut self, left: &'t tree::Expr, right: &'t tree::Expr, place: &Type, span: Span) -> Expr {
        let left = self.optional_side(left);
        let left = self.fit(left, &place.clone().optional());
        let right = self.check(right, place);
        Expr { kind: ExprKind::Coalesce(Box::new(left), Box::new(right)), ty: place.clone(), span }
    }

    /// The left side of `??`, which must be optional.
    fn optional_side(&mut self, left: &'t tree::Expr) -> Expr {
        let left = self.infer(left);
        if left.ty.is_error() || left.ty.is_option() {
            return left;
        }
        if !self.is_first_never_none(&left.ty, left.span) {
            return Expr { ty: left.ty.clone().optional(), ..left };
        }
        let what = excerpt(self.sources, left.span);
        let finding =
            Diagnostic::error(Code::TYPE_MISMATCH, left.span, format!("{what} is {}, which is never none", shown(&left.ty)));
        self.report(match left.ty {
            Type::Json => finding.label("never none").help("`null` is a value: ask with `is null`"),
            _ => finding.label("never none").help("remove `??` and what follows"),
        });
        Expr { ty: left.ty.clone().optional(), ..left }
    }

    /// `value is test`
    pub(super) fn is(&mut self, value: &'t tree::Expr, test: IsTest, negated: bool, span: Span) -> Expr {
        let value = self.infer(value);
        self.is_test(value, test, negated, span)
    }

    /// A test with `is` of a value.
    pub(super) fn is_test(&mut self, value: Expr, test: IsTest, negated: bool, span: Span) -> Expr {
        if value.ty.is_error() {
            return condition(value.kind, span);
        }
        let asks_none = match test {
            IsTest::Some => false,
            IsTest::None => true,
            IsTest::Kind(kind) => {
                if !matches!(value.ty.inner(), Type::Json) {
                    self.report_no_kinds(&value, kind.word());
                }
                let asked = condition(ExprKind::IsKind(Box::new(value), kind), span);
                return if negated { not(asked, span) } else { asked };
            }
        };
        if !value.ty.is_option() && self.is_first_never_none(&value.ty, value.span) {
            let what = excerpt(self.sources, value.span);
            let finding = Diagnostic::error(
                Code::TYPE_MISMATCH,
                value.span,
                format!("{what} is {}, which is never none", shown(&value.ty)),
            );
            self.report(match value.ty {
                Type::Json => finding.help("ask with `is null` or `is not null`"),
                _ => finding.help("remove the test"),
            });
        }
        let asked = condition(ExprKind::IsSome(Box::new(value)), span);
        if negated != asks_none { not(asked, span) } else { asked }
    }

    fn report_no_kinds(&mut self, value: &Expr, kind: &str) {
        let what = excerpt(self.sources, value.span);
        let message = format!("{what} is {}, and only JSON values have kinds such as `{kind}`", shown(&value.ty));
        let finding = Diagnostic::error(Code::TYPE_MISMATCH, value.span, message);
        self.report(match (kind, value.ty.is_option()) {
            ("null", true) => finding.help("ask with `is none`"),
            _ => finding.help("remove the test: the type says it already"),
        });
    }

    /// `value as T`
    pub(super) fn read_as(&mut self, value: &'t tree::Expr, ty: &'t TypeExpr, span: Span) -> Expr {
        let value = self.infer(value);
        let ty = self.resolve(ty);
        if value.ty.is_error() || ty.is_error() {
            return self.error(span);
        }
        if !matches!(value.ty.inner(), Type::Json) {
            let what = excerpt(self.sources, value.span);
            let message = format!("{what} is {}, and only JSON values are read with `as`", shown_beside(&what, &value.ty));
            self.report(Diagnostic::error(Code::TYPE_MISMATCH, value.span, message).help("remove `as` and the type"));
        }
        Expr { kind: ExprKind::As(Box::new(value)), ty: ty.optional(), span }
    }

    /// `if guard then a else b`
    pub(super) fn if_else(
        &mut self,
        guard: &'t Guard,
        then: &'t tree::Expr,
        otherwise: &'t tree::Expr,
        place: Option<&Type>,
        span: Span,
    ) -> Expr {
        // A literal takes its type from the other branch, where that says more. The other branch does not know the names of
        // the guard, so it can be looked at before them.
        let early = (place.is_none() && is_literal(then) && !is_literal(otherwise)).then(|| self.infer(otherwise));
        let mark = self.body.mark();
        let guard = self.guard(guard);
        let then = match (place, &early) {
            (Some(place), _) => self.check(then, place),
            (None, Some(other)) => self.branch_beside(then, &other.ty),
            (None, None) => self.infer(then),
        };
        self.body.release(mark);
        let otherwise = match (place, early) {
            (Some(place), _) => self.check(otherwise, place),
            (None, Some(other)) => other,
            (None, None) => self.branch_beside(otherwise, &then.ty),
        };
        let ty = match place {
            Some(place) => place.clone(),
            None => self.meeting(&then, &otherwise),
        };
        Expr { kind: ExprKind::If(guard, Box::new(then), Box::new(otherwise)), ty, span }
    }

    /// A branch beside one of that type.
    fn branch_beside(&mut self, branch: &'t tree::Expr, other: &Type) -> Expr {
        if !is_literal(branch) || !takes_literals(other) {
            return self.infer(branch);
        }
        match branch.kind {
            tree::ExprKind::None => self.check(branch, &other.clone().optional()),
            _ => self.check(branch, other),
        }
    }

    fn meeting(&mut self, then: &Expr, otherwise: &Expr) -> Type {
        if then.ty.is_error() || otherwise.ty.is_error() || !self.afford_types(&then.ty, &otherwise.ty, otherwise.span) {
            return Type::Error;
        }
        if let Some(ty) = then.ty.common(&otherwise.ty) {
            return ty;
        }
        let message = format!("the branches have no type together: {} here, {} before", shown(&otherwise.ty), shown(&then.ty));
        self.report(
            Diagnostic::error(Code::TYPE_MISMATCH, otherwise.span, message)
                .also(then.span, format!("this is {}", shown(&then.ty)))
                .help("state the type of the place, or make both branches alike"),
        );
        Type::Error
    }
}

/// Whether literals mean something else in a place of that type than alone.
fn takes_literals(ty: &Type) -> bool {
    matches!(ty.inner(), Type::Json | Type::Set | Type::Map(_) | Type::Record(_))
}

/// An order of two ints or texts.
pub(super) fn compared(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    let op = match op {
        BinaryOp::Less => CompareOp::Less,
        BinaryOp::LessEqual => CompareOp::LessEqual,
        BinaryOp::Greater => CompareOp::Greater,
        _ => CompareOp::GreaterEqual,
    };
    condition(ExprKind::Compare(op, Box::new(left), Box::new(right)), span)
}

//! `like` and `matches`.

use crate::diagnostic::{Code, Diagnostic};
use crate::pattern::{Pattern, PatternError};
use crate::policy::{Expr, ExprKind, PatternKind, PatternSource, Type, Value};
use crate::source::Span;
use crate::syntax::tree;

use super::bool::condition;
use super::checker::Checker;
use super::show::{excerpt, shown};

impl<'t> Checker<'t> {
    /// `left like right`, `left matches right`
    pub(super) fn matches(&mut self, kind: PatternKind, left: &'t tree::Expr, right: &'t tree::Expr, span: Span) -> Expr {
        let left = self.infer(left);
        let pattern = self.check(right, &Type::String);
        self.matches_pattern(kind, left, pattern, span)
    }

    /// A text against a pattern. One that is known is understood here.
    pub(super) fn matches_pattern(&mut self, kind: PatternKind, value: Expr, pattern: Expr, span: Span) -> Expr {
        let value = self.matched(kind, value);
        let known = match &pattern.kind {
            ExprKind::Literal(Value::Text(text)) => Some(text),
            ExprKind::Const(place) => match self.consts.get(*place).map(|constant| &constant.value) {
                Some(Value::Text(text)) if !self.broken_consts.contains(place) => Some(text),
                _ => None,
            },
            _ => None,
        };
        let source = match known.map(|text| Pattern::new(kind, text)) {
            Some(Ok(pattern)) => PatternSource::Fixed(pattern),
            Some(Err(error)) => {
                self.report_pattern(&error, pattern.span);
                return condition(self.error(span).kind, span);
            }
            None => PatternSource::Data(kind, Box::new(pattern)),
        };
        condition(ExprKind::Matches { value: Box::new(value), pattern: source }, span)
    }

    fn matched(&mut self, kind: PatternKind, value: Expr) -> Expr {
        if value.ty.is_error() || value.ty.is_text() {
            return value;
        }
        let what = excerpt(self.sources, value.span);
        let message = format!("`{}` looks at a text, but {what} is {}", kind.word(), shown(&value.ty));
        let finding = Diagnostic::error(Code::TYPE_MISMATCH, value.span, message);
        self.report(match &value.ty {
            ty if matches!(ty.inner(), Type::Json) => finding.help("read it: `… as string ?? \"\"`"),
            Type::Option(inner) if inner.is_text() => finding.help("say what to take where it is none: `… ?? \"\"`"),
            _ => finding,
        });
        self.error(value.span)
    }

    fn report_pattern(&mut self, error: &PatternError, span: Span) {
        let written = self.sources.slice(span);
        // Where the literal is written as it is read, the place inside it is known.
        let inside = error.range.as_ref().and_then(|range| {
            let skip = match written {
                _ if written.starts_with("r\"") => 2,
                _ if written.starts_with('"') && !written.contains('\\') => 1,
                _ => return None,
            };
            let start = span.start.checked_add(u32::try_from(range.start).ok()?)?.checked_add(skip)?;
            let end = span.start.checked_add(u32::try_from(range.end).ok()?)?.checked_add(skip)?;
            (end < span.end && start <= end).then_some(Span { start, end, ..span })
        });
        let place = inside.unwrap_or(span);
        self.report(Diagnostic::error(Code::BAD_PATTERN, place, error.message.clone()).help(error.help));
    }
}

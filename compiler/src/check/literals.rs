//! Numbers, texts and templates.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::json::{Json, Number};
use crate::policy::{Expr, ExprKind, INT_MAX, TemplatePart, Type, Value};
use crate::source::Span;
use crate::syntax::tree;

use super::checker::Checker;
use super::expr::literal;
use super::show::{excerpt, shown};

impl<'t> Checker<'t> {
    /// A number in a place of that type.
    pub(super) fn check_number(&mut self, text: &str, negative: bool, place: &Type, span: Span) -> Expr {
        if place.is_error() {
            return self.error(span);
        }
        if !matches!(place.inner(), Type::Json) {
            let value = self.int(text, negative, span);
            return self.fit(value, place);
        }
        let text = if negative { format!("-{text}") } else { text.to_owned() };
        match Number::parse(&text) {
            Ok(number) => literal(Value::Json(Json::Number(number)), place.clone(), span),
            Err(error) => {
                self.report(Diagnostic::error(Code::TYPE_MISMATCH, span, format!("this is no JSON number: {error}")));
                self.error(span)
            }
        }
    }

    /// A number where no `json` is wanted: an `int`.
    pub(super) fn int(&mut self, text: &str, negative: bool, span: Span) -> Expr {
        let what = excerpt(self.sources, span);
        let finding = if text.bytes().all(|byte| byte.is_ascii_digit()) {
            match text.parse::<i64>() {
                Ok(value) if value <= INT_MAX => {
                    return literal(Value::Int(if negative { -value } else { value }), Type::Int, span);
                }
                _ => Diagnostic::error(
                    Code::TYPE_MISMATCH,
                    span,
                    format!("{what} is beyond the range of `int`, -(2^53-1) through 2^53-1"),
                )
                .help(format!("the greatest `int` is {INT_MAX}; where `json` is wanted, any number may stand")),
            }
        } else {
            Diagnostic::error(Code::TYPE_MISMATCH, span, format!("{what} is no `int`"))
                .help("write an `int` with digits only; fractions and exponents may stand only where `json` is wanted")
        };
        self.report(finding);
        self.error(span)
    }

    /// `-e`
    pub(super) fn negate(&mut self, inner: &'t tree::Expr, span: Span) -> Expr {
        if let tree::ExprKind::Number(text) = &inner.kind {
            return self.int(text, true, span);
        }
        let inner = self.check(inner, &Type::Int);
        Expr { kind: ExprKind::Negate(Box::new(inner)), ty: Type::Int, span }
    }

    /// A text literal in a place of that type.
    pub(super) fn check_text(&mut self, text: &str, place: &Type, span: Span) -> Expr {
        let value = literal(Value::text(text), Type::literal(text), span);
        self.fit(value, place)
    }

    /// `` `a${e}` ``; one without holes is a literal.
    pub(super) fn template(&mut self, parts: &'t [tree::TemplatePart], span: Span) -> Expr {
        let texts: Option<String> = parts
            .iter()
            .map(|part| match part {
                tree::TemplatePart::Text(text) => Some(text.as_str()),
                tree::TemplatePart::Hole(_) => None,
            })
            .collect();
        if let Some(text) = texts {
            return literal(Value::text(&text), Type::literal(&text), span);
        }
        let parts = parts
            .iter()
            .map(|part| match part {
                tree::TemplatePart::Text(text) => TemplatePart::Text(Arc::from(text.as_str())),
                tree::TemplatePart::Hole(hole) => TemplatePart::Hole(self.hole(hole)),
            })
            .collect();
        Expr { kind: ExprKind::Template(parts), ty: Type::String, span }
    }

    fn hole(&mut self, hole: &'t tree::Expr) -> Expr {
        let value = self.infer(hole);
        if value.ty.is_error() || value.ty.is_text() || matches!(value.ty, Type::Int) {
            return value;
        }
        let what = excerpt(self.sources, value.span);
        let message = format!("{what} is {}, but a hole holds a `string` or an `int`", shown(&value.ty));
        let help = match &value.ty {
            Type::Option(inner) if inner.is_text() || matches!(**inner, Type::Int) => {
                "say what to take where it is none: `… ?? …`"
            }
            Type::Option(inner) if matches!(**inner, Type::Json) => "read it: `… as string ?? …`",
            Type::Json => "read it: `… as string ?? …`",
            Type::Bool => "choose the words: `if … then \"yes\" else \"no\"`",
            _ => "give a text or an `int` here",
        };
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, value.span, message).help(help));
        self.error(value.span)
    }
}

//! What the checker may spend on one policy.
//!
//! Types are shared, so a short text can stand for a large type, name it often, and have it compared, copied and filled in
//! each time. What is paid for here is what grows with the size of types rather than with the text.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::policy::Type;
use crate::source::Span;

use super::checker::Checker;
use super::complete::COMPLETENESS_WORK_MAX;
use super::types::{TooBig, measure};

/// How many parts of types the checker looks at or makes for one policy, each as often as it does.
pub const TYPE_WORK_MAX: usize = 2_000_000;
/// How many names the checker compares with misspelt ones; after that it proposes nothing.
pub const NAME_COMPARISONS_MAX: usize = 1_000_000;

/// What is left.
pub(super) struct Work {
    parts: Option<usize>,
    comparisons: std::cell::Cell<usize>,
    /// Of [`COMPLETENESS_WORK_MAX`].
    pub completeness: usize,
}

impl Default for Work {
    fn default() -> Work {
        Work { parts: Some(TYPE_WORK_MAX), comparisons: NAME_COMPARISONS_MAX.into(), completeness: COMPLETENESS_WORK_MAX }
    }
}

impl Checker<'_> {
    /// Pays for that many parts of types. Where they cannot be paid for, that is reported once, and whoever asked gives up.
    pub(super) fn afford(&mut self, parts: usize, span: Span) -> bool {
        let Some(left) = self.work.parts else { return false };
        self.work.parts = left.checked_sub(parts);
        if self.work.parts.is_none() {
            let message = "the types of this policy are too large for how often it names them";
            self.report(
                Diagnostic::error(Code::TOO_LARGE, span, message)
                    .label("given up here")
                    .note(format!("the checker looks at {TYPE_WORK_MAX} members and other parts of types in all"))
                    .help("use smaller types, or split the policy"),
            );
        }
        self.work.parts.is_some()
    }

    /// Pays for looking at two types together.
    pub(super) fn afford_types(&mut self, one: &Type, other: &Type, span: Span) -> bool {
        if are_one(one, other) {
            return true;
        }
        // Measuring is work too: none of it once there is nothing left.
        self.work.parts.is_some() && self.afford(parts(one).saturating_add(parts(other)), span)
    }

    /// The type, or an error where it is too large: types grow by doubling, `{ a: x, b: x }`.
    pub(super) fn of_bearable_size(&mut self, ty: Type, span: Span) -> Type {
        if ty.is_error() || self.work.parts.is_none() {
            return Type::Error;
        }
        let measured = measure(&ty);
        if !self.afford(measured.parts, span) {
            return Type::Error;
        }
        match measured.too_big {
            None => ty,
            // What holds something that was refused already grew out of that.
            Some(_) if measured.has_error => Type::Error,
            Some(limit) => {
                self.report(TooBig::finding(limit, span));
                Type::Error
            }
        }
    }

    /// The nearest name, unless nobody will see it.
    pub(super) fn nearest<'n>(&self, wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.findings.is_full() {
            return None;
        }
        let left = &self.work.comparisons;
        let known: Vec<&str> = known.into_iter().take(left.get().saturating_add(1)).collect();
        if known.len() > left.get() {
            left.set(0);
            return None;
        }
        left.set(left.get() - known.len());
        nearest(wanted, known)
    }
}

/// Whether two types are the same one, so that comparing them costs nothing.
fn are_one(one: &Type, other: &Type) -> bool {
    match (one, other) {
        (Type::Record(one), Type::Record(other)) => Arc::ptr_eq(one, other),
        (Type::Union(one), Type::Union(other)) => Arc::ptr_eq(one, other),
        (Type::List(one), Type::List(other)) | (Type::Map(one), Type::Map(other)) | (Type::Option(one), Type::Option(other)) => {
            are_one(one, other)
        }
        _ => false,
    }
}

/// How many parts a type has; a type of one part costs nothing.
fn parts(ty: &Type) -> usize {
    match ty {
        Type::Record(_) | Type::List(_) | Type::Map(_) | Type::Option(_) | Type::Union(_) => measure(ty).parts,
        _ => 0,
    }
}

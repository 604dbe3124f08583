//! What makes a whole decision fail.

use crate::diagnostic::{Code, Diagnostic};
use crate::json::Pointer;
use crate::source::Span;

/// A fault fails the whole decision: no rule is skipped because of one. Boxed, because every step of an evaluation may
/// return one and the stack is what bounds how deep evaluations nest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<Reason>);

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The stable code.
    pub code: Code,
    /// What went wrong, in one line.
    pub message: String,
    /// The place in the policy, where there is one.
    pub span: Option<Span>,
    /// The place in the input document, where there is one.
    pub pointer: Option<Pointer>,
    /// It is the name of the member there that is at fault, not its value.
    pub is_name: bool,
    /// What to do next.
    pub help: Option<String>,
    /// Another place of the policy that has a part in it, and which.
    pub also: Option<(Span, String)>,
}

impl std::ops::Deref for Fault {
    type Target = Reason;

    fn deref(&self) -> &Reason {
        &self.0
    }
}

impl Fault {
    /// A fault at a place of the policy.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Fault {
        Fault::at(code, Some(span), None, message.into())
    }

    /// A fault at a place of the input document.
    pub fn in_input(code: Code, pointer: Pointer, message: impl Into<String>) -> Fault {
        Fault::at(code, None, Some(pointer), message.into())
    }

    fn at(code: Code, span: Option<Span>, pointer: Option<Pointer>, message: String) -> Fault {
        Fault(Box::new(Reason { code, message, span, pointer, is_name: false, help: None, also: None }))
    }

    /// The policy names what it does not have. The checker never makes such a policy.
    pub(crate) fn malformed(span: Span) -> Fault {
        Fault::new(Code::MALFORMED_POLICY, span, "the compiled policy names something that it does not have")
            .help("compile it again from its text; if that does not help, report it")
    }

    /// It is the name of the member that is at fault.
    #[must_use]
    pub(super) fn of_name(mut self) -> Fault {
        self.0.is_name = true;
        self
    }

    /// What to do next.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Fault {
        self.0.help = Some(text.into());
        self
    }

    /// Another place that has a part in it.
    #[must_use]
    pub(super) fn also(mut self, span: Span, words: impl Into<String>) -> Fault {
        self.0.also = Some((span, words.into()));
        self
    }

    /// The finding: at its place in the policy, or else at `fallback`.
    pub fn diagnostic(&self, fallback: Span) -> Diagnostic {
        let mut diagnostic = Diagnostic::error(self.code, self.span.unwrap_or(fallback), self.message.clone());
        if let Some(pointer) = &self.pointer {
            diagnostic = diagnostic.note(format!("in the input at {}", pointer.place()));
        }
        if let Some((span, words)) = &self.also {
            diagnostic = diagnostic.also(*span, words.clone());
        }
        match &self.help {
            Some(help) => diagnostic.help(help.clone()),
            None => diagnostic,
        }
    }
}

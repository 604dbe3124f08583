//! Compiles tool policies and answers decisions from them.
//!
//! The way of a policy: text → [`syntax`] tree → [`check`]ed policy → [`engine`] → decision.
//!
//! This crate knows the language and nothing else. It does no input or output, reads no clock and no environment, starts
//! no threads, and knows no policy and no system by name. It is given texts and gives back values, so that the same texts
//! give the same values everywhere. Bad texts give [`diagnostic`]s, never a panic.

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod json;
pub mod library;
pub mod package;
pub mod pattern;
pub mod policy;
pub mod source;
pub mod syntax;

use diagnostic::Diagnostic;
use policy::Policy;
use source::{SourceId, Sources};

/// What compiling one text gave.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The policy, where there is no error.
    pub policy: Option<Policy>,
    /// Findings of the parser and of the checker, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles one policy that needs no other; see [`package::Package`] for those that do. Never fails: what is wrong is in
/// the findings.
pub fn compile(sources: &Sources, id: SourceId) -> Compiled {
    let mut package = package::Package::default();
    package.add(sources, id);
    package.compile(sources).pop().unwrap_or_default()
}

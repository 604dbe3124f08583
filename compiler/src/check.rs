//! From syntax tree to policy: resolves names, works out types, writes conversions out, computes constants.
//!
//! Types are checked both ways: an expression is either *inferred*, or *checked* against the type of its place, from which
//! literals take theirs. Items are checked after the items that they name, so that no chain of definitions nests the
//! checker. Whatever is wrong gets [`Type::Error`], which nothing reports again: one mistake, one finding.
//!
//! The order of work: [`items`] sorts the file's items by kind, [`names`] collects what they declare, [`order`] finds what
//! needs what, [`types`] resolves types, [`expr`] and its neighbours check expressions, [`table`], [`grid`] and
//! [`statements`] the items made of them. What the parser refuses, and what only values show, is not looked at here.

mod allow;
mod body;
mod bool;
mod calls;
mod checker;
mod clauses;
mod coerce;
mod complete;
mod equality;
mod expr;
mod findings;
mod grid;
mod guard;
mod header;
mod imports;
mod instance;
mod items;
mod library;
mod lists;
mod literals;
mod members;
mod names;
mod operators;
mod order;
mod patterns;
mod ranges;
mod records;
mod references;
mod sequences;
mod show;
mod spread;
mod statements;
mod table;
mod types;
mod work;

#[cfg(test)]
mod tests;

use crate::diagnostic::{self, Diagnostic};
use crate::policy::Policy;
use crate::source::{SourceId, Sources};
use crate::syntax::tree::SyntaxTree;

use checker::Checker;
use items::Items;
use names::Names;

pub use complete::COMPLETENESS_WORK_MAX;
pub use findings::FINDINGS_MAX;
pub use imports::{Import, Imports};
pub(crate) use instance::included_path;
pub use types::{TYPE_DEPTH_MAX, TYPE_NODES_MAX};
pub use work::{NAME_COMPARISONS_MAX, TYPE_WORK_MAX};

/// What checking a tree gave.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The policy, where the checker found no error. What the parser found does not count here.
    pub policy: Option<Policy>,
    /// What was found, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks one policy. `layers` is its tree, for an instance behind those of the policies it stands on; `sources` and `id`
/// name the text that the last one was parsed from.
pub fn check(layers: &[&SyntaxTree], sources: &Sources, id: SourceId, imports: &Imports<'_>) -> Checked {
    let Some(tree) = layers.last() else { return Checked { policy: None, diagnostics: Vec::new() } };
    let mut findings = findings::Findings::default();
    header::check(tree, sources, id, &mut findings);
    let replacements = instance::Replacements::of(layers, imports, &mut findings);
    let items = Items::of(layers, &replacements);
    let names = Names::declare(layers, &items, imports, &mut findings);
    let mut checker = Checker::new(sources, &items, &names, imports, findings);
    if layers.len() > 1 || tree.instance.is_none() {
        checker.run();
        checker.allowed(layers);
    }
    let (policy, findings) = checker.finish(tree);
    let mut diagnostics = findings.into_list();
    diagnostic::sort(sources, &mut diagnostics);
    let good = !diagnostics.iter().any(Diagnostic::is_error) && (layers.len() > 1 || tree.instance.is_none());
    Checked { policy: policy.filter(|_| good), diagnostics }
}

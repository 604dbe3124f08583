//! What an instance replaces: parameters by constants, inputs by constants or by JSON files.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::tree::{Expr, ExprKind, Field, ItemKind, SyntaxTree};

use super::findings::Findings;
use super::imports::Imports;

/// The word with which an instance includes a file.
pub(super) const INCLUDE: &str = "include";

/// The values that instances give to parameters and inputs, by name; of several instances the last one counts.
#[derive(Default)]
pub(super) struct Replacements<'t> {
    values: HashMap<&'t str, &'t Expr>,
}

impl<'t> Replacements<'t> {
    /// Reads what the last of the layers replaces, and takes what those below it do for good.
    pub(super) fn of(layers: &[&'t SyntaxTree], imports: &Imports<'_>, findings: &mut Findings) -> Replacements<'t> {
        let mut replacements = Replacements::default();
        let last = layers.len().saturating_sub(1);
        for (place, tree) in layers.iter().enumerate() {
            let Some(instance) = &tree.instance else { continue };
            if layers.len() == 1 {
                imports.find(&instance.base, findings);
                continue;
            }
            let mut unheard = Findings::default();
            let findings = if place == last { &mut *findings } else { &mut unheard };
            if let ExprKind::Record(fields) = &instance.with.kind {
                let root = layers.first().copied().unwrap_or(tree);
                replacements.take(fields, root, &instance.base.text, findings);
            } else {
                findings.report(refused(instance.with.at.0));
            }
            let own = tree
                .items
                .iter()
                .find(|item| !matches!(item.kind, ItemKind::Examples(_) | ItemKind::Test(_) | ItemKind::Invariant(_)));
            if let Some(item) = own {
                let message = "an instance has examples, tests and invariants, and nothing else of its own";
                findings.report(
                    Diagnostic::error(Code::INSTANCE, item.at.0, message)
                        .help("make what differs a `param` of the policy that it is an instance of"),
                );
            }
        }
        replacements
    }

    /// What stands in the place of a parameter's default, or of an input.
    pub(super) fn of_name(&self, name: &str) -> Option<&'t Expr> {
        self.values.get(name).copied()
    }

    fn take(&mut self, fields: &'t [Field], root: &SyntaxTree, base: &str, findings: &mut Findings) {
        let known: Vec<&str> = root
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Param(item) => Some(item.name.text.as_str()),
                ItemKind::Input(item) => Some(item.member.text.as_str()),
                _ => None,
            })
            .collect();
        let mut first: HashMap<&str, Span> = HashMap::new();
        for field in fields {
            let (name, value) = match field {
                Field::Set(name, value) => (name, value),
                Field::Same(name) => {
                    findings.report(refused(name.at.0));
                    continue;
                }
                Field::Spread(value) => {
                    findings.report(refused(value.at.0));
                    continue;
                }
            };
            if let Some(span) = first.insert(&name.text, name.at.0) {
                let message = format!("the member `{}` stands twice", name.text);
                findings.report(
                    Diagnostic::error(Code::DUPLICATE_MEMBER, name.at.0, message)
                        .also(span, "first here")
                        .help("remove one of the two"),
                );
                continue;
            }
            if !known.contains(&name.text.as_str()) {
                let message = format!("the policy `{base}` has no parameter and no input `{}`", name.text);
                let finding = Diagnostic::error(Code::INSTANCE, name.at.0, message);
                findings.report(match nearest(&name.text, known.iter().copied()) {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None if known.is_empty() => finding.help("declare one there: `param limit: int = 3`"),
                    None => {
                        let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                        finding.help(format!("it has {}", known.join(", ")))
                    }
                });
                continue;
            }
            self.values.insert(&name.text, value);
        }
    }
}

fn refused(span: Span) -> Diagnostic {
    Diagnostic::error(Code::INSTANCE, span, "an instance names what it replaces")
        .help("write `name: value`, with a constant value")
}

/// The path that a value includes, with its place.
pub(crate) fn included_path(value: &Expr) -> Option<(&str, Span)> {
    match &value.kind {
        ExprKind::Call { qualifier: None, function, args } if function.text == INCLUDE => {
            match args.first().map(|arg| (&arg.kind, arg.at.0)) {
                Some((ExprKind::Text(path), span)) => Some((path, span)),
                _ => None,
            }
        }
        _ => None,
    }
}

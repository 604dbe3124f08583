//! What the items declare, and clashes between them.
//!
//! Values (constants, inputs, `let`s) and what is called (`def`s, tables) share one namespace. Types have their own, and so
//! have outputs, which may share a name with an input or a `let` only. Names of locals are the business of [`super::body`].

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{AggregateOp, Function};
use crate::source::Span;
use crate::syntax::tree::SyntaxTree;

use super::findings::Findings;
use super::imports::{Foreign, Imports};
use super::items::{Items, Node};

/// The names of types that the language has.
pub(super) const BUILT_IN_TYPES: [&str; 7] = ["bool", "string", "int", "json", "list", "set", "map"];

/// The names of the file.
#[derive(Default)]
pub(super) struct Names<'t> {
    values: HashMap<&'t str, Node>,
    types: HashMap<&'t str, usize>,
    outputs: HashMap<&'t str, usize>,
    inputs: HashMap<&'t str, usize>,
    /// What a `use` without prefix brings in.
    foreign_types: HashMap<&'t str, Foreign>,
    lost: HashSet<&'t str>,
    anything_lost: bool,
    /// Two inputs have one name, so that a third one is not known.
    input_lost: bool,
}

impl<'t> Names<'t> {
    /// Collects the names, and reports each that is taken already.
    pub(super) fn declare(
        layers: &[&'t SyntaxTree],
        items: &Items<'t>,
        imports: &'t Imports<'t>,
        findings: &mut Findings,
    ) -> Names<'t> {
        let mut names = Names {
            lost: layers.iter().flat_map(|tree| &tree.lost.names).map(String::as_str).collect(),
            anything_lost: layers.iter().any(|tree| tree.lost.anything),
            ..Names::default()
        };
        names.bring_in(items, imports, findings);
        for node in &items.declared {
            names.add(*node, items, findings);
        }
        names
    }

    fn add(&mut self, node: Node, items: &Items<'t>, findings: &mut Findings) {
        let Some((name, span)) = items.name(node) else { return };
        if let Node::Input(i) = node
            && let Some(member) = items.inputs.get(i).map(|input| &input.tree.member)
            && let Some(first) = insert(&mut self.inputs, &member.text, i)
        {
            // Two inputs of one member also clash by name, unless one is renamed; one finding is enough. A second one without
            // a name of its own has some other name in what follows.
            if name == member.text {
                self.input_lost = true;
            } else {
                insert(&mut self.values, name, node);
            }
            return findings.report(taken(&member.text, member.at.0, Node::Input(first), items));
        }
        if let Some(reason) = reserved(name, node) {
            return findings.report(reason.finding(name, span));
        }
        let clash = match node {
            Node::Type(i) => match self.foreign_types.get(name) {
                Some(foreign) => Some(Node::Foreign(*foreign)),
                None => insert(&mut self.types, name, i).map(Node::Type),
            },
            Node::Output(i) => {
                let clash = self.values.get(name).copied().filter(|other| !may_share(*other));
                clash.or(insert(&mut self.outputs, name, i).map(Node::Output))
            }
            _ => {
                let output = self.outputs.get(name).filter(|_| !may_share(node)).map(|i| Node::Output(*i));
                output.or(insert(&mut self.values, name, node))
            }
        };
        if let Some(first) = clash {
            findings.report(taken(name, span, first, items));
        }
    }

    /// What the vocabularies that are used without a prefix declare.
    fn bring_in(&mut self, items: &Items<'t>, imports: &'t Imports<'t>, findings: &mut Findings) {
        for (index, item) in items.uses.iter().enumerate() {
            let policy = match imports.find(&item.tree.policy, findings) {
                Some(Some(policy)) => policy,
                // What a broken or missing policy declares is not known.
                _ if item.tree.prefix.is_none() => {
                    self.anything_lost = true;
                    continue;
                }
                _ => continue,
            };
            if item.tree.prefix.is_some() {
                continue;
            }
            if !policy.is_vocabulary() {
                let name = &item.tree.policy;
                let last = name.text.rsplit('.').next().unwrap_or("").replace('-', "_");
                let message = format!("`{}` decides something, so its names are not brought in", name.text);
                findings.report(
                    Diagnostic::error(Code::FOREIGN, name.at.0, message)
                        .help(format!("name it, and call it: `use {} as {last}`", name.text)),
                );
                self.anything_lost = true;
                continue;
            }
            for (name, foreign) in imports.names_of(policy, index) {
                let clash = match foreign {
                    Foreign::Type(..) => self.foreign_types.insert(name, foreign).is_some(),
                    _ => insert(&mut self.values, name, Node::Foreign(foreign)).is_some(),
                };
                if clash {
                    let message =
                        format!("`{}` brings in `{name}`, which another `use` brings in already", item.tree.policy.text);
                    findings.report(
                        Diagnostic::error(Code::DUPLICATE_NAME, item.tree.policy.at.0, message)
                            .help("give one of the two a prefix: `use … as …`"),
                    );
                }
            }
        }
    }

    /// The type of that name that a vocabulary declares.
    pub(super) fn foreign_type(&self, name: &str) -> Option<Foreign> {
        self.foreign_types.get(name).copied()
    }

    /// The value, `def` or table of that name.
    pub(super) fn value(&self, name: &str) -> Option<Node> {
        self.values.get(name).copied()
    }

    /// The type of that name.
    pub(super) fn ty(&self, name: &str) -> Option<usize> {
        self.types.get(name).copied()
    }

    /// The output of that name.
    pub(super) fn output(&self, name: &str) -> Option<usize> {
        self.outputs.get(name).copied()
    }

    /// The input whose member has that name.
    pub(super) fn input(&self, member: &str) -> Option<usize> {
        self.inputs.get(member).copied()
    }

    /// All names of values, `def`s and tables.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'t str, Node)> {
        self.values.iter().map(|(name, node)| (*name, *node))
    }

    /// All names of types.
    pub(super) fn types(&self) -> impl Iterator<Item = &'t str> {
        self.types.keys().chain(self.foreign_types.keys()).copied().chain(BUILT_IN_TYPES)
    }

    /// All names of outputs.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &'t str> {
        self.outputs.keys().copied()
    }

    /// All members that are inputs.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &'t str> {
        self.inputs.keys().copied()
    }

    /// Whether some piece is broken, which was reported.
    pub(super) fn lost_any(&self) -> bool {
        self.anything_lost || self.input_lost || !self.lost.is_empty()
    }

    /// Whether a broken piece may have declared that name: then it is not reported as unknown.
    pub(super) fn is_lost(&self, name: &str) -> bool {
        self.anything_lost || self.lost.contains(name)
    }

    /// The same for the name of an input or of another value.
    pub(super) fn is_lost_value(&self, name: &str) -> bool {
        self.input_lost || self.is_lost(name)
    }
}

fn insert<'t, V: Copy>(map: &mut HashMap<&'t str, V>, name: &'t str, value: V) -> Option<V> {
    match map.get(name) {
        Some(first) => Some(*first),
        None => {
            map.insert(name, value);
            None
        }
    }
}

/// Whether an output may have the same name.
fn may_share(node: Node) -> bool {
    matches!(node, Node::Input(_) | Node::Let(_))
}

fn taken(name: &str, span: Span, first: Node, items: &Items<'_>) -> Diagnostic {
    let help = match first {
        Node::Input(_) => "choose another name, or give the input a local name: `input … as …`",
        _ => "choose another name",
    };
    Diagnostic::error(Code::DUPLICATE_NAME, span, format!("the name `{name}` is taken by {} already", first.what()))
        .also(items.span(first), "declared here")
        .help(help)
}

/// Why the language keeps a name for itself.
pub(super) enum Reserved {
    /// A type of the language.
    Type,
    /// A name with a meaning of its own.
    Meaning(&'static str),
    /// A library function.
    Function,
    /// An aggregate, or a word kept for one.
    Aggregate,
}

impl Reserved {
    /// The finding for a declaration of that name.
    pub(super) fn finding(&self, name: &str, span: Span) -> Diagnostic {
        let message = match self {
            Reserved::Type => format!("the name `{name}` is taken by a type of the language"),
            Reserved::Meaning(meaning) => format!("the name `{name}` is taken: it is {meaning}"),
            Reserved::Function => format!("the name `{name}` is taken by a library function"),
            Reserved::Aggregate => format!("the name `{name}` is taken: `{name}(…)` has a meaning of its own"),
        };
        Diagnostic::error(Code::DUPLICATE_NAME, span, message).help("choose another name")
    }
}

/// Whether the language keeps a name of that kind. Values may be called like a library function, since a function is no
/// value: so a new function takes no name away from them.
pub(super) fn reserved(name: &str, node: Node) -> Option<Reserved> {
    match node {
        Node::Type(_) => BUILT_IN_TYPES.contains(&name).then_some(Reserved::Type),
        Node::Output(_) => None,
        Node::Def(_) | Node::Table(_) if Function::named(name).is_some() => Some(Reserved::Function),
        Node::Def(_) | Node::Table(_) if is_aggregate(name) => Some(Reserved::Aggregate),
        _ => reserved_value(name).map(Reserved::Meaning),
    }
}

/// Whether a word means something before `(`, or is kept for that.
fn is_aggregate(word: &str) -> bool {
    AggregateOp::ALL.iter().any(|op| op.word() == word) || matches!(word, "fold" | "scan")
}

/// What a name means that no value may have.
pub(super) fn reserved_value(name: &str) -> Option<&'static str> {
    match name {
        "rule_name" => Some("the name of the rule in its outcome"),
        "null" => Some("a JSON value"),
        "given" => Some("the given document in tests and invariants"),
        _ => None,
    }
}

//! The items of a file, sorted by kind and numbered.

use crate::source::Span;
use crate::syntax::tree::{Binding, Def, Examples, Input, Invariant, ItemKind, Output, SyntaxTree, Table, Test, TypeItem};

/// An item with what stands around it.
pub(super) struct Item<'t, T> {
    /// What it says.
    pub tree: &'t T,
    /// The lines after `///`.
    pub docs: &'t [String],
}

impl<T> Clone for Item<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Item<'_, T> {}

/// All items, each kind in the order of the file.
#[derive(Default)]
pub(super) struct Items<'t> {
    pub types: Vec<Item<'t, TypeItem>>,
    pub consts: Vec<Item<'t, Binding>>,
    pub inputs: Vec<Item<'t, Input>>,
    pub lets: Vec<Item<'t, Binding>>,
    pub defs: Vec<Item<'t, Def>>,
    pub tables: Vec<Item<'t, Table>>,
    pub outputs: Vec<Item<'t, Output>>,
    pub examples: Vec<Item<'t, Examples>>,
    pub tests: Vec<Item<'t, Test>>,
    pub invariants: Vec<Item<'t, Invariant>>,
    /// Items that the checker does not know yet.
    pub later: Vec<Span>,
    /// What is declared, in the order of the file.
    pub declared: Vec<Node>,
}

/// Names something that is declared: its kind and its place in the list of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    Type(usize),
    Const(usize),
    Input(usize),
    Let(usize),
    Def(usize),
    Table(usize),
    Output(usize),
}

impl Node {
    /// What it is, with its article.
    pub(super) fn what(self) -> &'static str {
        match self {
            Node::Type(_) => "a type",
            Node::Const(_) => "a constant",
            Node::Input(_) => "an input",
            Node::Let(_) => "a `let`",
            Node::Def(_) => "a `def`",
            Node::Table(_) => "a table",
            Node::Output(_) => "an output",
        }
    }
}

impl<'t> Items<'t> {
    /// The items of a tree.
    pub(super) fn of(tree: &'t SyntaxTree) -> Items<'t> {
        let mut items = Items::default();
        for item in &tree.items {
            items.add(item);
        }
        items
    }

    fn add(&mut self, item: &'t crate::syntax::tree::Item) {
        let docs = item.docs.as_slice();
        let node = match &item.kind {
            ItemKind::Type(tree) => Node::Type(push(&mut self.types, tree, docs)),
            ItemKind::Const(tree) => Node::Const(push(&mut self.consts, tree, docs)),
            ItemKind::Input(tree) => Node::Input(push(&mut self.inputs, tree, docs)),
            ItemKind::Let(tree) => Node::Let(push(&mut self.lets, tree, docs)),
            ItemKind::Def(tree) => Node::Def(push(&mut self.defs, tree, docs)),
            ItemKind::Table(tree) => Node::Table(push(&mut self.tables, tree, docs)),
            ItemKind::Output(tree) => Node::Output(push(&mut self.outputs, tree, docs)),
            ItemKind::Use(_) | ItemKind::Param(_) | ItemKind::OutputSpread(_) => {
                self.later.push(item.at.0);
                return;
            }
            ItemKind::Examples(tree) => {
                push(&mut self.examples, tree, docs);
                return;
            }
            ItemKind::Test(tree) => {
                push(&mut self.tests, tree, docs);
                return;
            }
            ItemKind::Invariant(tree) => {
                push(&mut self.invariants, tree, docs);
                return;
            }
        };
        self.declared.push(node);
    }

    /// The name by which the rest of the file knows it, with its place.
    pub(super) fn name(&self, node: Node) -> Option<(&'t str, Span)> {
        let name = match node {
            Node::Type(i) => &self.types.get(i)?.tree.name,
            Node::Const(i) => &self.consts.get(i)?.tree.name,
            Node::Input(i) => {
                let input = self.inputs.get(i)?.tree;
                input.local.as_ref().unwrap_or(&input.member)
            }
            Node::Let(i) => &self.lets.get(i)?.tree.name,
            Node::Def(i) => &self.defs.get(i)?.tree.name,
            Node::Table(i) => &self.tables.get(i)?.tree.name,
            Node::Output(i) => &self.outputs.get(i)?.tree.member,
        };
        Some((&name.text, name.at.0))
    }

    /// Whether lines of a table are lost.
    pub(super) fn has_broken_table(&self) -> bool {
        self.tables.iter().any(|table| table.tree.broken)
    }

    /// The place of its name.
    pub(super) fn span(&self, node: Node) -> Span {
        self.name(node).map(|(_, span)| span).unwrap_or_default()
    }
}

fn push<'t, T>(list: &mut Vec<Item<'t, T>>, tree: &'t T, docs: &'t [String]) -> usize {
    list.push(Item { tree, docs });
    list.len() - 1
}

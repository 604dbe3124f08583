//! The items of a file, sorted by kind and numbered.

use crate::source::Span;
use crate::syntax::tree::{
    Binding, Def, Examples, Expr, Input, Invariant, ItemKind, Name, Output, SyntaxTree, Table, Test, TypeExpr, TypeItem, Use,
};

use super::imports::Foreign;
use super::instance::Replacements;

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

/// A constant, a parameter, or an input that an instance binds.
#[derive(Clone, Copy)]
pub(super) struct Constant<'t> {
    pub kind: ConstantKind,
    pub name: &'t Name,
    pub ty: Option<&'t TypeExpr>,
    /// What it is worth, an instance's word where there is one.
    pub value: &'t Expr,
    /// The lines after `///`.
    pub docs: &'t [String],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConstantKind {
    Const,
    Param,
    /// The member and whether it may be absent.
    BoundInput {
        optional: bool,
    },
}

/// All items, each kind in the order of the file.
#[derive(Default)]
pub(super) struct Items<'t> {
    pub uses: Vec<Item<'t, Use>>,
    pub types: Vec<Item<'t, TypeItem>>,
    pub consts: Vec<Constant<'t>>,
    pub inputs: Vec<Item<'t, Input>>,
    pub lets: Vec<Item<'t, Binding>>,
    pub defs: Vec<Item<'t, Def>>,
    pub tables: Vec<Item<'t, Table>>,
    pub outputs: Vec<Item<'t, Output>>,
    pub examples: Vec<Item<'t, Examples>>,
    pub tests: Vec<Item<'t, Test>>,
    pub invariants: Vec<Item<'t, Invariant>>,
    /// What stands behind `output ...`.
    pub output_spreads: Vec<&'t Expr>,
    /// For each bound input its member and its place in `consts`.
    pub bound: Vec<(&'t str, usize)>,
    /// What is declared, in the order of the file.
    pub declared: Vec<Node>,
}

/// Names something that is declared: its kind and its place in the list of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// What stands behind the `as` of a `use`.
    Use(usize),
    Type(usize),
    Const(usize),
    Input(usize),
    Let(usize),
    Def(usize),
    Table(usize),
    Output(usize),
    /// Of a vocabulary that is used without a prefix.
    Foreign(Foreign),
}

impl Node {
    /// What it is, with its article.
    pub(super) fn what(self) -> &'static str {
        match self {
            Node::Use(_) => "another policy",
            Node::Type(_) => "a type",
            Node::Const(_) => "a constant",
            Node::Input(_) => "an input",
            Node::Let(_) => "a `let`",
            Node::Def(_) => "a `def`",
            Node::Table(_) => "a table",
            Node::Output(_) => "an output",
            Node::Foreign(Foreign::Type(..)) => "a type of a vocabulary",
            Node::Foreign(Foreign::Const(..)) => "a constant of a vocabulary",
            Node::Foreign(_) => "a `def` of a vocabulary",
        }
    }
}

impl<'t> Items<'t> {
    /// The items of a policy: of its own text, or of all texts that an instance stands on, its own last.
    pub(super) fn of(layers: &[&'t SyntaxTree], replacements: &Replacements<'t>) -> Items<'t> {
        let mut items = Items::default();
        let last = layers.len().saturating_sub(1);
        for (layer, tree) in layers.iter().enumerate() {
            for item in &tree.items {
                // What a policy shows with examples and tests is its own; an instance has its own.
                let stated = matches!(item.kind, ItemKind::Examples(_) | ItemKind::Test(_));
                let stays = matches!(item.kind, ItemKind::Invariant(_)) || layer == 0;
                if if stated { layer == last } else { stays } {
                    items.add(item, replacements);
                }
            }
        }
        items
    }

    fn add(&mut self, item: &'t crate::syntax::tree::Item, replacements: &Replacements<'t>) {
        let docs = item.docs.as_slice();
        let node = match &item.kind {
            ItemKind::Use(tree) => {
                let index = push(&mut self.uses, tree, docs);
                if tree.prefix.is_none() {
                    return;
                }
                Node::Use(index)
            }
            ItemKind::Type(tree) => Node::Type(push(&mut self.types, tree, docs)),
            ItemKind::Const(tree) => self.constant(ConstantKind::Const, tree, None, docs),
            ItemKind::Param(tree) => self.constant(ConstantKind::Param, tree, replacements.of_name(&tree.name.text), docs),
            ItemKind::Input(tree) => match replacements.of_name(&tree.member.text) {
                Some(value) => {
                    let name = tree.local.as_ref().unwrap_or(&tree.member);
                    let kind = ConstantKind::BoundInput { optional: tree.optional };
                    self.consts.push(Constant { kind, name, ty: Some(&tree.ty), value, docs });
                    self.bound.push((&tree.member.text, self.consts.len() - 1));
                    Node::Const(self.consts.len() - 1)
                }
                None => Node::Input(push(&mut self.inputs, tree, docs)),
            },
            ItemKind::Let(tree) => Node::Let(push(&mut self.lets, tree, docs)),
            ItemKind::Def(tree) => Node::Def(push(&mut self.defs, tree, docs)),
            ItemKind::Table(tree) => Node::Table(push(&mut self.tables, tree, docs)),
            ItemKind::Output(tree) => Node::Output(push(&mut self.outputs, tree, docs)),
            ItemKind::OutputSpread(value) => return self.output_spreads.push(value),
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

    fn constant(&mut self, kind: ConstantKind, tree: &'t Binding, value: Option<&'t Expr>, docs: &'t [String]) -> Node {
        let (name, ty, value) = (&tree.name, tree.ty.as_ref(), value.unwrap_or(&tree.value));
        self.consts.push(Constant { kind, name, ty, value, docs });
        Node::Const(self.consts.len() - 1)
    }

    /// The name by which the rest of the file knows it, with its place.
    pub(super) fn name(&self, node: Node) -> Option<(&'t str, Span)> {
        let name = match node {
            Node::Use(i) => self.uses.get(i)?.tree.prefix.as_ref()?,
            Node::Type(i) => &self.types.get(i)?.tree.name,
            Node::Const(i) => self.consts.get(i)?.name,
            Node::Input(i) => {
                let input = self.inputs.get(i)?.tree;
                input.local.as_ref().unwrap_or(&input.member)
            }
            Node::Let(i) => &self.lets.get(i)?.tree.name,
            Node::Def(i) => &self.defs.get(i)?.tree.name,
            Node::Table(i) => &self.tables.get(i)?.tree.name,
            Node::Output(i) => &self.outputs.get(i)?.tree.member,
            // Its name is another text's; here stands the `use`.
            Node::Foreign(foreign) => &self.uses.get(foreign.import())?.tree.policy,
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

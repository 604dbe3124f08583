//! What needs what: the order in which items are checked, and definitions that need themselves.

use std::collections::{BTreeSet, VecDeque};

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::{Binding, Param, TypeExpr};

use super::findings::Findings;
use super::items::{Items, Node};
use super::names::Names;
use super::references::References;

/// How many names of a cycle a message spells out.
const CYCLE_NAMES_MAX: usize = 8;

/// Items in an order in which each comes after those that it needs, cycles aside. Outputs are left out: nothing that is
/// checked in this order needs them.
pub(super) fn order(items: &Items<'_>, names: &Names<'_>, findings: &mut Findings) -> Vec<Node> {
    let graph = Graph::new(items, names);
    let groups = graph.groups();
    for group in &groups {
        // A table that swallowed lines of others seems to need more than it does.
        let is_broken =
            |node: &Node| matches!(node, Node::Table(i) if items.tables.get(*i).is_some_and(|table| table.tree.broken));
        if let Some(cycle) = graph.cycle(group).filter(|cycle| !cycle.iter().any(is_broken)) {
            findings.report(report(&cycle, items));
        }
    }
    groups.iter().flatten().filter_map(|place| graph.nodes.get(*place)).copied().collect()
}

fn report(cycle: &[Node], items: &Items<'_>) -> Diagnostic {
    let names: Vec<&str> = cycle.iter().filter_map(|node| items.name(*node)).map(|(name, _)| name).collect();
    let (name, span) = cycle.first().and_then(|node| items.name(*node)).unwrap_or_default();
    let mut path: Vec<String> = names.iter().take(CYCLE_NAMES_MAX).map(|name| format!("`{name}`")).collect();
    if names.len() > CYCLE_NAMES_MAX {
        path.push("…".to_owned());
    }
    path.push(format!("`{name}`"));
    let help = match cycle.first() {
        Some(Node::Type(_)) => "a type cannot hold itself: read JSON of unknown depth as `json`",
        Some(Node::Def(_) | Node::Table(_)) => "there is no recursion: walk lists with `for`",
        _ => "take one of them apart, so that the one does not need the other",
    };
    let mut finding = Diagnostic::error(Code::CYCLE, span, format!("`{name}` needs itself: {}", path.join(" → ")))
        .label("needs itself")
        .help(help);
    for node in cycle.iter().skip(1).take(CYCLE_NAMES_MAX) {
        finding = finding.also(items.span(*node), "by way of this");
    }
    finding
}

struct Graph {
    nodes: Vec<Node>,
    /// For each node those that it needs, by place in `nodes`.
    needs: Vec<Vec<usize>>,
}

impl Graph {
    fn new(items: &Items<'_>, names: &Names<'_>) -> Graph {
        let nodes: Vec<Node> = items.declared.iter().copied().filter(|node| !matches!(node, Node::Output(_))).collect();
        let places: std::collections::HashMap<Node, usize> =
            nodes.iter().enumerate().map(|(place, node)| (*node, place)).collect();
        let needs =
            nodes.iter().map(|node| needs(*node, items, names).iter().filter_map(|need| places.get(need)).copied().collect());
        Graph { needs: needs.collect(), nodes }
    }

    fn needs(&self, place: usize) -> &[usize] {
        self.needs.get(place).map_or(&[], Vec::as_slice)
    }

    /// Tarjan's strongly connected components, each after those that it needs, without recursion: chains of definitions
    /// may be as long as the file.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut search = Search { index: vec![None; self.nodes.len()], low: vec![0; self.nodes.len()], ..Search::default() };
        for start in 0..self.nodes.len() {
            if search.seen(start).is_none() {
                search.run(self, start);
            }
        }
        search.groups
    }

    /// A shortest way from the first declared node of a group back to it.
    fn cycle(&self, group: &[usize]) -> Option<Vec<Node>> {
        let start = *group.iter().min()?;
        let members: BTreeSet<usize> = group.iter().copied().collect();
        let mut from = std::collections::HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(place) = queue.pop_front() {
            for need in self.needs(place).iter().filter(|need| members.contains(need)) {
                if *need == start {
                    let mut way = vec![place];
                    while let Some(before) = way.last().filter(|last| **last != start).and_then(|last| from.get(last)) {
                        way.push(*before);
                    }
                    return Some(way.iter().rev().filter_map(|place| self.nodes.get(*place)).copied().collect());
                }
                if !from.contains_key(need) {
                    from.insert(*need, place);
                    queue.push_back(*need);
                }
            }
        }
        None
    }
}

#[derive(Default)]
struct Search {
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    next: usize,
    /// Nodes whose group is not known yet.
    open: Vec<usize>,
    is_open: BTreeSet<usize>,
    groups: Vec<Vec<usize>>,
}

impl Search {
    fn seen(&self, place: usize) -> Option<usize> {
        self.index.get(place).copied().flatten()
    }

    fn enter(&mut self, place: usize) {
        if let (Some(index), Some(low)) = (self.index.get_mut(place), self.low.get_mut(place)) {
            *index = Some(self.next);
            *low = self.next;
        }
        self.next += 1;
        self.open.push(place);
        self.is_open.insert(place);
    }

    fn lower(&mut self, place: usize, to: usize) {
        if let Some(low) = self.low.get_mut(place) {
            *low = (*low).min(to);
        }
    }

    fn run(&mut self, graph: &Graph, start: usize) {
        self.enter(start);
        let mut way = vec![(start, 0)];
        while let Some((place, step)) = way.pop() {
            if let Some(need) = graph.needs(place).get(step).copied() {
                way.push((place, step + 1));
                match self.seen(need) {
                    None => {
                        self.enter(need);
                        way.push((need, 0));
                    }
                    Some(index) if self.is_open.contains(&need) => self.lower(place, index),
                    Some(_) => {}
                }
                continue;
            }
            let low = self.low.get(place).copied().unwrap_or_default();
            if self.seen(place) == Some(low) {
                self.close(place);
            }
            if let Some((parent, _)) = way.last() {
                self.lower(*parent, low);
            }
        }
    }

    fn close(&mut self, root: usize) {
        let mut group = Vec::new();
        while let Some(place) = self.open.pop() {
            self.is_open.remove(&place);
            group.push(place);
            if place == root {
                break;
            }
        }
        group.sort_unstable();
        self.groups.push(group);
    }
}

/// What an item needs.
fn needs(node: Node, items: &Items<'_>, names: &Names<'_>) -> BTreeSet<Node> {
    let mut found = References::default();
    match node {
        Node::Type(i) => items.types.get(i).into_iter().for_each(|item| found.ty(&item.tree.ty)),
        Node::Const(i) => items.consts.get(i).into_iter().for_each(|item| {
            item.ty.into_iter().for_each(|ty| found.ty(ty));
            found.expr(item.value);
        }),
        Node::Input(i) => items.inputs.get(i).into_iter().for_each(|item| {
            found.ty(&item.tree.ty);
            found.optional(item.tree.default.as_ref());
        }),
        Node::Let(i) => items.lets.get(i).into_iter().for_each(|item| binding(item.tree, &mut found)),
        Node::Def(i) => items.defs.get(i).into_iter().for_each(|item| {
            callable(&item.tree.params, &item.tree.result, &mut found);
            found.expr(&item.tree.body);
        }),
        Node::Table(i) => items.tables.get(i).into_iter().for_each(|item| {
            callable(&item.tree.params, &item.tree.result, &mut found);
            found.table(item.tree);
        }),
        Node::Output(_) | Node::Use(_) | Node::Foreign(_) => {}
    }
    let types = found.types.iter().filter_map(|name| names.ty(name)).map(Node::Type);
    // A constant that names more than constants is refused for that; it does not need what it may not name.
    let closed = matches!(node, Node::Type(_) | Node::Const(_) | Node::Input(_));
    let values = found.values.iter().filter_map(|name| names.value(name));
    types.chain(values.filter(|need| !closed || matches!(need, Node::Const(_)))).collect()
}

fn binding<'t>(binding: &'t Binding, found: &mut References<'t>) {
    if let Some(ty) = &binding.ty {
        found.ty(ty);
    }
    found.expr(&binding.value);
}

fn callable<'t>(params: &'t [Param], result: &'t TypeExpr, found: &mut References<'t>) {
    found.ty(result);
    found.params(params);
}

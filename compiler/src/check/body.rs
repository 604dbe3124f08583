//! The body that is being checked: its local names, the slots of its frame, where it stands, and what it names.

use std::collections::{BTreeSet, HashMap};

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::tree::Name;

use super::checker::Checker;
use super::items::Node;
use super::names::{Reserved, reserved_value};

/// Where an expression stands, which decides what it may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// A constant or a default: constants only. What it is called in messages.
    Constant(&'static str),
    /// A value that an example or test gives or expects: whatever reads no input. What it is called in messages.
    Given(&'static str),
    /// Inside of the policy: all but outputs.
    Policy,
    /// An `expect` or invariant: outputs are names, inputs are members of `given`.
    Statement,
}

/// What `rule_name` is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RuleName {
    /// There is no rule here.
    Outside,
    /// In a rule, before `=>`.
    InGuard,
    /// In the outcome of the rule of that name.
    Named(String),
}

/// A local name.
struct Local<'t> {
    name: &'t str,
    span: Span,
    ty: Type,
    kind: LocalKind,
}

#[derive(Clone, Copy)]
enum LocalKind {
    Slot(usize),
    TableLet(usize),
}

/// The state of one body.
pub(super) struct BodyState<'t> {
    pub context: Context,
    pub rule_name: RuleName,
    /// What the body names.
    pub uses: BTreeSet<Node>,
    locals: Vec<Local<'t>>,
    by_name: HashMap<&'t str, Vec<usize>>,
    next: usize,
    slots: usize,
}

impl BodyState<'_> {
    /// An empty body.
    pub(super) fn new(context: Context) -> Self {
        BodyState {
            context,
            rule_name: RuleName::Outside,
            uses: BTreeSet::new(),
            locals: Vec::new(),
            by_name: HashMap::new(),
            next: 0,
            slots: 0,
        }
    }

    /// A slot that no other name of the body has.
    pub(super) fn slot(&mut self) -> usize {
        let slot = self.next;
        self.next += 1;
        self.slots = self.slots.max(self.next);
        slot
    }

    /// Where the body stands now; to be given back to [`BodyState::release`].
    pub(super) fn mark(&self) -> Mark {
        Mark { locals: self.locals.len(), next: self.next }
    }

    /// Forgets the names bound since then. Their slots stay taken.
    pub(super) fn release(&mut self, mark: Mark) {
        for local in self.locals.drain(mark.locals.min(self.locals.len())..).rev() {
            if let Some(places) = self.by_name.get_mut(local.name) {
                places.pop();
            }
        }
    }

    /// Forgets the names bound since then and frees their slots: only between rules, of which one at a time is at work.
    pub(super) fn release_with_slots(&mut self, mark: Mark) {
        self.next = mark.next;
        self.release(mark);
    }

    fn local(&self, name: &str) -> Option<&Local<'_>> {
        self.locals.get(*self.by_name.get(name)?.last()?)
    }

    /// All local names.
    pub(super) fn local_names(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().map(|local| local.name)
    }
}

/// A place in the nesting of names.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    locals: usize,
    next: usize,
}

impl<'t> Checker<'t> {
    /// Checks a body of its own; the one at work goes on afterwards. Gives the result, the length of the frame and what
    /// the body names.
    pub(super) fn in_body<R>(&mut self, context: Context, check: impl FnOnce(&mut Self) -> R) -> (R, usize, BTreeSet<Node>) {
        let outer = std::mem::replace(&mut self.body, BodyState::new(context));
        let result = check(self);
        let body = std::mem::replace(&mut self.body, outer);
        (result, body.slots, body.uses)
    }

    /// Binds a name to a fresh slot, which it gives back.
    pub(super) fn bind(&mut self, name: &'t Name, ty: Type) -> usize {
        let slot = self.body.slot();
        self.bind_as(name, ty, LocalKind::Slot(slot));
        slot
    }

    /// Binds the name of a table's `let`.
    pub(super) fn bind_table_let(&mut self, name: &'t Name, ty: Type, index: usize) {
        self.bind_as(name, ty, LocalKind::TableLet(index));
    }

    fn bind_as(&mut self, name: &'t Name, ty: Type, kind: LocalKind) {
        self.refuse_shadowing(&name.text, name.at.0);
        let ty = self.of_bearable_size(ty, name.at.0);
        self.body.by_name.entry(&name.text).or_default().push(self.body.locals.len());
        self.body.locals.push(Local { name: &name.text, span: name.at.0, ty, kind });
    }

    /// A local may not hide another name: a reader would have to look for the nearer one.
    fn refuse_shadowing(&mut self, name: &str, span: Span) {
        if let Some(meaning) = reserved_value(name) {
            self.report(Reserved::Meaning(meaning).finding(name, span));
            return;
        }
        let first = match self.body.local(name) {
            Some(local) => Some((local.span, "another local name")),
            None => self.visible(name).map(|node| (self.items.span(node), node.what())),
        };
        if let Some((first, what)) = first {
            self.report(
                Diagnostic::error(Code::DUPLICATE_NAME, span, format!("the name `{name}` is taken by {what} already"))
                    .also(first, "declared here")
                    .help("choose another name"),
            );
        }
    }

    /// What a name of the policy means here, locals aside.
    pub(super) fn visible(&self, name: &str) -> Option<Node> {
        let value = self.names.value(name);
        if self.body.context != Context::Statement {
            return value;
        }
        self.output_named(name).map(Node::Output).or(value.filter(|node| !matches!(node, Node::Input(_))))
    }

    /// The output of that name, also one that `output ...` brings.
    pub(super) fn output_named(&self, name: &str) -> Option<usize> {
        let spread = || self.outputs.iter().position(|output| *output.member.name == *name);
        self.names.output(name).or_else(spread)
    }

    /// A local name as an expression.
    pub(super) fn local(&self, name: &str, span: Span) -> Option<Expr> {
        let local = self.body.local(name)?;
        let kind = match local.kind {
            LocalKind::Slot(slot) => ExprKind::Local(slot),
            LocalKind::TableLet(index) => ExprKind::TableLet(index),
        };
        Some(Expr { kind, ty: local.ty.clone(), span })
    }

    /// Whether a name is local.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.body.local(name).is_some()
    }
}

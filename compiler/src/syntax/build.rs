//! Makes the syntax tree of what the grammar has recognised.
//!
//! Every function takes a node of the grammar and gives the part of the tree it stands for, or `None` if the two
//! disagree, which no text makes them do. What a text can do wrong beyond the grammar (a chain of comparisons, an escape
//! that is none, a rule in the middle of a line) is reported here, and the part is built all the same.

mod expression;
mod literal;
mod statement;
mod table;
mod types;

use super::BROKEN_TOKENS_MAX;
use super::findings::Findings;
use super::grammar::{Pair, Parts, Rule};
use super::scan::{TokenKind, Tokens};
use super::tree::{
    Allow, At, Binding, Def, Input, Instance, Invariant, Item, ItemKind, Lost, Name, Output, Param, TypeItem, Use,
};
use super::words::{is_name, shown_name};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// Builds the nodes of one piece of text.
pub(crate) struct Builder<'a> {
    pub(crate) source: SourceId,
    /// Where the piece begins in its text.
    pub(crate) base: usize,
    /// The whole text.
    pub(crate) text: &'a str,
    /// Of the whole text.
    pub(crate) tokens: &'a Tokens,
    pub(crate) findings: Findings,
    /// How many more tokens of broken pieces are looked at.
    pub(crate) broken_tokens_left: usize,
    /// What broken pieces may have declared.
    pub(crate) lost: Lost,
    /// The first byte behind a byte order mark.
    pub(crate) text_start: usize,
    /// The height of the tallest tree built on this level so far; see [`Builder::under`].
    pub(crate) height: usize,
    /// Something was reported that the part of the tree cannot say: the piece must be left out.
    pub(crate) spoiled: bool,
    /// Some piece of the item was left out.
    pub(crate) broken: bool,
}

/// An item, or the `policy` line.
pub(crate) enum Piece {
    Header(Name, Option<Instance>),
    Item(Box<Item>),
}

impl<'a> Builder<'a> {
    pub(crate) fn new(source: SourceId, text: &'a str, tokens: &'a Tokens, text_start: usize) -> Builder<'a> {
        Builder {
            source,
            base: text_start,
            text,
            tokens,
            findings: Findings::default(),
            broken_tokens_left: BROKEN_TOKENS_MAX,
            lost: Lost::default(),
            text_start,
            height: 0,
            spoiled: false,
            broken: false,
        }
    }

    /// The place of a node. The grammar's nodes may end behind blanks and comments; places do not.
    fn at(&self, pair: &Pair<'_>) -> At {
        let span = pair.as_span();
        let (start, end) = (self.base + span.start(), self.base + span.end());
        let end = self.tokens.before(end).map_or(end, |last| last.end.clamp(start, end));
        At(Span::new(self.source, start, end))
    }

    /// The place of a node that may begin with documentation and `@allow` lines, which do not belong to it.
    fn at_behind_lead(&self, pair: &Pair<'_>) -> At {
        let whole = self.at(pair).0;
        let lead = pair.clone().into_inner().take_while(|part| matches!(part.as_rule(), Rule::doc | Rule::allow)).last();
        let start = lead.map_or(whole.start as usize, |part| self.range(&part).end);
        let first = self.tokens.within(start..whole.end as usize).iter().find(|token| token.kind != TokenKind::Doc);
        At(Span { start: first.map_or(whole.start, |token| Span::new(self.source, token.start, token.end).start), ..whole })
    }

    /// Reports what makes the piece unusable.
    fn spoil(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
        self.spoiled = true;
    }

    /// Builds what stands one level below the part that is being built.
    ///
    /// INVARIANT: `height` is at least the height of every tree that was built since the enclosing `under` began.
    fn under<T>(&mut self, build: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let outside = std::mem::take(&mut self.height);
        let built = build(self);
        self.height = outside.max(self.height + 1);
        built
    }

    /// Builds all parts of one kind. A plain loop, since iterators that collect take much of the stack on every level.
    fn all<'i, T>(&mut self, parts: Parts<'i>, build: fn(&mut Self, Pair<'i>) -> Option<T>) -> Option<Vec<T>> {
        let mut list = Vec::new();
        for pair in parts {
            list.push(build(self, pair)?);
        }
        Some(list)
    }

    /// `item`, or what stands for it alone.
    pub(crate) fn item(&mut self, parts: &mut Parts<'_>) -> Option<Piece> {
        let (docs, allows) = self.lead(parts)?;
        let pair = parts.next()?;
        let at = self.at(&pair);
        self.height = 0;
        self.broken = false;
        let start = at.0.start as usize;
        if !self.column_one(start) {
            self.indented(start);
        }
        let kind = match pair.as_rule() {
            Rule::header => return self.header(pair),
            Rule::use_item => self.use_item(pair).map(ItemKind::Use),
            Rule::param_item => self.binding(Parts::of(pair).next()?).map(ItemKind::Param),
            Rule::type_item => self.type_item(pair).map(ItemKind::Type),
            Rule::const_item => self.binding(Parts::of(pair).next()?).map(ItemKind::Const),
            Rule::let_item => self.binding(Parts::of(pair).next()?).map(ItemKind::Let),
            Rule::input => self.input(pair).map(ItemKind::Input),
            Rule::output => self.output(pair),
            Rule::def => self.def(pair).map(ItemKind::Def),
            Rule::table | Rule::strict_table => self.table(pair).map(ItemKind::Table),
            Rule::examples | Rule::strict_examples => self.examples(pair).map(ItemKind::Examples),
            Rule::test | Rule::strict_test => self.test(pair).map(ItemKind::Test),
            Rule::invariant => self.invariant(pair).map(ItemKind::Invariant),
            _ => None,
        }?;
        Some(Piece::Item(Box::new(Item { docs, allows, kind, at })))
    }

    fn header(&mut self, pair: Pair<'_>) -> Option<Piece> {
        let mut parts = Parts::of(pair);
        let name = self.policy_name(parts.accept(Rule::policy_name)?);
        let instance = match parts.accept(Rule::instance) {
            Some(instance) => {
                let mut parts = Parts::of(instance);
                let base = self.policy_name(parts.accept(Rule::policy_name)?);
                Some(Instance { base, with: self.atom(parts.accept(Rule::record)?)? })
            }
            None => None,
        };
        Some(Piece::Header(name, instance))
    }

    fn use_item(&mut self, pair: Pair<'_>) -> Option<Use> {
        let mut parts = Parts::of(pair);
        let policy = self.policy_name(parts.accept(Rule::policy_name)?);
        Some(Use { policy, prefix: parts.accept(Rule::name).map(|name| self.name(name)) })
    }

    fn policy_name(&mut self, pair: Pair<'_>) -> Name {
        let name = self.name(pair);
        let good = |segment: &str| {
            let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
            segment.bytes().next().is_some_and(letter) && segment.bytes().all(|b| letter(b) || matches!(b, b'_' | b'-'))
        };
        if !name.text.split('.').all(good) {
            let finding = Diagnostic::error(Code::HEADER, name.at.0, format!("`{}` is no name of a policy", name.text));
            self.findings.push(finding.help(
                "write words joined by `.`, each of `a` to `z`, digits, `_` and `-`, beginning with a letter or digit: `policy elowen.deferral.2026-08`",
            ));
        }
        name
    }

    fn type_item(&mut self, pair: Pair<'_>) -> Option<TypeItem> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.accept(Rule::name)?);
        Some(TypeItem { name, ty: self.type_(parts.next()?)? })
    }

    fn binding(&mut self, pair: Pair<'_>) -> Option<Binding> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.accept(Rule::name)?);
        let ty = self.optional_type(&mut parts)?;
        Some(Binding { name, ty, value: self.expr(parts.next()?)? })
    }

    fn input(&mut self, pair: Pair<'_>) -> Option<Input> {
        let mut parts = Parts::of(pair);
        let member = self.key(parts.accept(Rule::key)?)?;
        let optional = parts.accept(Rule::mark).is_some();
        let local = parts.accept(Rule::name).map(|name| self.name(name));
        if local.is_none() && !is_name(&member.text) {
            let shown = shown_name(&member.text);
            let finding =
                Diagnostic::error(Code::UNEXPECTED_WORD, member.at.0, format!("`{shown}` cannot be a name inside the policy"));
            self.findings.push(finding.help(format!("give the member a name of its own here: `input {shown} as …`")));
        }
        let ty = self.type_(parts.accept(Rule::type_)?)?;
        Some(Input { member, optional, local, ty, default: self.optional_expr(&mut parts)? })
    }

    fn output(&mut self, pair: Pair<'_>) -> Option<ItemKind> {
        let mut parts = Parts::of(pair);
        if let Some(spread) = parts.accept(Rule::spread) {
            return self.expr(Parts::of(spread).next()?).map(ItemKind::OutputSpread);
        }
        let member = self.key(parts.accept(Rule::key)?)?;
        let optional = parts.accept(Rule::mark).is_some();
        let ty = self.optional_type(&mut parts)?;
        Some(ItemKind::Output(Output { member, optional, ty, value: self.expr(parts.next()?)? }))
    }

    fn def(&mut self, pair: Pair<'_>) -> Option<Def> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.accept(Rule::name)?);
        let params = self.params(parts.accept(Rule::params)?)?;
        let result = self.type_(parts.accept(Rule::type_)?)?;
        Some(Def { name, params, result, body: self.expr(parts.next()?)? })
    }

    fn invariant(&mut self, pair: Pair<'_>) -> Option<Invariant> {
        let mut parts = Parts::of(pair);
        let name = self.name(parts.accept(Rule::name)?);
        let params = match parts.accept(Rule::params) {
            Some(params) => self.params(params)?,
            None => Vec::new(),
        };
        let start = match parts.accept(Rule::inductive) {
            Some(inductive) => Some(self.expr(Parts::of(inductive).next()?)?),
            None => None,
        };
        Some(Invariant { name, params, start, body: self.expr(parts.next()?)? })
    }

    fn params(&mut self, pair: Pair<'_>) -> Option<Vec<Param>> {
        self.all(Parts::of(pair), Self::param)
    }

    fn param(&mut self, pair: Pair<'_>) -> Option<Param> {
        let mut parts = Parts::of(pair);
        Some(Param { name: self.name(parts.accept(Rule::name)?), ty: self.type_(parts.next()?)? })
    }

    fn name(&self, pair: Pair<'_>) -> Name {
        Name { text: pair.as_str().to_owned(), at: self.at(&pair) }
    }

    /// A word or a quoted text: `key`, `rule_name`.
    fn key(&mut self, pair: Pair<'_>) -> Option<Name> {
        let at = self.at(&pair);
        let inner = pair.into_inner().next()?;
        let text = match inner.as_rule() {
            Rule::quoted => self.text_literal(inner.into_inner().next()?)?.value,
            _ => inner.as_str().to_owned(),
        };
        Some(Name { text, at })
    }

    /// Documentation and `@allow` lines at the start of a node.
    fn lead(&mut self, parts: &mut Parts<'_>) -> Option<(Vec<String>, Vec<Allow>)> {
        let (mut lines, mut allows) = (Vec::new(), Vec::new());
        loop {
            if let Some(doc) = parts.accept(Rule::doc) {
                lines.push(doc_text(doc.as_str(), "///"));
            } else if let Some(allow) = parts.accept(Rule::allow) {
                allows.push(self.allow(allow)?);
            } else {
                return Some((lines, allows));
            }
        }
    }

    fn allow(&mut self, pair: Pair<'_>) -> Option<Allow> {
        let at = self.at(&pair);
        self.own_line(at, "`@allow`");
        let mut parts = Parts::of(pair);
        let code = self.name(parts.accept(Rule::code)?);
        Some(Allow { code, reason: self.text_literal(parts.accept(Rule::text_literal)?)?, at })
    }

    /// Reports a piece that does not begin its line.
    fn own_line(&mut self, at: At, what: &str) {
        let start = at.0.start as usize;
        if self.begins_line(start) {
            return;
        }
        let end = self.tokens.from(start).map_or(start, |token| token.end);
        let span = Span::new(self.source, start, end);
        let finding = Diagnostic::error(Code::LAYOUT, span, format!("{what} begins a line of its own"));
        self.findings.push(finding.help(format!("begin a new line before `{}`", self.text.get(start..end).unwrap_or(""))));
    }
}

/// The documentation at the start of a node, without the marks.
fn docs(parts: &mut Parts<'_>) -> Vec<String> {
    parts.accept_all(Rule::doc).iter().map(|doc| doc_text(doc.as_str(), "///")).collect()
}

/// One line of documentation without its mark, one blank behind that, and the blanks at its end.
pub(crate) fn doc_text(line: &str, mark: &str) -> String {
    let text = line.strip_prefix(mark).unwrap_or(line);
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}

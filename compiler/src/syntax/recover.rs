//! Bad pieces: what of them is good after all, what is wrong with the rest, and which names they may have declared.
//!
//! The grammar has cut the text into pieces and knows of a bad one only that it is bad. Each is parsed again alone:
//!
//! - if it parses, it is good, and only its neighbour was broken;
//! - if it begins with something good and the rest begins a line, it was two pieces, and the second lacks the word that
//!   makes it one; the first is kept;
//! - otherwise the place that the parser reached says what is wrong (see `message`).

use std::ops::Range;

use super::build::{Builder, Piece};
use super::grammar::{Grammar, Pair, Parts, Rule};
use super::message::{self, Failure};
use super::scan::{Token, TokenKind};
use super::tree::{Binding, Example, Expr, Row, Rule as TableRule};
use super::words::{ITEM_WORDS, RESERVED, plain_quoted};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use pest::Parser;

/// What a piece adds to the names of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declares {
    /// A name that anything may use.
    Name,
    /// A name that only examples use.
    RuleName,
    Nothing,
}

/// What a body is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Rules,
    NamedRows,
    PlainRows,
    Cases,
    Claims,
}

/// A part of a table, of examples or of a test.
pub(super) enum Part {
    Let(Binding),
    Rule(TableRule),
    Row(Row),
    Given(Expr),
    Example(Example),
    Expect(Expr),
}

impl Declares {
    fn of(rule: Rule) -> Declares {
        match rule {
            Rule::one_item | Rule::one_item_mended => Declares::Name,
            Rule::one_part | Rule::one_named_row => Declares::RuleName,
            _ => Declares::Nothing,
        }
    }
}

/// Parses a text alone, and says how far that went.
pub(super) fn parse_alone(rule: Rule, text: &str) -> Result<super::grammar::Pairs<'_>, Failure> {
    // The switch is one for the whole process and makes parsing slower, so it is first touched when something is bad.
    // It is never switched off: another parse may be relying on it.
    pest::set_error_detail(true);
    Grammar::parse(rule, text).map_err(|error| Failure::of(&error))
}

impl Builder<'_> {
    /// Builds a piece that can be left out: `None` if it must be.
    pub(super) fn keep<T>(
        &mut self,
        range: Range<usize>,
        declares: Declares,
        build: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let outside = std::mem::take(&mut self.spoiled);
        let before = self.findings.count();
        let built = build(self);
        let spoiled = std::mem::replace(&mut self.spoiled, outside);
        if built.is_some() && !spoiled {
            return built;
        }
        if self.findings.count() == before {
            let span = Span::new(self.source, range.start, range.end);
            self.findings.push(Diagnostic::error(Code::UNEXPECTED_WORD, span, "this cannot be read"));
        }
        self.lose(range, declares);
        None
    }

    /// Parses a piece alone; gives what is in it, or why it does not parse.
    fn alone<T>(
        &mut self,
        rule: Rule,
        range: Range<usize>,
        build: impl FnOnce(&mut Self, &mut Parts<'_>) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let text = self.text.get(range.clone()).unwrap_or("");
        let pair = parse_alone(rule, text)?.next();
        let outside = std::mem::replace(&mut self.base, range.start);
        let built = self.keep(range, Declares::of(rule), |builder| build(builder, &mut Parts::of(pair?)));
        self.base = outside;
        Ok(built)
    }

    /// A bad piece of one kind: `whole` is the rule of such a piece alone, `first` of one with something behind it.
    fn again<T>(
        &mut self,
        mut range: Range<usize>,
        (whole, first): (Rule, Option<Rule>),
        good: &mut Vec<T>,
        build: impl Fn(&mut Self, &mut Parts<'_>) -> Option<T> + Copy,
    ) {
        loop {
            if self.findings.is_full() {
                return self.pass_over(range, Declares::of(whole));
            }
            let failure = match self.alone(whole, range.clone(), build) {
                Ok(built) => return good.extend(built),
                Err(failure) => failure,
            };
            let Some(rest) = first.and_then(|first| self.rest_behind(first, range.clone())) else {
                return self.bad(whole, range, &failure);
            };
            if let Ok(built) = self.alone(whole, range.start..rest.start, build) {
                good.extend(built);
            }
            // A misspelt `because` belongs to what stands before it.
            if let Some(finding) = message::misspelt(self, whole, range, &failure) {
                self.findings.push(finding);
                return self.lose(rest, Declares::of(whole));
            }
            range = rest;
        }
    }

    /// Where a piece begins with something good: what stands behind that, if it begins a line as a piece of its own would.
    fn rest_behind(&mut self, first: Rule, range: Range<usize>) -> Option<Range<usize>> {
        let text = self.text.get(range.clone())?;
        let pair = parse_alone(first, text).ok()?.next()?;
        let end = range.start + pair.as_span().end();
        let end = self.tokens.before(end).map_or(end, |token| token.end.min(end));
        let next = self.tokens.within(end..range.end).first().copied()?;
        let word = self.text.get(next.start..next.end)?;
        let separate = match next.kind {
            TokenKind::Word if first == Rule::first_item => {
                self.column_one(next.start) || ITEM_WORDS.contains(&word) || self.declares(next, range.end)
            }
            TokenKind::Word => !RESERVED.contains(&word) || matches!(word, "otherwise" | "let"),
            TokenKind::Sign => matches!(word, "=>" | "|" | "}" | ")" | "]"),
            TokenKind::FileDoc | TokenKind::Doc | TokenKind::Mark => true,
            _ => false,
        };
        (separate && self.begins_line(next.start)).then_some(next.start..range.end)
    }

    /// Whether a word is followed by what follows the name in a declaration, and nothing else.
    fn declares(&self, word: Token, end: usize) -> bool {
        let next = self.tokens.from(word.end).filter(|next| next.start < end);
        next.is_some_and(|next| matches!(self.token_text(next), "=" | ":"))
    }

    /// Whether it is worth the time to find out what is wrong with a piece: somebody will see it, and those before it have
    /// not taken all the time there is.
    fn looks_at(&mut self, range: &Range<usize>) -> bool {
        let left = self.broken_tokens_left.checked_sub(self.tokens.within(range.clone()).len());
        let looks = left.is_some() && !self.findings.is_full();
        if looks {
            self.broken_tokens_left = left.unwrap_or(0);
        }
        looks
    }

    /// Leaves a piece out without finding out what is wrong with it.
    fn pass_over(&mut self, range: Range<usize>, declares: Declares) {
        self.findings.pass_over(Span::new(self.source, range.start, range.start));
        self.lose(range, declares);
    }

    /// Reports what is wrong with a piece and leaves it out.
    fn bad(&mut self, rule: Rule, range: Range<usize>, failure: &Failure) {
        let finding = message::explain(self, rule, range.clone(), failure);
        self.findings.push(finding);
        self.lose(range, Declares::of(rule));
    }

    /// A bad piece where an item may stand.
    pub(super) fn bad_item(&mut self, range: Range<usize>) -> Vec<Piece> {
        let range = self.first_token(range);
        let mut good = Vec::new();
        for range in self.cut(range) {
            if !self.looks_at(&range) {
                self.pass_over(range, Declares::Name);
                continue;
            }
            // With bad pieces inside it, it may be an item all the same.
            let mended = self.has_pieces(&range).then(|| self.alone(Rule::one_item_mended, range.clone(), Self::item));
            match mended {
                Some(Ok(built)) => good.extend(built),
                _ => self.again(range, (Rule::one_item, Some(Rule::first_item)), &mut good, Self::item),
            }
        }
        good
    }

    /// Whether an item is of a kind that can have bad pieces inside.
    fn has_pieces(&self, range: &Range<usize>) -> bool {
        let tokens = self.tokens.within(range.clone());
        let first = tokens.iter().find(|token| token.kind != TokenKind::Doc);
        first.is_some_and(|first| matches!(self.token_text(*first), "table" | "examples" | "test"))
    }

    /// Cuts a bad piece where a line begins with a word in column one, behind one that closes an item there: the word is
    /// one that should begin an item.
    fn cut(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let tokens = self.tokens.within(range.clone());
        let closing = |token: &Token| self.token_text(*token) == "}" && self.column_one(token.start);
        let starts = tokens.windows(2).filter_map(|pair| match pair {
            [before, next] if next.kind == TokenKind::Word && closing(before) && self.column_one(next.start) => Some(next.start),
            _ => None,
        });
        let mut starts: Vec<usize> = std::iter::once(range.start).chain(starts).collect();
        starts.push(range.end);
        starts.windows(2).filter_map(|pair| <[usize; 2]>::try_from(pair).ok()).map(|[start, end]| start..end).collect()
    }

    /// A bad part of a table, of examples or of a test.
    pub(super) fn bad_part(&mut self, pair: &Pair<'_>, body: Body) -> Vec<Part> {
        let range = self.first_token(self.range(pair));
        let rules = match body {
            Body::Rules => (Rule::one_part, Some(Rule::first_part)),
            Body::NamedRows => (Rule::one_named_row, None),
            Body::PlainRows => (Rule::one_plain_row, None),
            Body::Cases => (Rule::one_case, Some(Rule::first_case)),
            Body::Claims => (Rule::one_claim, Some(Rule::first_claim)),
        };
        let mut good = Vec::new();
        if self.looks_at(&range) {
            self.again(range, rules, &mut good, |builder, parts| builder.part(parts.next()?));
        } else {
            self.pass_over(range, Declares::of(rules.0));
        }
        good
    }

    /// Any part of a table, of examples or of a test.
    pub(super) fn part(&mut self, pair: Pair<'_>) -> Option<Part> {
        Some(match pair.as_rule() {
            Rule::table_let => Part::Let(self.table_let(pair)?),
            Rule::rule_ | Rule::otherwise => Part::Rule(self.rule(pair)?),
            Rule::named_row | Rule::plain_row => Part::Row(self.row(pair)?),
            Rule::given => Part::Given(self.given(pair)?),
            Rule::example => Part::Example(self.example(pair)?),
            Rule::expect => Part::Expect(self.expect(pair)?),
            _ => return None,
        })
    }

    /// A good part of a table, of examples or of a test, or what is good of a bad one.
    pub(super) fn parts(&mut self, pair: Pair<'_>, body: Body) -> Vec<Part> {
        match pair.as_rule() {
            Rule::bad_let | Rule::bad_rule | Rule::bad_row | Rule::bad_example | Rule::bad_expect | Rule::bad_given => {
                self.bad_part(&pair, body)
            }
            other => {
                let declares = match other {
                    Rule::table_let => Declares::Name,
                    Rule::rule_ | Rule::named_row => Declares::RuleName,
                    _ => Declares::Nothing,
                };
                self.keep(self.range(&pair), declares, |builder| builder.part(pair)).into_iter().collect()
            }
        }
    }

    pub(super) fn bad_head(&mut self, range: Range<usize>) {
        if !self.looks_at(&range) {
            return self.pass_over(range, Declares::Nothing);
        }
        let text = self.text.get(range.clone()).unwrap_or("");
        let named = text.trim_start().starts_with("rule");
        let rule = if named { Rule::one_named_head } else { Rule::one_plain_head };
        match parse_alone(rule, text) {
            Ok(_) => self.lose(range, Declares::Nothing),
            Err(failure) => self.bad(rule, range, &failure),
        }
    }

    /// Reports an item that does not begin in column one.
    pub(super) fn indented(&mut self, start: usize) {
        let token = self.tokens.from(start);
        let word = token.map_or("", |token| self.token_text(token)).to_owned();
        let span = Span::new(self.source, start, start + word.len());
        let finding = Diagnostic::error(Code::LAYOUT, span, format!("`{word}` does not stand at the beginning of its line"));
        self.findings.push(finding.help(format!("an item begins in column one: move `{word}` there")));
    }

    /// Remembers the names that a piece may declare.
    pub(super) fn lose(&mut self, range: Range<usize>, declares: Declares) {
        self.broken = true;
        if declares == Declares::Nothing {
            return;
        }
        let tokens = self.tokens.within(range);
        let mut lost: Vec<String> = Vec::new();
        let mut wanted = 0;
        let mut before = "";
        let mut untold = false;
        let mut in_allow = false;
        for token in tokens.iter().filter(|token| token.kind != TokenKind::Doc) {
            let text = self.token_text(*token);
            // What `@allow(…)` says declares nothing.
            in_allow |= token.kind == TokenKind::Mark && before.is_empty();
            if in_allow {
                in_allow = text != ")";
                continue;
            }
            let keyword = ITEM_WORDS.contains(&text) || declares == Declares::RuleName && text == "rule";
            match text {
                // What another file would have brought in is not known.
                "use" if before.is_empty() => {
                    self.lost.anything = true;
                    return;
                }
                // What is in no file's scope, and what closes nothing, declares nothing.
                "policy" | "examples" | "test" | "invariant" | "}" | ")" | "]" if before.is_empty() => return,
                // Behind the right word stands one name. A piece may hold several lines that each lack the right word.
                _ if keyword && wanted == 0 || matches!(text, "let" | "as") => wanted = 1,
                _ if before.is_empty() || self.column_one(token.start) => wanted = 2,
                "{" | "=>" | "->" => wanted = 0,
                "=" | ":" | "(" if !lost.is_empty() => wanted = 0,
                // The name should have stood before it; it may be one of those that follow.
                "=" | ":" | "(" => untold = true,
                _ => {}
            }
            let name = match token.kind {
                TokenKind::Word if !keyword && !RESERVED.contains(&text) => Some(text.to_owned()),
                TokenKind::Text => plain_quoted(text),
                _ => None,
            };
            if let Some(name) = name.filter(|_| wanted > 0) {
                lost.push(name);
                wanted -= 1;
            }
            before = text;
        }
        self.lost.anything |= (untold || lost.is_empty()) && declares == Declares::Name;
        self.lost.names.extend(lost);
    }

    /// A range from its first token on.
    fn first_token(&self, range: Range<usize>) -> Range<usize> {
        let start = self.tokens.within(range.clone()).first().map_or(range.start, |token| token.start);
        start..range.end
    }

    pub(super) fn column_one(&self, at: usize) -> bool {
        at == self.text_start || self.text.get(..at).is_some_and(|before| before.ends_with('\n'))
    }

    /// Whether only blanks stand before a place on its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        let before = self.text.get(self.text_start..at).unwrap_or("");
        before.bytes().rev().find(|b| !matches!(b, b' ' | b'\t')).is_none_or(|b| b == b'\n')
    }

    /// The bytes of a node in the whole text.
    pub(super) fn range(&self, pair: &Pair<'_>) -> Range<usize> {
        let span = pair.as_span();
        self.base + span.start()..self.base + span.end()
    }

    /// Whether one of the words stands in a piece.
    pub(super) fn has_word(&self, range: Range<usize>, words: &[&str]) -> bool {
        self.tokens.within(range).iter().any(|token| words.contains(&self.token_text(*token)))
    }

    pub(super) fn token_text(&self, token: Token) -> &str {
        self.text.get(token.start..token.end).unwrap_or("")
    }
}

//! What the tokens of a text are for, as far as their layout depends on it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::grammar::{Pair, Pairs, Rule};
use super::super::scan::{Token, TokenKind, Tokens};

/// A heading or row of a grid.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Which grid of the text.
    pub grid: usize,
    /// The bars around the cells, the first and the last included, and the `=>`, each by where it begins.
    pub separators: Vec<usize>,
    /// The `=>`.
    pub arrow: usize,
}

/// The roles of tokens, by where they begin.
#[derive(Default)]
pub(super) struct Roles {
    /// No blank stands before these.
    pub touches_before: HashSet<usize>,
    /// No blank stands behind these.
    pub touches_behind: HashSet<usize>,
    /// Tokens of a policy's name, which is one word.
    pub names: Vec<Range<usize>>,
    /// Items, and the parts of a block, begin here.
    pub starts: HashSet<usize>,
    /// The `{` around rules, rows, examples and expectations.
    pub blocks: HashSet<usize>,
    /// The `policy` line begins here.
    pub header: Option<usize>,
    /// Rows by their first bar.
    pub rows: HashMap<usize, Row>,
    grids: usize,
}

struct Text<'a> {
    text: &'a str,
    tokens: &'a Tokens,
}

impl Text<'_> {
    fn word(&self, token: Token) -> &str {
        self.text.get(token.start..token.end).unwrap_or("")
    }

    /// The first sign of that kind in a range.
    fn first(&self, range: Range<usize>, sign: &str) -> Option<usize> {
        let mut tokens = self.tokens.within(range).iter();
        tokens.find(|token| token.kind == TokenKind::Sign && self.word(**token) == sign).map(|token| token.start)
    }

    /// The last one.
    fn last(&self, range: Range<usize>, sign: &str) -> Option<usize> {
        let mut tokens = self.tokens.within(range).iter().rev();
        tokens.find(|token| token.kind == TokenKind::Sign && self.word(**token) == sign).map(|token| token.start)
    }
}

impl Roles {
    /// The roles in a whole text; nothing if it has a bad piece.
    pub(super) fn of(pairs: Pairs<'_>, text: &str, tokens: &Tokens) -> Option<Roles> {
        let mut roles = Roles::default();
        let text = Text { text, tokens };
        for pair in pairs {
            roles.walk(pair, None, &text)?;
        }
        Some(roles)
    }

    fn walk(&mut self, pair: Pair<'_>, parent: Option<Rule>, text: &Text<'_>) -> Option<()> {
        let rule = pair.as_rule();
        let range = pair.as_span().start()..pair.as_span().end();
        self.note(rule, &range, parent, &pair, text)?;
        pair.into_inner().try_for_each(|inner| self.walk(inner, Some(rule), text))
    }

    fn note(&mut self, rule: Rule, range: &Range<usize>, parent: Option<Rule>, pair: &Pair<'_>, text: &Text<'_>) -> Option<()> {
        match rule {
            Rule::bad_item
            | Rule::bad_let
            | Rule::bad_rule
            | Rule::bad_head
            | Rule::bad_row
            | Rule::bad_given
            | Rule::bad_example
            | Rule::bad_expect => return None,
            Rule::header => {
                self.header = Some(range.start);
                self.starts.insert(range.start);
            }
            Rule::kw_rule | Rule::kw_otherwise | Rule::kw_given | Rule::kw_expect => {
                self.starts.insert(range.start);
            }
            Rule::table_let | Rule::example => {
                self.starts.insert(range.start);
            }
            _ if parent == Some(Rule::item) => {
                self.starts.insert(range.start);
            }
            _ => {}
        }
        match rule {
            Rule::policy_name => self.names.push(range.clone()),
            Rule::negate | Rule::spread => {
                self.touches_behind.insert(range.start);
            }
            Rule::mark | Rule::params | Rule::index | Rule::optional_index | Rule::aggregate_body | Rule::sequence_body => {
                self.touches_before.insert(range.start);
            }
            Rule::args if matches!(parent, Some(Rule::call | Rule::qualified)) => {
                self.touches_before.insert(range.start);
            }
            Rule::allow => {
                self.touches_before.extend(text.first(range.clone(), "("));
            }
            Rule::range => {
                self.touches_before.insert(range.start);
                self.touches_behind.insert(range.start);
            }
            Rule::list_type | Rule::set_type | Rule::map_type => {
                let open = text.first(range.clone(), "<")?;
                self.touches_before.extend([open, text.last(range.clone(), ">")?]);
                self.touches_behind.insert(open);
            }
            Rule::table | Rule::examples | Rule::test => self.block(pair, range, text)?,
            Rule::grid => self.grids += 1,
            Rule::named_head | Rule::plain_head | Rule::named_row | Rule::plain_row => self.row(pair, range, text)?,
            _ => {}
        }
        Some(())
    }

    /// The brace behind the head of a table, of examples or of a test.
    fn block(&mut self, pair: &Pair<'_>, range: &Range<usize>, text: &Text<'_>) -> Option<()> {
        let head = pair
            .clone()
            .into_inner()
            .find(|part| matches!(part.as_rule(), Rule::table_head | Rule::name | Rule::text_literal))?;
        self.blocks.insert(text.first(head.as_span().end()..range.end, "{")?);
        Some(())
    }

    fn row(&mut self, pair: &Pair<'_>, range: &Range<usize>, text: &Text<'_>) -> Option<()> {
        let parts: Vec<(Rule, Range<usize>)> =
            pair.clone().into_inner().map(|part| (part.as_rule(), part.as_span().start()..part.as_span().end())).collect();
        let is_head = matches!(pair.as_rule(), Rule::named_head | Rule::plain_head);
        let outcome = if is_head { Rule::members } else { Rule::expr };
        let right = parts.iter().find(|(rule, _)| *rule == outcome).map(|(_, range)| range.start)?;
        let arrow = text.last(range.start..right, "=>")?;
        // The first bar of a heading belongs to the grid.
        let first = match is_head {
            true => text.tokens.before(range.start).map(|token| token.start)?,
            false => text.first(range.start..range.end, "|")?,
        };
        let cells = parts.iter().filter(|(rule, _)| matches!(rule, Rule::members | Rule::expr | Rule::cell));
        let last = text.first(cells.map(|(_, range)| range.end).max()?..range.end, "|")?;
        let mut separators: Vec<usize> =
            parts.iter().filter(|(rule, _)| *rule == Rule::kw_bar).map(|(_, range)| range.start).collect();
        // The bars between the members of a heading stand inside of them.
        for part in pair.clone().into_inner().filter(|part| part.as_rule() == Rule::members) {
            separators.extend(part.into_inner().filter(|bar| bar.as_rule() == Rule::kw_bar).map(|bar| bar.as_span().start()));
        }
        separators.extend([first, arrow, last]);
        separators.sort_unstable();
        self.starts.insert(first);
        // A heading may run over lines, and then stands in no columns.
        if text.text.get(first..last).is_some_and(|row| row.contains('\n')) {
            return Some(());
        }
        self.rows.insert(first, Row { grid: self.grids, separators, arrow });
        Some(())
    }
}

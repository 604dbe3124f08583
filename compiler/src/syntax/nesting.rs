//! Counts how deep a text is nested, and how long its items are, before anything is parsed.
//!
//! The parser, the tree and everything that walks it recurse once a level, and take time and memory for each word and sign.
//! The count comes first, so that a text that is too deep or too long is a finding at the token where it becomes so, and
//! costs its own item only.

use std::ops::Range;

use super::scan::{Token, TokenKind, Tokens};
use super::words::{ITEM_WORDS, RESERVED};
use super::{ITEM_TOKENS_MAX, NESTING_MAX, POLICY_TOKENS_MAX};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Which limit an item passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// [`NESTING_MAX`]
    Nesting,
    /// [`ITEM_TOKENS_MAX`]
    ItemTokens,
    /// [`POLICY_TOKENS_MAX`], so that nothing behind it is read either.
    PolicyTokens,
}

/// An item that is not read.
pub(super) struct TooMuch {
    pub(super) limit: Limit,
    /// The token that is one too many.
    pub(super) token: Token,
    /// The item, up to the next one.
    pub(super) item: Range<usize>,
}

impl TooMuch {
    /// What to say of it; `span` is the place of the token.
    pub(super) fn finding(&self, span: Span) -> Diagnostic {
        match self.limit {
            Limit::Nesting => Diagnostic::error(Code::TOO_DEEP, span, format!("this is nested deeper than {NESTING_MAX} levels"))
                .help("give a part of it a name with `let`, and use the name"),
            Limit::ItemTokens => {
                let message = format!("this item has more than {ITEM_TOKENS_MAX} words and signs");
                Diagnostic::error(Code::TOO_LARGE, span, message)
                    .label("given up here")
                    .help("split it into several items, or make the data an input")
            }
            Limit::PolicyTokens => {
                let message = format!("the policy has more than {POLICY_TOKENS_MAX} words and signs");
                Diagnostic::error(Code::TOO_LARGE, span, message)
                    .label("given up here")
                    .help("split it: a file holds one policy; or make the data an input")
            }
        }
    }
}

/// Every item that passes a limit.
pub(super) fn too_much(text: &str, tokens: &Tokens) -> Vec<TooMuch> {
    let mut found: Vec<TooMuch> = Vec::new();
    let mut nesting = Nesting::default();
    let (mut item_start, mut item_tokens, mut reported) = (0, 0_usize, false);
    let (mut policy_tokens, mut led) = (0_usize, false);
    // Whether the token before can be the last of an expression.
    let mut ends_expression = true;
    let mut all = tokens.all().iter().peekable();
    while let Some(token) = all.next() {
        let word = text.get(token.start..token.end).unwrap_or("");
        let column_one = column_one(text, token.start);
        let leads = matches!(token.kind, TokenKind::Doc | TokenKind::Mark) && column_one;
        let starts = column_one && ITEM_WORDS.contains(&word);
        // An item begins with its documentation.
        if !led && (leads || starts) {
            if let Some(last) = found.last_mut().filter(|last| last.item.start == item_start) {
                last.item.end = token.start;
            }
            (nesting, item_start, item_tokens, reported) = (Nesting::default(), token.start, 0, false);
        }
        led = leads || led && !column_one;
        item_tokens += 1;
        // What is not parsed costs little.
        policy_tokens += usize::from(!reported);
        let next = all.peek().and_then(|next| text.get(next.start..next.end)).unwrap_or("");
        nesting.step(token.kind, word, next, begins_line(text, token.start) && ends_expression);
        ends_expression = match token.kind {
            TokenKind::Sign => matches!(word, ")" | "]" | "}" | "?"),
            TokenKind::Word => matches!(word, "none" | "true" | "false") || !RESERVED.contains(&word),
            _ => true,
        };
        let limit = match () {
            () if reported => None,
            () if nesting.depth > NESTING_MAX => Some(Limit::Nesting),
            () if item_tokens > ITEM_TOKENS_MAX => Some(Limit::ItemTokens),
            () if policy_tokens > POLICY_TOKENS_MAX => Some(Limit::PolicyTokens),
            () => None,
        };
        if let Some(limit) = limit {
            reported = true;
            found.push(TooMuch { limit, token: *token, item: item_start..text.len() });
            if limit == Limit::PolicyTokens {
                break;
            }
        }
    }
    found
}

fn begins_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|before| before.trim_end_matches([' ', '\t']).ends_with('\n'))
}

fn column_one(text: &str, at: usize) -> bool {
    at == 0 || text.get(..at).is_some_and(|before| before.ends_with(['\n', '\u{feff}']))
}

#[derive(Default)]
struct Nesting {
    /// For every open bracket, how many `if`s and `<` of types around it are open inside the bracket before it.
    outside: Vec<usize>,
    /// How many are open inside the innermost bracket.
    inside: usize,
    /// Open brackets, `if`s and `<`.
    depth: usize,
}

impl Nesting {
    fn step(&mut self, kind: TokenKind, word: &str, next: &str, begins: bool) {
        match (kind, word) {
            (TokenKind::Sign, "(" | "[" | "{" | "?[") => self.open(),
            (TokenKind::Sign, ")" | "]" | "}") => self.close(),
            (TokenKind::Sign, ">") => self.leave(1),
            // Behind these nothing of what stood before them in the same brackets is open. A word of them begins something
            // only on a line of its own, behind what ends an expression: elsewhere it is a name or binds one.
            (TokenKind::Sign, "," | "|" | "=>") => self.leave(usize::MAX),
            (TokenKind::Word, "rule" | "otherwise" | "expect" | "let") if begins => self.leave(usize::MAX),
            (TokenKind::TemplateText, _) => {
                if word.starts_with('}') {
                    self.close();
                }
                if word.ends_with("${") {
                    self.open();
                }
            }
            (TokenKind::Word, "if") => self.enter(),
            (TokenKind::Word, "list" | "set" | "map") if next == "<" => self.enter(),
            _ => {}
        }
    }

    fn open(&mut self) {
        self.outside.push(std::mem::take(&mut self.inside));
        self.depth += 1;
    }

    fn close(&mut self) {
        if let Some(outside) = self.outside.pop() {
            self.depth = self.depth.saturating_sub(1 + self.inside);
            self.inside = outside;
        }
    }

    fn enter(&mut self) {
        self.inside += 1;
        self.depth += 1;
    }

    fn leave(&mut self, count: usize) {
        let left = count.min(self.inside);
        self.inside -= left;
        self.depth = self.depth.saturating_sub(left);
    }
}

//! Counts how deep a text is nested before anything recurses.
//!
//! The parser, the tree and everything that walks it recurse once a level. The count comes first, so that a deep text is a
//! finding at the bracket that is too deep, and costs its own item only.

use std::ops::Range;

use super::NESTING_MAX;
use super::scan::{Token, TokenKind, Tokens};
use super::words::{ITEM_WORDS, RESERVED};

/// An item that is nested too deep.
pub(super) struct TooDeep {
    /// The bracket or `if` that is one too many.
    pub(super) token: Token,
    /// The item, up to the next one.
    pub(super) item: Range<usize>,
}

/// Every item that is nested too deep.
pub(super) fn too_deep(text: &str, tokens: &Tokens) -> Vec<TooDeep> {
    let mut found: Vec<TooDeep> = Vec::new();
    let mut nesting = Nesting::default();
    let (mut item_start, mut reported) = (0, false);
    // Whether the token before can be the last of an expression.
    let mut ends_expression = true;
    let mut all = tokens.all().iter().peekable();
    while let Some(token) = all.next() {
        let word = text.get(token.start..token.end).unwrap_or("");
        if column_one(text, token.start) && (matches!(token.kind, TokenKind::Doc | TokenKind::Mark) || ITEM_WORDS.contains(&word))
        {
            if let Some(last) = found.last_mut().filter(|last| last.item.start == item_start) {
                last.item.end = token.start;
            }
            (nesting, item_start, reported) = (Nesting::default(), token.start, false);
        }
        let next = all.peek().and_then(|next| text.get(next.start..next.end)).unwrap_or("");
        nesting.step(token.kind, word, next, begins_line(text, token.start) && ends_expression);
        ends_expression = match token.kind {
            TokenKind::Sign => matches!(word, ")" | "]" | "}" | "?"),
            TokenKind::Word => matches!(word, "none" | "true" | "false") || !RESERVED.contains(&word),
            _ => true,
        };
        if nesting.depth > NESTING_MAX && !reported {
            reported = true;
            found.push(TooDeep { token: *token, item: item_start..text.len() });
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

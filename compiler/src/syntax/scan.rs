//! Takes a text apart into words and signs, whatever is wrong with it.
//!
//! The grammar decides what a policy says. This scan runs before it and never fails; it serves what a grammar cannot do:
//! counting brackets before anything recurses, telling where a word ends around a mistake, and finding the literal that
//! is not closed on its line.

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters, digits and `_`, beginning with a letter or `_`.
    Word,
    /// What begins with a digit.
    Number,
    /// `"…"` or `r"…"`, closed on its line.
    Text,
    /// A `"…"`, `r"…"` or template that its line does not close: up to the end of the line.
    Unclosed,
    /// The text between the holes of a template, or its opening or closing mark.
    TemplateText,
    /// `/// …`
    Doc,
    /// `//! …`
    FileDoc,
    /// `@` and a word.
    Mark,
    /// An operator, bracket or comma.
    Sign,
    /// A character that begins nothing in this language.
    Other,
}

/// A piece of text with its place, in bytes of the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// All tokens of a text, blanks and plain comments left out.
#[derive(Debug, Default)]
pub(crate) struct Tokens {
    list: Vec<Token>,
}

impl Tokens {
    /// Takes a whole text apart.
    pub(crate) fn scan(text: &str) -> Tokens {
        let mut scanner = Scanner { text, at: 0, line_end: None, list: Vec::new(), open: Vec::new() };
        scanner.run();
        Tokens { list: scanner.list }
    }

    /// Every token in order.
    pub(crate) fn all(&self) -> &[Token] {
        &self.list
    }

    /// The place of the first token that ends behind byte `at`: the one that holds it or the next one.
    fn index_from(&self, at: usize) -> usize {
        self.list.partition_point(|token| token.end <= at)
    }

    /// The token that holds byte `at`, or the next one behind it.
    pub(crate) fn from(&self, at: usize) -> Option<Token> {
        self.list.get(self.index_from(at)).copied()
    }

    /// The tokens that lie in a range of bytes.
    pub(crate) fn within(&self, range: std::ops::Range<usize>) -> &[Token] {
        let first = self.list.partition_point(|token| token.start < range.start);
        let last = self.list.partition_point(|token| token.start < range.end);
        self.list.get(first..last.max(first)).unwrap_or(&[])
    }

    /// The last token that begins before byte `at`.
    pub(crate) fn before(&self, at: usize) -> Option<Token> {
        self.list.partition_point(|token| token.start < at).checked_sub(1).and_then(|index| self.list.get(index)).copied()
    }
}

/// Longer signs stand before those they begin with.
const SIGNS: &[&str] = &[
    "...", "..=", "===", "!==", "==", "!=", "<=", ">=", "=>", "->", "??", "?.", "?[", "&&", "/*", "*/", "(", ")", "[", "]", "{",
    "}", ",", ":", ";", ".", "?", "=", "<", ">", "+", "-", "*", "/", "|", "!", "%",
];

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Where the line of `at` ends, once that was asked: a line of many texts must not be searched anew for each.
    line_end: Option<usize>,
    list: Vec<Token>,
    /// What is open around `at`, as far as templates need it: a hole of a template, or a bracket inside such a hole.
    open: Vec<Open>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A `${` whose template began with the token of that number.
    Hole(usize),
    Brace,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            match next {
                '\n' => {
                    self.close_templates();
                    self.at += 1;
                    self.line_end = None;
                }
                ' ' | '\t' | '\r' => self.at += 1,
                '/' if self.rest().starts_with("//") => self.comment(),
                '"' => self.text_literal(1),
                'r' if self.rest().starts_with("r\"") => self.text_literal(2),
                '`' => {
                    let first = self.list.len();
                    self.template_text(first, 1);
                }
                'a'..='z' | 'A'..='Z' | '_' => self.take_while(TokenKind::Word, |c| c.is_ascii_alphanumeric() || c == '_'),
                '@' => self.mark(),
                '0'..='9' => self.number(),
                _ => self.sign(next),
            }
        }
        self.close_templates();
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        self.list.push(Token { kind, start: self.at, end: self.at + length });
        self.at += length;
    }

    fn take_while(&mut self, kind: TokenKind, belongs: impl Fn(char) -> bool) {
        let length = self.rest().find(|c| !belongs(c)).unwrap_or(self.rest().len());
        self.push(kind, length);
    }

    fn mark(&mut self) {
        let word = self.rest().get(1..).unwrap_or("");
        match word.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(word.len()) {
            0 => self.push(TokenKind::Other, 1),
            length => self.push(TokenKind::Mark, 1 + length),
        }
    }

    /// How many bytes are left on the line, its end not counted.
    fn line_rest(&mut self) -> usize {
        let end = self.line_end.unwrap_or_else(|| self.at + self.rest().find('\n').unwrap_or(self.rest().len()));
        self.line_end = Some(end);
        let carriage_return = end > self.at && self.text.as_bytes().get(end - 1) == Some(&b'\r');
        end - usize::from(carriage_return) - self.at
    }

    fn comment(&mut self) {
        let length = self.line_rest();
        let rest = self.rest();
        let kind = match rest {
            _ if rest.starts_with("//!") => Some(TokenKind::FileDoc),
            _ if rest.starts_with("///") && !rest.starts_with("////") => Some(TokenKind::Doc),
            _ => None,
        };
        match kind {
            Some(kind) => self.push(kind, length),
            None => self.at += length,
        }
    }

    fn text_literal(&mut self, quote: usize) {
        let line = self.line_rest();
        let body = self.text.get(self.at + quote..self.at + line).unwrap_or("");
        let mut escaped = false;
        for (offset, c) in body.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quote == 1 => escaped = true,
                '"' => return self.push(TokenKind::Text, quote + offset + 1),
                _ => {}
            }
        }
        self.push(TokenKind::Unclosed, line);
    }

    /// The text of a template from an opening mark or the end of a hole, `skip` bytes long, up to the next hole or the
    /// closing mark.
    fn template_text(&mut self, first: usize, skip: usize) {
        let line = self.line_rest();
        let body = self.text.get(self.at + skip..self.at + line).unwrap_or("");
        let mut escaped = false;
        for (offset, c) in body.char_indices() {
            let rest = body.get(offset..).unwrap_or("");
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '`' => return self.push(TokenKind::TemplateText, skip + offset + 1),
                '$' if rest.starts_with("${") => {
                    self.push(TokenKind::TemplateText, skip + offset + 2);
                    self.open.push(Open::Hole(first));
                    return;
                }
                _ => {}
            }
        }
        self.unclosed(first, self.at + line);
    }

    /// Puts one token for a whole template in the place of its pieces.
    fn unclosed(&mut self, first: usize, end: usize) {
        let start = self.list.get(first).map_or(self.at, |token| token.start);
        self.list.truncate(first);
        self.list.push(Token { kind: TokenKind::Unclosed, start, end });
        self.at = end;
    }

    /// No literal runs over the end of a line: what is open there is not closed at all.
    fn close_templates(&mut self) {
        let outermost = self.open.iter().find_map(|open| match open {
            Open::Hole(first) => Some(*first),
            Open::Brace => None,
        });
        self.open.clear();
        if let Some(first) = outermost {
            let end = self.at;
            self.unclosed(first, end);
        }
    }

    fn number(&mut self) {
        let rest = self.rest().as_bytes();
        let is = |at: usize, test: fn(&u8) -> bool| rest.get(at).is_some_and(test);
        let mut length = 1;
        loop {
            let sign = is(length, |b| matches!(b, b'+' | b'-')) && is(length - 1, |b| matches!(b, b'e' | b'E'));
            let point = is(length, |b| *b == b'.');
            if is(length, |b| b.is_ascii_alphanumeric() || *b == b'_') {
                length += 1;
            } else if (sign || point) && is(length + 1, u8::is_ascii_digit) {
                length += 2;
            } else {
                break;
            }
        }
        self.push(TokenKind::Number, length);
    }

    fn sign(&mut self, next: char) {
        let Some(sign) = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) else {
            return self.push(TokenKind::Other, next.len_utf8());
        };
        match (next, self.open.last().copied()) {
            ('{', Some(_)) => self.open.push(Open::Brace),
            ('}', Some(Open::Brace)) => {
                self.open.pop();
            }
            ('}', Some(Open::Hole(first))) => {
                self.open.pop();
                return self.template_text(first, 1);
            }
            _ => {}
        }
        self.push(TokenKind::Sign, sign.len());
    }
}

//! What is wrong with a bad piece, in words that help.
//!
//! The parser says how far it came and what would have let it go on. Three things are made of that: the place of the
//! mistake, what was expected there, and, where the mistake is a familiar one, the way out.

use std::collections::BTreeSet;
use std::ops::Range;

use pest::error::{Error, InputLocation};

use super::build::Builder;
use super::expected::Expected;
use super::familiar;
use super::grammar::Rule;
use super::recover::parse_alone;
use super::scan::{Token, TokenKind};
use super::words::RESERVED;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// How far a parse went.
#[derive(Debug)]
pub(super) struct Failure {
    /// The furthest place at which some word or sign was tried.
    furthest: usize,
    /// The furthest place at which some part of the grammar was tried.
    own: usize,
    /// The words and signs that were tried at the furthest place.
    expected: BTreeSet<String>,
    /// The parser ran out of stack.
    too_deep: bool,
}

impl Failure {
    pub(super) fn of(error: &Error<Rule>) -> Failure {
        let own = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let too_deep = matches!(error.variant, pest::error::ErrorVariant::CustomError { .. });
        let attempts = error.parse_attempts();
        let furthest = attempts.as_ref().map_or(own, |attempts| attempts.max_position);
        let expected = attempts.map(|attempts| attempts.expected_tokens().iter().map(ToString::to_string).collect());
        Failure { furthest, own, expected: expected.unwrap_or_default(), too_deep }
    }
}

/// Where a bad piece goes wrong.
pub(super) struct Mistake<'a> {
    pub(super) rule: Rule,
    pub(super) range: Range<usize>,
    /// The first token that does not fit, `None` at the end of the piece.
    pub(super) found: Option<Token>,
    /// The token before it, if it belongs to the piece.
    pub(super) before: Option<Token>,
    pub(super) expected: Expected,
    pub(super) builder: &'a Builder<'a>,
}

impl Mistake<'_> {
    pub(super) fn text(&self, token: Option<Token>) -> &str {
        token.map_or("", |token| self.builder.token_text(token))
    }

    pub(super) fn span(&self, token: Token) -> Span {
        Span::new(self.builder.source, token.start, token.end)
    }

    /// What may stand there, as a message names it.
    pub(super) fn expected_words(&self) -> String {
        let end = format!("the end of {}", piece_words(self.rule));
        match self.expected.words() {
            // Behind a whole value everyone knows that the piece may end.
            Some(words) if self.expected.operator() || !self.may_end() => words,
            Some(words) => format!("{} or {end}", words.replace(" or ", ", ")),
            None => end,
        }
    }

    /// Whether the piece would be good if it ended before the mistake.
    fn may_end(&self) -> bool {
        let head = self.before.and_then(|before| self.builder.text.get(self.range.start..before.end));
        head.is_some_and(|head| parse_alone(self.rule, head).is_ok())
    }

    /// What is found, as a message names it.
    fn found_words(&self) -> String {
        match self.found {
            None => format!("the end of {}", piece_words(self.rule)),
            Some(token) => {
                let text = self.text(Some(token));
                if text.chars().count() <= 30 {
                    return format!("`{text}`");
                }
                let start: String = text.chars().take(24).collect();
                format!("`{start}…`")
            }
        }
    }

    /// Where the underline goes. What is missing at the end of a line is missing there, not at the first word of the next.
    pub(super) fn place(&self) -> Span {
        let behind = |token: Token| self.span(token).behind();
        match (self.found, self.before) {
            (Some(found), Some(before)) if self.deeper_line(found) && self.begins_something(found) => behind(before),
            (Some(found), _) => self.span(found),
            (None, Some(before)) => behind(before),
            (None, None) => Span::new(self.builder.source, self.range.start, self.range.start),
        }
    }

    /// Whether a token may begin a line of a good piece, so that the mistake is rather what is missing before it.
    fn begins_something(&self, token: Token) -> bool {
        match token.kind {
            TokenKind::Sign => matches!(self.text(Some(token)), "(" | "[" | "{" | "-" | "..." | "|" | "}" | "]" | ")"),
            TokenKind::Text => !self.expected.has("because"),
            _ => true,
        }
    }

    /// Whether a token begins a line that is indented deeper than the piece.
    fn deeper_line(&self, token: Token) -> bool {
        let indent = |at: usize| {
            let line = self.builder.text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
            at - line
        };
        token.start > self.range.start && self.builder.begins_line(token.start) && indent(token.start) > indent(self.range.start)
    }
}

fn piece_words(rule: Rule) -> &'static str {
    match rule {
        Rule::one_part => "the rule",
        Rule::one_named_row | Rule::one_plain_row => "the row",
        Rule::one_named_head | Rule::one_plain_head => "the heading",
        Rule::one_case => "the example",
        Rule::one_claim => "the expectation",
        _ => "the item",
    }
}

/// The finding for a bad piece.
pub(super) fn explain(builder: &Builder<'_>, rule: Rule, range: Range<usize>, failure: &Failure) -> Diagnostic {
    let whole = Span::new(builder.source, range.start, range.end);
    if failure.too_deep {
        return Diagnostic::error(Code::TOO_DEEP, whole.before(), format!("{} is nested too deep to be read", piece_words(rule)))
            .help("give a part of it a name with `let`, and use the name");
    }
    let mistake = locate(builder, rule, range, failure);
    unclosed(&mistake)
        .or_else(|| familiar::misspelt(&mistake))
        .or_else(|| familiar::explain(&mistake))
        .unwrap_or_else(|| plain(&mistake))
}

/// The finding for a bad piece if a keyword is misspelt.
pub(super) fn misspelt(builder: &Builder<'_>, rule: Rule, range: Range<usize>, failure: &Failure) -> Option<Diagnostic> {
    familiar::misspelt(&locate(builder, rule, range, failure))
}

fn locate<'a>(builder: &'a Builder<'a>, rule: Rule, range: Range<usize>, failure: &Failure) -> Mistake<'a> {
    // Whether a word is reserved is asked before it is refused, so the furthest place is its end: go back to the word.
    let refused = builder.tokens.before(range.start + failure.furthest).filter(|word| {
        let place = (range.start + failure.own, range.start + failure.furthest);
        place == (word.start, word.end) && RESERVED.contains(&builder.token_text(*word))
    });
    let found = refused.or_else(|| token_at(builder, &range, failure.furthest));
    let place = found.map_or(range.end, |token| token.start);
    let before = builder.tokens.before(place).filter(|token| token.start >= range.start);
    let expected = expected_at(builder, rule, &range, before);
    Mistake { rule, range, found, before, expected, builder }
}

/// `expected …, found …`
fn plain(mistake: &Mistake<'_>) -> Diagnostic {
    let message = format!("expected {}, found {}", mistake.expected_words(), mistake.found_words());
    with_bracket(mistake, Diagnostic::error(Code::UNEXPECTED_WORD, mistake.place(), message))
}

/// Adds the bracket that is open at the mistake, if closing it would be one way out.
pub(super) fn with_bracket(mistake: &Mistake<'_>, finding: Diagnostic) -> Diagnostic {
    match open_bracket(mistake) {
        Some(bracket) if mistake.expected.has(closing(mistake.text(Some(bracket)))) => {
            let text = format!("this `{}` is open", mistake.text(Some(bracket)));
            finding.also(mistake.span(bracket), text)
        }
        _ => finding,
    }
}

/// The innermost bracket of the piece that is open before the mistake.
pub(super) fn open_bracket(mistake: &Mistake<'_>) -> Option<Token> {
    let end = mistake.found.map_or(mistake.range.end, |token| token.start);
    let mut open = Vec::new();
    for token in mistake.builder.tokens.within(mistake.range.start..end) {
        let text = mistake.text(Some(*token));
        match token.kind {
            TokenKind::Sign if matches!(text, "(" | "[" | "?[" | "{") => open.push(*token),
            TokenKind::Sign if matches!(text, ")" | "]" | "}") => {
                open.pop();
            }
            TokenKind::TemplateText if text.starts_with('}') => {
                open.pop();
                if text.ends_with("${") {
                    open.push(*token);
                }
            }
            TokenKind::TemplateText if text.ends_with("${") => open.push(*token),
            _ => {}
        }
    }
    open.pop()
}

fn closing(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" | "?[" => "]",
        _ => "}",
    }
}

/// A literal that its line does not close, at or before the place that was reached.
fn unclosed(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let end = mistake.found.map_or(mistake.range.end, |token| token.end);
    let tokens = mistake.builder.tokens.within(mistake.range.start..end);
    let token = *tokens.iter().find(|token| token.kind == TokenKind::Unclosed)?;
    let (what, quote) = if mistake.text(Some(token)).starts_with('`') { ("template", "a backtick") } else { ("text", "`\"`") };
    let finding = Diagnostic::error(Code::BAD_LITERAL, mistake.span(token), format!("this {what} is not closed on its line"));
    Some(finding.help(format!("close it with {quote}; a line break inside it is written `\\n`")))
}

/// The token of a piece that holds a place of the piece alone, or the next one.
fn token_at(builder: &Builder<'_>, range: &Range<usize>, place: usize) -> Option<Token> {
    builder.tokens.from(range.start + place).filter(|token| token.start < range.end)
}

/// Ends no word, and is part of none: what the parser expects instead of it is what may stand in its place.
const NOTHING: char = '\u{1}';

/// What may follow a token of a piece, and still become a piece of its kind.
pub(super) fn expected_at(builder: &Builder<'_>, rule: Rule, range: &Range<usize>, before: Option<Token>) -> Expected {
    let head = before.map_or("", |before| builder.text.get(range.start..before.end).unwrap_or(""));
    let blank = match before {
        // Documentation ends with its line.
        Some(token) if matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc) => "\n",
        // What follows a point touches it.
        _ if head.ends_with('.') => "",
        _ => " ",
    };
    let text = format!("{head}{blank}{NOTHING}");
    match parse_alone(rule, &text) {
        Err(failure) if failure.furthest + NOTHING.len_utf8() == text.len() => Expected::new(failure.expected),
        _ => Expected::new(BTreeSet::new()),
    }
}

/// How far a piece parses with another word in the place of a token; `None` for all of it.
pub(super) fn reach_with(mistake: &Mistake<'_>, token: Token, word: &str) -> Option<usize> {
    let part = |range: Range<usize>| mistake.builder.text.get(range).unwrap_or("");
    let text = format!("{}{word}{}", part(mistake.range.start..token.start), part(token.end..mistake.range.end));
    let failure = parse_alone(mistake.rule, &text).err()?;
    Some((mistake.range.start + failure.furthest + (token.end - token.start)).saturating_sub(word.len()))
}

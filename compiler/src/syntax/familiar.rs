//! Mistakes that people make often: misspelt words, and habits from other languages.

mod elsewhere;

pub(crate) use elsewhere::instead_of_method;

use super::grammar::Rule;
use super::message::{Mistake, open_bracket, reach_with, with_bracket};
use super::scan::{Token, TokenKind};
use super::tree::AggregateOp;
use super::words::{ITEM_WORDS, RESERVED};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A word that is no keyword but nearly one that may stand there: the word found, or the one before it.
pub(super) fn misspelt(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let found = mistake.found.and_then(|found| correction(mistake, found, &mistake.expected.keywords().collect::<Vec<_>>()));
    let (token, word) = match found {
        Some(found) => found,
        None => {
            let before = mistake.before?;
            let earlier = mistake.builder.tokens.before(before.start).filter(|token| token.start >= mistake.range.start);
            let expected = super::message::expected_at(mistake.builder, mistake.rule, &mistake.range, earlier);
            let before = correction(mistake, before, &expected.keywords().collect::<Vec<_>>());
            before.or_else(|| aggregate(mistake))?
        }
    };
    let wrong = mistake.text(Some(token));
    let message = format!("`{wrong}` is no word of the language here: did you mean `{word}`?");
    Some(Diagnostic::error(Code::UNEXPECTED_WORD, mistake.span(token), message).help(format!("write `{word}`")))
}

/// The keyword that a token is nearly, if the piece parses further with it.
fn correction(mistake: &Mistake<'_>, token: Token, keywords: &[&str]) -> Option<(Token, String)> {
    let word = mistake.text(Some(token));
    if token.kind != TokenKind::Word || keywords.contains(&word) || RESERVED.contains(&word) {
        return None;
    }
    let reached = mistake.found.map_or(mistake.range.end, |found| found.end.max(token.end));
    let near = keywords.iter().filter(|keyword| is_near(word, keyword));
    let reach = |keyword: &&str| reach_with(mistake, token, keyword).unwrap_or(usize::MAX);
    let best = near.map(|keyword| (reach(keyword), *keyword)).max_by_key(|(reach, keyword)| (*reach, keyword.len()))?;
    // A letter alone is a likely name.
    let enough = if word.len() > 1 { reached + 1 } else { usize::MAX };
    (best.0 >= enough).then(|| (token, best.1.to_owned()))
}

/// `frist(x for …)`: clauses stand in the parentheses of an aggregate, so the word before them is to be one.
fn aggregate(mistake: &Mistake<'_>) -> Option<(Token, String)> {
    let bracket = open_bracket(mistake).filter(|bracket| mistake.text(Some(*bracket)) == "(")?;
    let word = mistake
        .builder
        .tokens
        .before(bracket.start)
        .filter(|word| word.end == bracket.start && word.start >= mistake.range.start)?;
    (mistake.text(mistake.found) == "for").then(|| correction(mistake, word, &AggregateOp::ALL.map(AggregateOp::word)))?
}

/// One letter more, less or other, two neighbours swapped, or another case.
fn is_near(word: &str, keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword) || strsim::osa_distance(word, keyword) == 1
}

/// A habit from elsewhere, with the way out.
pub(super) fn explain(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    documentation(mistake)
        .or_else(|| closed_too_early(mistake))
        .or_else(|| strange_character(mistake))
        .or_else(|| reserved(mistake))
        .or_else(|| closes_nothing(mistake))
        .or_else(|| elsewhere::dashes(mistake))
        .or_else(|| elsewhere::no_brace(mistake))
        .or_else(|| hint(mistake))
        .or_else(|| comma(mistake))
}

/// Documentation in front of nothing that can have it.
fn documentation(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let is_doc = |token: &Token| matches!(token.kind, TokenKind::Doc | TokenKind::FileDoc);
    let token = mistake.before.filter(is_doc).or(mistake.found.filter(is_doc))?;
    // What the documentation stands before may be broken instead.
    let reached = mistake.found.map_or(mistake.range.end, |found| found.end);
    if mistake.found.is_some() && reach_with(mistake, token, "").is_some_and(|reach| reach <= reached) {
        return None;
    }
    let finding = Diagnostic::error(Code::LOST_DOC, mistake.span(token), "this comment documents nothing");
    Some(match token.kind {
        TokenKind::FileDoc => finding.help("`//!` documents the file and stands at its beginning; elsewhere write `//`"),
        _ => finding.help("`///` stands before an item, a rule, a row or a member; elsewhere write `//`"),
    })
}

/// A character that only looks like one of the language.
fn strange_character(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let found = mistake.found.filter(|token| matches!(token.kind, TokenKind::Other | TokenKind::Mark))?;
    let c = mistake.text(Some(found)).chars().next()?;
    let instead = match c {
        '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => "type a plain blank instead",
        '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{ff02}' => "type a plain `\"` instead",
        '\'' | '\u{2018}'..='\u{201b}' => "a text stands between two `\"`",
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}' => "type a plain `-` instead",
        '\u{2260}' => "type `!=` instead",
        '\u{2264}' => "type `<=` instead",
        '\u{2265}' => "type `>=` instead",
        '\u{2192}' => "type `->` instead",
        '\u{21d2}' => "type `=>` instead",
        '\u{2026}' => "type `...` instead",
        '\u{ff0c}' | '\u{3001}' => "type a plain `,` instead",
        '#' => "a comment begins with `//`",
        '@' => "`@allow(CODE, \"why\")` stands before an item, a rule or a row",
        _ if c.is_alphabetic() => {
            "a name is made of `a` to `z`, `A` to `Z`, digits and `_`; other letters stand in texts and comments"
        }
        _ => "only texts and comments may hold it",
    };
    let shown = if c.is_ascii() { format!("`{c}`") } else { format!("the character U+{:04X} (`{c}`)", u32::from(c)) };
    let shown = if c.is_whitespace() { format!("the character U+{:04X}", u32::from(c)) } else { shown };
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, mistake.span(found), format!("{shown} does not belong here"));
    Some(finding.help(instead))
}

/// A reserved word where a name is wanted.
fn reserved(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let found = mistake.found?;
    let word = mistake.text(Some(found));
    let span = mistake.span(found);
    match word {
        "import" | "include" if mistake.expected.item() => {
            let finding = Diagnostic::error(Code::UNEXPECTED_WORD, span, format!("expected an item, found `{word}`"));
            return Some(finding.help("names of another file are brought in with `use`, such as `use toolkit.names`"));
        }
        "none" | "some" if matches!(mistake.rule, Rule::one_named_row | Rule::one_plain_row) && mistake.expected.has("is") => {
            let finding = Diagnostic::error(Code::UNEXPECTED_WORD, span, format!("`{word}` is no test of a cell"));
            return Some(finding.help(format!("write `is {word}`")));
        }
        _ => {}
    }
    if RESERVED.contains(&word) && mistake.expected.name() && !mistake.expected.value() && !mistake.expected.has("list") {
        let finding =
            Diagnostic::error(Code::UNEXPECTED_WORD, span, format!("`{word}` has a meaning of its own and cannot be a name"));
        return Some(
            finding.help("take another name; only after `.`, in a record's fields and after `input` or `output` any word is one"),
        );
    }
    None
}

/// Words and signs of other languages, or of another place of this one.
fn hint(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let Some(found) = mistake.found else { return no_arrow(mistake) };
    let expected = &mistake.expected;
    let before = mistake.text(mistake.before);
    let next = mistake.builder.tokens.from(found.end).filter(|next| next.start == found.end);
    let apart =
        mistake.before.is_some_and(|before| before.end < found.start && matches!(before.kind, TokenKind::Word | TokenKind::Sign));
    let text = mistake.text(Some(found));
    let other = elsewhere::help(mistake);
    let help = match text {
        _ if other.is_some() => other.as_deref().unwrap_or_default(),
        "&&" => "write `and`",
        "|" if mistake.text(next) == "|" && expected.operator() => "write `or`",
        "!" if expected.value() => "write `not`",
        "===" => "write `==`",
        "!==" => "write `!=`",
        "=" if expected.operator() => "values are compared with `==`",
        "=" if expected.has(":") => "here a name and what belongs to it are joined by `:`",
        "=" | "->" | ":" if expected.has("=>") => "an outcome stands behind `=>`",
        "==" if expected.has("=") => "write one `=`; two compare values",
        ":" if expected.has("=") => "write `=`",
        "=>" if expected.has("->") => "write `->`; `=>` stands before an outcome",
        ":" if expected.has("->") => "the type of a result stands behind `->`",
        ";" => "leave it out: an item, a rule and a row end with their line",
        "/*" | "*/" => "a comment begins with `//` and ends with its line",
        "/" | "%" if expected.operator() => "the language has no division yet",
        "?" | "??" if expected.has("=") && !expected.operator() => "one `?` is enough: an optional of an optional is the same",
        "?" if expected.operator() => "write `if … then … else …`",
        "|" if expected.has("?") && !expected.operator() => "only texts are joined by `|`: `\"a\" | \"b\"`",
        "[" if matches!(before, "list" | "set" | "map") && expected.has("<") => {
            "the type of the elements stands in `<` and `>`: `list<string>`"
        }
        "(" | "[" | "." | "?." if apart && expected.operator() => {
            "it must touch what stands before it: `f(x)`, `list[0]`, `tool.name`"
        }
        "if" if expected.value() => "put the `if` and all that belongs to it in parentheses",
        "elif" | "elsif" | "elseif" if expected.has("else") => "write `else if`",
        _ if expected.item() && mistake.rule == Rule::one_item => {
            "begin it with what it is: `let`, `const`, `input`, `output`, `type`, `table`, `def`, …"
        }
        _ if ITEM_WORDS.contains(&text) && mistake.rule == Rule::one_item && open_bracket(mistake).is_none() => {
            let finding = Diagnostic::error(
                Code::LAYOUT,
                mistake.span(found),
                format!("`{text}` does not stand at the beginning of its line"),
            );
            return Some(finding.help(format!("an item begins in column one: begin a new line before `{text}`")));
        }
        _ => return None,
    };
    let shown = if help == "write `or`" { "||" } else { text };
    let span = Span::new(mistake.builder.source, found.start, found.start + shown.len());
    Some(
        Diagnostic::error(Code::UNEXPECTED_WORD, span, format!("expected {}, found `{shown}`", mistake.expected_words()))
            .help(help),
    )
}

/// A heading or row without the arrow between what is asked and what follows.
fn no_arrow(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let what = match mistake.rule {
        Rule::one_named_head | Rule::one_plain_head => "heading",
        Rule::one_named_row | Rule::one_plain_row => "row",
        _ => return None,
    };
    let tokens = mistake.builder.tokens.within(mistake.range.clone());
    if tokens.iter().any(|token| mistake.text(Some(*token)) == "=>") {
        return None;
    }
    let span = Span::new(mistake.builder.source, mistake.range.start, tokens.last().map_or(mistake.range.end, |token| token.end));
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, span, format!("this {what} lacks its `=>`"));
    Some(finding.help("`=>` stands between the cells that ask and those that say what follows"))
}

/// A record that is the end of its item: its `}` was taken for that of the table or the statements around it, which is
/// the one that lacks.
fn closed_too_early(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let builder = mistake.builder;
    if mistake.found.is_some() || !matches!(mistake.rule, Rule::one_part | Rule::one_case | Rule::one_claim) {
        return None;
    }
    open_bracket(mistake).filter(|bracket| mistake.text(Some(*bracket)) == "{")?;
    let close = builder.tokens.from(mistake.range.end)?;
    // In column one it closes the table after all.
    if mistake.text(Some(close)) != "}" || builder.column_one(close.start) {
        return None;
    }
    let outer = open_around(mistake)?;
    let message = "expected `}`, found the end of the item";
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, mistake.span(close).behind(), message);
    Some(finding.also(mistake.span(outer), "this `{` is open").help("close it in a line of its own: `}`"))
}

/// The `{` around a piece.
fn open_around(mistake: &Mistake<'_>) -> Option<Token> {
    let mut closed = 0_usize;
    for token in mistake.builder.tokens.within(0..mistake.range.start).iter().rev() {
        if token.kind != TokenKind::Sign {
            continue;
        }
        match mistake.text(Some(*token)) {
            "}" => closed += 1,
            "{" if closed == 0 => return Some(*token),
            "{" => closed -= 1,
            _ => {}
        }
    }
    None
}

/// A closing bracket too many, or of another kind than the open one.
fn closes_nothing(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let found = mistake.found.filter(|token| token.kind == TokenKind::Sign)?;
    let bracket = mistake.text(Some(found));
    if !matches!(bracket, ")" | "]" | "}") || open_bracket(mistake).is_some() {
        return None;
    }
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, mistake.span(found), format!("this `{bracket}` closes nothing"));
    Some(finding.help("delete it, or open what it shall close"))
}

/// Two values side by side in brackets.
fn comma(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let found = mistake.found?;
    let starts_value = match found.kind {
        TokenKind::Word => {
            !RESERVED.contains(&mistake.text(Some(found))) || matches!(mistake.text(Some(found)), "none" | "true" | "false")
        }
        TokenKind::Number | TokenKind::Text | TokenKind::TemplateText => true,
        _ => matches!(mistake.text(Some(found)), "{" | "[" | "..."),
    };
    if !starts_value || !mistake.expected.has(",") || mistake.rule == Rule::one_case && open_bracket(mistake).is_none() {
        return None;
    }
    let before = mistake.before?;
    let text = mistake.text(Some(found));
    let place = Span::new(mistake.builder.source, before.end, before.end);
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, place, format!("expected `,` before `{text}`"));
    Some(with_bracket(mistake, finding))
}

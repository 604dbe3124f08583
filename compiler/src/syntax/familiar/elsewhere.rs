//! What other languages write differently: a help for each habit, where the place allows no doubt about it.

use super::super::grammar::Rule;
use super::super::message::{Mistake, open_bracket};
use super::super::scan::{Token, TokenKind};
use super::super::tree::AggregateOp;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The help for a token that another language would take here.
pub(super) fn help(mistake: &Mistake<'_>) -> Option<String> {
    let found = mistake.found?;
    rule_word(mistake, found)
        .or_else(|| hyphen(mistake, found))
        .or_else(|| cell(mistake, found))
        .or_else(|| type_(mistake, found))
        .or_else(|| clause(mistake, found))
        .or_else(|| aggregate(mistake, found))
        .or_else(|| method(mistake, found))
}

fn is_row(mistake: &Mistake<'_>) -> bool {
    matches!(mistake.rule, Rule::one_named_row | Rule::one_plain_row)
}

/// The token before another one of the same piece.
fn before(mistake: &Mistake<'_>, token: Token) -> Option<Token> {
    mistake.builder.tokens.before(token.start).filter(|before| before.start >= mistake.range.start)
}

/// The token behind another one, if it touches it.
fn touching(mistake: &Mistake<'_>, token: Token) -> Option<Token> {
    mistake.builder.tokens.from(token.end).filter(|next| next.start == token.end)
}

/// The words of a rule.
fn rule_word(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    let text = mistake.text(Some(found));
    let expected = &mistake.expected;
    let part = mistake.rule == Rule::one_part;
    Some(match text {
        "default" | "else" | "_" | "*"
            if part && (expected.has("otherwise") || expected.has("because")) && mistake.builder.begins_line(found.start) =>
        {
            "write `otherwise`".to_owned()
        }
        "when" | "if" if part && expected.has("otherwise") => "a rule begins with its name: `rule name when …`".to_owned(),
        "if" if part && expected.has("when") => "write `when`".to_owned(),
        _ if part && expected.has("when") && !hyphenated(mistake, found) && found.kind != TokenKind::Other => match found.kind {
            TokenKind::Word | TokenKind::Number | TokenKind::Text => "a condition stands behind `when`".to_owned(),
            _ if matches!(text, "(" | "[") => "a condition stands behind `when`".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether a `-` stands between two words without a blank.
fn hyphenated(mistake: &Mistake<'_>, found: Token) -> bool {
    let word = |token: Option<Token>| token.is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number));
    let touches = mistake.before.is_some_and(|before| before.end == found.start);
    mistake.text(Some(found)) == "-" && touches && word(mistake.before) && word(touching(mistake, found))
}

/// `no-pair` as a name.
fn hyphen(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    let start = mistake.before.filter(|_| hyphenated(mistake, found))?.start;
    let mut end = found;
    while let Some(next) = touching(mistake, end) {
        if !matches!(next.kind, TokenKind::Word | TokenKind::Number) && mistake.text(Some(next)) != "-" {
            break;
        }
        end = next;
    }
    let name = mistake.builder.text.get(start..end.end)?;
    let expected = &mistake.expected;
    if expected.has("when") || is_row(mistake) && expected.has("=>") && !expected.has(",") {
        return Some(format!("a rule's name with `-` stands in quotes: `\"{name}\"`"));
    }
    let declared = !expected.operator() && ["=", ":", "("].iter().any(|sign| expected.has(sign));
    declared.then(|| format!("a name is made of letters, digits and `_`: `{}`", name.replace('-', "_")))
}

/// The tests of a grid's cell.
fn cell(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    if !is_row(mistake) {
        return None;
    }
    let expected = &mistake.expected;
    let help = match mistake.text(Some(found)) {
        "|" | "=>" | "*" if expected.cell() => "write `-` for any value",
        "[" if mistake.text(mistake.before) == "in" => "give the list a name with `const`, and write that name behind `in`",
        "or" | "||" if expected.has(",") && !expected.operator() => "write `,` between the values of which one must hold",
        _ => return None,
    };
    Some(help.to_owned())
}

/// Types.
fn type_(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    let expected = &mistake.expected;
    if expected.operator() {
        return None;
    }
    let name = mistake.text(mistake.before.filter(|before| before.kind == TokenKind::Word));
    Some(match mistake.text(Some(found)) {
        "<" if expected.has("?") => match name {
            "Record" | "Map" | "HashMap" | "BTreeMap" | "Dict" | "dict" => {
                "write `map<…>` with the type of the values: the keys are always texts".to_owned()
            }
            "Array" | "List" | "Vec" | "array" => "write `list<…>`".to_owned(),
            "Set" | "HashSet" => "write `set<string>`".to_owned(),
            "Option" | "Optional" | "Maybe" => "write `?` behind the type: `string?`".to_owned(),
            _ => return None,
        },
        "[" if expected.has("?") && touching(mistake, found).is_some_and(|next| mistake.text(Some(next)) == "]") => {
            let element = if name.is_empty() || name.len() > 40 { "…" } else { name };
            format!("write `list<{element}>`")
        }
        "," if expected.has(">") => {
            "one type stands between `<` and `>`; the keys of a map are always texts: `map<int>`".to_owned()
        }
        _ => return None,
    })
}

/// The clauses of a comprehension.
fn clause(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    let help = match mistake.text(Some(found)) {
        "of" | ":" if mistake.expected.has("in") && !mistake.expected.operator() => "write `in`",
        "if" | "when" if mistake.expected.has("where") => "write `where`",
        _ => return None,
    };
    Some(help.to_owned())
}

/// An aggregate without a clause.
fn aggregate(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    let sign = mistake.text(Some(found));
    if !mistake.expected.has("for") || !matches!(sign, ")" | ",") {
        return None;
    }
    let bracket = open_bracket(mistake)?;
    let word = mistake.text(before(mistake, bracket).filter(|word| word.end == bracket.start));
    if !AggregateOp::ALL.iter().any(|op| op.word() == word) {
        return None;
    }
    Some(match (word, sign) {
        ("count", ")") => {
            "write `len(…)` for the number of all elements, `count(x for x in … where …)` for that of some".to_owned()
        }
        (_, ")") => format!("say of what: `{word}(x for x in …)`"),
        _ => format!("put the values in a list: `{word}(x for x in [a, b])`"),
    })
}

/// Methods.
fn method(mistake: &Mistake<'_>, found: Token) -> Option<String> {
    let name = mistake.before.filter(|name| name.end == found.start && name.kind == TokenKind::Word)?;
    let point = before(mistake, name).filter(|point| point.end == name.start)?;
    if mistake.text(Some(found)) != "(" || !matches!(mistake.text(Some(point)), "." | "?.") || !mistake.expected.operator() {
        return None;
    }
    Some(instead_of_method(mistake.text(Some(name))).to_owned())
}

/// What the language has in the place of a method of other languages.
pub(crate) fn instead_of_method(name: &str) -> &'static str {
    match name {
        "includes" | "has" | "indexOf" | "hasOwnProperty" => {
            "values have no methods; look an element up with `x in list`, a piece of a text with `contains(text, piece)`"
        }
        "contains" | "startsWith" | "endsWith" | "starts_with" | "ends_with" => {
            "values have no methods; write `contains(text, piece)`, `starts_with(text, piece)`, or look an element up with `x in list`"
        }
        "filter" => "values have no methods; write `[x for x in list where …]`",
        "find" => "values have no methods; write `first(x for x in list where …)`",
        "map" | "flatMap" => "values have no methods; write `[… for x in list]`",
        "some" | "any" => "values have no methods; write `any(… for x in list)`",
        "every" | "all" => "values have no methods; write `all(… for x in list)`",
        "length" | "size" | "len" | "count" => "values have no methods; write `len(list)`",
        "match" | "test" => "values have no methods; write `text matches r\"…\"`",
        _ => "values have no methods; a function is called as `f(x)`",
    }
}

/// The line of dashes below the heading of a Markdown table.
pub(super) fn dashes(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let text = mistake.builder.text.get(mistake.range.clone()).filter(|_| is_row(mistake))?;
    if !text.contains("--") || text.contains(|c| !matches!(c, '|' | '-' | ':' | ' ' | '\t' | '\r')) {
        return None;
    }
    let start = mistake.range.start;
    let span = Span::new(mistake.builder.source, start, start + text.trim_end().len());
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, span, "a grid has no line of dashes below its heading");
    Some(finding.help("leave the line out"))
}

/// A table without the `{` of its body.
pub(super) fn no_brace(mistake: &Mistake<'_>) -> Option<Diagnostic> {
    let found = mistake.found.filter(|found| mistake.builder.begins_line(found.start))?;
    let part = matches!(mistake.text(Some(found)), "let" | "rule" | "otherwise" | "|");
    if !part || mistake.rule != Rule::one_item || !mistake.expected.has("hit") || !mistake.expected.has("{") {
        return None;
    }
    let message = format!("expected {}, found `{}`", mistake.expected_words(), mistake.text(Some(found)));
    let finding = Diagnostic::error(Code::UNEXPECTED_WORD, mistake.place(), message);
    Some(finding.help("what is in a table stands between `{` and `}`: write the `{` at the end of this line"))
}

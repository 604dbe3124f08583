//! Blanks between the tokens of a line.

use super::super::scan::{Token, TokenKind};
use super::roles::Roles;

/// Whether two neighbouring tokens touch.
pub(super) fn touch(text: &str, roles: &Roles, first: Token, second: Token) -> bool {
    let word = |token: Token| text.get(token.start..token.end).unwrap_or("");
    let (a, b) = (word(first), word(second));
    if first.kind == TokenKind::TemplateText && a.ends_with("${") || second.kind == TokenKind::TemplateText && b.starts_with('}')
    {
        return true;
    }
    if roles.touches_behind.contains(&first.start) || roles.touches_before.contains(&second.start) {
        return true;
    }
    if roles.names.iter().any(|name| name.start <= first.start && second.end <= name.end) {
        return true;
    }
    let sign = |token: Token| if token.kind == TokenKind::Sign { word(token) } else { "" };
    matches!((sign(first), sign(second)), ("{", "}"))
        || matches!(sign(first), "(" | "[" | "?[" | "." | "?.")
        || matches!(sign(second), ")" | "]" | "," | ":" | "." | "?.")
}

/// The text of tokens in one line.
pub(super) fn joined(text: &str, roles: &Roles, tokens: &[Token]) -> String {
    let mut out = String::new();
    let mut before: Option<Token> = None;
    for token in tokens {
        if before.is_some_and(|before| !touch(text, roles, before, *token)) {
            out.push(' ');
        }
        out.push_str(text.get(token.start..token.end).unwrap_or("").trim_end());
        before = Some(*token);
    }
    out
}

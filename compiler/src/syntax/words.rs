//! The words of the language, and which words and texts can be names.

/// The words with which an item begins.
pub(super) const ITEM_WORDS: &[&str] =
    &["policy", "use", "type", "param", "const", "let", "input", "output", "def", "table", "examples", "test", "invariant"];

/// Words that never name a value.
pub(super) const RESERVED: &[&str] = &[
    "and",
    "as",
    "because",
    "else",
    "false",
    "for",
    "if",
    "implies",
    "in",
    "is",
    "let",
    "like",
    "matches",
    "none",
    "not",
    "or",
    "otherwise",
    "some",
    "then",
    "true",
    "when",
    "where",
];

/// Letters, digits and `_`, beginning with no digit.
pub(super) fn is_word(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Whether a text can name a value.
pub(super) fn is_name(text: &str) -> bool {
    is_word(text) && !RESERVED.contains(&text)
}

/// A name as it is written where any word is one: quoted if it must be.
pub(super) fn shown_name(text: &str) -> String {
    if is_word(text) { text.to_owned() } else { super::print::quoted(text) }
}

/// What stands between the quotes of a text literal without escapes.
pub(super) fn plain_quoted(literal: &str) -> Option<String> {
    let text = literal.strip_prefix('r').unwrap_or(literal).strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('\\')).then(|| text.to_owned())
}

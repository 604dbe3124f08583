//! Pieces of messages: the user's words, types, choices, each cut where it would fill the screen.

use std::fmt::{self, Write};

use crate::policy::{Param, Type, UnionType};
use crate::source::{Sources, Span};

/// How many characters of the user's text a message repeats.
const EXCERPT_MAX: usize = 40;
/// How many characters of a type a message shows.
const TYPE_MAX: usize = 100;
/// How many choices a message lists.
const CHOICES_MAX: usize = 8;

/// The text of a place in backticks; `this` where it is long or runs over lines.
pub(super) fn excerpt(sources: &Sources, span: Span) -> String {
    let text = sources.slice(span);
    if text.is_empty() || text.contains(['\n', '\r', '`']) || text.chars().take(EXCERPT_MAX + 1).count() > EXCERPT_MAX {
        return "this".to_owned();
    }
    let mut shown = String::new();
    text.chars().for_each(|c| push_told_apart(&mut shown, c));
    format!("`{shown}`")
}

/// A type in backticks.
pub(super) fn shown(ty: &Type) -> String {
    let mut start = Start { text: String::new(), left: TYPE_MAX };
    let cut = write!(start, "{ty}").is_err();
    format!("`{}{}`", start.text, if cut { "…" } else { "" })
}

/// The start of a text: writing stops where it is full, so that a large type costs no more than what is shown of it.
struct Start {
    text: String,
    left: usize,
}

impl fmt::Write for Start {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        for c in more.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            push_told_apart(&mut self.text, c);
        }
        Ok(())
    }
}

/// The type of what an excerpt shows: of a text literal that it is a text, since the literal itself stands before it.
pub(super) fn shown_beside(excerpt: &str, ty: &Type) -> String {
    let shown = shown(ty);
    if shown == excerpt { "`string`".to_owned() } else { shown }
}

/// A text as a literal in backticks.
pub(super) fn quoted(text: &str) -> String {
    let mut escaped = String::new();
    // No more than what is shown of it.
    for c in text.chars().take(EXCERPT_MAX + 1) {
        match c {
            '"' | '\\' => escaped.extend(['\\', c]),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            _ => push_told_apart(&mut escaped, c),
        }
    }
    format!("`\"{}\"`", cut(&escaped, EXCERPT_MAX))
}

/// Adds a character as a message shows it: as its JSON escape where it is not seen, or joins the one before it, so that no
/// two texts that differ look alike: `é` may be one character or two.
fn push_told_apart(text: &mut String, c: char) {
    // What is shown as it is, or behind a backslash, has two characters at most.
    if c.escape_debug().len() > 2 {
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    } else {
        text.push(c);
    }
}

/// The literals of a union.
pub(super) fn choices(union: &UnionType) -> String {
    let mut list: Vec<String> = union.literals.iter().take(CHOICES_MAX).map(|literal| quoted(literal)).collect();
    if union.literals.len() > CHOICES_MAX {
        list.push("…".to_owned());
    }
    list.join(", ")
}

/// Names in backticks with an `and` before the last.
pub(super) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let mut names = names.into_iter();
    let mut list: Vec<String> = names.by_ref().take(CHOICES_MAX).map(|name| format!("`{}`", cut(name, EXCERPT_MAX))).collect();
    let more = names.count();
    if more > 0 {
        return format!("{} and {more} more", list.join(", "));
    }
    match list.pop() {
        Some(last) if list.is_empty() => last,
        Some(last) => format!("{} and {last}", list.join(", ")),
        None => String::new(),
    }
}

/// Parameters as they are declared.
pub(super) fn parameters(params: &[Param]) -> String {
    let mut list: Vec<String> = params
        .iter()
        .take(CHOICES_MAX)
        .map(|param| format!("`{}: {}", param.name, shown(&param.ty).trim_start_matches('`')))
        .collect();
    if params.len() > CHOICES_MAX {
        list.push("…".to_owned());
    }
    list.join(", ")
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

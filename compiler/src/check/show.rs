//! Pieces of messages: the user's words, types, choices, each cut where it would fill the screen.

use crate::policy::{Type, UnionType};
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
    if text.is_empty() || text.contains(['\n', '\r', '`']) || text.chars().count() > EXCERPT_MAX {
        "this".to_owned()
    } else {
        format!("`{text}`")
    }
}

/// A type in backticks.
pub(super) fn shown(ty: &Type) -> String {
    format!("`{}`", cut(&ty.to_string(), TYPE_MAX))
}

/// A text as a literal in backticks.
pub(super) fn quoted(text: &str) -> String {
    format!("`\"{}\"`", cut(&text.escape_debug().to_string(), EXCERPT_MAX))
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
    let mut list: Vec<String> = names.into_iter().map(|name| format!("`{}`", cut(name, EXCERPT_MAX))).collect();
    if list.len() > CHOICES_MAX {
        let more = list.len() - CHOICES_MAX;
        list.truncate(CHOICES_MAX);
        return format!("{} and {more} more", list.join(", "));
    }
    match list.pop() {
        Some(last) if list.is_empty() => last,
        Some(last) => format!("{} and {last}", list.join(", ")),
        None => String::new(),
    }
}

fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

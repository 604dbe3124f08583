//! The canonical layout of a policy's text.
//!
//! Where lines break is the author's business; everything else is not: blanks between words, indentation, the columns of
//! grids, at most one empty line, and one line break at the end. No word, sign or comment is added, dropped or moved, so the
//! text says what it said. Texts with other line ends, or with a byte order mark, lose these.

mod lines;
mod roles;
mod spacing;

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::scan::Tokens;

use roles::Roles;

/// The text in canonical layout; nothing where the text has a piece that cannot be read, which parsing reports.
pub fn format(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let pairs = Grammar::parse(Rule::file, &text).ok()?;
    let tokens = Tokens::scan(&text);
    let roles = Roles::of(pairs, &text, &tokens)?;
    Some(lines::laid_out(&text, &tokens, &roles))
}

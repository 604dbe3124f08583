//! Pieces of a user's text as they stand in messages.

use std::fmt::Write;

/// `text` as it can stand in a message: cut to `chars_max` characters, the last one then `…`; a character that cannot be
/// seen, or that turns the text around it, is written as its JSON escape.
pub fn excerpt(text: &str, chars_max: usize) -> String {
    let mut shown = String::new();
    let mut room = chars_max;
    for (at, c) in text.char_indices() {
        let rest_fits = room > 1 || text.get(at + c.len_utf8()..).is_some_and(str::is_empty);
        if room == 0 || !rest_fits {
            shown.push('…');
            return shown;
        }
        room -= 1;
        if is_unseen(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Controls, blanks other than the space, characters that take no room, and marks of direction.
pub(super) fn is_unseen(c: char) -> bool {
    let blank = c != ' ' && c.is_whitespace();
    blank || c.is_control() || is_invisible(c)
}

/// Marks of direction, and characters that leave no trace where they stand: two texts that differ by one look alike. The
/// selectors of a character's variant are not among them, since they change what is shown.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_only_what_does_not_fit() {
        assert_eq!(excerpt("äbc", 4), "äbc");
        assert_eq!(excerpt("äbc", 3), "äbc");
        assert_eq!(excerpt("äbc", 2), "ä…");
        assert_eq!(excerpt("äbc", 1), "…");
        assert_eq!(excerpt("äbc", 0), "…");
        assert_eq!(excerpt("", 0), "");
    }

    #[test]
    fn shows_what_cannot_be_seen() {
        assert_eq!(excerpt("a b\u{0}\n\u{a0}\u{feff}\u{202e}", 99), r"a b\u0000\u000a\u00a0\ufeff\u202e");
        assert_eq!(excerpt("é 🙂 `", 99), "é 🙂 `");
    }
}

//! Findings for people: the message, the lines it is about with the words underlined, notes and help.
//!
//! The excerpts are drawn by `annotate-snippets`. Here it is decided what it gets to see: never more than a few lines, each
//! cut to a window around the words (a recorded case is one line of many thousand characters), and every character that
//! could hide or turn the text around it replaced by one that shows.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use polc_compiler::diagnostic::{Diagnostic, Label, Severity};
use polc_compiler::source::{Source, SourceId, Sources, Span};
use polc_golden::files::Unreadable;

/// Most characters that are underlined.
const UNDERLINED_CHARS_MAX: usize = 60;
/// How far apart, in characters of their lines, places of one excerpt may be; farther ones get an excerpt of their own.
const EXCERPT_CHARS_MAX: usize = 90;
/// How far apart, in lines, places of one excerpt may be.
const EXCERPT_LINES_MAX: usize = 1_000;

/// All findings, each followed by an empty line.
pub(crate) fn findings(sources: &Sources, findings: &[Diagnostic]) -> String {
    let renderer = Renderer::styled().hyperlink(false);
    let mut text = String::new();
    for finding in findings {
        text.push_str(render(&renderer, sources, finding).trim_end());
        text.push_str("\n\n");
    }
    text
}

/// `2 errors, 1 warning`, or `no findings`.
pub(crate) fn found(findings: &[Diagnostic], unreadable: &[Unreadable]) -> String {
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let warnings = findings.len() - errors;
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(count(errors, "error", "errors"));
    }
    if warnings > 0 {
        parts.push(count(warnings, "warning", "warnings"));
    }
    if parts.is_empty() {
        parts.push("no findings".to_owned());
    }
    if !unreadable.is_empty() {
        parts.push(format!("{} could not be read", count(unreadable.len(), "file", "files")));
    }
    parts.join(", ")
}

/// A number with its noun.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn render(renderer: &Renderer, sources: &Sources, finding: &Diagnostic) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(visible_line(&finding.message)).id(finding.code.to_string());
    let mut group = Group::with_title(title);
    for excerpt in excerpts(sources, finding) {
        group = excerpt.add_to(group);
    }
    for note in &finding.notes {
        group = group.element(Level::NOTE.message(visible(note).into_owned()));
    }
    for help in &finding.help {
        group = group.element(Level::HELP.message(visible(help).into_owned()));
    }
    renderer.render(&[group])
}

/// Lines of one text with places in them.
struct Excerpt<'s> {
    source: &'s Source,
    id: SourceId,
    places: Vec<Place<'s>>,
}

struct Place<'s> {
    range: Range<usize>,
    label: &'s str,
    primary: bool,
}

/// Each place in the first excerpt that it fits; the primary place is in the first one.
fn excerpts<'s>(sources: &'s Sources, finding: &'s Diagnostic) -> Vec<Excerpt<'s>> {
    let mut excerpts: Vec<Excerpt<'s>> = Vec::new();
    let labels = std::iter::once((&finding.primary, true)).chain(finding.secondary.iter().map(|label| (label, false)));
    for (Label { span, text }, primary) in labels {
        let Some(source) = sources.get(span.source) else {
            continue;
        };
        let place = Place { range: shortened(source.text(), *span), label: text, primary };
        match excerpts.iter_mut().find(|excerpt| excerpt.id == span.source && excerpt.takes(&place)) {
            Some(excerpt) => excerpt.places.push(place),
            None => excerpts.push(Excerpt { source, id: span.source, places: vec![place] }),
        }
    }
    excerpts
}

impl Excerpt<'_> {
    fn takes(&self, place: &Place<'_>) -> bool {
        let all = || self.places.iter().chain(std::iter::once(place));
        let at = |byte: usize| self.source.position(u32::try_from(byte).unwrap_or(u32::MAX));
        let columns = all().flat_map(|place| [at(place.range.start).column, at(place.range.end).column]);
        let lines = all().map(|place| at(place.range.start).line);
        distance(columns) <= EXCERPT_CHARS_MAX && distance(lines) <= EXCERPT_LINES_MAX
    }

    fn add_to<'g>(&self, group: Group<'g>) -> Group<'g> {
        let text = self.source.text();
        let path = visible_line(self.source.path());
        let first = self.places.iter().map(|place| place.range.start).min().unwrap_or_default();
        let last = self.places.iter().map(|place| place.range.end).max().unwrap_or_default();
        let position = self.source.position(u32::try_from(first).unwrap_or(u32::MAX));
        if text.is_empty() {
            // A text that was not kept, such as one over a limit, has a place but nothing to show.
            return group.element(Origin::path(path).line(position.line).char_column(position.column));
        }
        let lines = whole_lines(text, first..last);
        let shown = text.get(lines.clone()).unwrap_or_default();
        let mut snippet = Snippet::source(visible(shown).into_owned()).path(path).line_start(position.line);
        for place in &self.places {
            let kind = if place.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mut annotation = kind.span(range_in_visible(text, lines.start, &place.range));
            if !place.label.is_empty() {
                annotation = annotation.label(visible_line(place.label));
            }
            snippet = snippet.annotation(annotation);
        }
        group.element(snippet)
    }
}

fn distance(numbers: impl Iterator<Item = usize> + Clone) -> usize {
    let least = numbers.clone().min().unwrap_or_default();
    numbers.max().unwrap_or_default().saturating_sub(least)
}

/// A span as it is underlined: not past the end of its first line, and not too long.
fn shortened(text: &str, span: Span) -> Range<usize> {
    let range = span.range();
    let start = range.start.min(text.len());
    let inside = text.get(start..range.end.min(text.len())).unwrap_or_default();
    let line = inside.lines().next().unwrap_or_default();
    let line = if line.len() < inside.len() { line.trim_end() } else { line };
    let length = line.char_indices().nth(UNDERLINED_CHARS_MAX).map_or(line.len(), |(at, _)| at);
    start..start + length
}

/// The lines that a range touches, without the last line end.
fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let before = text.get(..range.start).unwrap_or_default();
    let behind = text.get(range.end..).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = behind.split('\n').next().unwrap_or_default();
    // The CR of a CRLF is no part of the line, unless it is what the finding is about.
    start..range.end + line.strip_suffix('\r').unwrap_or(line).len()
}

/// Where a range of `text` stands in [`visible`] of the text from `start`.
fn range_in_visible(text: &str, start: usize, range: &Range<usize>) -> Range<usize> {
    let before = visible(text.get(start..range.start).unwrap_or_default()).len();
    let inside = visible(text.get(range.clone()).unwrap_or_default()).len();
    before..before + inside
}

/// Text with characters that cannot be seen, or that turn the text around them, replaced one by one. The drawing library
/// does the same for most of them and gives tabs their width; these are the ones it lets through.
fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_hidden) {
        let replaced = |c: char| if is_hidden(c) { char::REPLACEMENT_CHARACTER } else { c };
        Cow::Owned(text.chars().map(replaced).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The same for what must stay on one line.
pub(crate) fn visible_line(text: &str) -> String {
    visible(text).chars().map(|c| if matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}') { ' ' } else { c }).collect()
}

fn is_hidden(c: char) -> bool {
    let control = c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    control || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use polc_compiler::diagnostic::Code;

    use super::*;

    /// Renders a finding about `primary` in `text`, with `secondary` as another place, without colours.
    #[track_caller]
    fn rendered(text: &str, primary: &str, secondary: Option<&str>) -> String {
        let mut sources = Sources::new();
        let id = sources.add("a.pol", text);
        let span = |part: &str| {
            let at = text.find(part).unwrap();
            Span::new(id, at, at + part.len())
        };
        let mut finding = Diagnostic::error(Code::UNKNOWN_NAME, span(primary), "nothing is named `x`").label("here");
        if let Some(part) = secondary {
            finding = finding.also(span(part), "there");
        }
        anstream::adapter::strip_str(&findings(&sources, &[finding])).to_string()
    }

    #[test]
    fn the_words_are_underlined_with_their_label() {
        assert_eq!(
            rendered("policy a\nlet b = x\nlet x1 = 1\n", "x\n", Some("x1")),
            "error[P101]: nothing is named `x`\n \
             --> a.pol:2:9\n  \
               |\n\
             2 | let b = x\n  \
               |         ^ here\n\
             3 | let x1 = 1\n  \
               |     -- there\n\n"
        );
    }

    #[test]
    fn a_very_long_line_is_cut_around_the_words() {
        let long = format!("{{\"a\":\"{}\",\"layer\":\"x\",\"b\":\"{}\"}}", "ä".repeat(9_000), "b".repeat(9_000));
        let shown = rendered(&long, "\"layer\"", None);
        assert!(shown.contains(" --> a.pol:1:9009\n"), "{shown}");
        assert!(shown.contains("\"layer\":\"x\""), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 150), "{shown}");
    }

    #[test]
    fn places_far_apart_on_a_line_are_shown_apart() {
        let long = format!("first {} second {}", "-".repeat(9_000), "-".repeat(9_000));
        let shown = rendered(&long, "second", Some("first"));
        assert!(shown.contains("second") && shown.contains("first") && shown.contains("there"), "{shown}");
        assert!(shown.contains("a.pol:1:9008") && shown.contains("a.pol:1:1\n"), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 150), "{shown}");
    }

    #[test]
    fn a_long_place_is_underlined_at_its_beginning() {
        let shown = rendered(&"x".repeat(20_000), &"x".repeat(20_000), None);
        assert!(shown.contains(&"^".repeat(UNDERLINED_CHARS_MAX)), "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() <= 150), "{shown}");
    }

    #[test]
    fn a_place_of_several_lines_is_underlined_on_the_first() {
        let shown = rendered("test a {\r\n  x\r\n}\r\n", "test a {\r\n  x\r\n}", None);
        assert!(shown.contains("1 | test a {\n  | ^^^^^^^^ here\n"), "{shown}");
        assert!(!shown.contains("2 |"), "{shown}");
    }

    #[test]
    fn what_hides_or_turns_text_is_made_visible() {
        let text = "a \u{1b}[31m \u{0} \u{9b}1m \u{202e}x\u{200b} \u{7f}\tend";
        let shown = rendered(text, "end", None);
        let hidden = shown.chars().find(|c| is_hidden(*c) || *c == '\t');
        assert_eq!(hidden, None, "{shown:?}");
        assert!(shown.contains("^^^ here"), "{shown}");
    }

    #[test]
    fn the_underline_stands_below_its_words_behind_replaced_characters() {
        let shown = rendered("\u{9b}\u{202e}\u{feff}end", "end", None);
        assert!(shown.contains("1 | ���end\n  |    ^^^ here"), "{shown}");
        assert!(shown.contains("a.pol:1:4"), "{shown}");
    }

    #[test]
    fn the_end_of_a_text_can_be_pointed_at() {
        for text in ["", "a", "a\n", "a\r\n", "a\n\n"] {
            let mut sources = Sources::new();
            let id = sources.add("a.pol", text);
            let end = Diagnostic::error(Code::UNKNOWN_NAME, Span::new(id, text.len(), text.len()), "it ends here");
            let shown = findings(&sources, &[end]);
            let at = sources.get(id).unwrap().position(9);
            let shown = anstream::adapter::strip_str(&shown).to_string();
            assert!(shown.contains(&format!("--> a.pol:{}:{}", at.line, at.column)), "{text:?}: {shown}");
        }
    }

    #[test]
    fn a_message_cannot_break_out_of_its_line() {
        let mut sources = Sources::new();
        let id = sources.add("a\n.pol", "x");
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, Span::new(id, 0, 1), "two\nlines").label("la\nbel");
        let shown = anstream::adapter::strip_str(&findings(&sources, &[finding])).to_string();
        assert!(shown.starts_with("error[P101]: two\\u000alines\n --> a .pol:1:1\n"), "{shown}");
        assert!(shown.contains("^ la\\u000abel"), "{shown}");
    }
}

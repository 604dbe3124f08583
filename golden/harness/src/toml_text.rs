//! Walks TOML of a known shape and reports everything that does not fit, each at its place.
//!
//! The parser recovers from syntax errors, and the walker goes on after an unknown key or a wrong type, so that one run
//! names every mistake. What the values mean is the business of [`crate::project`] and [`crate::systems`].

use std::ops::Range;

use polc_compiler::diagnostic::{Code, Diagnostic, nearest};
use polc_compiler::source::{SourceId, Span};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text and where it stands, quotes included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// One TOML file being read.
pub(crate) struct Toml<'f> {
    source: SourceId,
    findings: &'f mut Vec<Diagnostic>,
    /// Where the first syntax error stands. What is read from there on is the parser's guess, so it is not judged: an array
    /// that is not closed swallows the keys behind it.
    broken_from: Option<usize>,
}

/// A table of the file with the words that name it in messages.
#[derive(Clone, Copy)]
pub(crate) struct Section<'t> {
    /// `[project]`, or empty for the whole file.
    pub(crate) name: &'t str,
    pub(crate) table: &'t DeTable<'t>,
    pub(crate) span: Span,
}

impl<'f> Toml<'f> {
    pub(crate) fn new(source: SourceId, findings: &'f mut Vec<Diagnostic>) -> Toml<'f> {
        Toml { source, findings, broken_from: None }
    }

    /// Parses the text; whatever could be made of it is returned, syntax errors are noted.
    pub(crate) fn parse<'t>(&mut self, text: &'t str) -> Spanned<DeTable<'t>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        let mut last_line = None;
        for error in errors {
            let at = error.span().unwrap_or_default();
            let duplicate = error.message().starts_with("duplicate key");
            if !duplicate {
                self.broken_from = Some(self.broken_from.map_or(at.start, |from| from.min(at.start)));
            }
            // Of several on one line, all but the first follow from it.
            let line = text.get(..at.start).map(|before| before.matches('\n').count());
            if last_line.replace(line) != Some(line) {
                let message = error.message().trim_end_matches('.').to_lowercase();
                self.note(self.span(at), if duplicate { message } else { format!("not TOML: {message}") });
            }
        }
        table
    }

    /// Whether the file has syntax errors, so that what seems to be missing may be there.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken_from.is_some()
    }

    fn is_guess(&self, range: &Range<usize>) -> bool {
        self.broken_from.is_some_and(|from| range.is_empty() || range.end > from)
    }

    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, range.start, range.end)
    }

    /// Notes an error about the file; the finding may be amended.
    pub(crate) fn note(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(Code::PROJECT_FILE, span, message));
    }

    pub(crate) fn push(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Reports the keys that are not among `known`; returns whether one of them looks like each of `known`.
    pub(crate) fn unknown_keys(&mut self, section: Section<'_>, known: &[&'static str]) -> Vec<&'static str> {
        let mut meant = Vec::new();
        for key in section.table.keys() {
            let name = key.get_ref().as_ref();
            if known.contains(&name) || self.is_guess(&key.span()) {
                continue;
            }
            let place = if section.name.is_empty() { String::new() } else { format!(" in `{}`", section.name) };
            let mut finding =
                Diagnostic::error(Code::PROJECT_FILE, self.span(key.span()), format!("unknown key `{name}`{place}"));
            if let Some(near) = nearest(name, known.iter().copied()) {
                finding = finding.help(format!("did you mean `{near}`?"));
                meant.extend(known.iter().filter(|word| **word == near));
            } else {
                let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
                finding = finding.help(format!("known here: {}", words.join(", ")));
            }
            self.push(finding);
        }
        meant
    }

    pub(crate) fn section<'t>(&mut self, name: &'t str, value: &'t Spanned<DeValue<'t>>) -> Option<Section<'t>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Section { name, table, span: self.span(value.span()) }),
            other => self.wrong(value, other, name, "a table"),
        }
    }

    pub(crate) fn text(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Text> {
        match value.get_ref() {
            _ if self.is_guess(&value.span()) => None,
            DeValue::String(text) => Some(Text { text: text.as_ref().to_owned(), span: self.span(value.span()) }),
            other => self.wrong(value, other, key, "a text in quotes"),
        }
    }

    /// A list of texts; elements that are no texts are noted and left out.
    pub(crate) fn texts(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<Text>> {
        match value.get_ref() {
            // Its elements are judged one by one: an array that is not closed has good ones at its beginning.
            DeValue::Array(list) => Some(list.iter().filter_map(|element| self.text(key, element)).collect()),
            other => self.wrong(value, other, key, "a list of texts, `[\"…\"]`"),
        }
    }

    /// A list of tables, `[[name]]`.
    pub(crate) fn sections<'t>(&mut self, name: &'t str, value: &'t Spanned<DeValue<'t>>) -> Vec<Section<'t>> {
        match value.get_ref() {
            DeValue::Array(list) => list.iter().filter_map(|element| self.section(name, element)).collect(),
            other => {
                self.wrong::<()>(value, other, name, "a list of tables, each headed `[[…]]`");
                Vec::new()
            }
        }
    }

    pub(crate) fn int(&mut self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<i64> {
        match value.get_ref() {
            _ if self.is_guess(&value.span()) => None,
            DeValue::Integer(int) => match i64::from_str_radix(int.as_str(), int.radix()) {
                Ok(int) => Some(int),
                Err(_) => {
                    self.note(self.span(value.span()), format!("`{key}` is out of range"));
                    None
                }
            },
            other => self.wrong(value, other, key, "a whole number"),
        }
    }

    fn wrong<T>(&mut self, value: &Spanned<DeValue<'_>>, found: &DeValue<'_>, key: &str, wanted: &str) -> Option<T> {
        if self.is_guess(&value.span()) {
            return None;
        }
        let finding = Diagnostic::error(Code::PROJECT_FILE, self.span(value.span()), format!("`{key}` must be {wanted}"));
        self.push(finding.label(format!("this is {}", kind(found))));
        None
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

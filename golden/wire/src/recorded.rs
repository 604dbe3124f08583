//! Recorded cases: what an upstream program answered, or a document says it answers.
//!
//! A file holds one case a line (JSON Lines). [`read`] takes a whole file: a broken line is reported and hides no other.
//! [`read_line`] takes one line. Which systems there are and what `input` and `expected` hold is left to others.

mod case;
mod error;

use std::collections::BTreeMap;

use polc_compiler::diagnostic::{Bounded, Code, Diagnostic};
use polc_compiler::json::{Json, JsonError, JsonErrorKind, Pointer, find};
use polc_compiler::source::{SourceId, Span};

pub use case::read_line;
pub use error::{CaseError, CaseErrorKind};

/// Largest file that is read, in bytes.
pub const RECORDED_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Most lines of a file, blank ones too.
pub const RECORDED_LINES_MAX: usize = 100_000;

/// Longest line, in bytes.
pub const RECORDED_LINE_BYTES_MAX: usize = 1024 * 1024;

/// Most JSON values in all inputs and answers of a file: a small text can hold values that take a hundred times as much
/// memory.
pub const RECORDED_VALUES_MAX: usize = 2_000_000;

/// One recorded case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedCase {
    /// Names the case in its file. Nothing else is read out of it.
    pub id: String,
    /// What is asked, for example `elowen.deferral`.
    pub system: String,
    /// Where the answer comes from; `None` in a project that mirrors no other.
    pub upstream: Option<Upstream>,
    /// How the answer was found.
    pub source: CaseSource,
    /// Words for people, maybe none.
    pub note: String,
    /// The question: an object.
    pub input: Json,
    /// The answer: an object.
    pub expected: Json,
    /// Tags of decisions that the sources leave open; without effect on the comparison.
    pub conventions: Vec<String>,
}

impl RecordedCase {
    /// How many JSON values its input and answer hold.
    pub fn values(&self) -> usize {
        count(&self.input) + count(&self.expected)
    }
}

/// A place in an upstream project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    /// The repository.
    pub repo: String,
    /// The commit, or words that say which state it was.
    pub commit: String,
    /// The file.
    pub path: String,
}

/// How a recorded answer was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseSource {
    /// The upstream program answered.
    UpstreamRun,
    /// It was read out of a document; also where a case does not say it.
    #[default]
    Document,
}

impl CaseSource {
    /// Every one.
    pub const ALL: [CaseSource; 2] = [CaseSource::UpstreamRun, CaseSource::Document];

    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            CaseSource::UpstreamRun => "upstream-run",
            CaseSource::Document => "document",
        }
    }
}

/// Something that was read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// What was read.
    pub value: T,
    /// Where; of a case its line, without blanks around it.
    pub span: Span,
}

impl Located<RecordedCase> {
    /// Where the value at `pointer` stands, for example at `/expected/deferred/0`; if there is none, where the nearest value
    /// around that place stands. `text` is the text of the whole file.
    pub fn place(&self, text: &str, pointer: &Pointer) -> Span {
        let Some(line) = text.get(self.span.range()) else { return self.span };
        let mut pointer = pointer.clone();
        loop {
            if let Some(range) = find(line, &pointer) {
                let base = self.span.range().start;
                return Span::new(self.span.source, base + range.start, base + range.end);
            }
            if pointer.pop().is_none() {
                return self.span;
            }
        }
    }
}

/// The limits of a file, which tests make small.
struct Limits {
    bytes: usize,
    lines: usize,
    line_bytes: usize,
    values: usize,
}

const LIMITS: Limits = Limits {
    bytes: RECORDED_BYTES_MAX,
    lines: RECORDED_LINES_MAX,
    line_bytes: RECORDED_LINE_BYTES_MAX,
    values: RECORDED_VALUES_MAX,
};

/// Reads a file of recorded cases: the cases that are good, in order, and what is wrong with the others. Of two cases with
/// one id the first counts. Blank lines are fine, and so are line ends with a carriage return. Of many findings the first
/// are given, and how many there are beyond them.
pub fn read(text: &str, source: SourceId) -> (Vec<Located<RecordedCase>>, Vec<Diagnostic>) {
    read_within(text, source, &LIMITS)
}

fn read_within(text: &str, source: SourceId, limits: &Limits) -> (Vec<Located<RecordedCase>>, Vec<Diagnostic>) {
    let mut reader =
        Reader { source, cases: Vec::new(), diagnostics: Bounded::new(), end: None, ids: BTreeMap::new(), values: 0 };
    if text.len() > limits.bytes {
        let message = format!("the file has {} bytes, and {} are the most that is read", text.len(), limits.bytes);
        reader.end = Some(reader.too_large(0..0, message, "split the file"));
        return reader.finish();
    }
    let mut start = 0;
    if text.starts_with(BYTE_ORDER_MARK) {
        start = BYTE_ORDER_MARK.len_utf8();
        let error = JsonError { kind: JsonErrorKind::ByteOrderMark, range: 0..start, related: None };
        reader.diagnostics.push(error.diagnostic(source, 0));
    }
    for (number, line) in text.get(start..).unwrap_or("").split_inclusive('\n').enumerate() {
        if number == limits.lines {
            let message = format!("the file has more than {} lines; from here on it is not read", limits.lines);
            reader.end = Some(reader.too_large(start..start, message, "split the file"));
            break;
        }
        let blanks_before = line.len() - line.trim_start_matches(BLANKS).len();
        let is_enough = reader.line(line.trim_matches(BLANKS), start + blanks_before, limits).is_err();
        if is_enough {
            break;
        }
        start += line.len();
    }
    reader.finish()
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The blanks of JSON.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// A file that cannot be read any further.
struct Enough;

struct Reader {
    source: SourceId,
    cases: Vec<Located<RecordedCase>>,
    diagnostics: Bounded,
    /// Why the file was not read to its end. It must not be lost among what is only counted.
    end: Option<Diagnostic>,
    /// Where each id was met first.
    ids: BTreeMap<String, Span>,
    values: usize,
}

impl Reader {
    /// Reads one line, without blanks around it, which begins at byte `start`.
    fn line(&mut self, line: &str, start: usize, limits: &Limits) -> Result<(), Enough> {
        if line.is_empty() {
            return Ok(());
        }
        if line.len() > limits.line_bytes {
            let message = format!("the line has {} bytes, and {} are the most that is read", line.len(), limits.line_bytes);
            let finding = self.too_large(start..start, message, "make the case smaller, or leave it out");
            self.diagnostics.push(finding);
            return Ok(());
        }
        let case = match read_line(line) {
            Ok(case) => case,
            Err(errors) => {
                errors.iter().for_each(|error| self.diagnostics.push(error.diagnostic(self.source, start)));
                return Ok(());
            }
        };
        self.values += case.values();
        if self.values > limits.values {
            let message = format!("the cases up to here hold more than {} values; from here on they are not read", limits.values);
            self.end = Some(self.too_large(start..start, message, "split the file"));
            return Err(Enough);
        }
        let span = Span::new(self.source, start, start + line.len());
        let id = find(line, &Pointer::root().with("id")).unwrap_or(0..0);
        let id = Span::new(self.source, start + id.start, start + id.end);
        if let Some(first) = self.ids.get(&case.id) {
            self.diagnostics.push(
                Diagnostic::error(Code::CASE_MALFORMED, id, format!("two cases have the id `{}`", error::shown(&case.id)))
                    .label("again here")
                    .also(*first, "first here")
                    .help("give every case of a file an id of its own, or remove one of the two"),
            );
            return Ok(());
        }
        self.ids.insert(case.id.clone(), id);
        self.cases.push(Located { value: case, span });
        Ok(())
    }

    fn too_large(&self, range: std::ops::Range<usize>, message: String, help: &str) -> Diagnostic {
        Diagnostic::error(Code::TOO_LARGE, Span::new(self.source, range.start, range.end), message).help(help)
    }

    fn finish(self) -> (Vec<Located<RecordedCase>>, Vec<Diagnostic>) {
        let mut diagnostics = self.diagnostics.into_findings();
        diagnostics.extend(self.end);
        (self.cases, diagnostics)
    }
}

/// How many values a value is, itself included.
fn count(value: &Json) -> usize {
    match value {
        Json::Array(elements) => 1 + elements.iter().map(count).sum::<usize>(),
        Json::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests;

//! Texts and places in them.
//!
//! Everything that a finding can point at (policies, recorded cases, input documents, project files) is a text with a
//! path in one [`Sources`]. A [`Span`] names a text and a byte range in it; lines and columns are worked out only when a
//! finding is shown.

use std::sync::Arc;

/// Names one text of a [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(u32);

/// A byte range in one text. `start <= end`, both on character boundaries of that text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// The byte behind the last one.
    pub end: u32,
}

impl Span {
    /// The range from byte `start` up to, not including, byte `end`. Positions past 4 GiB are pinned there; no limit of
    /// this crate lets a text grow so large.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        let pin = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { source, start: pin(start), end: pin(end.max(start)) }
    }

    /// The smallest range that holds both; `other` must lie in the same text.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range before the first byte.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty range behind the last byte.
    pub fn behind(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The range as it indexes into a text.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A place as people count: line and column start at 1, columns count code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1. Lines end at LF; a CR before it belongs to the end.
    pub line: usize,
    /// Column, from 1, in code points.
    pub column: usize,
}

/// One text with the path under which it is shown.
#[derive(Clone, Debug)]
pub struct Source {
    path: String,
    text: Arc<str>,
    line_starts: Vec<u32>,
}

impl Source {
    /// The path as shown: relative to the project, with `/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Line and column of a byte; a byte past the end counts as the end.
    pub fn position(&self, byte: u32) -> Position {
        let line = self.line_starts.partition_point(|start| *start <= byte).max(1);
        let start = self.line_starts.get(line - 1).copied().unwrap_or(0) as usize;
        let before = self.text.get(start..(byte as usize).min(self.text.len())).unwrap_or("");
        Position { line, column: before.chars().count() + 1 }
    }
}

/// All texts of one run.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
}

impl Sources {
    /// No texts yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and names it.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').filter_map(|(i, _)| u32::try_from(i + 1).ok()));
        self.list.push(Source { path: path.into(), text, line_starts });
        SourceId(u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX))
    }

    /// The text of that name, `None` for a name of other `Sources`.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.list.get(id.0 as usize)
    }

    /// The path of a span's text, empty for a span of other `Sources`.
    pub fn path(&self, span: Span) -> &str {
        self.get(span.source).map_or("", Source::path)
    }

    /// Line and column where a span starts.
    pub fn start(&self, span: Span) -> Position {
        self.get(span.source).map_or(Position { line: 1, column: 1 }, |source| source.position(span.start))
    }

    /// Line and column behind a span.
    pub fn end(&self, span: Span) -> Position {
        self.get(span.source).map_or(Position { line: 1, column: 1 }, |source| source.position(span.end))
    }

    /// The text inside a span, empty where it does not fit.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).and_then(|source| source.text.get(span.range())).unwrap_or("")
    }

    /// Texts in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.list.iter().enumerate().map(|(i, source)| (SourceId(u32::try_from(i).unwrap_or(u32::MAX)), source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_code_points_and_lines_end_at_lf() {
        let mut sources = Sources::new();
        let id = sources.add("a.pol", "é = 1\r\nnext");
        let at = |start: usize| sources.start(Span::new(id, start, start));
        assert_eq!(at(0), Position { line: 1, column: 1 });
        assert_eq!(at(3), Position { line: 1, column: 3 });
        assert_eq!(at(8), Position { line: 2, column: 1 });
        assert_eq!(at(999), Position { line: 2, column: 5 });
    }
}

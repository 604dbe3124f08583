//! From one line to one recorded case. Every mistake of the line is found, not only the first.

use std::ops::Range;

use polc_compiler::diagnostic::nearest;
use polc_compiler::json::{Json, Object, Pointer, find, find_name, parse};

use super::error::{CaseError, CaseErrorKind};
use super::{CaseSource, RecordedCase, Upstream};

/// The members of a case.
const MEMBERS: &[&str] = &["id", "system", "upstream", "source", "note", "input", "expected", "conventions"];

/// Those that a case may lack.
const OPTIONAL: &[&str] = &["upstream", "source", "note", "conventions"];

/// The members of `upstream`.
const UPSTREAM_MEMBERS: &[&str] = &["repo", "commit", "path"];

/// Reads one line. Errors are in the order of their places.
pub fn read_line(line: &str) -> Result<RecordedCase, Vec<CaseError>> {
    let value = parse(line).map_err(|error| vec![CaseError::Json(error)])?;
    let mut reader = LineReader { line, errors: Vec::new() };
    match reader.case(value) {
        Some(case) if reader.errors.is_empty() => Ok(case),
        _ => {
            reader.errors.sort_by_key(|error| error.range().start);
            Err(reader.errors)
        }
    }
}

struct LineReader<'a> {
    line: &'a str,
    errors: Vec<CaseError>,
}

impl LineReader<'_> {
    fn case(&mut self, value: Json) -> Option<RecordedCase> {
        let root = Pointer::root();
        let value = self.object(Some(value), &root)?;
        let members = value.as_object()?;
        self.names(members, &root, MEMBERS, OPTIONAL);
        // Each member on its own first: `?` on the way would hide what is wrong with the later ones. Where an optional one
        // is wrong its default stands in, and the line is refused because of the error.
        let id = self.name(members, &root, "id");
        let system = self.name(members, &root, "system");
        let upstream = self.upstream(members);
        let source = self.source(members);
        let note = self.text(members, &root, "note");
        let input = self.object(members.get("input").cloned(), &root.with("input"));
        let expected = self.object(members.get("expected").cloned(), &root.with("expected"));
        let conventions = self.conventions(members);
        Some(RecordedCase {
            id: id?,
            system: system?,
            upstream,
            source: source.unwrap_or_default(),
            note: note.unwrap_or_default(),
            input: input?,
            expected: expected?,
            conventions,
        })
    }

    fn upstream(&mut self, members: &Object) -> Option<Upstream> {
        let within = Pointer::root().with("upstream");
        let value = self.object(members.get("upstream").cloned(), &within)?;
        let members = value.as_object()?;
        self.names(members, &within, UPSTREAM_MEMBERS, &[]);
        let repo = self.text(members, &within, "repo");
        let commit = self.text(members, &within, "commit");
        let path = self.text(members, &within, "path");
        Some(Upstream { repo: repo?, commit: commit?, path: path? })
    }

    fn source(&mut self, members: &Object) -> Option<CaseSource> {
        let word = self.text(members, &Pointer::root(), "source")?;
        let source = CaseSource::ALL.into_iter().find(|source| source.word() == word);
        if source.is_none() {
            self.error_at(&Pointer::root().with("source"), CaseErrorKind::UnknownSource(word));
        }
        source
    }

    fn conventions(&mut self, members: &Object) -> Vec<String> {
        let pointer = Pointer::root().with("conventions");
        match members.get("conventions") {
            None => Vec::new(),
            Some(Json::Array(tags)) => {
                tags.iter().enumerate().filter_map(|(i, tag)| self.string(tag, &pointer.with(i))).collect()
            }
            Some(other) => {
                self.wrong_kind(other, &pointer, "a list of strings");
                Vec::new()
            }
        }
    }

    /// Reports members that are not `known`, and those that are missing. A missing one is not reported beside its own
    /// misspelling.
    fn names(&mut self, members: &Object, within: &Pointer, known: &'static [&'static str], optional: &[&str]) {
        let mut meant = Vec::new();
        for name in members.keys().filter(|name| !known.contains(&name.as_ref())) {
            let missing = known.iter().copied().filter(|known| !members.contains_key(*known));
            let nearest = nearest(name, missing);
            let nearest = known.iter().copied().find(|known| Some(*known) == nearest);
            meant.extend(nearest);
            let range = find_name(self.line, &within.with(name.as_ref())).unwrap_or_default();
            let kind = CaseErrorKind::UnknownMember { within: within.clone(), name: name.as_ref().to_owned(), nearest, known };
            self.errors.push(CaseError::Form { kind, range });
        }
        for name in known.iter().copied() {
            if !members.contains_key(name) && !optional.contains(&name) && !meant.contains(&name) {
                // The whole object would underline a whole line: its bracket is enough.
                let start = self.range(within).start;
                let kind = CaseErrorKind::MissingMember { within: within.clone(), name };
                self.errors.push(CaseError::Form { kind, range: start..start + 1 });
            }
        }
    }

    /// A text that names something.
    fn name(&mut self, members: &Object, within: &Pointer, name: &str) -> Option<String> {
        let text = self.text(members, within, name)?;
        if text.is_empty() {
            let pointer = within.with(name);
            self.error_at(&pointer, CaseErrorKind::EmptyText(pointer.clone()));
        }
        Some(text)
    }

    fn text(&mut self, members: &Object, within: &Pointer, name: &str) -> Option<String> {
        self.string(members.get(name)?, &within.with(name))
    }

    fn string(&mut self, value: &Json, pointer: &Pointer) -> Option<String> {
        if let Json::String(text) = value {
            return Some(text.as_ref().to_owned());
        }
        self.wrong_kind(value, pointer, "a string");
        None
    }

    /// The value if it is an object; one that is missing was reported with the names.
    fn object(&mut self, value: Option<Json>, pointer: &Pointer) -> Option<Json> {
        let value = value?;
        if value.as_object().is_some() {
            return Some(value);
        }
        self.wrong_kind(&value, pointer, "an object");
        None
    }

    fn wrong_kind(&mut self, value: &Json, pointer: &Pointer, expected: &'static str) {
        self.error_at(pointer, CaseErrorKind::WrongKind { pointer: pointer.clone(), expected, found: value.kind() });
    }

    fn error_at(&mut self, pointer: &Pointer, kind: CaseErrorKind) {
        let range = self.range(pointer);
        self.errors.push(CaseError::Form { kind, range });
    }

    /// Where a value stands that was just read out of the line.
    fn range(&self, pointer: &Pointer) -> Range<usize> {
        find(self.line, pointer).unwrap_or_default()
    }
}

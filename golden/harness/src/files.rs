//! Reads the files of a run into one [`Sources`]: with a limit, as UTF-8, and never stopping at the first bad one.
//!
//! What is wrong with the *content* of a file (not UTF-8, too large) is a finding at its place. What the operating system
//! refuses (no permission, vanished meanwhile) is [`Unreadable`]: the run could not look, which weighs more than a finding.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use polc_compiler::diagnostic::{Bounded, Code, Diagnostic};
use polc_compiler::source::{SourceId, Sources, Span};
use polc_compiler::syntax::POLICY_BYTES_MAX;

/// The largest project file (`polc.toml`, `systems.toml`), in bytes.
pub const PROJECT_FILE_BYTES_MAX: usize = 256 << 10;

/// What one run reads in all, in bytes. Values take several times the memory of their texts.
pub const RUN_BYTES_MAX: usize = 128 << 20;

/// What one run reads of policies, in bytes. A compiled policy may take fifty times the memory of its text.
pub const RUN_POLICY_BYTES_MAX: usize = 16 << 20;

/// Something that could not be read at all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unreadable {
    /// The path as it is shown.
    pub path: String,
    /// Why, in a few words.
    pub reason: String,
}

/// The texts that were read, and what was wrong with the others.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The texts, bad ones included, so that findings can point at them.
    pub sources: Sources,
    /// Findings about files as such.
    pub findings: Vec<Diagnostic>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
    bytes: usize,
    policy_bytes: usize,
    /// Lines, with their line ends, of which only a repaired text could be kept.
    bad_lines: BTreeMap<SourceId, Vec<Range<usize>>>,
}

/// How much may be read of a file.
#[derive(Clone, Copy)]
struct Room {
    /// Of each one.
    limit: usize,
    /// Of this one and those that were read already, together.
    left: usize,
    all: &'static str,
    all_limit: usize,
}

impl Files {
    /// Nothing read yet.
    pub fn new() -> Files {
        Files::default()
    }

    /// Reads a regular file of at most `limit` bytes, shown as `shown`. `None` if that is not possible; what is wrong is
    /// noted then.
    pub fn read(&mut self, path: &Path, shown: &str, limit: usize) -> Option<SourceId> {
        let file = self.opened(open_regular(path), shown)?;
        self.read_from(file, shown, limit)
    }

    /// Reads a policy.
    pub fn read_policy(&mut self, path: &Path, shown: &str) -> Option<SourceId> {
        let file = self.opened(open_regular(path), shown)?;
        self.policy_from(file, shown)
    }

    /// Reads a file that consists of lines: one that is not UTF-8 does not hide the others.
    pub fn read_lines(&mut self, path: &Path, shown: &str, limit: usize) -> Option<SourceId> {
        let file = self.opened(open_regular(path), shown)?;
        self.lines_from(file, shown, limit)
    }

    /// The same for what a command was given by its user, which may be a pipe as well as a file.
    pub fn read_lines_given(&mut self, path: &Path, shown: &str, limit: usize) -> Option<SourceId> {
        let file = self.opened(File::open(path), shown)?;
        self.lines_from(file, shown, limit)
    }

    /// Reads what a command was given by its user, which may be a pipe as well as a file.
    pub fn read_given(&mut self, path: &Path, shown: &str, limit: usize) -> Option<SourceId> {
        let file = self.opened(File::open(path), shown)?;
        self.read_from(file, shown, limit)
    }

    fn opened(&mut self, file: io::Result<File>, shown: &str) -> Option<File> {
        file.map_err(|error| self.refuse(shown, &error)).ok()
    }

    /// Reads at most `limit` bytes of `reader`, shown as `shown`.
    pub fn read_from(&mut self, reader: impl Read, shown: &str, limit: usize) -> Option<SourceId> {
        let room = self.room(limit);
        let bytes = self.bytes_from(reader, shown, room)?;
        self.text(bytes, shown)
    }

    fn policy_from(&mut self, reader: impl Read, shown: &str) -> Option<SourceId> {
        let left = RUN_POLICY_BYTES_MAX.saturating_sub(self.policy_bytes);
        let room = self.room(POLICY_BYTES_MAX);
        let of_policies = Room { left, all: "policies", all_limit: RUN_POLICY_BYTES_MAX, ..room };
        let bytes = self.bytes_from(reader, shown, if left < room.left { of_policies } else { room })?;
        self.policy_bytes = self.policy_bytes.saturating_add(bytes.len());
        self.text(bytes, shown)
    }

    fn lines_from(&mut self, reader: impl Read, shown: &str, limit: usize) -> Option<SourceId> {
        let room = self.room(limit);
        let bytes = self.bytes_from(reader, shown, room)?;
        // In UTF-16 no line means anything.
        if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || std::str::from_utf8(&bytes).is_ok() {
            return self.text(bytes, shown);
        }
        let mut text = String::with_capacity(bytes.len());
        let mut bad: Vec<(Range<usize>, usize, u8)> = Vec::new();
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let start = text.len();
            text.push_str(&String::from_utf8_lossy(line));
            if let Err(error) = std::str::from_utf8(line) {
                let byte = line.get(error.valid_up_to()).copied().unwrap_or_default();
                bad.push((start..text.len(), start + error.valid_up_to(), byte));
            }
        }
        let source = self.sources.add(shown, text);
        let mut findings = Bounded::new();
        for (_, at, byte) in &bad {
            let finding = not_utf8(source, *at, *byte, "the line is not UTF-8");
            findings.push(finding.note("the other lines are read all the same").help("save it as UTF-8, or take it out"));
        }
        self.findings.extend(findings.into_findings());
        self.bad_lines.insert(source, bad.into_iter().map(|(line, _, _)| line).collect());
        Some(source)
    }

    /// A text with blanks in the place of lines that are not UTF-8, so that what stands in the others keeps its place.
    pub fn good_lines(&self, source: SourceId) -> String {
        let text = self.sources.get(source).map_or("", |source| source.text());
        let mut good = String::with_capacity(text.len());
        for bad in self.bad_lines.get(&source).into_iter().flatten() {
            good.push_str(text.get(good.len()..bad.start).unwrap_or_default());
            let line = text.get(bad.clone()).unwrap_or_default();
            good.extend(std::iter::repeat_n(' ', line.trim_end_matches('\n').len()));
            good.push_str(if line.ends_with('\n') { "\n" } else { "" });
        }
        good.push_str(text.get(good.len()..).unwrap_or_default());
        good
    }

    fn room(&self, limit: usize) -> Room {
        Room { limit, left: RUN_BYTES_MAX.saturating_sub(self.bytes), all: "files", all_limit: RUN_BYTES_MAX }
    }

    fn bytes_from(&mut self, reader: impl Read, shown: &str, room: Room) -> Option<Vec<u8>> {
        let Room { limit, left, all, all_limit } = room;
        let most = u64::try_from(limit.min(left)).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        if let Err(error) = reader.take(most).read_to_end(&mut bytes) {
            self.refuse(shown, &error);
            return None;
        }
        if bytes.len() > limit.min(left) {
            let message = if bytes.len() > limit {
                format!("`{shown}` is larger than {}", bytes_in_words(limit))
            } else {
                format!("with `{shown}` the {all} of this run are larger than {} in all", bytes_in_words(all_limit))
            };
            let help = if bytes.len() > limit { "split it into smaller ones" } else { "check some of them at a time" };
            let finding = Diagnostic::error(Code::TOO_LARGE, Span::new(self.sources.add(shown, ""), 0, 0), message);
            self.findings.push(finding.note("the file was not looked at").help(help));
            return None;
        }
        self.bytes = self.bytes.saturating_add(bytes.len());
        Some(bytes)
    }

    fn text(&mut self, bytes: Vec<u8>, shown: &str) -> Option<SourceId> {
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.sources.add(shown, text)),
            Err(error) => {
                // The part before the bad byte is kept as it is, so its offset counts in the repaired text too.
                let source = self.sources.add(shown, String::from_utf8_lossy(error.as_bytes()).into_owned());
                let at = error.utf8_error().valid_up_to();
                let byte = error.as_bytes().get(at).copied().unwrap_or_default();
                let message = format!("`{shown}` is not UTF-8");
                self.findings.push(not_utf8(source, at, byte, message).help("save the file as UTF-8"));
                None
            }
        }
    }

    /// Notes that something could not be read.
    pub fn refuse(&mut self, shown: &str, error: &io::Error) {
        self.unreadable.push(Unreadable { path: shown.to_owned(), reason: reason(error) });
    }
}

/// Opens a regular file: a pipe or a device in a project would make the run wait or never end.
fn open_regular(path: &Path) -> io::Result<File> {
    match path.metadata() {
        Ok(data) if data.is_file() => File::open(path),
        Ok(_) => Err(io::Error::other("not a regular file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound && path.is_symlink() => {
            Err(io::Error::other("the link leads nowhere"))
        }
        Err(error) => Err(error),
    }
}

/// A repaired text has a replacement character where the bad byte was.
fn not_utf8(source: SourceId, at: usize, byte: u8, message: impl Into<String>) -> Diagnostic {
    let place = Span::new(source, at, at.saturating_add(char::REPLACEMENT_CHARACTER.len_utf8()));
    Diagnostic::error(Code::NOT_UTF8, place, message).label(format!("byte {byte:#04x} begins no character here"))
}

/// What the operating system says, without its error numbers, which differ from machine to machine.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is no folder".to_owned(),
        _ => {
            let text = error.to_string();
            let end = text.find(" (os error").unwrap_or(text.len());
            let mut text = text.get(..end).unwrap_or_default().to_owned();
            if let Some(first) = text.get_mut(..1) {
                first.make_ascii_lowercase();
            }
            text
        }
    }
}

fn bytes_in_words(bytes: usize) -> String {
    const MIB: usize = 1 << 20;
    const KIB: usize = 1 << 10;
    match bytes {
        _ if bytes >= MIB && bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        _ if bytes >= KIB && bytes.is_multiple_of(KIB) => format!("{} KiB", bytes / KIB),
        _ => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `bytes` with a limit of 8 and gives what was noted: code and place, or nothing.
    fn noted(bytes: &[u8]) -> Option<(Code, usize, usize)> {
        let mut files = Files::new();
        let read = files.read_from(bytes, "a.pol", 8);
        assert_eq!(read.is_none(), !files.findings.is_empty());
        let finding = files.findings.first()?;
        let at = files.sources.start(finding.primary.span);
        Some((finding.code, at.line, at.column))
    }

    #[test]
    fn the_limit_itself_is_allowed_and_one_more_is_not() {
        assert_eq!(noted(&[b'a'; 7]), None);
        assert_eq!(noted(&[b'a'; 8]), None);
        assert_eq!(noted(&[b'a'; 9]), Some((Code::TOO_LARGE, 1, 1)));
    }

    #[test]
    fn what_a_run_reads_is_bounded_in_all() {
        let mut files = Files { bytes: RUN_BYTES_MAX - 8, ..Files::new() };
        assert!(files.read_from(&[b'a'; 7][..], "a.pol", 8).is_some());
        assert!(files.read_from(&[b'a'; 1][..], "b.pol", 8).is_some());
        assert!(files.read_from(&[b'a'; 1][..], "c.pol", 8).is_none());
        assert!(files.read_from(&[][..], "d.pol", 8).is_some());
        let said: Vec<_> = files.findings.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(said, ["with `c.pol` the files of this run are larger than 128 MiB in all"]);
    }

    #[test]
    fn the_policies_of_a_run_are_bounded_in_all() {
        let mut files = Files { policy_bytes: RUN_POLICY_BYTES_MAX - 8, ..Files::new() };
        assert!(files.policy_from(&[b'a'; 7][..], "a.pol").is_some());
        assert!(files.policy_from(&[b'a'; 1][..], "b.pol").is_some());
        assert!(files.policy_from(&[b'a'; 1][..], "c.pol").is_none());
        assert!(files.read_from(&[b'a'; 9][..], "d.json", 9).is_some());
        let said: Vec<_> = files.findings.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
        assert_eq!(said, ["P602 with `c.pol` the policies of this run are larger than 16 MiB in all"]);
    }

    #[test]
    fn a_line_that_is_no_utf8_leaves_the_others_where_they_are() {
        let read = |bytes: &[u8]| {
            let mut files = Files::new();
            let source = files.lines_from(bytes, "a.jsonl", 100);
            let at = |f: &Diagnostic| files.sources.start(f.primary.span);
            let places: Vec<_> = files.findings.iter().map(|f| (f.code, at(f).line, at(f).column)).collect();
            (source.map(|source| files.good_lines(source)), places)
        };
        assert_eq!(read(b"ab\ncd\n"), (Some("ab\ncd\n".to_owned()), vec![]));
        let (text, places) = read(b"ab\n\xC3\xA9\xFFx\r\ncd\n\xFE");
        assert_eq!(text.as_deref(), Some("ab\n       \ncd\n   "));
        assert_eq!(places, [(Code::NOT_UTF8, 2, 2), (Code::NOT_UTF8, 4, 1)]);
        assert_eq!(read(b"\xFF\xFE{\0\n\0"), (None, vec![(Code::NOT_UTF8, 1, 1)]));
    }

    #[test]
    fn an_endless_reader_ends_at_the_limit() {
        let mut files = Files::new();
        assert_eq!(files.read_from(io::repeat(b'a'), "a.pol", 8), None);
        assert_eq!(files.findings.first().map(|f| f.code), Some(Code::TOO_LARGE));
    }

    #[test]
    fn a_byte_that_is_no_utf8_is_located() {
        assert_eq!(noted(b"\xC3\xA9\n\xC3\xA9\xFF\xFE"), Some((Code::NOT_UTF8, 2, 2)));
        assert_eq!(noted(b"\xFF\xFEp\0"), Some((Code::NOT_UTF8, 1, 1)));
        assert_eq!(noted(b"ab\xC3"), Some((Code::NOT_UTF8, 1, 3)));
    }

    #[test]
    fn what_cannot_be_opened_is_no_finding() {
        let mut files = Files::new();
        assert_eq!(files.read(Path::new("no-such-file.pol"), "no-such-file.pol", 8), None);
        assert_eq!(files.read(Path::new("."), "folder.pol", 8), None);
        assert!(files.findings.is_empty());
        let said: Vec<_> = files.unreadable.iter().map(|u| format!("{}: {}", u.path, u.reason)).collect();
        assert_eq!(said, ["no-such-file.pol: no such file or folder", "folder.pol: not a regular file"]);
    }
}

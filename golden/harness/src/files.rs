//! Reads the files of a run into one [`Sources`]: with a limit, as UTF-8, and never stopping at the first bad one.
//!
//! What is wrong with the *content* of a file (not UTF-8, too large) is a finding at its place. What the operating system
//! refuses (no permission, vanished meanwhile) is [`Unreadable`]: the run could not look, which weighs more than a finding.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use polc_compiler::diagnostic::{Code, Diagnostic};
use polc_compiler::source::{SourceId, Sources, Span};

/// The largest project file (`polc.toml`, `systems.toml`), in bytes.
pub const PROJECT_FILE_BYTES_MAX: usize = 256 << 10;

/// What one run reads in all, in bytes. Values take several times the memory of their texts.
pub const RUN_BYTES_MAX: usize = 256 << 20;

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
}

impl Files {
    /// Nothing read yet.
    pub fn new() -> Files {
        Files::default()
    }

    /// Reads a regular file of at most `limit` bytes, shown as `shown`. `None` if that is not possible; what is wrong is
    /// noted then.
    pub fn read(&mut self, path: &Path, shown: &str, limit: usize) -> Option<SourceId> {
        // A pipe or a device in a project would make the run wait or never end.
        let opened = path
            .metadata()
            .and_then(|data| if data.is_file() { File::open(path) } else { Err(io::Error::other("not a regular file")) });
        match opened {
            Ok(file) => self.read_from(file, shown, limit),
            Err(error) => {
                self.refuse(shown, &error);
                None
            }
        }
    }

    /// Reads what a command was given by its user, which may be a pipe as well as a file.
    pub fn read_given(&mut self, path: &Path, shown: &str, limit: usize) -> Option<SourceId> {
        match File::open(path) {
            Ok(file) => self.read_from(file, shown, limit),
            Err(error) => {
                self.refuse(shown, &error);
                None
            }
        }
    }

    /// Reads at most `limit` bytes of `reader`, shown as `shown`.
    pub fn read_from(&mut self, reader: impl Read, shown: &str, limit: usize) -> Option<SourceId> {
        let left = RUN_BYTES_MAX.saturating_sub(self.bytes);
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
                format!("with `{shown}` the files of this run are larger than {} in all", bytes_in_words(RUN_BYTES_MAX))
            };
            let finding = Diagnostic::error(Code::TOO_LARGE, Span::new(self.sources.add(shown, ""), 0, 0), message);
            self.findings.push(finding.note("the file was not looked at").help("split it into smaller ones"));
            return None;
        }
        self.bytes = self.bytes.saturating_add(bytes.len());
        match String::from_utf8(bytes) {
            Ok(text) => Some(self.sources.add(shown, text)),
            Err(error) => {
                self.not_utf8(error.as_bytes(), error.utf8_error().valid_up_to(), shown);
                None
            }
        }
    }

    /// Notes that something could not be read.
    pub fn refuse(&mut self, shown: &str, error: &io::Error) {
        self.unreadable.push(Unreadable { path: shown.to_owned(), reason: reason(error) });
    }

    fn not_utf8(&mut self, bytes: &[u8], valid_up_to: usize, shown: &str) {
        // The part before the bad byte is kept as it is, so its offset counts in the repaired text too.
        let source = self.sources.add(shown, String::from_utf8_lossy(bytes).into_owned());
        let replacement = char::REPLACEMENT_CHARACTER.len_utf8();
        let place = Span::new(source, valid_up_to, valid_up_to.saturating_add(replacement));
        let byte = bytes.get(valid_up_to).copied().unwrap_or_default();
        let finding = Diagnostic::error(Code::NOT_UTF8, place, format!("`{shown}` is not UTF-8"))
            .label(format!("byte {byte:#04x} begins no character here"))
            .help("save the file as UTF-8");
        self.findings.push(finding);
    }
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
        assert_eq!(said, ["with `c.pol` the files of this run are larger than 256 MiB in all"]);
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

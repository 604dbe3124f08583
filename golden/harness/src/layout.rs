//! Brings policies into canonical layout, or says which of them are not.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use polc_compiler::diagnostic::{self, Diagnostic};
use polc_compiler::source::Sources;
use polc_compiler::syntax::{self, POLICY_BYTES_MAX};

use crate::files::{Files, Unreadable};
use crate::workspace::{LoadError, Workspace};

/// A policy whose layout is another one.
#[derive(Clone, Debug)]
pub struct Change {
    /// The file as it is shown.
    pub path: String,
    /// Its text.
    pub before: String,
    /// Its text in canonical layout.
    pub after: String,
    file: PathBuf,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct LayoutReport {
    /// The texts that findings point at.
    pub sources: Sources,
    /// Why texts could not be laid out, and what looks like a policy and is none; sorted.
    pub findings: Vec<Diagnostic>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
    /// The policies whose layout is another one, in the order of their files.
    pub changes: Vec<Change>,
    /// How many policies were looked at.
    pub files: usize,
}

impl LayoutReport {
    /// Whether some text could not be laid out.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(Diagnostic::is_error)
    }
}

/// Looks at the policies at `paths`, or at those of the project that `start` belongs to if there are none. Writes nothing.
///
/// # Errors
/// There is no project, or a path is none.
pub fn look(start: &Path, paths: &[PathBuf]) -> Result<LayoutReport, LoadError> {
    let mut files = Files::new();
    let mut report = LayoutReport::default();
    for file in Workspace::policy_files_of(start, paths, &mut files)? {
        let Some(source) = files.read_policy(&file.path, &file.shown) else { continue };
        report.files += 1;
        let parsed = syntax::parse(&files.sources, source);
        let before = files.sources.get(source).map(|source| source.text().to_owned()).unwrap_or_default();
        match syntax::format(&before).filter(|_| parsed.diagnostics.is_empty()) {
            Some(after) if after == before => {}
            Some(after) => report.changes.push(Change { path: file.shown, before, after, file: file.path }),
            None => files.findings.extend(parsed.diagnostics),
        }
    }
    diagnostic::sort(&files.sources, &mut files.findings);
    Ok(LayoutReport { sources: files.sources, findings: files.findings, unreadable: files.unreadable, ..report })
}

/// Lays out one text that comes from anywhere, shown as `shown`.
pub fn look_at(reader: impl io::Read, shown: &str) -> LayoutReport {
    let mut files = Files::new();
    let mut report = LayoutReport::default();
    if let Some(source) = files.read_from(reader, shown, POLICY_BYTES_MAX) {
        report.files = 1;
        let parsed = syntax::parse(&files.sources, source);
        let before = files.sources.get(source).map(|source| source.text().to_owned()).unwrap_or_default();
        match syntax::format(&before).filter(|_| parsed.diagnostics.is_empty()) {
            Some(after) => report.changes.push(Change { path: shown.to_owned(), before, after, file: PathBuf::new() }),
            None => files.findings.extend(parsed.diagnostics),
        }
    }
    LayoutReport { sources: files.sources, findings: files.findings, unreadable: files.unreadable, ..report }
}

impl Change {
    /// Puts the text in canonical layout into its file. Whoever reads the file meanwhile sees the one text or the other.
    ///
    /// # Errors
    /// The file was changed by someone else since it was read, or cannot be written.
    pub fn write(&self) -> io::Result<()> {
        if std::fs::read(&self.file)? != self.before.as_bytes() {
            return Err(io::Error::other("it was changed meanwhile; run the command again"));
        }
        let folder = self.file.parent().ok_or_else(|| io::Error::other("it stands in no folder"))?;
        let mut new = tempfile::Builder::new().prefix(".polc-").tempfile_in(folder)?;
        new.write_all(self.after.as_bytes())?;
        new.as_file().set_permissions(std::fs::metadata(&self.file)?.permissions())?;
        new.as_file().sync_all()?;
        new.persist(&self.file).map_err(|error| error.error)?;
        Ok(())
    }
}

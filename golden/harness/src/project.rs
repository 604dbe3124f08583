//! Finds a project and reads its `polc.toml`.
//!
//! ```toml
//! [project]
//! language = 1
//! rules = ["rules"]                            # folders of policies
//! cases = ["golden/cases"]                     # folders of cases, where there are some
//! parity = ["golden/upstream/systems.toml"]    # what answers the recorded cases
//! ```
//!
//! Paths are relative to the file. A path that leaves the project is refused, also where a symbolic link does it.

use std::path::{Path, PathBuf};

use polc_compiler::diagnostic::Diagnostic;
use polc_compiler::source::{SourceId, Span};

use crate::files::{Files, PROJECT_FILE_BYTES_MAX};
use crate::folder::{Folder, PathRefusal};
use crate::toml_text::{Section, Text, Toml};

/// The name of the file that makes a folder a project.
pub const PROJECT_FILE: &str = "polc.toml";

/// The language that this version reads.
pub const LANGUAGE: i64 = 1;

/// A project: where it is and what it consists of.
#[derive(Clone, Debug)]
pub struct Project {
    /// The folder that holds `polc.toml`.
    pub folder: Folder,
    /// The text of `polc.toml`.
    pub source: SourceId,
    /// Folders of policies.
    pub rules: Vec<Entry>,
    /// Folders of cases.
    pub cases: Vec<Entry>,
    /// Files that say what answers the recorded cases.
    pub parity: Vec<Entry>,
}

/// A path of `polc.toml` that exists.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where it is, for opening.
    pub path: PathBuf,
    /// As it is shown: relative to the project, with `/`.
    pub shown: String,
    /// Where `polc.toml` names it.
    pub span: Span,
}

/// The folder of the project that `start` belongs to: the nearest one upwards that holds a `polc.toml`.
pub fn find(start: &Path) -> Option<PathBuf> {
    let start = start.canonicalize().ok()?;
    // One that is there but cannot be read must not look like none.
    start.ancestors().find(|folder| folder.join(PROJECT_FILE).symlink_metadata().is_ok()).map(Path::to_owned)
}

impl Project {
    /// Reads `polc.toml` of `folder`. What is wrong with it is noted in `files`; `None` if nothing can be checked then.
    pub fn open(folder: &Path, files: &mut Files) -> Option<Project> {
        let source = files.read(&folder.join(PROJECT_FILE), PROJECT_FILE, PROJECT_FILE_BYTES_MAX)?;
        let folder = match Folder::open(folder) {
            Ok(folder) => folder,
            Err(error) => {
                files.refuse(".", &error);
                return None;
            }
        };
        let text = files.sources.get(source).map(|source| source.text().to_owned()).unwrap_or_default();
        let settings = Settings::read(source, &text, &mut files.findings)?;
        let mut project = Project { folder, source, rules: Vec::new(), cases: Vec::new(), parity: Vec::new() };
        project.rules = project.entries(settings.rules, Kind::Folder, "rules", files);
        project.cases = project.entries(settings.cases, Kind::Folder, "cases", files);
        project.parity = project.entries(settings.parity, Kind::File, "parity", files);
        project.refuse_cases(files);
        Some(project)
    }

    /// This version runs no cases, and a folder of them must not look as if it had been run.
    fn refuse_cases(&self, files: &mut Files) {
        for entry in &self.cases {
            let holds_something = std::fs::read_dir(&entry.path).is_ok_and(|mut list| list.next().is_some());
            if holds_something {
                let code = polc_compiler::diagnostic::Code::PROJECT_FILE;
                let message = format!("the cases in `{}` are not run by this version of polc", entry.shown);
                let finding = Diagnostic::warning(code, entry.span, message);
                files.findings.push(finding.help("take the folder out of `cases`, or take a newer polc"));
            }
        }
    }

    fn entries(&self, texts: Vec<Text>, kind: Kind, key: &str, files: &mut Files) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for text in texts {
            match self.entry(&text, kind, key, files) {
                Ok(Some(entry)) => match entries.iter().find(|known| known.path == entry.path) {
                    None => entries.push(entry),
                    Some(first) => {
                        let message = format!("`{}` stands twice in `{key}`", text.text);
                        let finding = refused(text.span, message).also(first.span, "first here");
                        files.findings.push(finding.help("remove one of the two"));
                    }
                },
                Ok(None) => {}
                Err(finding) => files.findings.push(*finding),
            }
        }
        entries
    }

    fn entry(&self, text: &Text, kind: Kind, key: &str, files: &mut Files) -> Result<Option<Entry>, Box<Diagnostic>> {
        let path = match self.folder.resolve(&text.text) {
            Ok(path) => path,
            Err(PathRefusal::Io(error)) => {
                files.refuse(&text.text, &error);
                return Ok(None);
            }
            Err(refusal) => return Err(Box::new(refusal.finding(text, key))),
        };
        let shown = Folder::tidy(&text.text);
        let (fits, wanted) = match kind {
            Kind::Folder => (path.is_dir(), "a folder"),
            Kind::File => (path.is_file(), "a file"),
        };
        if !fits {
            let finding = refused(text.span, format!("`{}` in `{key}` is not {wanted}", text.text));
            return Err(Box::new(finding));
        }
        Ok(Some(Entry { path, shown, span: text.span }))
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Folder,
    File,
}

/// What `polc.toml` says, before any path is looked up.
#[derive(Debug, Default, PartialEq, Eq)]
struct Settings {
    rules: Vec<Text>,
    cases: Vec<Text>,
    parity: Vec<Text>,
}

impl Settings {
    /// `None` if the file is meant for another language, so that nothing else in the project can be judged.
    fn read(source: SourceId, text: &str, findings: &mut Vec<Diagnostic>) -> Option<Settings> {
        let mut toml = Toml::new(source, findings);
        let table = toml.parse(text);
        let whole = Section { name: "", table: table.get_ref(), span: Span::new(source, 0, 0) };
        let meant = toml.unknown_keys(whole, &["project"]);
        let Some(value) = table.get_ref().get("project") else {
            if meant.is_empty() && !toml.is_broken() {
                findings.push(
                    refused(whole.span, "`polc.toml` has no `[project]`")
                        .help("begin it with `[project]`, `language = 1` and `rules = [\"rules\"]`"),
                );
            }
            return None;
        };
        let section = toml.section("[project]", value)?;
        Settings::read_section(&mut toml, section)
    }

    fn read_section(toml: &mut Toml<'_>, section: Section<'_>) -> Option<Settings> {
        let meant = toml.unknown_keys(section, &["language", "rules", "cases", "parity"]);
        let broken = toml.is_broken();
        let lacks = |key| !broken && section.table.get(key).is_none() && !meant.contains(&key);
        let mut language_is_known = true;
        if let Some(value) = section.table.get("language") {
            if let Some(language) = toml.int("language", value)
                && language != LANGUAGE
            {
                language_is_known = false;
                toml.push(wrong_language(language, toml.span(value.span())));
            }
        } else if lacks("language") {
            toml.push(
                refused(section.span, "`[project]` does not say its `language`").help(format!("add `language = {LANGUAGE}`")),
            );
        }
        if lacks("rules") {
            toml.push(refused(section.span, "`[project]` does not say where its `rules` are").help("add `rules = [\"rules\"]`"));
        }
        let mut texts = |key| section.table.get(key).and_then(|value| toml.texts(key, value)).unwrap_or_default();
        let settings = Settings { rules: texts("rules"), cases: texts("cases"), parity: texts("parity") };
        language_is_known.then_some(settings)
    }
}

fn wrong_language(language: i64, span: Span) -> Diagnostic {
    if language > LANGUAGE {
        refused(span, format!("the project is written in language {language}, which this polc does not know"))
            .label(format!("this polc knows language {LANGUAGE}"))
            .help(format!("take a newer polc, or set `language = {LANGUAGE}` if the policies need nothing newer"))
    } else {
        refused(span, format!("there is no language {language}")).help(format!("write `language = {LANGUAGE}`"))
    }
}

pub(crate) fn refused(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(polc_compiler::diagnostic::Code::PROJECT_FILE, span, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use polc_compiler::source::Sources;

    /// Reads `text` as `polc.toml` and gives the findings as `underlined: message`, and whether the project can be used.
    fn read(text: &str) -> (bool, Vec<String>) {
        let mut sources = Sources::new();
        let id = sources.add(PROJECT_FILE, text);
        let mut findings = Vec::new();
        let settings = Settings::read(id, text, &mut findings);
        let shown = findings.iter().map(|f| format!("{}: {}", sources.slice(f.primary.span), f.message));
        (settings.is_some(), shown.collect())
    }

    #[test]
    fn a_good_file_has_no_findings() {
        let (usable, findings) = read("[project]\nlanguage = 1\nrules = [\"rules\"]\ncases = []\nparity = [\"s.toml\"]\n");
        assert!(usable);
        assert_eq!(findings, [""; 0]);
    }

    #[test]
    fn every_mistake_is_named_at_its_place_in_one_run() {
        let (usable, findings) =
            read("[project]\nlanguage = \"1\"\nrulse = [\"rules\"]\ncases = \"golden\"\nparity = [1]\n[projects]\nx = 1\n");
        assert!(usable);
        assert_eq!(
            findings,
            [
                "projects: unknown key `projects`",
                "rulse: unknown key `rulse` in `[project]`",
                "\"1\": `language` must be a whole number",
                "\"golden\": `cases` must be a list of texts, `[\"…\"]`",
                "1: `parity` must be a text in quotes",
            ]
        );
    }

    #[test]
    fn another_language_is_refused_with_what_to_do() {
        let (usable, findings) = read("[project]\nlanguage = 2\nrules = [\"rules\"]\n");
        assert!(!usable);
        assert_eq!(findings, ["2: the project is written in language 2, which this polc does not know"]);
        let (usable, findings) = read("[project]\nlanguage = 0\nrules = [\"rules\"]\n");
        assert!(!usable);
        assert_eq!(findings, ["0: there is no language 0"]);
    }

    #[test]
    fn what_is_missing_is_named_once() {
        assert_eq!(read(""), (false, vec![": `polc.toml` has no `[project]`".to_owned()]));
        assert_eq!(read("[projct]\nlanguage = 1"), (false, vec!["projct: unknown key `projct`".to_owned()]));
        let (_, findings) = read("[project]\n");
        assert_eq!(
            findings,
            ["[project]: `[project]` does not say its `language`", "[project]: `[project]` does not say where its `rules` are"]
        );
    }

    #[test]
    fn a_duplicate_key_does_not_hide_other_mistakes() {
        let (_, findings) = read("[project]\nlanguage = 1\nlanguage = 1\nrulse = []\nparity = 1\n");
        assert_eq!(
            findings,
            [
                "language: duplicate key",
                "rulse: unknown key `rulse` in `[project]`",
                "1: `parity` must be a list of texts, `[\"…\"]`"
            ]
        );
    }

    #[test]
    fn what_follows_from_a_syntax_error_is_not_reported() {
        let (usable, findings) = read("[project]\nlanguage = 1\ncases = 1\nrules = [\"rules\"\nparity = [\"s.toml\"]\n");
        assert!(usable);
        assert_eq!(
            findings,
            [": not TOML: missing comma between array elements, expected `,`", "1: `cases` must be a list of texts, `[\"…\"]`"]
        );
        let (_, findings) = read("[project]\nlanguage = \nrules = [\"rules\"]\nparity == []\n");
        assert_eq!(findings.len(), 2, "{findings:?}");
    }

    #[test]
    fn deep_nesting_and_odd_bytes_are_findings() {
        for text in [format!("x = {}", "[".repeat(10_000)), "\0".to_owned(), "[project]\u{202e}\n".to_owned()] {
            let (_, findings) = read(&text);
            assert!(!findings.is_empty());
        }
    }
}

//! The folder of a project, and what of the file system belongs to it.
//!
//! Two ways lead out of a folder: `..` and symbolic links. Both are refused, so that what a project says about itself
//! depends on nothing but the project. A link to another place in the same project is followed.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

use polc_compiler::diagnostic::{Diagnostic, Severity};
use polc_compiler::json;
use polc_compiler::source::Span;

use crate::files::Files;
use crate::project::{PROJECT_FILE, refused};
use crate::toml_text::Text;

/// The most policies of one run.
pub const POLICY_FILES_MAX: usize = 10_000;

/// The end of a policy's file name.
pub const POLICY_EXTENSION: &str = "pol";

/// A folder that bounds what may be read.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Without links, to compare with.
    real: PathBuf,
}

/// Why a path of a project file is not used.
#[derive(Debug)]
pub(crate) enum PathRefusal {
    Empty,
    Absolute,
    Leaves,
    LinkLeaves,
    Missing,
    /// No file system has such a path.
    NoPath,
    Io(io::Error),
}

/// A policy's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyFile {
    /// Where it is, for opening.
    pub path: PathBuf,
    /// As it is shown.
    pub shown: String,
}

impl Folder {
    /// The folder at `path`.
    pub fn open(path: &Path) -> io::Result<Folder> {
        Ok(Folder { real: path.canonicalize()? })
    }

    /// Where it is, without links.
    pub fn path(&self) -> &Path {
        &self.real
    }

    /// A path inside as it is shown, if it is inside.
    pub fn shown(&self, path: &Path) -> Option<String> {
        let inside = path.strip_prefix(&self.real).ok()?;
        Some(with_slashes(inside))
    }

    /// The place that a project file's text names.
    pub(crate) fn resolve(&self, text: &str) -> Result<PathBuf, PathRefusal> {
        if text.is_empty() {
            return Err(PathRefusal::Empty);
        }
        let mut depth = 0_usize;
        for component in Path::new(text).components() {
            match component {
                Component::Prefix(_) | Component::RootDir => return Err(PathRefusal::Absolute),
                Component::CurDir => {}
                Component::ParentDir => depth = depth.checked_sub(1).ok_or(PathRefusal::Leaves)?,
                Component::Normal(_) => depth += 1,
            }
        }
        match self.real.join(text).canonicalize() {
            Ok(path) if path.starts_with(&self.real) => Ok(path),
            Ok(_) => Err(PathRefusal::LinkLeaves),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Err(PathRefusal::Missing)
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidFilename) => {
                Err(PathRefusal::NoPath)
            }
            Err(error) => Err(PathRefusal::Io(error)),
        }
    }

    /// A path text without `.` and doubled slashes.
    pub(crate) fn tidy(text: &str) -> String {
        let shown = with_slashes(&Path::new(text).components().filter(|c| *c != Component::CurDir).collect::<PathBuf>());
        if shown.is_empty() { ".".to_owned() } else { shown }
    }

    /// Adds the policies under `start`, which is shown as `shown`. A folder inside that is a project of its own is left to
    /// that project.
    pub(crate) fn policies(&self, start: &Path, shown: &str, found: &mut Found, files: &mut Files) {
        let mut walk = Walk { folder: self, found, files, links: Vec::new() };
        walk.folder_at(start.to_owned(), if shown == "." { "" } else { shown });
        walk.follow_links();
    }
}

/// The policies of a run, each once.
#[derive(Debug)]
pub(crate) struct Found {
    policies: Vec<PolicyFile>,
    /// Files and folders that were met already, whatever way led there.
    seen: BTreeSet<PathBuf>,
    policies_max: usize,
    full: bool,
}

impl Found {
    pub(crate) fn new() -> Found {
        Found { policies: Vec::new(), seen: BTreeSet::new(), policies_max: POLICY_FILES_MAX, full: false }
    }

    /// Adds a policy, unless it is there already or there are too many; that is said once.
    pub(crate) fn add(&mut self, path: PathBuf, shown: String, files: &mut Files) {
        if !self.seen.insert(path.clone()) || self.full {
            return;
        }
        if self.policies.len() >= self.policies_max {
            self.full = true;
            let source = files.sources.add(shown, "");
            let message = format!("there are more than {} policies", self.policies_max);
            let finding = refused(Span::new(source, 0, 0), message).note("this one and those behind it were not looked at");
            files.findings.push(finding.help("split the project"));
            return;
        }
        self.policies.push(PolicyFile { path, shown });
    }

    /// The policies in byte order of the paths that are shown.
    pub(crate) fn sorted(mut self) -> Vec<PolicyFile> {
        self.policies.sort_by(|a, b| a.shown.cmp(&b.shown));
        self.policies
    }
}

impl PathRefusal {
    pub(crate) fn finding(&self, text: &Text, key: &str) -> Diagnostic {
        let said = &text.text;
        match self {
            PathRefusal::Empty => {
                refused(text.span, format!("an empty path in `{key}`")).help("write `.` for the project's own folder")
            }
            PathRefusal::Absolute => {
                refused(text.span, format!("`{said}` in `{key}` is an absolute path")).help("write it relative to `polc.toml`")
            }
            PathRefusal::Leaves => refused(text.span, format!("`{said}` in `{key}` leaves the project"))
                .help("a project consists of what is beside or below its `polc.toml`"),
            PathRefusal::LinkLeaves => refused(text.span, format!("`{said}` in `{key}` is a symbolic link out of the project"))
                .help("copy what it points at into the project"),
            PathRefusal::NoPath => refused(text.span, format!("`{}` in `{key}` is no path", json::excerpt(said, 80)))
                .help("take out characters that cannot be seen, and shorten it where it is very long"),
            PathRefusal::Missing | PathRefusal::Io(_) => {
                refused(text.span, format!("there is no `{said}`")).help(format!("create it, or take it out of `{key}`"))
            }
        }
    }
}

struct Walk<'a> {
    folder: &'a Folder,
    found: &'a mut Found,
    files: &'a mut Files,
    /// Links are followed last: what is reached without one is shown under its own path.
    links: Vec<(PathBuf, String)>,
}

impl Walk<'_> {
    /// `start` has no links in it; nor, then, has any path below it that is reached without following one.
    fn folder_at(&mut self, start: PathBuf, shown: &str) {
        // A list of its own instead of recursion: folders nest as deep as somebody likes.
        let mut pending = vec![(start, shown.to_owned())];
        while let Some((path, shown)) = pending.pop() {
            if !self.found.seen.insert(path.clone()) {
                continue;
            }
            for (path, shown) in self.sorted_entries(&path, &shown) {
                let data = match path.symlink_metadata() {
                    Ok(data) => data,
                    Err(error) => {
                        self.files.refuse(&shown, &error);
                        continue;
                    }
                };
                if data.is_symlink() {
                    self.links.push((path, shown));
                } else if data.is_dir() {
                    let project = path.join(PROJECT_FILE);
                    if project.symlink_metadata().is_err() {
                        pending.push((path, shown));
                    } else if !project.is_file() {
                        let project = format!("{shown}/{PROJECT_FILE}");
                        let message = format!("`{project}` is no file, so neither this project nor its own reads `{shown}`");
                        self.note(&project, message, "make it the file of a project, or remove it");
                    }
                } else if is_policy(&path) {
                    self.found.add(path, shown, self.files);
                } else {
                    self.looks_like_a_policy(&path, &shown);
                }
            }
        }
    }

    fn follow_links(&mut self) {
        self.links.sort_by(|a, b| b.1.cmp(&a.1));
        while let Some((path, shown)) = self.links.pop() {
            match path.canonicalize() {
                // A link to a folder or a policy; a link to anything else is none of ours, wherever it leads.
                Ok(real) if real.starts_with(&self.folder.real) => {
                    if real.is_dir() {
                        self.folder_at(real, &shown);
                    } else if is_policy(&path) {
                        self.found.add(real, shown, self.files);
                    } else {
                        self.looks_like_a_policy(&path, &shown);
                    }
                }
                Ok(real) if real.is_dir() || is_policy(&path) => {
                    let source = self.files.sources.add(shown.clone(), "");
                    let finding = refused(Span::new(source, 0, 0), format!("`{shown}` is a symbolic link out of the project"));
                    self.files.findings.push(finding.help("copy what it points at into the project"));
                }
                Ok(_) => {}
                // Reading says why it cannot be.
                Err(_) if is_policy(&path) => self.found.add(path, shown, self.files),
                // Editors keep links without a goal under names with a dot.
                Err(_) if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) => {}
                Err(_) => {
                    let message = format!("the link `{shown}` leads nowhere, so policies behind it are not read");
                    self.note(&shown, message, "let it lead to a folder of the project, or remove it");
                }
            }
        }
    }

    /// Warns of a file that its name alone keeps from being read.
    fn looks_like_a_policy(&mut self, path: &Path, shown: &str) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let Some((stem, extension)) = name.rsplit_once('.') else { return };
        if !extension.eq_ignore_ascii_case(POLICY_EXTENSION) {
            return;
        }
        if stem.is_empty() {
            let message = format!("`{shown}` is not read: nothing stands before `.{extension}`");
            self.note(shown, message, "name it after its policy: `loading.pol` holds `policy loading`");
        } else {
            let message = format!("`{shown}` is not read: its name ends in `.{extension}`");
            self.note(shown, message, &format!("rename it to `{stem}.{POLICY_EXTENSION}`"));
        }
    }

    /// Warns of what is left out.
    fn note(&mut self, shown: &str, message: String, help: &str) {
        let source = self.files.sources.add(shown, "");
        let finding = Diagnostic { severity: Severity::Warning, ..refused(Span::new(source, 0, 0), message) };
        self.files.findings.push(finding.help(help));
    }

    /// In byte order, so that findings do not depend on the file system.
    fn sorted_entries(&mut self, path: &Path, shown: &str) -> Vec<(PathBuf, String)> {
        let list = match std::fs::read_dir(path) {
            Ok(list) => list,
            Err(error) => {
                self.files.refuse(if shown.is_empty() { "." } else { shown }, &error);
                return Vec::new();
            }
        };
        let mut entries = Vec::new();
        for entry in list {
            match entry {
                Ok(entry) => {
                    let name = entry.file_name();
                    let name = name.to_string_lossy();
                    let shown = if shown.is_empty() { name.into_owned() } else { format!("{shown}/{name}") };
                    entries.push((entry.path(), shown));
                }
                Err(error) => self.files.refuse(shown, &error),
            }
        }
        entries.sort_by(|a, b| a.1.cmp(&b.1));
        entries
    }
}

pub(crate) fn is_policy(path: &Path) -> bool {
    path.extension() == Some(OsStr::new(POLICY_EXTENSION))
}

fn with_slashes(path: &Path) -> String {
    let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A project folder with these files, all empty.
    fn project(paths: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    /// What is found below `start`, and what is noted about the rest.
    fn found(folder: &Path, starts: &[&str]) -> (Vec<String>, Vec<String>) {
        let mut files = Files::new();
        let folder = Folder::open(folder).unwrap();
        let mut found = Found { policies_max: 5, ..Found::new() };
        for start in starts {
            folder.policies(&folder.path().join(start), start, &mut found, &mut files);
        }
        let notes = files.findings.iter().map(|f| f.message.clone());
        let notes = notes.chain(files.unreadable.iter().map(|u| format!("{}: {}", u.path, u.reason)));
        (found.sorted().into_iter().map(|file| file.shown).collect(), notes.collect())
    }

    #[test]
    fn policies_are_found_in_byte_order_and_once() {
        let folder = project(&["rules/b.pol", "rules/a/z.pol", "rules/a.pol", "rules/A.pol", "rules/x.txt", "rules/.pol"]);
        let (files, notes) = found(folder.path(), &["rules", "rules/a"]);
        assert_eq!(files, ["rules/A.pol", "rules/a.pol", "rules/a/z.pol", "rules/b.pol"]);
        assert_eq!(notes, ["`rules/.pol` is not read: nothing stands before `.pol`"]);
    }

    #[test]
    fn names_that_nearly_are_those_of_policies_are_told() {
        let folder = project(&["r/a.pol", "r/b.POL", "r/c.Pol", "r/d.pol.bak", "r/e.poll", "r/pol", "r/.gitignore", "r/f.md"]);
        let (files, notes) = found(folder.path(), &["r"]);
        assert_eq!(files, ["r/a.pol"]);
        assert_eq!(notes, ["`r/b.POL` is not read: its name ends in `.POL`", "`r/c.Pol` is not read: its name ends in `.Pol`"]);
    }

    #[test]
    fn a_folder_in_the_place_of_a_project_file_is_told() {
        let folder = project(&["r/a.pol", "r/inner/polc.toml/x", "r/inner/b.pol"]);
        let (files, notes) = found(folder.path(), &["r"]);
        assert_eq!(files, ["r/a.pol"]);
        assert_eq!(notes, ["`r/inner/polc.toml` is no file, so neither this project nor its own reads `r/inner`"]);
    }

    #[test]
    fn too_many_policies_are_said_once() {
        let paths = ["r/a.pol", "r/b.pol", "r/c.pol", "r/d.pol", "r/e.pol", "r/f.pol", "r/g.pol"];
        for (count, notes) in [(4, 0), (5, 0), (6, 1), (7, 1)] {
            let folder = project(&paths[..count]);
            let (files, said) = found(folder.path(), &["r"]);
            assert_eq!((files.len(), said.len()), (count.min(5), notes), "{said:?}");
        }
    }

    #[test]
    fn a_project_inside_is_left_to_itself() {
        let folder = project(&["rules/a.pol", "rules/inner/polc.toml", "rules/inner/b.pol"]);
        assert_eq!(found(folder.path(), &["rules"]).0, ["rules/a.pol"]);
        assert_eq!(found(folder.path(), &["rules/inner"]).0, ["rules/inner/b.pol"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_inside_are_followed_once_and_links_out_are_refused() {
        use std::os::unix::fs::symlink;
        let outside = project(&["secret.pol", "secrets/more.pol", "notes.txt"]);
        let folder = project(&["rules/z.pol", "shared/s.pol"]);
        let rules = folder.path().join("rules");
        symlink(".", rules.join("loop")).unwrap();
        symlink("z.pol", rules.join("again.pol")).unwrap();
        symlink("../shared", rules.join("shared")).unwrap();
        symlink("gone.pol", rules.join("broken.pol")).unwrap();
        symlink("gone", rules.join("gone")).unwrap();
        symlink("me@machine.1", rules.join(".#notes")).unwrap();
        symlink(outside.path().join("secret.pol"), rules.join("out.pol")).unwrap();
        symlink(outside.path().join("secrets"), rules.join("out")).unwrap();
        symlink(outside.path().join("notes.txt"), rules.join("notes.txt")).unwrap();
        let (files, notes) = found(folder.path(), &["rules"]);
        assert_eq!(files, ["rules/broken.pol", "rules/shared/s.pol", "rules/z.pol"]);
        assert_eq!(
            notes,
            [
                "the link `rules/gone` leads nowhere, so policies behind it are not read",
                "`rules/out` is a symbolic link out of the project",
                "`rules/out.pol` is a symbolic link out of the project",
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_path_leads_out_by_dots_by_root_or_by_link() {
        let folder = project(&["rules/a.pol"]);
        std::os::unix::fs::symlink("/", folder.path().join("top")).unwrap();
        let folder = Folder::open(folder.path()).unwrap();
        let refused = |text: &str| folder.resolve(text).err();
        assert!(matches!(refused(""), Some(PathRefusal::Empty)));
        assert!(matches!(refused("/"), Some(PathRefusal::Absolute)));
        assert!(matches!(refused("rules/../.."), Some(PathRefusal::Leaves)));
        assert!(matches!(refused("top"), Some(PathRefusal::LinkLeaves)));
        assert!(matches!(refused("rules/b.pol"), Some(PathRefusal::Missing)));
        assert!(matches!(refused("rules/a.pol/x"), Some(PathRefusal::Missing)));
        assert!(matches!(refused("ru\0les"), Some(PathRefusal::NoPath)));
        assert!(matches!(refused(&"x".repeat(5_000)), Some(PathRefusal::NoPath)));
        assert!(refused("rules/../rules/./a.pol").is_none());
        assert!(refused(".").is_none());
    }

    #[test]
    fn folders_may_nest_deep() {
        let deep = format!("rules/{}x.pol", "d/".repeat(800));
        let folder = project(&[&deep]);
        assert_eq!(found(folder.path(), &["rules"]).0, [deep]);
    }
}

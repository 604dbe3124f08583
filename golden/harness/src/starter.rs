//! Writes the first files of a project: a policy with all its parts, and a recorded case that it answers.
//!
//! All of them are written, or none: what can be seen to be in the way is refused before anything is written, and where
//! writing fails all the same, what was written is taken back. `polc.toml` comes last, so that the folder is a project only
//! when the project is whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::project::{self, PROJECT_FILE};

/// The files, in the order in which they are written. They are a project themselves where they stand.
const FILES: [(&str, &str); 4] = [
    ("rules/team/loading.pol", include_str!("starter/rules/team/loading.pol")),
    ("golden/upstream/systems.toml", include_str!("starter/golden/upstream/systems.toml")),
    ("golden/upstream/team.loading.jsonl", include_str!("starter/golden/upstream/team.loading.jsonl")),
    (PROJECT_FILE, include_str!("starter/polc.toml")),
];

/// The folders that they stand in, each behind the one that it is in.
const FOLDERS: [&str; 4] = ["rules", "rules/team", "golden", "golden/upstream"];

/// Why no project was begun.
#[derive(Debug, thiserror::Error)]
pub enum StarterError {
    /// A project inside a project would take the folder out of the outer one.
    #[error("`{folder}` belongs to a project already, that of `{project_file}`")]
    InProject {
        /// The folder as it was given.
        folder: String,
        /// The `polc.toml` of that project.
        project_file: String,
    },
    /// Files that would have to be overwritten.
    #[error("already there: {}; nothing is overwritten", in_backticks(.0))]
    Exists(Vec<String>),
    /// Where a folder has to be is something else.
    #[error("`{0}` is no folder")]
    NotAFolder(String),
    /// The way to the folder leads up again from a folder that does not exist.
    #[error("`{0}` leads upwards from a folder that does not exist")]
    Upwards(String),
    /// Something could not be written.
    #[error("cannot write `{path}`: {reason}; {}", what_is_left(.left))]
    Write {
        /// The file or folder as it is shown.
        path: String,
        /// Why not.
        reason: io::Error,
        /// What was written before and could not be taken back.
        left: Vec<String>,
    },
}

fn what_is_left(left: &[String]) -> String {
    if left.is_empty() { "nothing was written".to_owned() } else { format!("written before, and left: {}", in_backticks(left)) }
}

fn in_backticks(paths: &[String]) -> String {
    paths.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
}

/// Begins a project in `folder`, which is made if it is missing. Gives the files that were written, as they are shown.
///
/// # Errors
/// The folder belongs to a project, something is in the way, or something cannot be written.
pub fn write(folder: &Path) -> Result<Vec<String>, StarterError> {
    let missing = missing(folder)?;
    let in_the_way: Vec<String> =
        FILES.iter().map(|(name, _)| folder.join(name)).filter(|path| is_there(path)).map(|path| shown(&path)).collect();
    if !in_the_way.is_empty() {
        return Err(StarterError::Exists(in_the_way));
    }
    // A symbolic link would lead out of the project, and `polc check` would refuse it.
    for inside in FOLDERS.map(|name| folder.join(name)) {
        if inside.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
            return Err(StarterError::NotAFolder(shown(&inside)));
        }
    }
    let mut made = Made::default();
    match made.project(folder, missing) {
        Ok(()) => Ok(FILES.iter().map(|(name, _)| shown(&folder.join(name))).collect()),
        Err((path, reason)) => Err(StarterError::Write { path: shown(&path), reason, left: made.take_back() }),
    }
}

/// The folders on the way to `folder` that do not exist, the outermost first. The first one that does belongs to no project.
fn missing(folder: &Path) -> Result<Vec<PathBuf>, StarterError> {
    let mut missing: Vec<PathBuf> = folder.ancestors().take_while(|path| !or_here(path).exists()).map(Path::to_owned).collect();
    missing.reverse();
    // Where it leads is known only when it exists, and then it might lead into a project.
    if missing.iter().any(|path| path.components().next_back() == Some(Component::ParentDir)) {
        return Err(StarterError::Upwards(shown(folder)));
    }
    let there = or_here(folder.ancestors().nth(missing.len()).unwrap_or(folder));
    if !there.is_dir() {
        return Err(StarterError::NotAFolder(shown(there)));
    }
    match project::find(there) {
        None => Ok(missing),
        Some(project) => {
            // The shortest of the user's words for it, where the path that was given passes through it.
            let leads_there = |path: &&Path| or_here(path).canonicalize().is_ok_and(|real| real == project);
            let named = there.ancestors().filter(leads_there).last();
            let project_file = shown(&named.unwrap_or(&project).join(PROJECT_FILE));
            Err(StarterError::InProject { folder: shown(folder), project_file })
        }
    }
}

/// What was made so far.
#[derive(Debug, Default)]
struct Made {
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
}

impl Made {
    /// Makes everything, or says at which path it failed.
    fn project(&mut self, folder: &Path, missing: Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
        for path in missing.into_iter().chain(FOLDERS.map(|name| folder.join(name))) {
            match fs::create_dir(&path) {
                Ok(()) => self.folders.push(path),
                Err(_) if path.is_dir() => {}
                Err(error) => return Err((path, error)),
            }
        }
        // All texts are on the disk before the first has its name: a full disk is found out here.
        let mut texts = Vec::new();
        for (name, text) in FILES {
            let path = folder.join(name);
            match beside(&path, text) {
                Ok(file) => texts.push((path, file)),
                Err(error) => return Err((path, error)),
            }
        }
        for (path, file) in texts {
            match file.persist_noclobber(&path) {
                Ok(_) => self.files.push(path),
                Err(error) => return Err((path, error.error)),
            }
        }
        Ok(())
    }

    /// Removes what was made, and gives what could not be removed. A folder that holds something else by now stays.
    fn take_back(self) -> Vec<String> {
        let files = self.files.into_iter().filter(|path| fs::remove_file(path).is_err()).map(|path| shown(&path));
        let mut left: Vec<String> = files.collect();
        left.extend(self.folders.into_iter().rev().filter(|path| fs::remove_dir(path).is_err()).map(|path| shown(&path)));
        left
    }
}

/// A file with this text in the same folder, with another name for now.
fn beside(path: &Path, text: &str) -> io::Result<tempfile::NamedTempFile<File>> {
    let folder = path.parent().map_or(Path::new("."), or_here);
    // Opened here rather than by the library, whose files nobody but their owner may read.
    let mut file = tempfile::Builder::new().prefix(".polc-").make_in(folder, |name| File::create_new(name))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Also where a symbolic link leads nowhere.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The ancestors of a relative path end in the empty one, which no system call takes.
fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

/// A path as its user gave it, without the `.` that stands for the current folder.
pub fn shown(path: &Path) -> String {
    let tidy: PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
    or_here(&tidy).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever writes to a folder between the look and the writing keeps what they wrote, and nothing of ours stays.
    #[test]
    fn what_was_made_is_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("new");
        // The project file is the last to get its name.
        fs::create_dir(&inside).unwrap();
        fs::write(inside.join(PROJECT_FILE), "theirs").unwrap();
        let mut made = Made::default();
        let (path, error) = made.project(&inside, Vec::new()).unwrap_err();
        assert_eq!((path, error.kind()), (inside.join(PROJECT_FILE), io::ErrorKind::AlreadyExists));
        assert_eq!((made.folders.len(), made.files.len()), (4, 3));
        assert_eq!(made.take_back(), [""; 0]);
        let left: Vec<_> = fs::read_dir(&inside).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [PROJECT_FILE]);
        assert_eq!(fs::read_to_string(inside.join(PROJECT_FILE)).unwrap(), "theirs");
    }

    /// What others put into a new folder is theirs, and is named.
    #[test]
    fn a_folder_that_is_used_by_now_stays_and_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let mut made = Made::default();
        made.project(folder.path(), Vec::new()).unwrap();
        fs::write(folder.path().join("rules/mine.pol"), "").unwrap();
        assert_eq!(made.take_back(), [shown(&folder.path().join("rules"))]);
    }

    #[test]
    fn what_is_left_is_told() {
        for (left, end) in [(vec![], "nothing was written"), (vec!["rules".to_owned()], "written before, and left: `rules`")] {
            let error = StarterError::Write { path: "rules/team".into(), reason: io::Error::other("why"), left };
            assert_eq!(error.to_string(), format!("cannot write `rules/team`: why; {end}"));
        }
    }
}

//! Everything of a project that a run needs, read once: policies, systems, recorded cases.
//!
//! Loading reads files and compiles; running ([`crate::check`], [`crate::parity`]) does neither, so that a workspace can be
//! run many times, with other policies in the place of its own. A fault in one file never hides the findings in another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use polc_compiler::diagnostic::{Bounded, Code, Diagnostic, nearest};
use polc_compiler::engine::Limits;
use polc_compiler::json::Pointer;
use polc_compiler::policy::Policy;
use polc_compiler::source::{SourceId, Sources, Span};
use polc_wire::recorded::{self, Located, RECORDED_BYTES_MAX, RecordedCase};

use crate::files::{Files, Unreadable};
use crate::folder::{Folder, Found, PolicyFile, is_policy};
use crate::package::{self, Loaded};
use crate::parity;
use crate::project::{self, PROJECT_FILE, Project};
use crate::systems::{self, System, in_backticks};

/// Most JSON values in the recorded cases of one run, which keeps them all.
pub const RUN_VALUES_MAX: usize = 4_000_000;

/// What a run looks at.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    pub(crate) files: Files,
    pub(crate) policies: Vec<Policy>,
    pub(crate) systems: Vec<System>,
    pub(crate) cases: Vec<Case>,
    /// Cases that cannot be run, because nothing answers their system; they count as failed.
    pub(crate) unanswered: usize,
    /// Names of policies that are there, but do not compile.
    pub(crate) broken: Vec<String>,
    /// Where it is said that nothing was checked.
    pub(crate) anchor: Span,
    /// Where it is said that no recorded case was run.
    pub(crate) cases_anchor: Span,
    pub(crate) limits: Limits,
    scope: Option<Vec<String>>,
    policy_files: usize,
}

/// A recorded case with what answers it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) recorded: Located<RecordedCase>,
    /// Index into [`Workspace::systems`].
    pub(crate) system: usize,
}

/// Why there is nothing to run at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// Neither the folder nor one above it holds a `polc.toml`.
    #[error("there is no `{PROJECT_FILE}` here or in a folder above")]
    NoProject,
    /// A path that was given does not exist.
    #[error("there is no `{0}`")]
    NoSuchPath(String),
    /// A path that was given is neither a folder nor a policy.
    #[error("`{0}` is neither a folder nor a policy (`.pol`)")]
    NoPolicy(String),
    /// Paths that were given belong to different projects.
    #[error("`{first}` and `{second}` belong to different projects")]
    TwoProjects {
        /// A path of the one.
        first: String,
        /// A path of the other.
        second: String,
    },
}

/// What of the recorded cases is loaded.
enum Cases<'p> {
    /// Those of the systems whose policies are loaded.
    OfProject,
    /// Those of these files, whatever their systems.
    OfFiles(&'p [PathBuf]),
}

impl Workspace {
    /// The project that `start` belongs to, whole.
    pub fn project(start: &Path) -> Result<Workspace, LoadError> {
        let folder = project::find(start).ok_or(LoadError::NoProject)?;
        let mut workspace = Workspace::default();
        if let Some(project) = workspace.open(&folder) {
            let policies = workspace.policies_of(&project);
            workspace.compile(policies, Some(&project.folder));
            workspace.load_cases(&project, &Cases::OfProject);
        }
        Ok(workspace)
    }

    /// Only the policies at `paths` (files or folders), with the recorded cases that they answer. Policies outside every
    /// project can be given too.
    pub fn paths(paths: &[PathBuf]) -> Result<Workspace, LoadError> {
        let paths = &sorted(paths);
        let mut workspace = Workspace { scope: Some(paths.iter().map(|path| shown(path)).collect()), ..Workspace::default() };
        let paths = &usable(paths, &mut workspace.files)?;
        match common_project(paths)? {
            Some(folder) => {
                if let Some(project) = workspace.open(&folder) {
                    let policies = workspace.policies_at(paths, Some(&project));
                    workspace.compile(policies, Some(&project.folder));
                    workspace.load_cases(&project, &Cases::OfProject);
                }
            }
            None => {
                let policies = workspace.policies_at(paths, None);
                workspace.compile(policies, None);
            }
        }
        Ok(workspace)
    }

    /// The recorded cases of `files`, or of the project if there are none, with the policies that the project has for them.
    pub fn parity(start: &Path, files: &[PathBuf]) -> Result<Workspace, LoadError> {
        let files = &sorted(files);
        let beside_first = || files.first().and_then(|file| file.parent()).and_then(|folder| project::find(&or_here(folder)));
        let folder = project::find(start).or_else(beside_first).ok_or(LoadError::NoProject)?;
        let mut workspace = Workspace::default();
        if !files.is_empty() {
            workspace.scope = Some(files.iter().map(|path| shown(path)).collect());
        }
        let Some(project) = workspace.open(&folder) else {
            return Ok(workspace);
        };
        let policies = workspace.policies_of(&project);
        let compiled_from = workspace.files.findings.len();
        workspace.compile(policies, Some(&project.folder));
        let compiled = workspace.files.findings.split_off(compiled_from);
        workspace.load_cases(&project, &if files.is_empty() { Cases::OfProject } else { Cases::OfFiles(files) });
        // A policy that answers no recorded case is not what was asked about.
        let answering: BTreeSet<&str> = workspace.systems.iter().map(|system| system.policy.as_str()).collect();
        let sources = &workspace.files.sources;
        let concerns = |finding: &Diagnostic| {
            let name = sources.get(finding.primary.span.source).and_then(|source| declared_name(source.text()));
            finding.is_error() && name.is_none_or(|name| answering.contains(name))
        };
        let compiled: Vec<Diagnostic> = compiled.into_iter().filter(concerns).collect();
        workspace.files.findings.extend(compiled);
        Ok(workspace)
    }

    /// The policies at `paths`, or those of the project that `start` belongs to if there are none.
    pub(crate) fn policy_files_of(start: &Path, paths: &[PathBuf], files: &mut Files) -> Result<Vec<PolicyFile>, LoadError> {
        let mut workspace = Workspace::default();
        let paths = &if paths.is_empty() { Vec::new() } else { usable(&sorted(paths), &mut workspace.files)? };
        let folder =
            if paths.is_empty() { Some(project::find(start).ok_or(LoadError::NoProject)?) } else { common_project(paths)? };
        let project = folder.and_then(|folder| workspace.open(&folder));
        let found = match &project {
            Some(project) if paths.is_empty() => workspace.policies_of(project),
            project => workspace.policies_at(paths, project.as_ref()),
        };
        std::mem::swap(files, &mut workspace.files);
        Ok(found)
    }

    /// Every text that findings point at.
    pub fn sources(&self) -> &Sources {
        &self.files.sources
    }

    /// What could not be read.
    pub fn unreadable(&self) -> &[Unreadable] {
        &self.files.unreadable
    }

    /// The policies that compile, in the order of their files.
    pub fn policies(&self) -> &[Policy] {
        &self.policies
    }

    /// The paths that were asked for, as they were given but in order and each once; `None` for the whole project.
    pub fn scope(&self) -> Option<&[String]> {
        self.scope.as_deref()
    }

    /// How many policies could be looked at, whether or not they compile.
    pub fn policy_files(&self) -> usize {
        self.policy_files
    }

    fn open(&mut self, folder: &Path) -> Option<Project> {
        let project = Project::open(folder, &mut self.files)?;
        self.anchor = Span::new(project.source, 0, 0);
        if let Some(rules) = project.rules.first() {
            self.anchor = rules.span;
        }
        Some(project)
    }

    fn policies_of(&mut self, project: &Project) -> Vec<PolicyFile> {
        let mut found = Found::new();
        for entry in &project.rules {
            project.folder.policies(&entry.path, &entry.shown, &mut found, &mut self.files);
        }
        found.sorted()
    }

    fn policies_at(&mut self, paths: &[PathBuf], project: Option<&Project>) -> Vec<PolicyFile> {
        let mut found = Found::new();
        for path in paths {
            let real = match path.canonicalize() {
                Ok(real) => real,
                Err(error) => {
                    self.files.refuse(&shown(path), &error);
                    continue;
                }
            };
            let shown = project.and_then(|project| project.folder.shown(&real)).unwrap_or_else(|| shown(path));
            if !real.is_dir() {
                found.add(real, shown, &mut self.files);
                continue;
            }
            // The folder itself bounds the walk where no project does.
            let folder = match project {
                Some(project) => Ok(project.folder.clone()),
                None => Folder::open(&real),
            };
            match folder {
                Ok(folder) => folder.policies(&real, &shown, &mut found, &mut self.files),
                Err(error) => self.files.refuse(&shown, &error),
            }
        }
        found.sorted()
    }

    fn compile(&mut self, policies: Vec<PolicyFile>, folder: Option<&Folder>) {
        let mut asked = Vec::new();
        for file in policies {
            let unreadable = self.files.unreadable.len();
            let read = self.files.read_policy(&file.path, &file.shown);
            self.policy_files += usize::from(self.files.unreadable.len() == unreadable);
            let Some(source) = read else {
                continue;
            };
            if self.anchor == Span::default() {
                self.anchor = Span::new(source, 0, 0);
            }
            asked.push((source, file.path));
        }
        for Loaded { source, compiled, asked } in package::compile(&mut self.files, &asked, folder) {
            // What is only needed is not asked about, but what is wrong with it is why something else does not compile.
            let heard = |finding: &Diagnostic| asked || finding.is_error();
            let has_errors = compiled.diagnostics.iter().any(Diagnostic::is_error);
            self.files.findings.extend(compiled.diagnostics.into_iter().filter(heard));
            match compiled.policy {
                Some(policy) if !has_errors && asked => self.take(policy),
                Some(_) if !has_errors => {}
                _ => {
                    let name = self.files.sources.get(source).and_then(|source| declared_name(source.text()));
                    self.broken.extend(name.map(str::to_owned));
                }
            }
        }
    }

    fn take(&mut self, policy: Policy) {
        if let Some(first) = self.policies.iter().find(|known| known.name == policy.name) {
            let message = format!("the policy `{}` stands in two files", policy.name);
            let finding = Diagnostic::error(Code::DUPLICATE_NAME, policy.name_span, message)
                .also(first.name_span, "first here")
                .help("give one of the two another name");
            self.files.findings.push(finding);
        } else {
            self.policies.push(policy);
        }
    }

    fn load_cases(&mut self, project: &Project, which: &Cases<'_>) {
        let systems = systems::read_all(&project.parity, &project.folder, &mut self.files);
        let by_name: BTreeMap<&str, &Policy> = self.policies.iter().map(|policy| (policy.name.as_str(), policy)).collect();
        let whole_project = self.scope.is_none() || matches!(which, Cases::OfFiles(_));
        let loaded = |system: &System| by_name.contains_key(system.policy.as_str()) || self.broken.contains(&system.policy);
        let (mine, others): (Vec<System>, Vec<System>) = systems.into_iter().partition(|system| whole_project || loaded(system));
        let misfits: Vec<Diagnostic> = mine.iter().flat_map(|system| system.misfits(&by_name, &self.broken)).collect();
        self.files.findings.extend(misfits);
        let mut texts = Vec::new();
        match which {
            Cases::OfProject => {
                // A file may hold the cases of several systems.
                let files: BTreeMap<&str, &Path> =
                    mine.iter().flat_map(|system| &system.cases).map(|file| (file.shown.as_str(), file.path.as_path())).collect();
                let mut read = BTreeSet::new();
                for (shown, path) in files {
                    if read.insert(path) {
                        texts.extend(self.files.read_lines(path, shown, RECORDED_BYTES_MAX));
                    }
                }
            }
            Cases::OfFiles(paths) => {
                // By the paths that are shown, so that their order on the command line changes nothing.
                let mut files: BTreeMap<PathBuf, (String, &Path)> = BTreeMap::new();
                for path in *paths {
                    let real = path.canonicalize().unwrap_or_else(|_| path.clone());
                    let shown = project.folder.shown(&real).unwrap_or_else(|| shown(path));
                    files.entry(real).or_insert((shown, path));
                }
                let mut files: Vec<(String, &Path)> = files.into_values().collect();
                files.sort();
                for (shown, path) in files {
                    texts.extend(self.files.read_lines_given(path, &shown, RECORDED_BYTES_MAX));
                }
            }
        }
        self.systems = mine;
        self.cases_anchor = match (texts.first(), project.parity.first()) {
            (Some(text), _) => Span::new(*text, 0, 0),
            (None, Some(entry)) => entry.span,
            (None, None) => Span::new(project.source, 0, 0),
        };
        self.read_cases(&texts, &others, RUN_VALUES_MAX);
        if matches!(which, Cases::OfProject) {
            let idle = self.idle_systems();
            self.files.findings.extend(idle);
        }
    }

    /// The systems whose files hold no case for them. A file with mistakes may hold some, and a missing one was told.
    fn idle_systems(&self) -> Vec<Diagnostic> {
        let bad: BTreeSet<&str> = self
            .files
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .map(|finding| self.files.sources.path(finding.primary.span))
            .chain(self.files.unreadable.iter().map(|unreadable| unreadable.path.as_str()))
            .collect();
        let has_cases: BTreeSet<usize> = self.cases.iter().map(|case| case.system).collect();
        let idle = self.systems.iter().enumerate().filter(|(index, system)| {
            let files = &system.cases;
            !has_cases.contains(index) && !files.is_empty() && !files.iter().any(|file| bad.contains(file.shown.as_str()))
        });
        idle.map(|(_, system)| {
            let message = format!("no recorded case of the system `{}` was run", system.name);
            let files: Vec<&str> = system.cases.iter().map(|file| file.shown.as_str()).collect();
            Diagnostic::error(Code::NOTHING_CHECKED, system.name_span, message)
                .note(format!("looked for in {}", in_backticks(&files)))
                .help("record some, or take the system out")
        })
        .collect()
    }

    fn read_cases(&mut self, texts: &[SourceId], others: &[System], values_max: usize) {
        let mut unknown: BTreeMap<(SourceId, String), (Span, usize)> = BTreeMap::new();
        let mut first_places: BTreeMap<String, Span> = BTreeMap::new();
        let mut values = 0;
        'files: for source in texts {
            let (cases, findings) = recorded::read(&self.files.good_lines(*source), *source);
            self.files.findings.extend(findings);
            let mut duplicates = Bounded::new();
            for case in cases {
                let sources = &self.files.sources;
                values += case.value.values();
                if values > values_max {
                    let message = format!("the recorded cases of this run hold more than {values_max} values");
                    let finding = Diagnostic::error(Code::TOO_LARGE, case.span.before(), message);
                    self.files
                        .findings
                        .push(finding.note("from here on they are not run").help("run some of the files at a time"));
                    self.files.findings.extend(duplicates.into_findings());
                    break 'files;
                }
                let id = parity::place(&case, &Pointer::root().with("id"), sources);
                if let Some(first) = first_places.get(&case.value.id) {
                    duplicates.push(parity::duplicate(&case, *first, sources));
                    continue;
                }
                first_places.insert(case.value.id.clone(), id);
                if let Some(system) = self.systems.iter().position(|system| system.name == case.value.system) {
                    self.cases.push(Case { recorded: case, system });
                } else if !others.iter().any(|system| system.name == case.value.system) {
                    self.unanswered += 1;
                    let place = parity::place(&case, &Pointer::root().with("system"), sources);
                    unknown.entry((*source, case.value.system)).or_insert((place, 0)).1 += 1;
                }
            }
            self.files.findings.extend(duplicates.into_findings());
        }
        for ((_, system), (place, count)) in unknown {
            self.files.findings.push(self.unknown_system(&system, place, count));
        }
    }

    fn unknown_system(&self, system: &str, place: Span, count: usize) -> Diagnostic {
        let known: Vec<&str> = self.systems.iter().map(|system| system.name.as_str()).collect();
        let mut finding = Diagnostic::error(Code::UNKNOWN_SYSTEM, place, format!("nothing answers the system `{system}`"));
        if count > 1 {
            finding = finding.note(format!("{count} cases of this file ask for it"));
        }
        match nearest(system, known.iter().copied()) {
            Some(near) => finding.help(format!("did you mean `{near}`?")),
            None => finding
                .note(format!("the project's systems: {}", in_backticks(&known)))
                .help("add it to a `systems.toml` that `parity` of `polc.toml` lists"),
        }
    }
}

/// The paths at which policies can be; of the others it is noted that they cannot be read.
///
/// # Errors
/// None of them is such a path.
fn usable(paths: &[PathBuf], files: &mut Files) -> Result<Vec<PathBuf>, LoadError> {
    let mut usable = Vec::new();
    let mut first_error = None;
    for path in paths {
        let (error, reason) = match path.canonicalize() {
            Err(_) => (LoadError::NoSuchPath(shown(path)), "no such file or folder"),
            Ok(real) if !real.is_dir() && !is_policy(path) => {
                (LoadError::NoPolicy(shown(path)), "it is neither a folder nor a policy (`.pol`)")
            }
            Ok(_) => {
                usable.push(path.clone());
                continue;
            }
        };
        files.unreadable.push(Unreadable { path: shown(path), reason: reason.to_owned() });
        first_error.get_or_insert(error);
    }
    match first_error {
        Some(error) if usable.is_empty() => Err(error),
        _ => Ok(usable),
    }
}

/// Paths in an order that does not depend on the command line, each once.
fn sorted(paths: &[PathBuf]) -> Vec<PathBuf> {
    let paths: BTreeSet<&PathBuf> = paths.iter().collect();
    paths.into_iter().cloned().collect()
}

/// The project that all of `paths` belong to, if they belong to one.
fn common_project(paths: &[PathBuf]) -> Result<Option<PathBuf>, LoadError> {
    let mut common: Option<(Option<PathBuf>, &PathBuf)> = None;
    for path in paths {
        let Ok(real) = path.canonicalize() else { continue };
        let start = if real.is_dir() { real.as_path() } else { real.parent().unwrap_or(&real) };
        let found = project::find(start);
        match &common {
            None => common = Some((found, path)),
            Some((first, _)) if *first == found => {}
            Some((_, first)) => return Err(LoadError::TwoProjects { first: shown(first), second: shown(path) }),
        }
    }
    Ok(common.and_then(|(folder, _)| folder))
}

/// The name after `policy`, also where the rest of the file has mistakes.
fn declared_name(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().find_map(|line| line.strip_prefix("policy ")?.split_whitespace().next())
}

/// The parent of a bare file name is the empty path, which no system call takes.
fn or_here(folder: &Path) -> PathBuf {
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() }
}

/// A path as its user gave it.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two files with a case of five values each, so ten in all.
    #[test]
    fn the_values_of_all_recorded_cases_are_bounded() {
        for (values_max, cases, line) in [(4, 0, Some("a")), (9, 1, Some("b")), (10, 2, None), (11, 2, None)] {
            let mut workspace = Workspace::default();
            let texts: Vec<SourceId> = ["a", "b"]
                .into_iter()
                .map(|id| {
                    let case = format!("{{\"id\":\"{id}\",\"system\":\"s\",\"input\":{{\"x\":[1]}},\"expected\":{{\"y\":2}}}}\n");
                    workspace.files.sources.add(id, case)
                })
                .collect();
            workspace.read_cases(&texts, &[], values_max);
            let too_large = workspace.files.findings.iter().find(|finding| finding.code == Code::TOO_LARGE);
            let place = too_large.map(|finding| workspace.files.sources.path(finding.primary.span));
            assert_eq!((workspace.unanswered, place), (cases, line), "{values_max}");
        }
    }
}

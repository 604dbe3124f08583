//! Policies with everything that they need: other policies of the same `rules` folder, and the JSON files that instances
//! include.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use polc_compiler::Compiled;
use polc_compiler::diagnostic::{Code, Diagnostic};
use polc_compiler::json::JSON_BYTES_MAX;
use polc_compiler::package::{Include, Package};
use polc_compiler::source::SourceId;

use crate::files::Files;
use crate::folder::Folder;

/// What was compiled.
pub(crate) struct Loaded {
    /// The text of the policy.
    pub(crate) source: SourceId,
    /// What compiling it gave.
    pub(crate) compiled: Compiled,
    /// Whether it was asked for, and not only needed.
    pub(crate) asked: bool,
}

/// Compiles texts, each with the path of its file, and what they need. `folder` bounds what may be read; without one, the
/// folder of each policy does.
pub(crate) fn compile(files: &mut Files, asked: &[(SourceId, PathBuf)], folder: Option<&Folder>) -> Vec<Loaded> {
    let mut package = Package::default();
    let mut paths: BTreeMap<SourceId, PathBuf> = BTreeMap::new();
    let mut order: Vec<SourceId> = Vec::new();
    for (source, path) in asked {
        package.add(&files.sources, *source);
        paths.insert(*source, path.clone());
        order.push(*source);
    }
    // What is needed may need more. A name that leads nowhere is reported by who compiles.
    let mut tried: BTreeSet<String> = BTreeSet::new();
    loop {
        let missing: Vec<(String, SourceId)> =
            package.missing().into_iter().filter(|(name, _)| tried.insert(name.clone())).collect();
        if missing.is_empty() {
            break;
        }
        for (name, from) in missing {
            let Some((path, shown)) = file_of(&package, files, &paths, &name, from, folder) else { continue };
            if let Some(source) = files.read_policy(&path, &shown) {
                package.add(&files.sources, source);
                paths.insert(source, path);
                order.push(source);
            }
        }
    }
    let mut read: BTreeMap<PathBuf, Option<SourceId>> = BTreeMap::new();
    for include in package.includes() {
        if let Some(json) = included(&include, &paths, files, folder, &mut read) {
            package.include(include.policy, &include.path, json);
        }
    }
    let compiled = package.compile(&files.sources);
    order
        .into_iter()
        .zip(compiled)
        .map(|(source, compiled)| Loaded { source, compiled, asked: asked.iter().any(|(known, _)| *known == source) })
        .collect()
}

/// The file in which the policy of that name stands, below the same root as the one that needs it, as a path and as shown.
fn file_of(
    package: &Package,
    files: &Files,
    paths: &BTreeMap<SourceId, PathBuf>,
    name: &str,
    from: SourceId,
    folder: Option<&Folder>,
) -> Option<(PathBuf, String)> {
    let own_name = package.name_of(from)?;
    let own_path = paths.get(&from)?;
    let shown = files.sources.get(from)?.path();
    let below: PathBuf = format!("{}.pol", own_name.replace('.', "/")).into();
    let steps = below.components().count();
    if !own_path.ends_with(&below) {
        return None;
    }
    let root = own_path.ancestors().nth(steps)?;
    let wanted: PathBuf = name.split('.').collect();
    // Appended, not set: `2026-08.x` has a point of its own.
    let wanted = format!("{}.pol", wanted.display());
    let path = root.join(&wanted);
    let real = path.canonicalize().ok().filter(|real| real.is_file())?;
    if let Some(folder) = folder {
        folder.shown(&real)?;
    }
    // A policy given by its bare name does not show where its root is.
    let root = Path::new(shown).ancestors().nth(steps);
    let shown = root.map_or_else(|| PathBuf::from(&wanted), |root| root.join(&wanted)).display().to_string();
    Some((path, shown.replace('\\', "/")))
}

/// The text of a JSON file that a policy includes.
fn included(
    include: &Include,
    paths: &BTreeMap<SourceId, PathBuf>,
    files: &mut Files,
    folder: Option<&Folder>,
    read: &mut BTreeMap<PathBuf, Option<SourceId>>,
) -> Option<SourceId> {
    let refused = |message: String, help: &str| Diagnostic::error(Code::INSTANCE, include.span, message).help(help);
    let written = Path::new(&include.path);
    let beside = paths.get(&include.policy)?.parent()?.to_owned();
    let plain = written.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir | Component::ParentDir));
    if include.path.is_empty() || include.path.contains('\0') || !plain {
        let message = format!("`{}` is no path beside the policy", include.path);
        files.findings.push(refused(message, "name a file relative to the policy's own: `rules.json`, `../shared/rules.json`"));
        return None;
    }
    let path = beside.join(written);
    let real = match path.canonicalize() {
        Ok(real) => real,
        Err(error) => {
            let message = format!("`{}` cannot be read: {error}", include.path);
            files.findings.push(refused(message, "name a file beside the policy"));
            return None;
        }
    };
    let bound = folder.map_or_else(|| Folder::open(&beside).ok(), |folder| Some(folder.clone()))?;
    let Some(inside) = bound.shown(&real) else {
        let message = format!("`{}` leaves the project", include.path);
        files.findings.push(refused(message, "keep the file in the project's folder"));
        return None;
    };
    if let Some(known) = read.get(&real) {
        return *known;
    }
    let shown = match folder {
        Some(_) => inside,
        None => {
            let policy = files.sources.get(include.policy).map_or("", |source| source.path());
            Path::new(policy).with_file_name(&include.path).display().to_string()
        }
    };
    let source = files.read(&real, &shown, JSON_BYTES_MAX);
    read.insert(real, source);
    source
}

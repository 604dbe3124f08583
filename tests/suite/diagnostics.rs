//! Findings stand where they belong: every file of `tests/diagnostics/` says which.
//!
//! A file holds cases, each begun by a line `// --- title`; what stands before the first one is for readers. A case is a
//! whole policy. Under a line, a comment marks what is underlined in it, the code, and maybe words of the message:
//!
//! ```text
//! let x: int = "a"
//! //           ^^^ error[P105] `int` is wanted
//! ```
//!
//! An underline that runs over lines is marked in its first line only. One that begins in column one is marked with `<`
//! there, since the comment takes that place: `//<^^^` underlines six columns. Markers are taken out before the policy is
//! compiled. All findings must be marked, and all markers found. What follows a line `// +++` is another file, which the
//! case may use; it has no findings.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use polc_compiler::diagnostic::{CODES, Code, Diagnostic};
use polc_compiler::package::Package;
use polc_compiler::source::{SourceId, Sources};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mark {
    line: usize,
    /// First column, and the one behind the last, from 1.
    columns: (usize, usize),
    /// `error[P105]`
    code: String,
    message: String,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} columns {}..{} {} {}", self.line, self.columns.0, self.columns.1, self.code, self.message)
    }
}

struct Case {
    title: String,
    policy: String,
    /// Other files that the policy may use.
    others: Vec<String>,
    marks: Vec<Mark>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("diagnostics")
}

fn files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pol"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("// --- ") {
            cases.push(Case { title: title.trim().to_owned(), policy: String::new(), others: Vec::new(), marks: Vec::new() });
            continue;
        }
        let Some(case) = cases.last_mut() else { continue };
        if line == "// +++" {
            case.others.push(String::new());
            continue;
        }
        if let Some(other) = case.others.last_mut() {
            other.push_str(line);
            other.push('\n');
            continue;
        }
        let lines = case.policy.lines().count();
        match mark(line, lines) {
            Some(mark) => case.marks.push(mark),
            None => {
                case.policy.push_str(line);
                case.policy.push('\n');
            }
        }
    }
    cases
}

/// The marker that a line is, for the policy's line of that number.
fn mark(line: &str, number: usize) -> Option<Mark> {
    let trimmed = line.trim_start();
    let behind = trimmed.strip_prefix("//")?;
    let from_start = behind.starts_with('<');
    let carets = behind.trim_start_matches(['<', ' ']);
    if !carets.starts_with('^') && !from_start {
        return None;
    }
    let words = carets.trim_start_matches('^');
    let (code, message) = words.trim().split_once(' ').unwrap_or((words.trim(), ""));
    let column = |rest: &str| line.chars().count() - rest.chars().count() + 1;
    let start = if from_start { 1 } else { column(carets) };
    Some(Mark { line: number, columns: (start, column(words)), code: code.to_owned(), message: message.trim().to_owned() })
}

fn found(sources: &Sources, id: SourceId, finding: &Diagnostic) -> Mark {
    let (start, end) = (sources.start(finding.primary.span), sources.end(finding.primary.span));
    let line = sources.get(id).unwrap().text().lines().nth(start.line - 1).unwrap_or("");
    let last = if end.line == start.line { end.column } else { line.chars().count() + 1 };
    Mark {
        line: start.line,
        columns: (start.column, last),
        code: format!("{}[{}]", finding.severity.word(), finding.code),
        message: finding.message.clone(),
    }
}

/// What is wrong with a case, empty where nothing is.
fn check(file: &str, case: &Case) -> String {
    let mut sources = Sources::new();
    // No path of a policy, so that the policy may have any name.
    let id = sources.add(format!("{file} {}", case.title), case.policy.as_str());
    let mut package = Package::default();
    package.add(&sources, id);
    for other in &case.others {
        let id = sources.add(format!("{file} {}, another file", case.title), other.as_str());
        package.add(&sources, id);
    }
    let mut compiled = package.compile(&sources);
    let broken = compiled.iter().skip(1).find_map(|other| other.diagnostics.first());
    assert!(broken.is_none(), "{}: {broken:?}", case.title);
    let compiled = compiled.swap_remove(0);
    let mut wanted = case.marks.clone();
    wanted.sort();
    let mut wrong = String::new();
    for finding in &compiled.diagnostics {
        let found = found(&sources, id, finding);
        let place = |mark: &Mark| (mark.line, mark.columns, mark.code.clone());
        match wanted.iter().position(|mark| place(mark) == place(&found) && found.message.contains(&mark.message)) {
            Some(place) => drop(wanted.remove(place)),
            None => {
                wrong += &format!("  found, not marked: {found}\n    {}\n", case.policy.lines().nth(found.line - 1).unwrap_or(""))
            }
        }
    }
    for mark in wanted {
        wrong += &format!("  marked, not found: {mark}\n    {}\n", case.policy.lines().nth(mark.line - 1).unwrap_or(""));
    }
    if compiled.policy.is_some() == case.marks.iter().any(|mark| mark.code.starts_with("error")) {
        wrong += "  there is a policy where there is an error, or none where there is none\n";
    }
    if wrong.is_empty() { wrong } else { format!("{file}: {}\n{wrong}", case.title) }
}

#[test]
fn findings_stand_where_they_are_marked() {
    let wrong: String =
        files().iter().flat_map(|(file, text)| cases(text).iter().map(|case| check(file, case)).collect::<Vec<_>>()).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_code_of_names_types_and_tables_has_two_cases() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, text) in files() {
        for mark in cases(&text).iter().flat_map(|case| &case.marks) {
            let code = mark.code.split_once('[').and_then(|(_, code)| Code::parse(code.trim_end_matches(']')));
            *counts.entry(code.unwrap_or_else(|| panic!("`{}` is no code", mark.code)).to_string()).or_default() += 1;
        }
    }
    // A policy under a wrong path is no case of this form.
    let looked_at = CODES.iter().map(|(code, _, _)| *code).filter(|code| *code != Code::POLICY_NAME);
    for code in looked_at.filter(|code| code.to_string().starts_with("P1") || code.to_string().starts_with("P2")) {
        assert!(counts.get(&code.to_string()).copied().unwrap_or(0) >= 2, "{code} has too few cases");
    }
}

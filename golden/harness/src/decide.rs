//! Answers one document from one policy, both read from files.
//!
//! A policy needs no project for that.

use std::io::Read;
use std::path::{Path, PathBuf};

use polc_compiler::diagnostic::{self, Diagnostic};
use polc_compiler::engine::{self, Decision, Fault, Limits};
use polc_compiler::json::{self, JSON_BYTES_MAX, Json, Pointer};
use polc_compiler::source::{SourceId, Sources, Span};

use crate::files::{Files, Unreadable};
use crate::folder::Folder;
use crate::package::{self, Loaded};
use crate::project;

/// Where the input document comes from.
pub enum InputSource<'a> {
    /// A file.
    File(&'a Path),
    /// Anything else, with the name under which it is shown.
    Reader(&'a str, Box<dyn Read + 'a>),
}

/// What came of it.
#[derive(Debug, Default)]
pub struct DecideReport {
    /// The texts that findings point at.
    pub sources: Sources,
    /// Everything found, sorted.
    pub findings: Vec<Diagnostic>,
    /// What could not be read.
    pub unreadable: Vec<Unreadable>,
    /// The outputs, unless something is wrong with the policy or the input.
    pub decision: Option<Json>,
    /// How the decision came about, also of one that failed; only where asked for.
    pub trace: Option<Json>,
}

impl DecideReport {
    /// Whether something is wrong with the policy, the input, or the decision.
    pub fn fails(&self) -> bool {
        self.findings.iter().any(Diagnostic::is_error)
    }
}

/// Reads the policy and the input and decides. Both are looked at, even if one of them has mistakes.
pub fn decide(policy: &Path, input: InputSource<'_>, traced: bool) -> DecideReport {
    let mut files = Files::new();
    let policy_source = files.read_policy(policy, &policy.display().to_string());
    let input_source = match input {
        InputSource::File(path) => files.read_given(path, &path.display().to_string(), JSON_BYTES_MAX),
        InputSource::Reader(shown, reader) => files.read_from(reader, shown, JSON_BYTES_MAX),
    };
    let mut report = DecideReport::default();
    let given = input_source.and_then(|source| read_input(source, &mut files));
    let real = policy.canonicalize().unwrap_or_else(|_| policy.to_owned());
    let folder = real.parent().and_then(project::find).and_then(|folder| Folder::open(&folder).ok());
    let asked: Vec<(SourceId, PathBuf)> = policy_source.map(|source| (source, real)).into_iter().collect();
    for Loaded { compiled, asked, .. } in package::compile(&mut files, &asked, folder.as_ref()) {
        if !asked {
            files.findings.extend(compiled.diagnostics.into_iter().filter(Diagnostic::is_error));
            continue;
        }
        let has_errors = compiled.diagnostics.iter().any(Diagnostic::is_error);
        files.findings.extend(compiled.diagnostics);
        if let (Some(policy), Some((source, given)), false) = (compiled.policy, given.as_ref(), has_errors) {
            let limits = Limits::default();
            let result = if traced {
                let (result, trace) = engine::decide_traced(&policy, &files.sources, given, &limits);
                report.trace = Some(trace);
                result
            } else {
                engine::decide(&policy, &files.sources, given, &limits)
            };
            match result {
                Ok(Decision { outputs, findings, .. }) => {
                    report.decision = Some(outputs);
                    files.findings.extend(findings);
                }
                Err(fault) => files.findings.push(fault_finding(&fault, *source, &files.sources)),
            }
        }
    }
    diagnostic::sort(&files.sources, &mut files.findings);
    DecideReport { sources: files.sources, findings: files.findings, unreadable: files.unreadable, ..report }
}

fn read_input(source: SourceId, files: &mut Files) -> Option<(SourceId, Json)> {
    let text = files.sources.get(source)?.text();
    match json::parse(text) {
        Ok(given) => Some((source, given)),
        Err(error) => {
            files.findings.push(error.diagnostic(source, 0));
            None
        }
    }
}

/// A fault at its place: in the input where it has one there, else in the policy.
fn fault_finding(fault: &Fault, input: SourceId, sources: &Sources) -> Diagnostic {
    let in_input = fault.pointer.as_ref().map(|pointer| place_in(input, pointer, fault.is_name, sources));
    let place = in_input.or(fault.span).unwrap_or(Span::new(input, 0, 0));
    let mut finding = Diagnostic::error(fault.code, place, fault.message.clone());
    if let (Some(_), Some(span)) = (in_input, fault.span) {
        finding = finding.also(span, "asked for here");
    }
    // A document is often one long line, where the excerpt alone does not say where it is.
    if let Some(pointer) = fault.pointer.as_ref().filter(|pointer| !pointer.is_root()) {
        finding = finding.note(format!("at {}", pointer.place()));
    }
    match &fault.help {
        Some(help) => finding.help(help.clone()),
        None => finding,
    }
}

/// The place of a value (or of its name), or of the nearest value around it that is there.
fn place_in(source: SourceId, pointer: &Pointer, is_name: bool, sources: &Sources) -> Span {
    let text = sources.get(source).map_or("", |source| source.text());
    if let Some(name) = is_name.then(|| json::find_name(text, pointer)).flatten() {
        return Span::new(source, name.start, name.end);
    }
    let mut pointer = pointer.clone();
    loop {
        if let Some(range) = json::find(text, &pointer) {
            return Span::new(source, range.start, range.end);
        }
        if pointer.pop().is_none() {
            return Span::new(source, 0, 0);
        }
    }
}

//! Runs recorded cases: does a policy answer what the upstream program, or a document, says?
//!
//! Each case that differs is one finding at its line, which names the differences and the rules that decided. Nothing here
//! looks at a case's id.

use std::collections::BTreeMap;

use polc_compiler::diagnostic::{self, Code, Diagnostic};
use polc_compiler::engine::{self, Coverage, Decision, Fault};
use polc_compiler::json::{self, Json, Pointer};
use polc_compiler::policy::Policy;
use polc_compiler::source::{Sources, Span};
use polc_wire::compare::{self, Difference};

use crate::systems::System;
use crate::workspace::{Case, Workspace};

/// Differences that one finding lists; more are counted.
pub const DIFFERENCES_SHOWN_MAX: usize = 10;

/// Rules that one finding names; more are counted.
const RULES_SHOWN_MAX: usize = 10;

/// Most characters of a value in a message.
const VALUE_CHARS_MAX: usize = 80;

/// How many cases passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CaseCounts {
    /// The answer is the recorded one.
    pub passed: usize,
    /// It is another one, a fault, or there is none.
    pub failed: usize,
}

/// What came of running recorded cases.
#[derive(Clone, Debug, Default)]
pub struct ParityReport {
    /// Everything found, sorted.
    pub findings: Vec<Diagnostic>,
    /// How many passed and failed.
    pub cases: CaseCounts,
}

/// What running the cases gives, before it is sorted.
#[derive(Debug, Default)]
pub(crate) struct CaseRun {
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) counts: CaseCounts,
    /// For each policy that answered, by name.
    pub(crate) coverage: BTreeMap<String, Coverage>,
}

impl Workspace {
    /// Runs the recorded cases alone.
    pub fn run_parity(&self) -> ParityReport {
        let run = run(self, &self.policies);
        let mut findings = self.files.findings.clone();
        findings.extend(run.findings);
        let nothing_ran = run.counts == CaseCounts::default();
        if nothing_ran && !findings.iter().any(Diagnostic::is_error) && self.files.unreadable.is_empty() {
            let message = "no recorded case was run";
            let finding = Diagnostic::error(Code::NOTHING_CHECKED, self.anchor, message);
            findings.push(finding.help("list a `systems.toml` under `parity` in `polc.toml`, or name a file with cases"));
        }
        diagnostic::sort(&self.files.sources, &mut findings);
        ParityReport { findings, cases: run.counts }
    }
}

/// Runs every case of the workspace against `policies`.
pub(crate) fn run(workspace: &Workspace, policies: &[Policy]) -> CaseRun {
    let by_name: BTreeMap<&str, &Policy> = policies.iter().map(|policy| (policy.name.as_str(), policy)).collect();
    let mut run = CaseRun::default();
    run.counts.failed = workspace.unanswered;
    let mut broken = Broken::default();
    for case in &workspace.cases {
        let Some(system) = workspace.systems.get(case.system) else {
            continue;
        };
        // A policy that is missing or does not compile was reported once, where it stands.
        let Some(policy) = by_name.get(system.policy.as_str()) else {
            run.counts.failed += 1;
            continue;
        };
        let one = Run { workspace, system, policy, case };
        match engine::decide(policy, &workspace.files.sources, &case.recorded.input, &workspace.limits) {
            Ok(decision) => {
                let finding = one.differs(&decision);
                broken.add(case, &decision.findings);
                if finding.is_some() {
                    run.counts.failed += 1;
                } else {
                    run.counts.passed += 1;
                }
                run.findings.extend(finding);
                run.coverage.entry(policy.name.clone()).or_insert_with(|| Coverage::new(policy)).merge(&decision.coverage);
            }
            Err(fault) => {
                run.counts.failed += 1;
                run.findings.push(one.faults(&fault));
            }
        }
    }
    run.findings.extend(broken.findings(&workspace.files.sources));
    run
}

struct Run<'w> {
    workspace: &'w Workspace,
    system: &'w System,
    policy: &'w Policy,
    case: &'w Case,
}

impl Run<'_> {
    fn differs(&self, decision: &Decision) -> Option<Diagnostic> {
        let expected = &self.case.recorded.expected;
        let differences = compare::compare_answer(expected, &decision.outputs, &self.system.outputs, &self.system.sets);
        let first = differences.first()?;
        let place = self.place(&Pointer::root().with("expected").join(&first.pointer));
        let id = json::excerpt(&self.case.recorded.id, VALUE_CHARS_MAX);
        let message = format!("`{}` answers the case `{id}` differently", self.policy.name);
        let mut finding = Diagnostic::error(Code::CASE_DIFFERS, place, message).label(match &first.expected {
            Some(_) => format!("the policy answers {}", shown(first.found.as_ref())),
            None => format!("not in the case, but the policy answers {}", shown(first.found.as_ref())),
        });
        for difference in differences.iter().take(DIFFERENCES_SHOWN_MAX) {
            finding = finding.note(in_words(difference));
        }
        if let Some(more @ 1..) = differences.len().checked_sub(DIFFERENCES_SHOWN_MAX) {
            finding = finding.note(format!("and {more} more differences"));
        }
        if let Some(rules) = self.rules_that_decided(&decision.coverage) {
            finding = finding.note(rules);
        }
        Some(finding.help(format!("change the policy, or record the case again if `{}` is right", self.policy.name)))
    }

    fn faults(&self, fault: &Fault) -> Diagnostic {
        let pointer = fault.pointer.as_ref().map(|pointer| Pointer::root().with("input").join(pointer));
        let place = self.place(&pointer.unwrap_or_else(|| Pointer::root().with("id")));
        let id = json::excerpt(&self.case.recorded.id, VALUE_CHARS_MAX);
        let message = format!("`{}` has no answer for the case `{id}`: {}", self.policy.name, fault.message);
        let mut finding = Diagnostic::error(Code::CASE_DIFFERS, place, message);
        if let Some(span) = fault.span {
            finding = finding.also(span, "it fails here");
        }
        finding = finding.note(format!("`polc explain {}` says more about the fault", fault.code));
        match &fault.help {
            Some(help) => finding.help(help.clone()),
            None => finding,
        }
    }

    /// The place of a value in the case's line, or of the nearest value around it that is there.
    fn place(&self, pointer: &Pointer) -> Span {
        place_in_line(self.case.line, pointer, &self.workspace.files.sources)
    }

    fn rules_that_decided(&self, coverage: &Coverage) -> Option<String> {
        let mut rules: Vec<String> = Vec::new();
        for id in self.policy.rule_ids() {
            let count = coverage.rule(id);
            if count > 0
                && let Some((table, rule)) = self.policy.rule(id)
            {
                let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
                rules.push(format!("`{}` of `{}`{times}", rule.name, table.name));
            }
        }
        if rules.is_empty() {
            return None;
        }
        let more = rules.len().saturating_sub(RULES_SHOWN_MAX);
        rules.truncate(RULES_SHOWN_MAX);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        Some(format!("rules that decided: {}{rest}", rules.join(", ")))
    }
}

/// Invariants that do not hold for the document of a case: one finding an invariant, not one a case.
#[derive(Debug, Default)]
struct Broken {
    by_place: BTreeMap<Span, (Diagnostic, Span, String, usize)>,
}

impl Broken {
    fn add(&mut self, case: &Case, broken: &[Diagnostic]) {
        for finding in broken {
            let first = || (finding.clone(), case.line, case.recorded.id.clone(), 0);
            self.by_place.entry(finding.primary.span).or_insert_with(first).3 += 1;
        }
    }

    fn findings(self, sources: &Sources) -> Vec<Diagnostic> {
        let amended = self.by_place.into_values().map(|(finding, line, id, count)| {
            let at = place_in_line(line, &Pointer::root().with("id"), sources);
            let id = json::excerpt(&id, VALUE_CHARS_MAX);
            let finding = finding.also(at, format!("for the document of `{id}`"));
            match count {
                1 => finding,
                _ => finding.note(format!("it does not hold for {count} recorded cases")),
            }
        });
        amended.collect()
    }
}

/// The place of a value in a line of recorded cases, or of the nearest value around it that is there.
fn place_in_line(line: Span, pointer: &Pointer, sources: &Sources) -> Span {
    let text = sources.slice(line);
    let mut pointer = pointer.clone();
    loop {
        if let Some(range) = json::find(text, &pointer) {
            let start = line.start as usize;
            return Span::new(line.source, start.saturating_add(range.start), start.saturating_add(range.end));
        }
        if pointer.pop().is_none() {
            return line;
        }
    }
}

pub(crate) fn place_of_system(line: Span, sources: &Sources) -> Span {
    place_in_line(line, &Pointer::root().with("system"), sources)
}

/// Two cases of one name in different files; inside one file the reader reports them.
pub(crate) fn duplicate(id: &str, line: Span, first: Span, sources: &Sources) -> Diagnostic {
    let pointer = Pointer::root().with("id");
    let message = format!("the case `{}` stands twice", json::excerpt(id, VALUE_CHARS_MAX));
    Diagnostic::error(Code::CASE_MALFORMED, place_in_line(line, &pointer, sources), message)
        .also(place_in_line(first, &pointer, sources), "first here")
        .help("give each case an id of its own")
}

fn in_words(difference: &Difference) -> String {
    format!(
        "{}: expected {}, found {}",
        difference.pointer.place(),
        shown(difference.expected.as_ref()),
        shown(difference.found.as_ref())
    )
}

fn shown(value: Option<&Json>) -> String {
    match value {
        Some(value) => format!("`{}`", json::excerpt(&json::to_compact(value), VALUE_CHARS_MAX)),
        None => "nothing".to_owned(),
    }
}

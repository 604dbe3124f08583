//! Runs recorded cases: does a policy answer what the upstream program, or a document, says?
//!
//! Each case that differs is one finding at its line, which names the differences and the rules that decided. Nothing here
//! looks at a case's id.

use std::collections::BTreeMap;

use polc_compiler::diagnostic::{self, Bounded, Code, Diagnostic};
use polc_compiler::engine::{self, Coverage, Decision, Fault, RunBudget, grouped};
use polc_compiler::json::{self, Json, Pointer};
use polc_compiler::policy::Policy;
use polc_compiler::source::{Source, SourceId, Sources, Span};
use polc_wire::answer::{AnswerComparison, compare_answer};
use polc_wire::compare::Differences;
use polc_wire::recorded::{Located, RecordedCase};

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

impl ParityReport {
    /// Whether the run fails: an error, or a failed case.
    pub fn fails(&self) -> bool {
        self.cases.failed > 0 || self.findings.iter().any(Diagnostic::is_error)
    }
}

/// What running the cases gives, before it is sorted.
#[derive(Debug)]
pub(crate) struct CaseRun {
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) counts: CaseCounts,
    /// For each policy that answered, by name.
    pub(crate) coverage: BTreeMap<String, Coverage>,
    /// Whether all cases were run, as far as something answers them.
    pub(crate) is_complete: bool,
}

/// Findings by the text in which they stand, of each text no more than a reader wants to see.
#[derive(Debug, Default)]
struct ByText(BTreeMap<SourceId, Bounded>);

impl ByText {
    fn push(&mut self, finding: Diagnostic) {
        self.0.entry(finding.primary.span.source).or_default().push(finding);
    }

    fn into_findings(self) -> Vec<Diagnostic> {
        self.0.into_values().flat_map(Bounded::into_findings).collect()
    }
}

impl Workspace {
    /// Runs the recorded cases alone.
    pub fn run_parity(&self) -> ParityReport {
        let run = run(self, &self.policies, RunBudget::new(self.limits.run_steps));
        let mut findings = self.files.findings.clone();
        findings.extend(run.findings);
        let nothing_ran = run.counts == CaseCounts::default();
        if nothing_ran && !findings.iter().any(Diagnostic::is_error) && self.files.unreadable.is_empty() {
            let message = "no recorded case was run";
            let finding = Diagnostic::error(Code::NOTHING_CHECKED, self.cases_anchor, message);
            findings.push(
                finding.help("record some, or name a file with cases; `parity` of `polc.toml` says where the systems are listed"),
            );
        }
        diagnostic::sort(&self.files.sources, &mut findings);
        ParityReport { findings, cases: run.counts }
    }
}

/// Runs every case of the workspace against `policies`, as far as the steps suffice. A case that is not run has failed.
pub(crate) fn run(workspace: &Workspace, policies: &[Policy], mut budget: RunBudget) -> CaseRun {
    let by_name: BTreeMap<&str, &Policy> = policies.iter().map(|policy| (policy.name.as_str(), policy)).collect();
    let counts = CaseCounts { passed: 0, failed: workspace.unanswered };
    let mut run = CaseRun { findings: Vec::new(), counts, coverage: BTreeMap::new(), is_complete: true };
    let mut findings = ByText::default();
    let mut broken = Broken::default();
    let mut unlisted = Unlisted::default();
    for (index, case) in workspace.cases.iter().enumerate() {
        let Some(system) = workspace.systems.get(case.system) else {
            continue;
        };
        // A policy that is missing or does not compile was reported once, where it stands.
        let Some(policy) = by_name.get(system.policy.as_str()) else {
            run.counts.failed += 1;
            continue;
        };
        let one = Run { sources: &workspace.files.sources, system, policy, case: &case.recorded };
        let given = &case.recorded.value.input;
        match engine::decide_within(policy, &workspace.files.sources, given, &workspace.limits, &mut budget) {
            Ok(decision) => {
                let comparison = one.compare(&decision.outputs);
                if comparison.agrees() {
                    run.counts.passed += 1;
                } else {
                    run.counts.failed += 1;
                }
                one.differs(&comparison, &decision).into_iter().for_each(|finding| findings.push(finding));
                unlisted.add(case, &comparison.unlisted);
                broken.add(case, &decision.findings);
                run.coverage.entry(policy.name.clone()).or_insert_with(|| Coverage::new(policy)).merge(&decision.coverage);
            }
            Err(fault) if fault.code == Code::RUN_STEPS => {
                let left = workspace.cases.len() - index;
                run.counts.failed += left;
                run.is_complete = false;
                run.findings.push(one.not_run(left, workspace.limits.run_steps));
                break;
            }
            Err(fault) => {
                run.counts.failed += 1;
                findings.push(one.faults(&fault));
            }
        }
    }
    unlisted.findings(workspace).into_iter().for_each(|finding| findings.push(finding));
    broken.findings(&workspace.files.sources).into_iter().for_each(|finding| findings.push(finding));
    run.findings.extend(findings.into_findings());
    run
}

struct Run<'w> {
    sources: &'w Sources,
    system: &'w System,
    policy: &'w Policy,
    case: &'w Located<RecordedCase>,
}

impl Run<'_> {
    fn compare(&self, outputs: &Json) -> AnswerComparison {
        compare_answer(&self.case.value.expected, outputs, &self.system.outputs, &self.system.sets)
    }

    fn differs(&self, comparison: &AnswerComparison, decision: &Decision) -> Option<Diagnostic> {
        let differences = &comparison.differences;
        let first = differences.kept.first()?;
        let at = self.place(&Pointer::root().with("expected").join(&first.pointer));
        let id = json::excerpt(&self.case.value.id, VALUE_CHARS_MAX);
        let message = format!("`{}` answers the case `{id}` differently", self.policy.name);
        let mut finding = Diagnostic::error(Code::CASE_DIFFERS, at, message).label(match &first.expected {
            _ if self.is_in_set(&first.pointer) => set_label(differences, &first.pointer),
            Some(_) => format!("the policy answers {}", shown(first.found.as_ref())),
            None => format!("not in the case, but the policy answers {}", shown(first.found.as_ref())),
        });
        for difference in differences.kept.iter().take(DIFFERENCES_SHOWN_MAX) {
            finding = finding.note(difference.to_string());
        }
        if let Some(more @ 1..) = differences.count().checked_sub(DIFFERENCES_SHOWN_MAX) {
            finding = finding.note(format!("and {more} more differences"));
        }
        if let Some(rules) = self.rules_that_decided(&decision.coverage) {
            finding = finding.note(rules);
        }
        Some(finding.help(format!("change the policy, or record the case again if `{}` is right", self.policy.name)))
    }

    /// Whether the place is an element of a list whose order does not count.
    fn is_in_set(&self, pointer: &Pointer) -> bool {
        let mut list = pointer.clone();
        list.pop().is_some() && self.system.sets.iter().any(|set| list == Pointer::root().with(set.as_str()))
    }

    fn faults(&self, fault: &Fault) -> Diagnostic {
        let pointer = fault.pointer.as_ref().map(|pointer| Pointer::root().with("input").join(pointer));
        let at = self.place(&pointer.unwrap_or_else(|| Pointer::root().with("id")));
        let id = json::excerpt(&self.case.value.id, VALUE_CHARS_MAX);
        let message = format!("`{}` has no answer for the case `{id}`: {}", self.policy.name, fault.message);
        let mut finding = Diagnostic::error(Code::CASE_DIFFERS, at, message);
        if let Some(span) = fault.span {
            finding = finding.also(span, "it fails here");
        }
        finding = finding.note(format!("`polc explain {}` says more about the fault", fault.code));
        match &fault.help {
            Some(help) => finding.help(help.clone()),
            None => finding,
        }
    }

    /// That the steps of the run end before this case.
    fn not_run(&self, left: usize, steps: u64) -> Diagnostic {
        let message = format!("everything that this run evaluates takes more than {} steps", grouped(steps));
        let cases = if left == 1 { "1 recorded case was".to_owned() } else { format!("{left} recorded cases were") };
        Diagnostic::error(Code::RUN_STEPS, self.place(&Pointer::root().with("id")), message)
            .note(format!("{cases} not run, this one and those behind it"))
            .help("run some of the files at a time")
    }

    fn place(&self, pointer: &Pointer) -> Span {
        place(self.case, pointer, self.sources)
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
struct Broken<'w> {
    by_place: BTreeMap<Span, (Diagnostic, &'w Located<RecordedCase>, usize)>,
}

impl<'w> Broken<'w> {
    fn add(&mut self, case: &'w Case, broken: &[Diagnostic]) {
        for finding in broken {
            let first = || (finding.clone(), &case.recorded, 0);
            self.by_place.entry(finding.primary.span).or_insert_with(first).2 += 1;
        }
    }

    fn findings(self, sources: &Sources) -> Vec<Diagnostic> {
        let amended = self.by_place.into_values().map(|(finding, case, count)| {
            let id = json::excerpt(&case.value.id, VALUE_CHARS_MAX);
            let finding = finding.also(place(case, &Pointer::root().with("id"), sources), format!("for the document of `{id}`"));
            if count == 1 { finding } else { finding.note(format!("the same with {count} recorded cases")) }
        });
        amended.collect()
    }
}

/// Members that cases record, but that their system does not list: one finding a member.
#[derive(Debug, Default)]
struct Unlisted<'w> {
    by_member: BTreeMap<(usize, String), (&'w Located<RecordedCase>, usize)>,
}

impl<'w> Unlisted<'w> {
    fn add(&mut self, case: &'w Case, members: &[String]) {
        for member in members {
            self.by_member.entry((case.system, member.clone())).or_insert((&case.recorded, 0)).1 += 1;
        }
    }

    fn findings(self, workspace: &Workspace) -> Vec<Diagnostic> {
        let found = self.by_member.into_iter().filter_map(|((system, member), (case, count))| {
            let system = workspace.systems.get(system)?;
            let pointer = Pointer::root().with("expected").with(member.as_str());
            let member = json::excerpt(&member, VALUE_CHARS_MAX);
            let message =
                format!("the outputs of `{}` lack `{member}`, which is recorded and would not be compared", system.name);
            let finding = Diagnostic::error(Code::SYSTEM_BROKEN, system.outputs_span, message)
                .also(place(case, &pointer, &workspace.files.sources), "recorded here")
                .help(format!("add `{member}` to the outputs"));
            Some(if count == 1 { finding } else { finding.note(format!("{count} cases record it")) })
        });
        found.collect()
    }
}

/// The place of a value in the case's line, or of the nearest value around it that is there.
pub(crate) fn place(case: &Located<RecordedCase>, pointer: &Pointer, sources: &Sources) -> Span {
    let text = sources.get(case.span.source).map_or("", Source::text);
    case.place(text, pointer)
}

/// Two cases of one name in different files; inside one file the reader reports them.
pub(crate) fn duplicate(case: &Located<RecordedCase>, first: Span, sources: &Sources) -> Diagnostic {
    let message = format!("the case `{}` stands twice", json::excerpt(&case.value.id, VALUE_CHARS_MAX));
    Diagnostic::error(Code::CASE_MALFORMED, place(case, &Pointer::root().with("id"), sources), message)
        .also(first, "first here")
        .help("give each case an id of its own")
}

/// The first element that is missing in a set, and the first that it has too much: their places say nothing about each
/// other, so that neither stands for the other one.
fn set_label(differences: &Differences, element: &Pointer) -> String {
    let list = |pointer: &Pointer| {
        let mut list = pointer.clone();
        list.pop().map(|_| list)
    };
    let set = list(element);
    let in_set = || differences.kept.iter().filter(|difference| list(&difference.pointer) == set);
    let missing = in_set().find_map(|difference| difference.expected.as_ref());
    let surplus = in_set().find_map(|difference| difference.found.as_ref());
    match (missing, surplus) {
        (Some(missing), Some(surplus)) => {
            format!("the policy's answer lacks {}, and has {} too much", shown(Some(missing)), shown(Some(surplus)))
        }
        (Some(missing), None) => format!("the policy's answer lacks {}", shown(Some(missing))),
        (None, surplus) => format!("the policy's answer has {} too much", shown(surplus)),
    }
}

fn shown(value: Option<&Json>) -> String {
    match value {
        Some(value) => format!("`{}`", json::excerpt(&json::to_compact(value), VALUE_CHARS_MAX)),
        None => "nothing".to_owned(),
    }
}

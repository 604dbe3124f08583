//! Runs everything that a workspace holds: the policies' own statements, the recorded cases, and then asks which rules
//! nothing reached.

use std::collections::{BTreeMap, BTreeSet};

use polc_compiler::diagnostic::{self, Code, Diagnostic};
use polc_compiler::engine::{self, Coverage};
use polc_compiler::policy::Policy;

use crate::parity::{self, CaseCounts};
use crate::workspace::Workspace;

/// How much was run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Policies that compile.
    pub policies: usize,
    /// Their tables.
    pub tables: usize,
    /// The tables' rules, `otherwise` included.
    pub rules: usize,
    /// Examples of tables.
    pub examples: usize,
    /// Tests of policies.
    pub tests: usize,
    /// Invariants, each run on every document that is given.
    pub invariants: usize,
    /// Recorded cases.
    pub cases: CaseCounts,
}

/// What came of a check.
#[derive(Clone, Debug, Default)]
pub struct CheckReport {
    /// Everything found, sorted.
    pub findings: Vec<Diagnostic>,
    /// How much was run.
    pub counts: Counts,
    /// How often each rule decided, by the policy's name.
    pub coverage: BTreeMap<String, Coverage>,
}

impl CheckReport {
    /// Whether the check fails: an error, a failed case, or a warning where warnings count.
    pub fn fails(&self, deny_warnings: bool) -> bool {
        self.counts.cases.failed > 0 || self.findings.iter().any(|finding| deny_warnings || finding.is_error())
    }
}

impl Workspace {
    /// Runs everything.
    pub fn check(&self) -> CheckReport {
        self.check_with(&self.policies)
    }

    /// Runs everything with other policies in the place of the workspace's own, such as ones with a rule switched off.
    /// Nothing is read or compiled again.
    pub fn check_with(&self, policies: &[Policy]) -> CheckReport {
        let mut report = CheckReport { findings: self.files.findings.clone(), ..CheckReport::default() };
        let loading_failed = self.is_incomplete();
        for policy in policies {
            let statements = engine::run_statements(policy, &self.files.sources, &self.limits);
            report.counts.policies += 1;
            report.counts.tables += policy.tables.len();
            report.counts.rules += policy.rule_ids().count();
            report.counts.examples += statements.examples;
            report.counts.tests += statements.tests;
            report.counts.invariants += policy.invariants.len();
            report.findings.extend(statements.findings);
            report.coverage.insert(policy.name.clone(), statements.coverage);
        }
        let cases = parity::run(self, policies);
        report.counts.cases = cases.counts;
        report.findings.extend(cases.findings);
        for (name, coverage) in cases.coverage {
            report.coverage.entry(name).and_modify(|all| all.merge(&coverage)).or_insert(coverage);
        }
        if !loading_failed {
            for policy in policies {
                if let Some(coverage) = report.coverage.get(&policy.name) {
                    report.findings.extend(never_reached(policy, coverage));
                    report.findings.extend(elements_never_reached(policy, coverage));
                    report.findings.extend(never_run(policy, coverage));
                }
            }
        }
        report.findings.extend(self.nothing_checked(&report));
        diagnostic::sort(&self.files.sources, &mut report.findings);
        report
    }

    /// Whether something that might have reached a rule could not be looked at, so that coverage says nothing.
    fn is_incomplete(&self) -> bool {
        !self.files.unreadable.is_empty() || self.files.findings.iter().any(Diagnostic::is_error)
    }

    /// A run that checked nothing is not green in silence.
    fn nothing_checked(&self, report: &CheckReport) -> Option<Diagnostic> {
        let counts = report.counts;
        let ran = counts.examples + counts.tests + counts.cases.passed + counts.cases.failed;
        // Where an error keeps things from running, that error is the news.
        if ran > 0 || self.is_incomplete() {
            return None;
        }
        let (message, help) = match (self.policy_files(), self.scope()) {
            (0, None) => ("nothing was checked: the project has no policy", "write one in a folder that `rules` names"),
            (0, Some(_)) => ("nothing was checked: there is no policy at the given paths", "name a policy, or its folder"),
            _ => (
                "nothing was checked: there is no example, no test and no recorded case",
                "give a table `examples`, or the policy a `test`",
            ),
        };
        Some(Diagnostic::error(Code::NOTHING_CHECKED, self.anchor, message).help(help))
    }
}

/// The rules that no example, test or recorded case reaches. A rule that an example names is none of them: that example
/// failed, which is reported, and where it holds again it reaches the rule.
fn never_reached(policy: &Policy, coverage: &Coverage) -> Vec<Diagnostic> {
    let named: BTreeSet<(usize, usize)> = policy
        .examples
        .iter()
        .flat_map(|examples| examples.cases.iter().filter_map(|case| Some((examples.table, case.by.as_ref()?.rule))))
        .collect();
    let reached_by_none = policy.rule_ids().filter(|id| coverage.rule(*id) == 0 && !named.contains(&(id.table, id.rule)));
    reached_by_none
        .filter_map(|id| {
            let (table, rule) = policy.rule(id)?;
            let message = format!("no example, test or recorded case reaches the rule `{}` of `{}`", rule.name, table.name);
            let help = format!("add an example to `examples {}` that ends in `by {}`", table.name, as_written(&rule.name));
            Some(Diagnostic::warning(Code::NEVER_REACHED, rule.name_span, message).help(help))
        })
        .collect()
}

/// The elements of lists bound from outside of the policy that nothing reaches, where something reaches their rule.
fn elements_never_reached(policy: &Policy, coverage: &Coverage) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for id in policy.rule_ids().filter(|id| coverage.rule(*id) > 0) {
        let Some((table, rule)) = policy.rule(id) else { continue };
        let Some(elements) = rule.elements.as_ref().filter(|elements| elements.bound) else { continue };
        for (index, (name, span)) in elements.names.iter().enumerate() {
            if coverage.element(id, index) == 0 {
                let message = format!("no example, test or recorded case reaches `{}[{name}]` of `{}`", rule.name, table.name);
                let help = format!("add an example to `examples {}` that ends in `by \"{}[{name}]\"`", table.name, rule.name);
                findings.push(Diagnostic::warning(Code::NEVER_REACHED, *span, message).help(help));
            }
        }
    }
    findings
}

/// A rule's name as `by` takes it: in quotes where it is no word.
fn as_written(name: &str) -> String {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_word { name.to_owned() } else { format!("\"{name}\"") }
}

/// The invariants that nothing was run on. They may be proved one day; until then they promise nothing.
fn never_run(policy: &Policy, coverage: &Coverage) -> Vec<Diagnostic> {
    let idle = policy.invariants.iter().enumerate().filter(|(index, _)| coverage.invariant(*index) == 0);
    idle.map(|(_, invariant)| {
        let message = format!("the invariant `{}` was not run on anything", invariant.name);
        Diagnostic::warning(Code::INVARIANT_UNCHECKED, invariant.span, message)
            .help("add a test whose `given` holds what it speaks of")
    })
    .collect()
}

//! Runs everything that a workspace holds: the policies' own statements, the recorded cases, and then asks which rules
//! nothing reached.

use std::collections::{BTreeMap, BTreeSet};

use polc_compiler::diagnostic::{self, Bounded, Code, Diagnostic};
use polc_compiler::engine::{self, Coverage, RunBudget, grouped};
use polc_compiler::policy::Policy;

use crate::allow;
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
        let mut steps = 0_u64;
        let mut not_run: Vec<&Policy> = Vec::new();
        // Of these something did not run, so that what nothing reached is not known.
        let mut cut = BTreeSet::new();
        for policy in policies {
            report.counts.policies += 1;
            report.counts.tables += policy.tables.len();
            report.counts.rules += policy.rule_ids().count();
            if steps >= self.limits.run_steps {
                not_run.push(policy);
                cut.insert(&policy.name);
                continue;
            }
            let statements = engine::run_statements(policy, &self.files.sources, &self.limits);
            steps = steps.saturating_add(statements.steps);
            if !statements.is_complete {
                cut.insert(&policy.name);
            }
            report.counts.examples += statements.examples;
            report.counts.tests += statements.tests;
            report.counts.invariants += policy.invariants.len();
            report.findings.extend(statements.findings);
            report.coverage.insert(policy.name.clone(), statements.coverage);
        }
        report.findings.extend(self.statements_not_run(&not_run));
        let cases = parity::run(self, policies, RunBudget::new(self.limits.run_steps.saturating_sub(steps)));
        report.counts.cases = cases.counts;
        report.findings.extend(cases.findings);
        for (name, coverage) in cases.coverage {
            report.coverage.entry(name).and_modify(|all| all.merge(&coverage)).or_insert(coverage);
        }
        if !loading_failed && cases.is_complete {
            for policy in policies.iter().filter(|policy| !cut.contains(&policy.name)) {
                if let Some(coverage) = report.coverage.get(&policy.name) {
                    let mut findings = Bounded::new();
                    never_reached(policy, coverage).for_each(|finding| findings.push(finding));
                    never_run(policy, coverage).for_each(|finding| findings.push(finding));
                    report.findings.extend(findings.into_findings());
                    // They stand in other texts.
                    let mut elements = Bounded::new();
                    elements_never_reached(policy, coverage, &mut elements);
                    report.findings.extend(elements.into_findings());
                }
            }
        }
        let ran = !loading_failed && cases.is_complete;
        allow::silence(policies, |policy| ran && !cut.contains(&policy.name), &mut report.findings);
        report.findings.extend(self.nothing_checked(&report));
        diagnostic::sort(&self.files.sources, &mut report.findings);
        report
    }

    /// That the steps of the run did not suffice for the statements of these policies.
    fn statements_not_run(&self, policies: &[&Policy]) -> Option<Diagnostic> {
        let first = policies.first()?;
        let message = format!("the statements of all policies take more than {} steps", grouped(self.limits.run_steps));
        let policies = if policies.len() == 1 { "1 policy".to_owned() } else { format!("{} policies", policies.len()) };
        let finding = Diagnostic::error(Code::RUN_STEPS, first.name_span, message);
        Some(finding.note(format!("those of {policies} were not run")).help("check some of the policies at a time"))
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
        let ran_out = report.findings.iter().any(|finding| finding.code == Code::RUN_STEPS);
        if ran > 0 || ran_out || self.is_incomplete() {
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
fn never_reached<'p>(policy: &'p Policy, coverage: &'p Coverage) -> impl Iterator<Item = Diagnostic> + 'p {
    let named: BTreeSet<(usize, usize)> = policy
        .examples
        .iter()
        .flat_map(|examples| examples.cases.iter().filter_map(|case| Some((examples.table, case.by.as_ref()?.rule))))
        .collect();
    let reached_by_none = policy.rule_ids().filter(move |id| coverage.rule(*id) == 0 && !named.contains(&(id.table, id.rule)));
    reached_by_none.filter_map(|id| {
        let (table, rule) = policy.rule(id)?;
        let message = format!("no example, test or recorded case reaches the rule `{}` of `{}`", rule.name, table.name);
        let help = format!("add an example to `examples {}` that ends in `by {}`", table.name, as_written(&rule.name));
        Some(Diagnostic::warning(Code::NEVER_REACHED, rule.name_span, message).help(help))
    })
}

/// The elements of lists bound from outside of the policy that nothing reaches, where something reaches their rule.
fn elements_never_reached(policy: &Policy, coverage: &Coverage, findings: &mut Bounded) {
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
}

/// A rule's name as `by` takes it: in quotes where it is no word.
fn as_written(name: &str) -> String {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_word { name.to_owned() } else { format!("\"{name}\"") }
}

/// The invariants that nothing was run on. They may be proved one day; until then they promise nothing.
fn never_run<'p>(policy: &'p Policy, coverage: &'p Coverage) -> impl Iterator<Item = Diagnostic> + 'p {
    let idle = policy.invariants.iter().enumerate().filter(|(index, _)| coverage.invariant(*index) == 0);
    idle.map(|(_, invariant)| {
        let message = format!("the invariant `{}` was not run on anything", invariant.name);
        Diagnostic::warning(Code::INVARIANT_UNCHECKED, invariant.span, message)
            .help("add a test whose `given` holds what it speaks of")
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Two policies with a test each, and two recorded cases for the first, of which all take some steps.
    fn workspace() -> Workspace {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).unwrap();
        fs::create_dir(folder.path().join("rules")).unwrap();
        write("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\nparity = [\"systems.toml\"]\n");
        for name in ["a", "b"] {
            let text = "output n = count(x for x in 1..=100)\n\ntest \"t\" {\n    expect n == 100\n}\n";
            write(&format!("rules/{name}.pol"), &format!("policy {name}\n\n{text}"));
        }
        write("systems.toml", "[[system]]\nname = \"a\"\npolicy = \"a\"\noutputs = [\"n\"]\n");
        let case = |id: &str| format!("{{\"id\":\"{id}\",\"system\":\"a\",\"input\":{{}},\"expected\":{{\"n\":100}}}}\n");
        write("a.jsonl", &(case("one") + &case("two")));
        Workspace::project(folder.path()).unwrap()
    }

    /// What a check of a run with so many steps reports, and how many tests and cases passed.
    fn check(run_steps: u64) -> (Vec<String>, usize, CaseCounts) {
        let mut workspace = workspace();
        workspace.limits.run_steps = run_steps;
        let report = workspace.check();
        let sources = workspace.sources();
        let place =
            |d: &Diagnostic| format!("{} {}:{}", d.code, sources.path(d.primary.span), sources.start(d.primary.span).line);
        (report.findings.iter().map(place).collect(), report.counts.tests, report.counts.cases)
    }

    #[test]
    fn a_run_ends_where_its_steps_end_and_says_what_was_not_run() {
        let workspace = workspace();
        let policy = workspace.policies().first().unwrap();
        let test = engine::run_statements(policy, workspace.sources(), &workspace.limits).steps;
        let mut budget = RunBudget::new(u64::MAX);
        let given = &workspace.cases.first().unwrap().recorded.value.input;
        engine::decide_within(policy, workspace.sources(), given, &workspace.limits, &mut budget).unwrap();
        let all = 2 * test + 2 * budget.taken();
        let counts = |passed, failed| CaseCounts { passed, failed };
        assert_eq!(check(all + 1), (vec![], 2, counts(2, 0)));
        assert_eq!(check(all), (vec![], 2, counts(2, 0)));
        assert_eq!(check(all - 1), (vec!["P616 a.jsonl:2".to_owned()], 2, counts(1, 1)));
        assert_eq!(check(2 * test), (vec!["P616 a.jsonl:1".to_owned()], 2, counts(0, 2)));
        assert_eq!(check(test), (vec!["P616 a.jsonl:1".to_owned(), "P616 rules/b.pol:1".to_owned()], 1, counts(0, 2)));
    }
}

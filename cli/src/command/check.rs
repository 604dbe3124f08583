//! `polc check`: everything about a project, or about some of its policies.

use polc_golden::check::{CheckReport, Counts};
use polc_golden::workspace::Workspace;

use crate::arguments::{Check, Deny, Format};
use crate::output::{Exit, Output};
use crate::report::{github, human, json};

pub(super) fn run(check: &Check, format: Format, output: &mut Output) -> Exit {
    let loaded = if check.paths.is_empty() { Workspace::project(super::here()) } else { Workspace::paths(&check.paths) };
    let workspace = match loaded {
        Ok(workspace) => workspace,
        Err(error) => return super::cannot_load("check", &error, format, output),
    };
    let report = workspace.check();
    match format {
        Format::Human => {
            output.print(&human::findings(workspace.sources(), &report.findings));
            output.print(&summary(&workspace, &report));
        }
        Format::Github => {
            output.print(&github::findings(workspace.sources(), &report.findings, workspace.unreadable()));
            output.print(&summary(&workspace, &report));
        }
        Format::Json => {
            let counts = json::counts(&report.counts, workspace.policy_files());
            let members = [("counts", counts), ("scope", json::texts(workspace.scope()))];
            output.print(&json::report("check", workspace.sources(), &report.findings, workspace.unreadable(), members));
        }
    }
    super::tell_unreadable(workspace.unreadable(), output);
    super::exit(report.fails(check.deny.contains(&Deny::Warnings)), workspace.unreadable())
}

/// Two lines: how much was checked, and how much was found.
fn summary(workspace: &Workspace, report: &CheckReport) -> String {
    let Counts { policies, tables, rules, examples, tests, invariants, cases } = report.counts;
    let count = human::count;
    let mut line = format!("checked {}", count(policies, "policy", "policies"));
    match workspace.policy_files().saturating_sub(policies) {
        0 => {}
        1 => line.push_str(" (1 more has errors)"),
        more => line.push_str(&format!(" ({more} more have errors)")),
    }
    if let Some(scope) = workspace.scope() {
        let scope: Vec<String> = scope.iter().map(|path| format!("`{path}`")).collect();
        line.push_str(&format!(" at {}", scope.join(", ")));
    }
    line.push_str(": ");
    let recorded = count(cases.passed + cases.failed, "recorded case", "recorded cases");
    let failed = if cases.failed > 0 { format!(" ({} failed)", cases.failed) } else { String::new() };
    line.push_str(&format!(
        "{}, {}, {}, {}, {}, {recorded}{failed}\n",
        count(tables, "table", "tables"),
        count(rules, "rule", "rules"),
        count(examples, "example", "examples"),
        count(tests, "test", "tests"),
        count(invariants, "invariant", "invariants"),
    ));
    line + &human::found(&report.findings, workspace.unreadable()) + "\n"
}

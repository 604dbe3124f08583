//! `polc parity`: recorded cases.

use polc_golden::workspace::Workspace;

use crate::arguments::{Format, Parity};
use crate::output::{Exit, Output};
use crate::report::{github, human, json};

pub(super) fn run(parity: &Parity, format: Format, output: &mut Output) -> Exit {
    let workspace = match Workspace::parity(super::here(), &parity.files) {
        Ok(workspace) => workspace,
        Err(error) => return super::cannot_load("parity", &error, format, output),
    };
    let report = workspace.run_parity();
    match format {
        Format::Human | Format::Github => {
            output.print(&match format {
                Format::Github => github::findings(workspace.sources(), &report.findings, workspace.unreadable()),
                _ => human::findings(workspace.sources(), &report.findings),
            });
            if !report.findings.is_empty() || !workspace.unreadable().is_empty() {
                output.print(&format!("{}\n", human::found(&report.findings, workspace.unreadable())));
            }
            // The last line, in this form: other programs read it.
            output.print(&format!("{} passed, {} failed\n", report.cases.passed, report.cases.failed));
        }
        Format::Json => {
            let members = [("cases", json::cases(report.cases)), ("scope", json::texts(workspace.scope()))];
            output.print(&json::report("parity", workspace.sources(), &report.findings, workspace.unreadable(), members));
        }
    }
    super::tell_unreadable(workspace.unreadable(), output);
    super::exit(report.fails(), workspace.unreadable())
}

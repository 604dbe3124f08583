//! `polc decide`: one document, one decision.

use std::ffi::OsStr;
use std::io;
use std::path::Path;

use polc_compiler::json::{Json, to_pretty};
use polc_golden::decide::{InputSource, decide};

use crate::arguments::{Decide, Format};
use crate::output::{Exit, Output};
use crate::report::{human, json, trace};

/// How standard input is shown in findings.
const STANDARD_INPUT: &str = "<stdin>";

pub(super) fn run(arguments: &Decide, format: Format, output: &mut Output) -> Exit {
    if let Some(help) = no_policy(&arguments.policy) {
        let shown = arguments.policy.display();
        let reason = if arguments.policy.exists() {
            format!("`{shown}` is not a policy (`.pol`)")
        } else {
            format!("there is no `{shown}`")
        };
        super::not_run("decide", &reason, format, output);
        output.help(&help);
        return Exit::Failed;
    }
    let input = if arguments.input == Path::new("-") {
        InputSource::Reader(STANDARD_INPUT, Box::new(io::stdin().lock()))
    } else {
        InputSource::File(&arguments.input)
    };
    let report = decide(&arguments.policy, input, arguments.trace);
    match format {
        Format::Human | Format::Github => {
            // Findings stay off standard output, so that another program can read the decision.
            output.complain(&human::findings(&report.sources, &report.findings));
            if let Some(decision) = &report.decision {
                output.print(&format!("{}\n", to_pretty(decision)));
            }
            if let Some(document) = &report.trace {
                let gap = if report.decision.is_some() { "\n" } else { "" };
                output.print(&format!("{gap}{}", trace::text(document)));
            }
        }
        Format::Json => {
            let mut members = vec![("decision", report.decision.clone().unwrap_or(Json::Null))];
            members.extend(report.trace.clone().map(|trace| ("trace", trace)));
            output.print(&json::report("decide", &report.sources, &report.findings, &report.unreadable, members));
        }
    }
    super::tell_unreadable(&report.unreadable, output);
    super::exit(report.fails(), &report.unreadable)
}

/// What to do where the path of a policy cannot be one.
fn no_policy(path: &Path) -> Option<String> {
    let extension = path.extension().and_then(OsStr::to_str);
    match extension {
        Some("pol") => None,
        Some("json") => Some(format!("the policy comes first; a document is given with `--input {}`", path.display())),
        _ => Some("give the path of a policy, as in `rules/elowen/deferral.pol`; its name is not enough".to_owned()),
    }
}

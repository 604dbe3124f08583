//! `polc fmt`: the canonical layout.

use std::io;
use std::path::Path;

use polc_compiler::json::Json;
use polc_golden::layout::{self, Change, LayoutReport};
use similar::TextDiff;

use crate::arguments::{Fmt, Format};
use crate::output::{Exit, Output};
use crate::report::{human, json};

/// How standard input is shown in findings.
const STANDARD_INPUT: &str = "<stdin>";

pub(super) fn run(arguments: &Fmt, format: Format, output: &mut Output) -> Exit {
    if arguments.paths.iter().any(|path| path == Path::new("-")) {
        return standard_input(arguments, format, output);
    }
    let report = match layout::look(super::here(), &arguments.paths) {
        Ok(report) => report,
        Err(error) => return super::cannot_load("fmt", &error, format, output),
    };
    let looks_only = arguments.check || arguments.diff;
    let mut failed = false;
    if !looks_only {
        for change in &report.changes {
            if let Err(error) = change.write() {
                output.error(&format!("cannot write `{}`: {error}", change.path));
                failed = true;
            }
        }
    }
    tell(arguments, &report, format, output);
    super::tell_unreadable(&report.unreadable, output);
    let exit = super::exit(report.fails() || arguments.check && !report.changes.is_empty(), &report.unreadable);
    if failed { Exit::Failed } else { exit }
}

fn tell(arguments: &Fmt, report: &LayoutReport, format: Format, output: &mut Output) {
    let looks_only = arguments.check || arguments.diff;
    if format == Format::Json {
        let paths = report.changes.iter().map(|change| Json::String(change.path.as_str().into())).collect();
        let members = [("changed", Json::Array(paths)), ("written", Json::Bool(!looks_only))];
        output.print(&json::report("fmt", &report.sources, &report.findings, &report.unreadable, members));
        return;
    }
    output.print(&human::findings(&report.sources, &report.findings));
    for change in &report.changes {
        if arguments.diff {
            output.print(&difference(change));
        } else {
            output.print(&format!("{} `{}`\n", if looks_only { "would change" } else { "changed" }, change.path));
        }
    }
    let count = human::count;
    let changed = count(report.changes.len(), "policy", "policies");
    let verb = if looks_only { "would be laid out anew" } else { "laid out anew" };
    output.print(&format!("{} of {} {verb}\n", changed, report.files));
}

/// Reads standard input and prints it in canonical layout.
fn standard_input(arguments: &Fmt, format: Format, output: &mut Output) -> Exit {
    if arguments.paths.len() > 1 {
        super::not_run("fmt", "`-` stands for standard input, and takes no other path beside it", format, output);
        return Exit::Failed;
    }
    let report = layout::look_at(io::stdin().lock(), STANDARD_INPUT);
    let change = report.changes.first();
    let differs = change.is_some_and(|change| change.before != change.after);
    if format == Format::Json {
        let text = change.map_or(Json::Null, |change| Json::String(change.after.as_str().into()));
        let members = [("text", text), ("changed", Json::Bool(differs))];
        output.print(&json::report("fmt", &report.sources, &report.findings, &report.unreadable, members));
    } else {
        // The text goes to standard output, so findings do not.
        output.complain(&human::findings(&report.sources, &report.findings));
        match change {
            Some(change) if arguments.diff => output.print(&difference(change)),
            Some(change) if !arguments.check => output.print(&change.after),
            _ => {}
        }
    }
    super::tell_unreadable(&report.unreadable, output);
    super::exit(report.fails() || arguments.check && differs, &report.unreadable)
}

/// A unified diff.
fn difference(change: &Change) -> String {
    let diff = TextDiff::from_lines(&change.before, &change.after);
    diff.unified_diff().context_radius(3).header(&change.path, &format!("{} (laid out)", change.path)).to_string()
}

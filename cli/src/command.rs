//! The verbs.

mod check;
mod decide;
mod explain;
mod fmt;
mod init;
mod parity;

use std::path::Path;

use polc_golden::files::Unreadable;
use polc_golden::workspace::LoadError;

use crate::arguments::{Arguments, Format, Verb};
use crate::output::{Exit, Output};
use crate::report::{github, human, json};

/// Runs the verb that the command line names.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Exit {
    if arguments.format == Format::Github && !matches!(arguments.verb, Verb::Check(_) | Verb::Parity(_)) {
        output.error("`--format github` is for `polc check` and `polc parity`");
        output.help("take `--format json` for programs");
        return Exit::Failed;
    }
    match &arguments.verb {
        Verb::Check(check) => check::run(check, arguments.format, output),
        Verb::Decide(decide) => decide::run(decide, arguments.format, output),
        Verb::Parity(parity) => parity::run(parity, arguments.format, output),
        Verb::Fmt(fmt) => fmt::run(fmt, arguments.format, output),
        Verb::Init(init) => init::run(init, arguments.format, output),
        Verb::Explain(explain) => explain::run(explain, arguments.format, output),
    }
}

/// Where the project is looked for.
fn here() -> &'static Path {
    Path::new(".")
}

/// There is nothing to run: says why and what to do.
fn cannot_load(command: &str, error: &LoadError, format: Format, output: &mut Output) -> Exit {
    not_run(command, &error.to_string(), format, output);
    match error {
        LoadError::NoProject => {
            output.help("run this inside a project; `polc check FILE` checks a policy that belongs to none");
        }
        LoadError::NoPolicy(path) if path.ends_with(".jsonl") => {
            output.help(&format!("recorded cases are run with `polc parity {path}`"));
        }
        LoadError::TwoProjects { .. } => output.help("check them one after the other"),
        LoadError::NoSuchPath(_) | LoadError::NoPolicy(_) => {}
    }
    Exit::Failed
}

/// Says why a verb did nothing: to people on standard error, and to programs, which always get a document.
fn not_run(command: &str, reason: &str, format: Format, output: &mut Output) {
    match format {
        Format::Human => {}
        Format::Json => output.print(&json::not_run(command, reason)),
        Format::Github => output.print(&github::not_run(reason)),
    }
    output.error(reason);
}

/// Says on standard error what could not be read.
fn tell_unreadable(unreadable: &[Unreadable], output: &mut Output) {
    for one in unreadable {
        // A file's name may hold anything, line ends too.
        output.error(&human::visible_line(&format!("cannot read `{}`: {}", one.path, one.reason)));
    }
}

/// What a result and unreadable files make of a run.
fn exit(fails: bool, unreadable: &[Unreadable]) -> Exit {
    match fails {
        _ if !unreadable.is_empty() => Exit::Failed,
        true => Exit::Findings,
        false => Exit::Clean,
    }
}

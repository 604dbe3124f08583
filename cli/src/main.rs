//! `polc`: reads the command line, runs a verb, says how it went.
//!
//! One file a verb in [`command`], one a report format in [`report`]. What a verb does is a library's business; this crate
//! reads arguments, prints, and turns what came of it into an exit code.

mod arguments;
mod command;
mod output;
mod report;

use std::panic;
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use arguments::Arguments;
use output::{Exit, Output};

fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        let mut output = Output::plain();
        output.error(&format!("polc itself failed: {panic}"));
        output.error("this is a mistake in polc; please report it with the command line and the files that lead to it");
    }));
    panic::catch_unwind(run).unwrap_or(Exit::Failed).into()
}

fn run() -> Exit {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return not_run(&error),
    };
    let mut output = Output::new(arguments.color);
    let exit = command::run(&arguments, &mut output);
    output.finish(exit)
}

/// The command line asks for help or is wrong.
fn not_run(error: &clap::Error) -> Exit {
    let mut output = Output::plain();
    let text = error.render().to_string();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        output.print(&text);
        output.finish(Exit::Clean)
    } else {
        output.complain(&text);
        if let Some(help) = meant(error) {
            output.help(&help);
        }
        Exit::Failed
    }
}

/// What a wrong command line probably meant, where the parser cannot know.
fn meant(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if unknown == "--json" => Some("write `--format json`".to_owned()),
        Some(ContextValue::String(unknown)) if unknown.ends_with(".json") => {
            Some(format!("a document is given with `--input {unknown}`"))
        }
        _ => None,
    }
}

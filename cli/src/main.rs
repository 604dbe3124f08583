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
use clap::error::ErrorKind;

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
        Exit::Failed
    }
}

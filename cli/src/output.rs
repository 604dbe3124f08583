//! The one printer and the exit codes.
//!
//! Results go to standard output, what went wrong with the run itself to standard error. A reader who goes away, as in
//! `polc check | head`, is no error.

use std::io::{self, ErrorKind, Stderr, Stdout, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};

use crate::arguments::Color;

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing is wrong.
    Clean,
    /// There are findings.
    Findings,
    /// The command line is wrong, or something could not be read or written.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Clean => ExitCode::SUCCESS,
            Exit::Findings => ExitCode::from(1),
            Exit::Failed => ExitCode::from(2),
        }
    }
}

/// Prints. Texts may carry colours; they are taken out where the stream does not show them.
pub(crate) struct Output {
    out: AutoStream<Stdout>,
    err: AutoStream<Stderr>,
    lost: Option<io::Error>,
}

impl Output {
    pub(crate) fn new(color: Color) -> Output {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Output { out: AutoStream::new(io::stdout(), choice), err: AutoStream::new(io::stderr(), choice), lost: None }
    }

    /// Without colours, for what happens before the command line is understood.
    pub(crate) fn plain() -> Output {
        Output::new(Color::Never)
    }

    /// Writes to standard output.
    pub(crate) fn print(&mut self, text: &str) {
        if self.lost.is_none()
            && let Err(error) = self.out.write_all(text.as_bytes())
        {
            self.lost = Some(error);
        }
    }

    /// Writes to standard error. There is nobody left to tell if that fails.
    pub(crate) fn complain(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }

    /// Writes one line about the run itself to standard error.
    pub(crate) fn error(&mut self, message: &str) {
        self.complain(&format!("error: {message}\n"));
    }

    /// Writes what to do next to standard error.
    pub(crate) fn help(&mut self, message: &str) {
        self.complain(&format!("help: {message}\n"));
    }

    /// Writes out what is still buffered, and says how the run went in the end.
    pub(crate) fn finish(mut self, exit: Exit) -> Exit {
        let lost = self.lost.take().or_else(|| self.out.flush().err());
        match lost {
            None => exit,
            Some(error) if error.kind() == ErrorKind::BrokenPipe => exit,
            Some(error) => {
                self.error(&format!("cannot write the results: {error}"));
                Exit::Failed
            }
        }
    }
}

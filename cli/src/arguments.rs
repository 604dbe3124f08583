//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Compile the policies that decide about an agent's tools, and test them offline.
#[derive(Debug, Parser)]
#[command(
    name = "polc",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    infer_long_args = false,
    after_help = "Examples:\n  \
                  polc check                             the project around the current folder\n  \
                  polc parity                            its recorded cases alone\n  \
                  polc explain P304                      what a finding means\n\n\
                  Exit code: 0 nothing is wrong, 1 there are errors (warnings too with --deny warnings), \
                  2 the command line is wrong or something could not be read."
)]
pub(crate) struct Arguments {
    /// How results are written
    #[arg(long, global = true, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub(crate) format: Format,

    /// When colours are used; `auto` is on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,

    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// For programs: one JSON document, described in docs/formats.md
    Json,
    /// For workflows on GitHub: each finding of `check` and `parity` as an annotation, then the summary
    Github,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Check(Check),
    Decide(Decide),
    Parity(Parity),
    Fmt(Fmt),
    Init(Init),
    Explain(Explain),
}

/// Check a project: compile its policies, run their examples, tests and invariants, and the recorded cases
///
/// The project is the nearest folder upwards that holds a polc.toml. With PATHS only those policies are checked, with the
/// recorded cases that they answer; they need not belong to a project.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    polc check                             the project around the current folder\n  \
    polc check rules/elowen                the policies in one folder\n  \
    polc check --deny warnings             fail where something is merely worth a look")]
pub(crate) struct Check {
    /// Policies, or folders of policies
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Fail because of these, too
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) deny: Vec<Deny>,
}

/// What makes a check fail besides errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Every warning
    Warnings,
}

/// Answer one document from one policy and print the decision as JSON
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    polc decide rules/elowen/deferral.pol --input session.json\n  \
    polc decide rules/elowen/deferral.pol --input - --trace < session.json\n\n\
    The decision goes to standard output and findings to standard error, so that the output can be piped.\n\
    With --trace the trace follows the decision on standard output: to pipe both, add --format json.\n\
    Where an invariant does not hold the decision is printed all the same, and the exit code is 1.")]
pub(crate) struct Decide {
    /// The policy
    #[arg(value_name = "FILE")]
    pub(crate) policy: PathBuf,

    /// The JSON document with the policy's inputs; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) input: PathBuf,

    /// Say for every table which rule decided, and why the rules before it did not
    #[arg(long)]
    pub(crate) trace: bool,
}

/// Run recorded cases and compare the answers with the recorded ones
///
/// Without FILES: the cases of every system that the project's systems.toml lists. A file may hold cases of several systems.
/// The last line says `N passed, M failed`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    polc parity\n  \
    polc parity golden/upstream/elowen.deferral.jsonl")]
pub(crate) struct Parity {
    /// Files of recorded cases (JSON Lines)
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Bring policies into their canonical layout
///
/// Blanks, indentation, the columns of grids and empty lines become the same everywhere; line breaks and comments stay. A
/// policy that cannot be read is left as it is.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    polc fmt                               every policy of the project\n  \
    polc fmt --check                       change nothing; exit 1 if something would change\n  \
    polc fmt - < policy.pol                from standard input to standard output")]
pub(crate) struct Fmt {
    /// Policies, or folders of policies; `-` is standard input
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Change nothing; fail if something would change
    #[arg(long)]
    pub(crate) check: bool,

    /// Change nothing; show what would change
    #[arg(long)]
    pub(crate) diff: bool,
}

/// Begin a project: a policy with all its parts and a recorded case, which `polc check` passes
///
/// Nothing is overwritten: where one of the files is there, or the folder belongs to a project, nothing is written.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    polc init                              in the current folder\n  \
    polc init policies                     in a folder, which is made if it is missing")]
pub(crate) struct Init {
    /// The folder
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(crate) folder: PathBuf,
}

/// Say what the code of a finding means and how to fix it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    polc explain P304\n  \
    polc explain                           all codes")]
pub(crate) struct Explain {
    /// The code, such as P304
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

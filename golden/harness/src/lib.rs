//! Runs projects of policies: examples, tests, invariants, recorded cases.
//!
//! This crate does all input and output of a project: it finds `polc.toml`, collects the policies and the recorded cases,
//! and runs them. Only [`layout`] and [`starter`] write. What a policy means is the compiler's business, what a recorded case
//! looks like and when two answers are equal is that of `polc-wire`, and how a finding looks is left to the command line.
//!
//! ```no_run
//! use std::path::Path;
//! use polc_golden::workspace::Workspace;
//!
//! let report = Workspace::project(Path::new("."))?.check();
//! assert!(!report.fails(false));
//! # Ok::<(), polc_golden::workspace::LoadError>(())
//! ```

mod allow;
pub mod check;
pub mod decide;
pub mod files;
pub mod folder;
pub mod layout;
mod package;
pub mod parity;
pub mod project;
pub mod starter;
pub mod systems;
mod toml_text;
pub mod workspace;

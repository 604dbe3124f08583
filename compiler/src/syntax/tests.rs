//! Tests of the front end as a whole.

mod cases;
mod files;
mod layout;
mod limits;
mod mutation;
mod recovery;
mod shapes;

use super::*;

/// Reads a text as a file of its own.
fn read_text(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let id = sources.add("rules/a.pol", text);
    let parsed = parse(&sources, id);
    (sources, parsed)
}

/// The policy that the tests break.
const ROUTING: &str = include_str!("tests/routing.pol");

//! What the fuzz targets call. Each takes any bytes and panics only if the product is at fault; the test suite replays the
//! corpora through the same functions.

use polc_compiler::source::Sources;
use polc_compiler::{compile, syntax};

/// Any bytes through decoding, parser, checker, printer.
///
/// # Panics
/// If a finding points outside of the text, if a text with errors gives a policy, or if the printed form of a good text says
/// something else.
pub fn front_end(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut sources = Sources::new();
    let id = sources.add("fuzz.pol", text);
    let compiled = compile(&sources, id);
    for finding in &compiled.diagnostics {
        for label in std::iter::once(&finding.primary).chain(&finding.secondary) {
            let range = label.span.range();
            assert!(text.get(range.clone()).is_some(), "{} points at {range:?}: {}", finding.code, finding.message);
        }
        assert!(!finding.message.is_empty(), "{} says nothing", finding.code);
    }
    let parsed = syntax::parse(&sources, id);
    if parsed.diagnostics.is_empty() {
        let printed = syntax::print(&parsed.tree);
        let again = sources.add("printed.pol", printed.as_str());
        let reparsed = syntax::parse(&sources, again);
        assert!(reparsed.diagnostics.is_empty(), "the printed form does not parse:\n{printed}");
        assert_eq!(reparsed.tree, parsed.tree, "the printed form says something else:\n{printed}");
    }
}

//! What the fuzz targets call. Each takes any bytes and panics only if the product is at fault; the test suite replays the
//! corpora through the same functions.

use polc_compiler::source::Sources;
use polc_compiler::{compile, syntax};

/// A good text in canonical layout.
///
/// # Panics
/// If it says something else, lacks a comment, or is laid out in another way once more.
pub fn layout(text: &str) {
    let laid_out = syntax::format(text).expect("a good text has a layout");
    let mut sources = Sources::new();
    let (before, behind) = (sources.add("before.pol", text), sources.add("behind.pol", laid_out.as_str()));
    let (before, behind) = (syntax::parse(&sources, before), syntax::parse(&sources, behind));
    assert!(behind.diagnostics.is_empty(), "{:?}\nin the layout\n{laid_out}\nof\n{text}", behind.diagnostics);
    assert_eq!(behind.tree, before.tree, "the layout says something else:\n{laid_out}\nof\n{text}");
    assert_eq!(comments(&laid_out), comments(text), "the layout has other comments:\n{laid_out}\nof\n{text}");
    let again = syntax::format(&laid_out).expect("a layout has a layout");
    assert_eq!(again, laid_out, "a second time is not the same");
}

/// What stands between the tokens of a text, blanks left out.
fn comments(text: &str) -> Vec<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut end = 0;
    let mut gaps: Vec<&str> = Vec::new();
    for range in syntax::tokens(text) {
        gaps.push(&text[end..range.start]);
        end = range.end;
    }
    gaps.push(&text[end..]);
    gaps.iter().flat_map(|gap| gap.lines()).map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

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
        layout(text);
    }
}

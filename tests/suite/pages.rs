//! The page of every code: its headings, and that its example has the finding that it explains, and no other.

use polc_compiler::diagnostic::{CODES, Diagnostic};
use polc_golden::workspace::Workspace;

const HEADINGS: [&str; 4] = ["## What it means", "## Why it matters", "## Example", "## How to fix"];

/// The text of the fenced block of that kind, if the page has one.
fn fenced<'a>(page: &'a str, kind: &str) -> Option<&'a str> {
    let start = page.find(&format!("```{kind}\n"))? + kind.len() + 4;
    let end = page[start..].find("```")? + start;
    Some(&page[start..end])
}

#[test]
fn pages_have_their_title_and_headings() {
    for (code, title, page) in CODES {
        assert!(page.starts_with(&format!("# {code}: {title}\n")), "{code} should begin with its title, {title:?}");
        let mut rest = *page;
        for heading in HEADINGS {
            let at = rest
                .find(&format!("\n{heading}\n"))
                .unwrap_or_else(|| panic!("{code} lacks {heading:?}, or has it out of order"));
            rest = &rest[at + 1..];
        }
    }
}

#[test]
fn examples_have_the_finding_that_their_page_explains() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut run = 0;
    for (code, _, page) in CODES {
        let Some(example) = fenced(page, "pol") else { continue };
        let path = folder.path().join("example.pol");
        std::fs::write(&path, example).expect("writing the example");
        if let Some(other) = fenced(page, "pol other") {
            std::fs::write(folder.path().join("other.pol"), other).expect("writing the policy that it uses");
        }
        let workspace = Workspace::paths(std::slice::from_ref(&path)).expect("the example");
        let findings = workspace.check().findings;
        // A small example need not reach every rule, unless that is what it is about.
        let about = |finding: &&Diagnostic| finding.is_error() || finding.code == *code;
        let codes: Vec<String> = findings.iter().filter(about).map(|finding| finding.code.to_string()).collect();
        assert_eq!(codes, [code.to_string()], "the example of {code}");
        run += 1;
    }
    // Codes about files, documents and limits have examples of other kinds, or none.
    println!("{run} of {} pages have an example in the language", CODES.len());
    assert!(run >= 30, "only {run} examples");
}

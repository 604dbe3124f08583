//! Each report format of the same run.

use insta::assert_snapshot;

use crate::folder::{Folder, case};

/// A run with an error that has several places, and a warning.
fn folder() -> Folder {
    Folder::project()
        .with("golden/tools.jsonl", case("one", r#"{"names":["Search"]}"#, r#"{"deferred":["Bash"]}"#))
        .changed("rules/tools.pol", "(\"Search\") => \"deferred\" by otherwise", "(\"Search\") => \"immediate\"")
        .changed("rules/tools.pol", "    otherwise", "    rule odd when name == \"\" => \"odd\"\n    otherwise")
}

#[test]
fn human() {
    assert_snapshot!(folder().polc("check").text(), @"");
}

#[test]
fn json() {
    assert_snapshot!(folder().polc("check --format json").text(), @"");
}

#[test]
fn json_of_parity() {
    assert_snapshot!(Folder::project().polc("parity --format json").text(), @"");
}

#[test]
fn json_tells_what_could_not_be_read() {
    assert_snapshot!(Folder::project().polc("parity none.jsonl --format json").text(), @"");
}

#[test]
fn json_of_explain() {
    let run = Folder::new().polc("explain P612 --format json");
    assert_eq!(run.exit, Some(0));
    assert!(
        run.stdout.starts_with("{\n  \"version\": 1,\n  \"command\": \"explain\",\n  \"code\": \"P612\",\n"),
        "{}",
        run.stdout
    );
}

/// Every member that a report has is described, so that the page does not fall behind.
#[test]
fn every_member_is_described() {
    let page = include_str!("../../../docs/formats.md");
    let runs = ["check --format json", "parity --format json", "explain --format json", "explain P612 --format json"];
    for arguments in runs {
        for line in folder().polc(arguments).stdout.lines() {
            if let Some((name, _)) = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\": ")) {
                assert!(page.contains(&format!("`{name}`")) || page.contains(&format!("\"{name}\"")), "{name}");
            }
        }
    }
}

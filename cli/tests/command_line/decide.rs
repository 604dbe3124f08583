//! `polc decide`.

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

const GIVEN: &str = "{\n  \"names\": [\"Bash\", \"Search\"]\n}\n";

fn folder() -> Folder {
    Folder::new().with("tools.pol", POLICY).with("given.json", GIVEN)
}

#[test]
fn the_decision_is_json() {
    assert_snapshot!(folder().polc("decide tools.pol --input given.json").text(), @"");
}

#[test]
fn the_input_may_come_from_standard_input() {
    assert_snapshot!(folder().polc_reading("decide tools.pol --input -", GIVEN).text(), @"");
    assert_snapshot!(folder().polc_reading("decide tools.pol --input -", "{").text(), @"");
}

#[test]
fn a_trace_says_why() {
    assert_snapshot!(folder().polc("decide tools.pol --input given.json --trace").text(), @"");
    assert_snapshot!(folder().polc("decide tools.pol --input given.json --trace --format json").text(), @"");
}

#[test]
fn an_input_that_does_not_fit_is_located_in_its_file() {
    let folder = folder().with("given.json", "{\n  \"names\": [\"Bash\", 7]\n}\n");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @"");
}

#[test]
fn an_input_with_an_unknown_member_is_located_in_its_file() {
    let folder = folder().with("given.json", "{\"names\": [], \"nmaes\": []}");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @"");
}

#[test]
fn an_input_that_lacks_a_member_is_told() {
    let folder = folder().with("given.json", "{}");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @"");
}

#[test]
fn a_broken_invariant_is_a_finding_beside_the_decision() {
    let folder = folder().with("tools.pol", POLICY.replace("\"Bash\" not in", "\"Search\" not in").replace("test", "// test"));
    let folder = folder.with("tools.pol", POLICY.replace("\"Bash\" not in deferred", "deferred == []"));
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @"");
}

#[test]
fn mistakes_in_policy_and_input_are_told_together() {
    let folder = folder().with("tools.pol", POLICY.replace("loading(n)", "loadign(n)")).with("given.json", "{\"a\": 1,, }");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @"");
}

#[test]
fn what_is_not_there_fails_the_run() {
    assert_snapshot!(folder().polc("decide none.pol --input none.json").text(), @"");
}

#[test]
fn an_endless_input_is_refused() {
    if cfg!(target_os = "linux") {
        assert_snapshot!(folder().polc("decide tools.pol --input /dev/zero").text(), @"");
    }
}

#[test]
fn deep_nesting_and_odd_values_are_findings() {
    let deep = "[".repeat(100_000);
    let cases =
        [deep.as_str(), "{\"names\":[\"\\ud800\"]}", "{\"names\":[],\"names\":[]}", "{\"names\":[1e99999999999999999999]}", ""];
    for given in cases {
        let run = folder().with("given.json", given).polc("decide tools.pol --input given.json");
        assert_eq!((run.exit, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
        assert!(run.stderr.starts_with("error[P6") && run.stderr.contains("--> given.json:1:"), "{}", run.stderr);
    }
}

//! `polc parity`.

use insta::assert_snapshot;

use crate::folder::{Folder, case};

/// The project with these recorded cases.
fn recorded(cases: &[String]) -> Folder {
    Folder::project().with("golden/tools.jsonl", cases.concat())
}

fn good(id: &str) -> String {
    case(id, r#"{"names":["Bash","Search"]}"#, r#"{"deferred":["Search"]}"#)
}

#[test]
fn cases_that_agree_pass() {
    let folder = recorded(&[good("one"), good("two")]);
    assert_snapshot!(folder.polc("parity").text(), @"");
    assert_snapshot!(folder.polc("parity golden/tools.jsonl").text(), @"");
}

#[test]
fn a_case_that_differs_is_shown_at_its_line() {
    let long = format!(r#"{{"names":["Search",{}"Bash"]}}"#, "\"Bash\",".repeat(2_000));
    let folder = recorded(&[good("one"), case("long", &long, r#"{"deferred":["Bash"]}"#), good("two")]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn a_member_more_or_less_is_a_difference() {
    let folder = recorded(&[
        case("less", r#"{"names":["Search"]}"#, "{}"),
        case("more", r#"{"names":["Search"]}"#, r#"{"deferred":["Search","Other"]}"#),
    ]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn an_input_that_does_not_fit_fails_its_case() {
    let folder = recorded(&[case("bad", r#"{"names":["Bash",7]}"#, r#"{"deferred":[]}"#), good("one")]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn a_broken_line_does_not_hide_the_others() {
    let folder = recorded(&[good("one"), "{\"id\":\"two\",\n".to_owned(), good("three"), "[]\n".to_owned(), good("four")]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn an_id_stands_once() {
    let folder = recorded(&[good("one"), good("one")]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn an_unknown_system_is_said_once_and_its_cases_fail() {
    let other = |id: &str| good(id).replace("\"system\":\"tools\"", "\"system\":\"tols\"");
    let folder = recorded(&[good("one"), other("two"), other("three")]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn an_invariant_is_run_on_every_recorded_document() {
    let folder = recorded(&[
        case("one", r#"{"names":["Bash"]}"#, r#"{"deferred":[]}"#),
        case("two", r#"{"names":["Bash","Search"]}"#, r#"{"deferred":["Search"]}"#),
    ])
    .changed("rules/tools.pol", "\"Bash\" not in deferred", "\"Bash\" in deferred or names_are_few()")
    .changed("rules/tools.pol", "invariant", "def names_are_few() -> bool = len(names) == 9\n\ninvariant");
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn a_file_from_elsewhere_is_run_with_the_systems_of_the_project() {
    let elsewhere = Folder::new().with("held-out.jsonl", good("one") + &good("two"));
    let path = elsewhere.path("held-out.jsonl");
    let run = Folder::project().polc(&format!("parity {}", path.display()));
    assert_snapshot!(run.text(), @"");
}

#[test]
fn no_case_is_no_success() {
    let folder = recorded(&[]);
    assert_snapshot!(folder.polc("parity").text(), @"");
}

#[test]
fn a_file_that_is_not_there_fails_the_run() {
    assert_snapshot!(Folder::project().polc("parity none.jsonl").text(), @"");
}

#[test]
fn a_system_without_its_file_is_an_error() {
    let folder = Folder::project();
    std::fs::remove_file(folder.path("golden/tools.jsonl")).unwrap();
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_broken_policy_that_no_case_asks_is_not_parity_s_business() {
    let folder = Folder::project().with("rules/draft.pol", "policy draft\n\noutput a = nothing\n");
    assert_snapshot!(folder.polc("parity").text(), @"");
}

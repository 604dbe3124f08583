//! Where a project is, and what belongs to it.

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

#[test]
fn a_good_project_is_counted_and_clean() {
    assert_snapshot!(Folder::project().polc("check").text(), @"");
}

#[test]
fn no_project_is_an_error_of_the_run() {
    assert_snapshot!(Folder::new().polc("check").text(), @"");
}

#[test]
fn a_project_is_found_from_a_folder_inside() {
    let folder = Folder::project();
    assert_eq!(folder.polc_in("rules", "check").text(), folder.polc("check").text());
}

#[test]
fn of_two_nested_projects_the_nearest_counts() {
    let folder = Folder::project()
        .with("rules/inner/polc.toml", "[project]\nlanguage = 1\nrules = [\".\"]\n")
        .with("rules/inner/more.pol", POLICY.replace("policy tools", "policy more"));
    assert_snapshot!(folder.polc("check").text(), @"");
    assert_snapshot!(folder.polc_in("rules/inner", "check").text(), @"");
}

#[test]
fn paths_of_two_projects_are_refused() {
    let folder = Folder::project()
        .with("rules/inner/polc.toml", "[project]\nlanguage = 1\nrules = [\".\"]\n")
        .with("rules/inner/more.pol", POLICY.replace("policy tools", "policy more"));
    assert_snapshot!(folder.polc("check rules/tools.pol rules/inner/more.pol").text(), @"");
}

#[test]
fn a_path_checks_only_what_is_there_and_says_so() {
    let folder = Folder::project().with("rules/more.pol", POLICY.replace("policy tools", "policy more"));
    assert_snapshot!(folder.polc("check rules/tools.pol").text(), @"");
    assert_snapshot!(folder.polc("check rules/more.pol").text(), @"");
}

#[test]
fn a_policy_outside_every_project_can_be_checked() {
    let folder = Folder::new().with("tools.pol", POLICY);
    assert_snapshot!(folder.polc("check tools.pol").text(), @"");
}

#[test]
fn a_path_that_is_no_policy_is_refused() {
    let folder = Folder::project();
    assert_snapshot!(folder.polc("check rules/none.pol").text(), @"");
    assert_snapshot!(folder.polc("check golden/tools.jsonl").text(), @"");
}

#[test]
fn an_empty_project_is_not_green() {
    let folder = Folder::new().with("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\n").with("rules/readme.txt", "");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_project_without_statements_is_not_green() {
    let folder = Folder::new()
        .with("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\n")
        .with("rules/plain.pol", "policy plain\n\noutput answer = 1\n");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn two_policies_of_one_name_are_an_error() {
    let folder = Folder::project().with("rules/other/tools.pol", POLICY);
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_rule_that_nothing_reaches_is_a_warning_that_can_be_denied() {
    let folder = Folder::project().changed(
        "rules/tools.pol",
        "    otherwise => \"deferred\"",
        "    rule odd when name == \"\" => \"odd\"\n    otherwise => \"deferred\"",
    );
    let run = folder.polc("check");
    assert_snapshot!(run.text(), @"");
    let denied = folder.polc("check --deny warnings");
    assert_eq!((denied.exit, denied.stdout), (Some(1), run.stdout));
}

#[test]
fn a_rule_that_only_a_recorded_case_reaches_is_reached() {
    let folder = Folder::project().changed("rules/tools.pol", "    (\"Bash\") => \"immediate\" by core\n", "");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn runs_side_by_side_do_not_disturb_each_other() {
    let folder = Folder::project();
    let children: Vec<_> = (0..4).map(|_| folder.command("check").spawn().unwrap()).collect();
    let outputs: Vec<_> = children.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    for output in &outputs {
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(output.stdout, outputs[0].stdout);
    }
}

#[test]
fn a_check_writes_nothing() {
    let folder = Folder::project().changed("rules/tools.pol", "== \"Bash\"", "== \"Bush\"");
    let list = || {
        let mut files = Vec::new();
        let mut pending = vec![folder.path("")];
        while let Some(path) = pending.pop() {
            for entry in std::fs::read_dir(path).unwrap() {
                let entry = entry.unwrap();
                if entry.path().is_dir() {
                    pending.push(entry.path())
                } else {
                    files.push((entry.path(), std::fs::read(entry.path()).unwrap()))
                }
            }
        }
        files.sort();
        files
    };
    let before = list();
    for arguments in ["check", "parity", "check --format json", "decide rules/tools.pol --input golden/tools.jsonl"] {
        assert_eq!(folder.polc(arguments).exit, Some(1), "{arguments}");
    }
    assert!(before == list());
}

//! Where a project is, and what belongs to it.

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

#[test]
fn a_good_project_is_counted_and_clean() {
    assert_snapshot!(Folder::project().polc("check").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    no findings
    ");
}

#[test]
fn no_project_is_an_error_of_the_run() {
    assert_snapshot!(Folder::new().polc("check").text(), @r"
    exit 2
    --- stderr
    error: there is no `polc.toml` here or in a folder above
    help: run this inside a project; `polc check FILE` checks a policy that belongs to none
    ");
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
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    no findings
    ");
    assert_snapshot!(folder.polc_in("rules/inner", "check").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 0 recorded cases
    no findings
    ");
}

#[test]
fn paths_of_two_projects_are_refused() {
    let folder = Folder::project()
        .with("rules/inner/polc.toml", "[project]\nlanguage = 1\nrules = [\".\"]\n")
        .with("rules/inner/more.pol", POLICY.replace("policy tools", "policy more"));
    assert_snapshot!(folder.polc("check rules/tools.pol rules/inner/more.pol").text(), @r"
    exit 2
    --- stderr
    error: `rules/inner/more.pol` and `rules/tools.pol` belong to different projects
    help: check them one after the other
    ");
}

#[test]
fn a_path_checks_only_what_is_there_and_says_so() {
    let folder = Folder::project().with("rules/more.pol", POLICY.replace("policy tools", "policy more"));
    assert_snapshot!(folder.polc("check rules/tools.pol").text(), @r"
    exit 0
    --- stdout
    checked 1 policy at `rules/tools.pol`: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    no findings
    ");
    assert_snapshot!(folder.polc("check rules/more.pol").text(), @r"
    exit 0
    --- stdout
    checked 1 policy at `rules/more.pol`: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 0 recorded cases
    no findings
    ");
}

#[test]
fn a_policy_outside_every_project_can_be_checked() {
    let folder = Folder::new().with("tools.pol", POLICY);
    assert_snapshot!(folder.polc("check tools.pol").text(), @r"
    exit 0
    --- stdout
    checked 1 policy at `tools.pol`: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 0 recorded cases
    no findings
    ");
}

#[test]
fn a_path_that_is_no_policy_is_refused() {
    let folder = Folder::project();
    assert_snapshot!(folder.polc("check rules/none.pol").text(), @r"
    exit 2
    --- stderr
    error: there is no `rules/none.pol`
    ");
    assert_snapshot!(folder.polc("check golden/tools.jsonl").text(), @r"
    exit 2
    --- stderr
    error: `golden/tools.jsonl` is neither a folder nor a policy (`.pol`)
    help: recorded cases are run with `polc parity golden/tools.jsonl`
    ");
}

#[test]
fn an_empty_project_is_not_green() {
    let folder = Folder::new().with("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\n").with("rules/readme.txt", "");
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P612]: nothing was checked: the project has no policy
     --> polc.toml:3:10
      |
    3 | rules = ["rules"]
      |          ^^^^^^^
      |
      = help: write one in a folder that `rules` names

    checked 0 policies: 0 tables, 0 rules, 0 examples, 0 tests, 0 invariants, 0 recorded cases
    1 error
    "#);
}

#[test]
fn a_project_without_statements_is_not_green() {
    let folder = Folder::new()
        .with("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\n")
        .with("rules/plain.pol", "policy plain\n\noutput answer = 1\n");
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P612]: nothing was checked: there is no example, no test and no recorded case
     --> polc.toml:3:10
      |
    3 | rules = ["rules"]
      |          ^^^^^^^
      |
      = help: give a table `examples`, or the policy a `test`

    checked 1 policy: 0 tables, 0 rules, 0 examples, 0 tests, 0 invariants, 0 recorded cases
    1 error
    "#);
}

#[test]
fn two_policies_of_one_name_are_an_error() {
    let folder =
        Folder::project().changed("polc.toml", "[\"rules\"]", "[\"rules\", \"more/rules\"]").with("more/rules/tools.pol", POLICY);
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 1
    --- stdout
    error[P103]: the policy `tools` stands in two files
     --> rules/tools.pol:1:8
      |
    1 | policy tools
      |        ^^^^^
      |
     ::: more/rules/tools.pol:1:8
      |
    1 | policy tools
      |        ----- first here
      |
      = help: give one of the two another name

    checked 1 policy (1 more has errors): 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 error
    ");
}

#[test]
fn the_order_of_the_folders_changes_nothing() {
    let folder =
        Folder::project().with("a/rules/a.pol", "policy a\n\noutput b = c\n").with("b/rules/b.pol", "policy b\n\noutput c = d\n");
    let one = folder.changed("polc.toml", "[\"rules\"]", "[\"a\", \"rules\", \"b\"]");
    let first = one.polc("check").text();
    let other = one.changed("polc.toml", "[\"a\", \"rules\", \"b\"]", "[\"b\", \"a\", \"rules\"]");
    assert_eq!(first, other.polc("check").text());
    assert!(first.contains("2 errors"), "{first}");
}

#[test]
fn a_rule_that_nothing_reaches_is_a_warning_that_can_be_denied() {
    let folder = Folder::project().changed(
        "rules/tools.pol",
        "    otherwise => \"deferred\"",
        "    rule odd when name == \"\" => \"odd\"\n    otherwise => \"deferred\"",
    );
    let run = folder.polc("check");
    assert_snapshot!(run.text(), @r#"
    exit 0
    --- stdout
    warning[P304]: no example, test or recorded case reaches the rule `odd` of `loading`
     --> rules/tools.pol:7:10
      |
    7 |     rule odd when name == "" => "odd"
      |          ^^^
      |
      = help: add an example to `examples loading` that ends in `by odd`

    checked 1 policy: 1 table, 3 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 warning
    "#);
    let denied = folder.polc("check --deny warnings");
    assert_eq!((denied.exit, denied.stdout), (Some(1), run.stdout));
}

#[test]
fn a_rule_that_a_failing_example_names_is_not_reported_beside_it() {
    let folder = Folder::project()
        .changed("rules/tools.pol", "    otherwise => \"def", "    rule odd when name == \"\" => \"odd\"\n    otherwise => \"def")
        .changed("rules/tools.pol", "\"deferred\" by otherwise", "\"odd\" by odd");
    let run = folder.polc("check");
    assert!(run.stdout.contains("error[P301]") && run.stdout.ends_with("\n1 error\n"), "{}", run.stdout);
}

#[test]
fn a_rule_that_only_a_recorded_case_reaches_is_reached() {
    let folder = Folder::project().changed("rules/tools.pol", "    (\"Bash\") => \"immediate\" by core\n", "");
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 2 rules, 1 example, 1 test, 1 invariant, 1 recorded case
    no findings
    ");
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

/// A path that is wrong fails the run, and the others are checked all the same.
#[test]
fn a_wrong_path_does_not_hide_the_others() {
    let folder = Folder::project().changed("rules/tools.pol", "(\"Search\") => \"deferred\"", "(\"Search\") => \"x\"");
    let run = folder.polc("check rules/tools.pol zz golden/tools.jsonl");
    assert!(run.stdout.contains("error[P301]") && run.stdout.contains("1 error, 2 files could not be read"), "{}", run.stdout);
    assert_eq!(
        (run.exit, run.stderr.as_str()),
        (
            Some(2),
            "error: cannot read `golden/tools.jsonl`: it is neither a folder nor a policy (`.pol`)\n\
             error: cannot read `zz`: no such file or folder\n"
        )
    );
}

#[test]
fn warnings_of_one_file_are_counted_beyond_a_hundred() {
    let rules = |count: usize| (0..count).map(|n| format!("    rule r{n} when name == \"{n}\" => \"x\"\n")).collect::<String>();
    for (count, last) in [(100, "100 warnings\n"), (101, "101 warnings\n"), (350, "101 warnings\n")] {
        let folder = Folder::project().changed("rules/tools.pol", "    otherwise", &format!("{}    otherwise", rules(count)));
        let run = folder.polc("check");
        assert!(run.exit == Some(0) && run.stdout.ends_with(last), "{}", run.stdout);
        assert_eq!(run.stdout.contains("warning[P304]: 250 more warnings are not shown"), count == 350);
        assert_eq!(run.stdout.contains("warning[P304]: 1 more warning is not shown"), count == 101);
    }
}

/// Each of these tests is over its own budget; all of them together are over that of the policy, and the run soon ends.
#[test]
fn the_steps_of_a_policys_statements_are_bounded_which_takes_seconds() {
    let test = |n: usize| format!("\ntest \"t{n}\" {{\n    expect count(a for a in 1..=9999 for b in 1..=9999) == 1\n}}\n");
    let folder = Folder::project().with("rules/tools.pol", POLICY.to_owned() + &(0..20).map(test).collect::<String>());
    let run = folder.polc("check");
    assert_eq!((run.exit, run.stdout.matches("error[P604]").count()), (Some(1), 9), "{}", run.stdout);
    assert!(run.stdout.contains("error[P616]: what this policy says about itself takes more than 200,000,000 steps\n"));
    assert!(run.stdout.contains("= note: not run: 11 tests, and the invariants on what they give\n"), "{}", run.stdout);
    assert!(!run.stdout.contains("P304"), "{}", run.stdout);
}

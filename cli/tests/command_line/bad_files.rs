//! Files that somebody got wrong: what is wrong is said at its place, and the other files are checked all the same.

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

#[test]
fn every_mistake_in_a_project_file_is_said_in_one_run() {
    let folder = Folder::new()
        .with("polc.toml", "[project]\nlanguage = \"1\"\nrulse = [\"rules\"]\nparity = [\"../systems.toml\", \"none.toml\"]\n");
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P611]: `language` must be a whole number
     --> polc.toml:2:12
      |
    2 | language = "1"
      |            ^^^ this is a text

    error[P611]: unknown key `rulse` in `[project]`
     --> polc.toml:3:1
      |
    3 | rulse = ["rules"]
      | ^^^^^
      |
      = help: did you mean `rules`?

    error[P611]: `../systems.toml` in `parity` leaves the project
     --> polc.toml:4:11
      |
    4 | parity = ["../systems.toml", "none.toml"]
      |           ^^^^^^^^^^^^^^^^^
      |
      = help: a project consists of what is beside or below its `polc.toml`

    error[P611]: there is no `none.toml`
     --> polc.toml:4:30
      |
    4 | parity = ["../systems.toml", "none.toml"]
      |                              ^^^^^^^^^^^
      |
      = help: create it, or take it out of `parity`

    checked 0 policies: 0 tables, 0 rules, 0 examples, 0 tests, 0 invariants, 0 recorded cases
    4 errors
    "#);
}

#[test]
fn a_newer_language_is_refused() {
    let folder = Folder::project().changed("polc.toml", "language = 1", "language = 2");
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 1
    --- stdout
    error[P611]: the project is written in language 2, which this polc does not know
     --> polc.toml:2:12
      |
    2 | language = 2
      |            ^ this polc knows language 1
      |
      = help: take a newer polc, or set `language = 1` if the policies need nothing newer

    checked 0 policies: 0 tables, 0 rules, 0 examples, 0 tests, 0 invariants, 0 recorded cases
    1 error
    ");
}

#[test]
fn a_project_file_that_is_no_toml_is_located() {
    let folder = Folder::project().changed("polc.toml", "rules = [\"rules\"]", "rules = [\"rules\"");
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P611]: not TOML: missing comma between array elements, expected `,`
     --> polc.toml:4:1
      |
    4 | parity = ["golden/systems.toml"]
      | ^

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 0 recorded cases
    1 error
    "#);
}

/// Every file of the project with its text changed.
fn everywhere(change: impl Fn(&str) -> String) -> Folder {
    let mut folder = Folder::project();
    for path in ["polc.toml", "golden/systems.toml", "golden/tools.jsonl", "rules/tools.pol"] {
        let text = std::fs::read_to_string(folder.path(path)).unwrap();
        folder = folder.with(path, change(&text));
    }
    folder
}

#[test]
fn line_ends_of_windows_are_no_problem() {
    assert_snapshot!(everywhere(|text| text.replace('\n', "\r\n")).polc("check").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    no findings
    ");
}

#[test]
fn a_byte_order_mark_is_told_where_it_matters() {
    let run = everywhere(|text| format!("\u{feff}{text}")).polc("check");
    assert_eq!((run.exit, run.stderr.as_str()), (Some(1), ""));
    assert!(run.stdout.contains(" --> golden/tools.jsonl:1:1\n"), "{}", run.stdout);
    // Editors on Windows put one before texts; a JSON text must not begin with one.
    assert!(!run.stdout.contains("rules/tools.pol"), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n1 error\n"), "{}", run.stdout);
}

#[test]
fn a_policy_that_is_not_utf8_does_not_hide_the_others() {
    let folder = Folder::project().with("rules/bad.pol", b"policy bad\n\nlet a = \"\xff\"\n").with(
        "rules/worse.pol",
        POLICY.replace("policy tools", "policy worse").replace("(\"Search\") => \"deferred\"", "(\"Search\") => \"x\""),
    );
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P601]: `rules/bad.pol` is not UTF-8
     --> rules/bad.pol:3:10
      |
    3 | let a = "�"
      |          ^ byte 0xff begins no character here
      |
      = help: save the file as UTF-8

    error[P301]: the example of `loading` does not hold
      --> rules/worse.pol:12:5
       |
     7 |     otherwise => "deferred"
       |     --------- this rule decides
    ...
    12 |     ("Search") => "x" by otherwise
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is "deferred", by `otherwise`
       |
       = note: expected "x"

    checked 2 policies (1 more has errors): 2 tables, 4 rules, 4 examples, 2 tests, 2 invariants, 1 recorded case
    2 errors
    "#);
}

#[test]
fn a_nul_in_a_policy_is_located_and_shown() {
    let run = Folder::project().with("rules/nul.pol", "policy nul\n\nlet a = \0 1\n").polc("check");
    assert_eq!((run.exit, run.stderr.as_str()), (Some(1), ""));
    assert!(run.stdout.contains(" --> rules/nul.pol:"), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n1 error\n") && !run.stdout.contains('\0'), "{}", run.stdout);
}

#[test]
fn a_policy_of_50_megabytes_is_not_looked_at() {
    let folder = Folder::project().with("rules/large.pol", vec![b' '; 50_000_000]);
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 1
    --- stdout
    error[P602]: `rules/large.pol` is larger than 4 MiB
    --> rules/large.pol:1:1
     = note: the file was not looked at
     = help: split it into smaller ones

    checked 1 policy (1 more has errors): 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 error
    ");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_fails_the_run_and_findings_are_still_printed() {
    let folder = Folder::project().changed("rules/tools.pol", "(\"Search\") => \"deferred\"", "(\"Search\") => \"x\"");
    std::os::unix::fs::symlink("nowhere.pol", folder.path("rules/broken.pol")).unwrap();
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 2
    --- stdout
    error[P301]: the example of `loading` does not hold
      --> rules/tools.pol:12:5
       |
     7 |     otherwise => "deferred"
       |     --------- this rule decides
    ...
    12 |     ("Search") => "x" by otherwise
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ is "deferred", by `otherwise`
       |
       = note: expected "x"

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 error, 1 file could not be read
    --- stderr
    error: cannot read `rules/broken.pol`: the link leads nowhere
    "#);
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_policies_does_not_make_the_run_wait() {
    let folder = Folder::project();
    let made = std::process::Command::new("mkfifo").arg(folder.path("rules/pipe.pol")).status();
    if made.is_ok_and(|status| status.success()) {
        assert_snapshot!(folder.polc("check").text(), @r"
        exit 2
        --- stdout
        checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
        no findings, 1 file could not be read
        --- stderr
        error: cannot read `rules/pipe.pol`: not a regular file
        ");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_project_is_refused() {
    let outside = Folder::new().with("secret.pol", POLICY);
    let folder = Folder::project();
    std::os::unix::fs::symlink(outside.path("secret.pol"), folder.path("rules/secret.pol")).unwrap();
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 1
    --- stdout
    error[P611]: `rules/secret.pol` is a symbolic link out of the project
    --> rules/secret.pol:1:1
     = help: copy what it points at into the project

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 error
    ");
}

#[test]
fn systems_that_fit_no_policy_are_located() {
    let folder = Folder::project().with(
        "golden/systems.toml",
        "[[system]]\nname = \"tools\"\npolicy = \"tols\"\noutputs = [\"deferred\"]\n\n\
         [[system]]\nname = \"more\"\npolicy = \"tools\"\noutputs = [\"defered\"]\nsets = [\"x\"]\nroute = \"y\"\n",
    );
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P504]: there is no policy `tols`
     --> golden/systems.toml:3:10
      |
    3 | policy = "tols"
      |          ^^^^^^
      |
      = help: did you mean `tools`?

    error[P611]: the system `more` has no recorded cases
     --> golden/systems.toml:7:8
      |
    7 | name = "more"
      |        ^^^^^^ there is no `golden/more.jsonl`
      |
      = help: put the cases there, name their files in `cases`, or take the system out

    error[P504]: the policy `tools` has no output `defered`
     --> golden/systems.toml:9:12
      |
    9 | outputs = ["defered"]
      |            ^^^^^^^^^
      |
      = help: did you mean `deferred`?

    error[P611]: `x` in `sets` is not among the `outputs`
      --> golden/systems.toml:10:9
       |
    10 | sets = ["x"]
       |         ^^^

    error[P611]: unknown key `route` in `[[system]]`
      --> golden/systems.toml:11:1
       |
    11 | route = "y"
       | ^^^^^
       |
       = help: known here: `name`, `policy`, `outputs`, `sets`, `cases`

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case (1 failed)
    5 errors
    "#);
}

#[test]
fn a_broken_policy_is_not_blamed_on_its_system() {
    let folder = Folder::project().changed("rules/tools.pol", "name == \"Bash\"", "nmae == \"Bash\"");
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P101]: there is no `nmae` here
     --> rules/tools.pol:6:20
      |
    6 |     rule core when nmae == "Bash" => "immediate"
      |                    ^^^^
      |
      = help: did you mean `name`?

    checked 0 policies (1 more has errors): 0 tables, 0 rules, 0 examples, 0 tests, 0 invariants, 1 recorded case (1 failed)
    1 error
    "#);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P101]: there is no `nmae` here
     --> rules/tools.pol:6:20
      |
    6 |     rule core when nmae == "Bash" => "immediate"
      |                    ^^^^
      |
      = help: did you mean `name`?

    1 error
    0 passed, 1 failed
    "#);
}

/// What stands in the place of the project's file is no reason to take the project above for the one that is meant.
#[cfg(unix)]
#[test]
fn a_project_file_that_is_no_file_is_told() {
    let folder = || Folder::project().with("rules/inner/x.pol", "policy inner.x\n");
    let dangling = folder();
    std::os::unix::fs::symlink("nowhere", dangling.path("rules/inner/polc.toml")).unwrap();
    let inside = folder().with("rules/inner/polc.toml/x", "");
    let pipe = folder();
    let made = std::process::Command::new("mkfifo").arg(pipe.path("rules/inner/polc.toml")).status();
    assert!(made.unwrap().success());
    for (folder, reason) in [(dangling, "the link leads nowhere"), (inside, "not a regular file"), (pipe, "not a regular file")] {
        let run = folder.polc_in("rules/inner", "check");
        assert_eq!((run.exit, run.stderr), (Some(2), format!("error: cannot read `polc.toml`: {reason}\n")));
        let outer = folder.polc("check");
        assert!(
            outer.stdout.contains("warning[P611]: `rules/inner/polc.toml` is no file, so neither this project nor its own"),
            "{}",
            outer.stdout
        );
    }
}

#[test]
fn a_path_that_no_file_can_have_is_located() {
    let folder = Folder::project().changed("polc.toml", "[\"rules\"]", "[\"rules\", \"ru\\u0000les\"]");
    let run = folder.polc("check");
    assert_eq!((run.exit, run.stderr.as_str()), (Some(1), ""));
    assert!(run.stdout.contains("in `rules` is no path\n --> polc.toml:3:19\n"), "{}", run.stdout);
    assert!(run.stdout.starts_with("error[P611]: ") && !run.stdout.contains('\0'), "{}", run.stdout);
}

#[test]
fn files_that_look_like_policies_but_are_not_read_are_told() {
    let folder = Folder::project().with("rules/.pol", POLICY).with("rules/y.POL", POLICY).with("rules/notes.md", "");
    assert_snapshot!(folder.polc("check").text(), @r"
    exit 0
    --- stdout
    warning[P611]: `rules/.pol` is not read: nothing stands before `.pol`
    --> rules/.pol:1:1
     = help: name it after its policy: `loading.pol` holds `policy loading`

    warning[P611]: `rules/y.POL` is not read: its name ends in `.POL`
    --> rules/y.POL:1:1
     = help: rename it to `y.pol`

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    2 warnings
    ");
}

/// The name that a path asks for is proposed only where a policy can have it.
#[test]
fn a_file_name_that_is_no_policy_name_is_to_be_renamed() {
    for file in ["rules/Y.pol", "rules/my tools.pol", "rules/a..b.pol"] {
        let run = Folder::project().with(file, POLICY.replace("policy tools", "policy y")).polc("check");
        assert!(run.stdout.contains("= help: rename the file to `rules/y.pol`: its path is the policy's name"), "{}", run.stdout);
        assert!(!run.stdout.contains("write `policy"), "{}", run.stdout);
    }
}

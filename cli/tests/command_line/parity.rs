//! `polc parity`.

use insta::assert_snapshot;

use crate::folder::{Folder, SYSTEMS, case};

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
    assert_snapshot!(folder.polc("parity").text(), @r"
    exit 0
    --- stdout
    2 passed, 0 failed
    ");
    assert_snapshot!(folder.polc("parity golden/tools.jsonl").text(), @r"
    exit 0
    --- stdout
    2 passed, 0 failed
    ");
}

#[test]
fn a_case_that_differs_is_shown_at_its_line() {
    let long = format!(r#"{{"names":["Search",{}"Bash"]}}"#, "\"Bash\",".repeat(2_000));
    let folder = recorded(&[good("one"), case("long", &long, r#"{"deferred":["Bash"]}"#), good("two")]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P501]: `tools` answers the case `long` differently
     --> golden/tools.jsonl:2:14171
      |
    2 | ..."Bash","Bash","Bash"]},"expected":{"deferred":["Bash"]}}
      |                                                   ^^^^^^ the policy answers `"Search"`
      |
      = note: `/deferred/0`: expected `"Bash"`, found `"Search"`
      = note: rules that decided: `core` of `loading` (2001 times), `otherwise` of `loading`
      = help: change the policy, or record the case again if `tools` is right

    1 error
    2 passed, 1 failed
    "#);
}

#[test]
fn a_member_more_or_less_is_a_difference() {
    let folder = recorded(&[
        case("less", r#"{"names":["Search"]}"#, "{}"),
        case("more", r#"{"names":["Search"]}"#, r#"{"deferred":["Search","Other"]}"#),
    ]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P501]: `tools` answers the case `less` differently
     --> golden/tools.jsonl:1:151
      |
    1 | ...put":{"names":["Search"]},"expected":{}}
      |                                         ^^ not in the case, but the policy answers `["Search"]`
      |
      = note: `/deferred`: expected nothing, found `["Search"]`
      = note: rules that decided: `otherwise` of `loading`
      = help: change the policy, or record the case again if `tools` is right

    error[P501]: `tools` answers the case `more` differently
     --> golden/tools.jsonl:2:173
      |
    2 | ...s":["Search"]},"expected":{"deferred":["Search","Other"]}}
      |                                                    ^^^^^^^ the policy answers nothing
      |
      = note: `/deferred/1`: expected `"Other"`, found nothing
      = note: rules that decided: `otherwise` of `loading`
      = help: change the policy, or record the case again if `tools` is right

    2 errors
    0 passed, 2 failed
    "#);
}

#[test]
fn in_a_set_it_is_said_what_is_missing_and_what_is_too_much() {
    for (expected, label) in [
        (r#"["Other","Search"]"#, "the policy's answer lacks `\"Other\"`, and has `\"More\"` too much"),
        (r#"["More","Other","Search"]"#, "the policy's answer lacks `\"Other\"`\n"),
        (r#"["Search"]"#, "the policy's answer has `\"More\"` too much"),
    ] {
        let folder = recorded(&[case("one", r#"{"names":["Search","More"]}"#, &format!("{{\"deferred\":{expected}}}"))]);
        let run =
            folder.changed("golden/systems.toml", "[\"deferred\"]\n", "[\"deferred\"]\nsets = [\"deferred\"]\n").polc("parity");
        assert!(run.stdout.contains(label), "{label}: {}", run.stdout);
    }
}

#[test]
fn an_input_that_does_not_fit_fails_its_case() {
    let folder = recorded(&[case("bad", r#"{"names":["Bash",7]}"#, r#"{"deferred":[]}"#), good("one")]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P501]: `tools` has no answer for the case `bad`: expected `string`, found 7
     --> golden/tools.jsonl:1:135
      |
    1 | ...th":"p"},"source":"document","note":"","input":{"names":["Bash",7]},"expected":{"deferred":[]}}
      |                                                                    ^
      |
      = note: `polc explain P610` says more about the fault

    1 error
    1 passed, 1 failed
    "#);
}

#[test]
fn a_broken_line_does_not_hide_the_others() {
    let folder = recorded(&[good("one"), "{\"id\":\"two\",\n".to_owned(), good("three"), "[]\n".to_owned(), good("four")]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P606]: expected a member's name in double quotes, found the end of the text
     --> golden/tools.jsonl:2:13
      |
    2 | {"id":"two",
      | -           ^
      | |
      | opened here
      |
      = help: complete the value; the text may have been cut off

    error[P502]: a list stands at the top, where an object is expected
     --> golden/tools.jsonl:4:1
      |
    4 | []
      | ^^
      |
      = help: write each case as an object on one line

    2 errors
    3 passed, 0 failed
    "#);
}

#[test]
fn an_id_stands_once() {
    let folder = recorded(&[good("one"), good("one")]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P502]: two cases have the id `one`
     --> golden/tools.jsonl:2:7
      |
    1 | {"id":"one","system":"tools","upstream":{"repo":"a/b","commit":"c","path":"p"},"source":"document","note":"","input":{"names":["Bash"...
      |       ----- first here
    2 | {"id":"one","system":"tools","upstream":{"repo":"a/b","commit":"c","path":"p"},"source":"document","note":"","input":{"names":["Bash"...
      |       ^^^^^ again here
      |
      = help: give every case of a file an id of its own, or remove one of the two

    1 error
    1 passed, 0 failed
    "#);
}

#[test]
fn an_unknown_system_is_said_once_and_its_cases_fail() {
    let other = |id: &str| good(id).replace("\"system\":\"tools\"", "\"system\":\"tols\"");
    let folder = recorded(&[good("one"), other("two"), other("three")]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P503]: nothing answers the system `tols`
     --> golden/tools.jsonl:2:22
      |
    2 | {"id":"two","system":"tols","upstream":{"repo":"a/b","commit":"c","path":"p"},"source":"document","note":"","input":{"names":["Bash",...
      |                      ^^^^^^
      |
      = note: 2 cases of this file ask for it
      = help: did you mean `tools`?

    1 error
    1 passed, 2 failed
    "#);
}

#[test]
fn an_invariant_is_run_on_every_recorded_document() {
    let folder = recorded(&[
        case("one", r#"{"names":["Bash"]}"#, r#"{"deferred":[]}"#),
        case("two", r#"{"names":["Bash","Search"]}"#, r#"{"deferred":["Search"]}"#),
    ])
    .changed("rules/tools.pol", "\"Bash\" not in deferred", "\"Bash\" in deferred or names_are_few()")
    .changed("rules/tools.pol", "invariant", "def names_are_few() -> bool = len(names) == 9\n\ninvariant");
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P303]: invariant `bash_stays` does not hold
      --> rules/tools.pol:24:24
       |
    24 | invariant bash_stays { "Bash" in deferred or names_are_few() }
       |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
       |
      ::: golden/tools.jsonl:1:7
       |
     1 | {"id":"one","system":"tools","upstream":{"repo":"a/b","commit":"c","path":"p"},"source":"document","note":"","input":{"names":["Bash...
       |       ----- for the document of `one`
       |
       = note: `deferred` is []
       = note: `names_are_few()` is false
       = note: the same with 2 recorded cases

    1 error
    2 passed, 0 failed
    "#);
}

#[test]
fn a_file_from_elsewhere_is_run_with_the_systems_of_the_project() {
    let elsewhere = Folder::new().with("held-out.jsonl", good("one") + &good("two"));
    let path = elsewhere.path("held-out.jsonl");
    let run = Folder::project().polc(&format!("parity {}", path.display()));
    assert_snapshot!(run.text(), @r"
    exit 0
    --- stdout
    2 passed, 0 failed
    ");
}

#[test]
fn no_case_is_no_success() {
    let folder = recorded(&[]);
    assert_snapshot!(folder.polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P612]: no recorded case of the system `tools` was run
     --> golden/systems.toml:2:8
      |
    2 | name = "tools"
      |        ^^^^^^^
      |
      = note: looked for in `golden/tools.jsonl`
      = help: record some, or take the system out

    1 error
    0 passed, 0 failed
    "#);
    assert_snapshot!(folder.polc("parity golden/tools.jsonl").text(), @r"
    exit 1
    --- stdout
    error[P612]: no recorded case was run
    --> golden/tools.jsonl:1:1
     = help: record some, or name a file with cases; `parity` of `polc.toml` says where the systems are listed

    1 error
    0 passed, 0 failed
    ");
}

#[test]
fn a_file_that_is_not_there_fails_the_run() {
    assert_snapshot!(Folder::project().polc("parity none.jsonl").text(), @r"
    exit 2
    --- stdout
    no findings, 1 file could not be read
    0 passed, 0 failed
    --- stderr
    error: cannot read `none.jsonl`: no such file or folder
    ");
}

#[test]
fn a_system_without_its_file_is_an_error() {
    let folder = Folder::project();
    std::fs::remove_file(folder.path("golden/tools.jsonl")).unwrap();
    assert_snapshot!(folder.polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P611]: the system `tools` has no recorded cases
     --> golden/systems.toml:2:8
      |
    2 | name = "tools"
      |        ^^^^^^^ there is no `golden/tools.jsonl`
      |
      = help: put the cases there, name their files in `cases`, or take the system out

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 0 recorded cases
    1 error
    "#);
}

#[test]
fn a_system_may_name_its_files() {
    let named = |files: &str| {
        Folder::project()
            .with("golden/more/own.jsonl", good("two"))
            .changed("golden/systems.toml", "policy =", &format!("cases = [{files}]\npolicy ="))
            .polc("parity")
    };
    let both = named(r#""tools.jsonl", "more/own.jsonl", "./tools.jsonl""#);
    assert_eq!((both.exit, both.stdout.as_str()), (Some(0), "2 passed, 0 failed\n"));
    for (file, message) in [
        ("none.jsonl", "there is no `none.jsonl`"),
        ("../../a.jsonl", "`../../a.jsonl` in `cases` leaves the project"),
        ("/a.jsonl", "`/a.jsonl`"),
        ("", "error[P611]"),
    ] {
        let run = named(&format!(r#""tools.jsonl", "{file}""#));
        assert!(run.exit == Some(1) && run.stdout.contains(message), "{file}: {}", run.stdout);
        assert!(
            run.stdout.contains("golden/systems.toml:3:") && run.stdout.ends_with("1 error\n1 passed, 0 failed\n"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn a_broken_policy_that_no_case_asks_is_not_parity_s_business() {
    let folder = Folder::project().with("rules/draft.pol", "policy draft\n\noutput a = nothing\n");
    assert_snapshot!(folder.polc("parity").text(), @r"
    exit 0
    --- stdout
    1 passed, 0 failed
    ");
}

/// Examples and tests that hold do not make up for recorded cases that are gone.
#[test]
fn a_check_tells_a_system_without_cases_and_a_file_without_systems() {
    let empty = recorded(&[]).polc("check");
    assert_eq!(empty.exit, Some(1));
    assert!(empty.stdout.contains("error[P612]: no recorded case of the system `tools` was run\n --> golden/systems.toml:2:8\n"));
    let two = Folder::project()
        .with("golden/systems.toml", format!("{SYSTEMS}\n{}", SYSTEMS.replacen("tools", "more", 1)))
        .with("golden/more.jsonl", "\n");
    for verb in ["check", "parity"] {
        let run = two.polc(verb);
        assert!(run.stdout.contains("the system `more` was run\n --> golden/systems.toml:7:8\n"), "{}", run.stdout);
        assert!(run.exit == Some(1) && !run.stdout.contains("of the system `tools`"), "{}", run.stdout);
    }
    for text in ["", "# none yet\n", "system = []\n"] {
        let run = Folder::project().with("golden/systems.toml", text).polc("check");
        assert!(run.exit == Some(1) && run.stdout.contains("error[P612]: no system is named"), "{text}: {}", run.stdout);
        assert!(run.stdout.contains("--> golden/systems.toml:1:1\n"), "{}", run.stdout);
    }
    // A file in which every line is broken is told for that alone.
    let broken = recorded(&["{\n".to_owned()]).polc("check");
    assert!(broken.exit == Some(1) && !broken.stdout.contains("P612"), "{}", broken.stdout);
}

#[test]
fn a_line_that_is_not_utf8_does_not_hide_the_others() {
    let bytes = [good("one").as_bytes(), b"{\"id\":\"tw\xFFo\"}\n", good("three").as_bytes()].concat();
    assert_snapshot!(Folder::project().with("golden/tools.jsonl", bytes).polc("parity").text(), @r#"
    exit 1
    --- stdout
    error[P601]: the line is not UTF-8
     --> golden/tools.jsonl:2:10
      |
    2 | {"id":"tw�o"}
      |          ^ byte 0xff begins no character here
      |
      = note: the other lines are read all the same
      = help: save it as UTF-8, or take it out

    1 error
    2 passed, 0 failed
    "#);
}

#[test]
fn the_order_of_the_files_changes_nothing() {
    let folder = Folder::project().with("b.jsonl", good("one") + &good("two")).with("a.jsonl", good("two") + &good("one"));
    for format in ["human", "json", "github"] {
        let first = folder.polc(&format!("parity a.jsonl b.jsonl none.jsonl --format {format}")).text();
        for order in ["b.jsonl none.jsonl a.jsonl", "none.jsonl b.jsonl a.jsonl b.jsonl", "a.jsonl b.jsonl a.jsonl none.jsonl"] {
            assert_eq!(folder.polc(&format!("parity {order} --format {format}")).text(), first, "{order}");
        }
    }
    let run = folder.polc("parity b.jsonl a.jsonl");
    assert!(run.stdout.contains(" --> b.jsonl:1:7\n") && run.stdout.contains("::: a.jsonl:2:7\n"), "{}", run.stdout);
    // The same file, whatever it is called.
    assert_eq!(folder.polc("parity a.jsonl ./a.jsonl").stdout, "2 passed, 0 failed\n");
}

#[test]
fn many_broken_lines_are_counted() {
    let folder = recorded(&[good("one"), "[]\n".repeat(250)]);
    let run = folder.polc("parity");
    assert!(run.stdout.contains("error[P502]: 150 more mistakes are not shown\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n101 errors\n1 passed, 0 failed\n"), "{}", run.stdout);
    let other = |n: usize| case(&format!("c{n}"), r#"{"names":["Search"]}"#, "{}");
    let run = recorded(&(0..250).map(other).collect::<Vec<_>>()).polc("parity");
    assert!(run.stdout.contains("error[P501]: 150 more mistakes are not shown\n"), "{}", run.stdout);
    assert!(run.stdout.ends_with("\n101 errors\n0 passed, 250 failed\n"), "{}", run.stdout);
}

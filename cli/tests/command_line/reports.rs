//! Each report format of the same run.

use insta::assert_snapshot;
use polc_compiler::json::{Json, parse};

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
    assert_snapshot!(folder().polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P501]: `tools` answers the case `one` differently
     --> golden/tools.jsonl:1:163
      |
    1 | ...":{"names":["Search"]},"expected":{"deferred":["Bash"]}}
      |                                                   ^^^^^^ the policy answers `"Search"`
      |
      = note: `/deferred/0`: expected `"Bash"`, found `"Search"`
      = note: rules that decided: `otherwise` of `loading`
      = help: change the policy, or record the case again if `tools` is right

    warning[P304]: no example, test or recorded case reaches the rule `odd` of `loading`
     --> rules/tools.pol:7:10
      |
    7 |     rule odd when name == "" => "odd"
      |          ^^^
      |
      = help: add an example to `examples loading` that ends in `by odd`

    error[P301]: the example of `loading` does not hold
      --> rules/tools.pol:13:5
       |
     8 |     otherwise => "deferred"
       |     --------- this rule decides
    ...
    13 |     ("Search") => "immediate"
       |     ^^^^^^^^^^^^^^^^^^^^^^^^^ is "deferred", by `otherwise`
       |
       = note: expected "immediate"

    checked 1 policy: 1 table, 3 rules, 2 examples, 1 test, 1 invariant, 1 recorded case (1 failed)
    2 errors, 1 warning
    "#);
}

#[test]
fn json() {
    assert_snapshot!(folder().polc("check --format json").text(), @r#"
    exit 1
    --- stdout
    {
      "version": 1,
      "command": "check",
      "counts": {
        "policies": 1,
        "policies_broken": 0,
        "tables": 1,
        "rules": 3,
        "examples": 2,
        "tests": 1,
        "invariants": 1,
        "cases": {
          "passed": 0,
          "failed": 1
        }
      },
      "scope": null,
      "findings": [
        {
          "code": "P501",
          "severity": "error",
          "message": "`tools` answers the case `one` differently",
          "path": "golden/tools.jsonl",
          "line": 1,
          "column": 163,
          "end_line": 1,
          "end_column": 169,
          "label": "the policy answers `\"Search\"`",
          "labels": [],
          "notes": [
            "`/deferred/0`: expected `\"Bash\"`, found `\"Search\"`",
            "rules that decided: `otherwise` of `loading`"
          ],
          "help": [
            "change the policy, or record the case again if `tools` is right"
          ]
        },
        {
          "code": "P304",
          "severity": "warning",
          "message": "no example, test or recorded case reaches the rule `odd` of `loading`",
          "path": "rules/tools.pol",
          "line": 7,
          "column": 10,
          "end_line": 7,
          "end_column": 13,
          "label": "",
          "labels": [],
          "notes": [],
          "help": [
            "add an example to `examples loading` that ends in `by odd`"
          ]
        },
        {
          "code": "P301",
          "severity": "error",
          "message": "the example of `loading` does not hold",
          "path": "rules/tools.pol",
          "line": 13,
          "column": 5,
          "end_line": 13,
          "end_column": 30,
          "label": "is \"deferred\", by `otherwise`",
          "labels": [
            {
              "path": "rules/tools.pol",
              "line": 8,
              "column": 5,
              "end_line": 8,
              "end_column": 14,
              "label": "this rule decides"
            }
          ],
          "notes": [
            "expected \"immediate\""
          ],
          "help": []
        }
      ],
      "unreadable": []
    }
    "#);
}

#[test]
fn github() {
    assert_snapshot!(folder().polc("check --format github").text(), @r#"
    exit 1
    --- stdout
    ::error file=golden/tools.jsonl,line=1,endLine=1,col=163,endColumn=169,title=P501::`tools` answers the case `one` differently (the policy answers `"Search"`)%0Anote: `/deferred/0`: expected `"Bash"`, found `"Search"`%0Anote: rules that decided: `otherwise` of `loading`%0Ahelp: change the policy, or record the case again if `tools` is right
    ::warning file=rules/tools.pol,line=7,endLine=7,col=10,endColumn=13,title=P304::no example, test or recorded case reaches the rule `odd` of `loading`%0Ahelp: add an example to `examples loading` that ends in `by odd`
    ::error file=rules/tools.pol,line=13,endLine=13,col=5,endColumn=30,title=P301::the example of `loading` does not hold (is "deferred", by `otherwise`)%0Arules/tools.pol:8:5: this rule decides%0Anote: expected "immediate"
    checked 1 policy: 1 table, 3 rules, 2 examples, 1 test, 1 invariant, 1 recorded case (1 failed)
    2 errors, 1 warning
    "#);
    assert_snapshot!(folder().polc("parity none.jsonl --format github").text(), @r"
    exit 2
    --- stdout
    ::error file=none.jsonl::cannot read `none.jsonl`: no such file or folder
    no findings, 1 file could not be read
    0 passed, 0 failed
    --- stderr
    error: cannot read `none.jsonl`: no such file or folder
    ");
    assert_snapshot!(Folder::new().polc("check --format github").text(), @r"
    exit 2
    --- stdout
    ::error::there is no `polc.toml` here or in a folder above
    --- stderr
    error: there is no `polc.toml` here or in a folder above
    help: run this inside a project; `polc check FILE` checks a policy that belongs to none
    ");
    assert_snapshot!(Folder::new().polc("explain --format github").text(), @r"
    exit 2
    --- stderr
    error: `--format github` is for `polc check` and `polc parity`
    help: take `--format json` for programs
    ");
}

#[test]
fn json_of_parity() {
    assert_snapshot!(Folder::project().polc("parity --format json").text(), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "command": "parity",
      "cases": {
        "passed": 1,
        "failed": 0
      },
      "scope": null,
      "findings": [],
      "unreadable": []
    }
    "#);
}

#[test]
fn json_tells_what_could_not_be_read() {
    assert_snapshot!(Folder::project().polc("parity none.jsonl --format json").text(), @r#"
    exit 2
    --- stdout
    {
      "version": 1,
      "command": "parity",
      "cases": {
        "passed": 0,
        "failed": 0
      },
      "scope": [
        "none.jsonl"
      ],
      "findings": [],
      "unreadable": [
        {
          "path": "none.jsonl",
          "reason": "no such file or folder"
        }
      ]
    }
    --- stderr
    error: cannot read `none.jsonl`: no such file or folder
    "#);
}

#[test]
fn json_of_a_run_that_did_nothing() {
    assert_snapshot!(Folder::new().polc("check nope.pol --format json").text(), @r#"
    exit 2
    --- stdout
    {
      "version": 1,
      "command": "check",
      "errors": [
        "there is no `nope.pol`"
      ]
    }
    --- stderr
    error: there is no `nope.pol`
    "#);
    for (arguments, reason) in [
        ("check --format json", "there is no `polc.toml` here or in a folder above"),
        ("parity --format json", "there is no `polc.toml` here or in a folder above"),
        ("explain P999 --format json", "there is no code `P999`"),
        ("decide tools --input in.json --format json", "there is no `tools`"),
    ] {
        let run = Folder::new().polc(arguments);
        let document = parse(&run.stdout).unwrap();
        let errors = document.get("errors").and_then(Json::as_array).unwrap();
        assert_eq!((run.exit, errors), (Some(2), [Json::from(reason)].as_slice()), "{arguments}");
        assert!(run.stderr.starts_with(&format!("error: {reason}\n")), "{}", run.stderr);
    }
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
    let runs = [
        "check --format json",
        "parity --format json",
        "explain --format json",
        "explain P612 --format json",
        "init new --format json",
    ];
    for arguments in runs {
        for line in folder().polc(arguments).stdout.lines() {
            if let Some((name, _)) = line.trim_start().strip_prefix('"').and_then(|rest| rest.split_once("\": ")) {
                assert!(page.contains(&format!("`{name}`")) || page.contains(&format!("\"{name}\"")), "{name}");
            }
        }
    }
}

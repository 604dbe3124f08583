//! `polc decide`.

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

const GIVEN: &str = "{\n  \"names\": [\"Bash\", \"Search\"]\n}\n";

fn folder() -> Folder {
    Folder::new().with("tools.pol", POLICY).with("given.json", GIVEN)
}

#[test]
fn the_decision_is_json() {
    assert_snapshot!(folder().polc("decide tools.pol --input given.json").text(), @r#"
    exit 0
    --- stdout
    {
      "deferred": [
        "Search"
      ]
    }
    "#);
}

#[test]
fn the_input_may_come_from_standard_input() {
    assert_snapshot!(folder().polc_reading("decide tools.pol --input -", GIVEN).text(), @r#"
    exit 0
    --- stdout
    {
      "deferred": [
        "Search"
      ]
    }
    "#);
    assert_snapshot!(folder().polc_reading("decide tools.pol --input -", "{").text(), @r"
    exit 1
    --- stderr
    error[P606]: expected a member's name in double quotes or `}`, found the end of the text
     --> <stdin>:1:2
      |
    1 | {
      | -^
      | |
      | opened here
      |
      = help: complete the value; the text may have been cut off
    ");
}

#[test]
fn a_trace_says_why() {
    assert_snapshot!(folder().polc("decide tools.pol --input given.json --trace").text(), @r#"
    exit 0
    --- stdout
    {
      "deferred": [
        "Search"
      ]
    }

    loading(name = "Bash")
        core decides (tools.pol:6:5)
        => "immediate"

    loading(name = "Search")
        core does not hold: name == "Bash"
            name is "Search"
        otherwise decides (tools.pol:7:5)
        => "deferred"
    "#);
    assert_snapshot!(folder().polc("decide tools.pol --input given.json --trace --format json").text(), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "command": "decide",
      "decision": {
        "deferred": [
          "Search"
        ]
      },
      "trace": {
        "calls": [
          {
            "table": "loading",
            "arguments": {
              "name": {
                "value": "Bash"
              }
            },
            "decided": [
              {
                "rule": "core",
                "at": "tools.pol:6:5"
              }
            ],
            "failed": [],
            "outcome": {
              "value": "immediate"
            }
          },
          {
            "table": "loading",
            "arguments": {
              "name": {
                "value": "Search"
              }
            },
            "decided": [
              {
                "rule": "otherwise",
                "at": "tools.pol:7:5"
              }
            ],
            "failed": [
              {
                "rule": "core",
                "at": "tools.pol:6:5",
                "condition": "name == \"Bash\"",
                "saw": {
                  "name": {
                    "value": "Search"
                  }
                }
              }
            ],
            "outcome": {
              "value": "deferred"
            }
          }
        ]
      },
      "findings": [],
      "unreadable": []
    }
    "#);
}

#[test]
fn an_input_that_does_not_fit_is_located_in_its_file() {
    let folder = folder().with("given.json", "{\n  \"names\": [\"Bash\", 7]\n}\n");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @r#"
    exit 1
    --- stderr
    error[P610]: expected `string`, found 7
     --> given.json:2:21
      |
    2 |   "names": ["Bash", 7]
      |                     ^
      |
      = note: at `/names/1`
    "#);
}

#[test]
fn an_input_with_an_unknown_member_is_located_in_its_file() {
    let folder = folder().with("given.json", "{\"names\": [], \"nmaes\": []}");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @r#"
    exit 1
    --- stderr
    error[P610]: there is no member `nmaes` here
     --> given.json:1:15
      |
    1 | {"names": [], "nmaes": []}
      |               ^^^^^^^
      |
      = note: at `/nmaes`
      = help: did you mean `names`?
    "#);
}

#[test]
fn an_input_that_lacks_a_member_is_told() {
    let folder = folder().with("given.json", "{}");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @r"
    exit 1
    --- stderr
    error[P610]: the member `names` is missing
     --> given.json:1:1
      |
    1 | {}
      | ^^
      |
      = help: give it as `list<string>`
    ");
}

#[test]
fn a_broken_invariant_is_a_finding_beside_the_decision() {
    let folder = folder().with("tools.pol", POLICY.replace("\"Bash\" not in deferred", "deferred == []"));
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @r#"
    exit 1
    --- stdout
    {
      "deferred": [
        "Search"
      ]
    }
    --- stderr
    error[P303]: invariant `bash_stays` does not hold
      --> tools.pol:22:24
       |
    22 | invariant bash_stays { deferred == [] }
       |                        ^^^^^^^^^^^^^^
       |
       = note: `deferred` is ["Search"]
    "#);
}

#[test]
fn mistakes_in_policy_and_input_are_told_together() {
    let folder = folder().with("tools.pol", POLICY.replace("loading(n)", "loadign(n)")).with("given.json", "{\"a\": 1,, }");
    assert_snapshot!(folder.polc("decide tools.pol --input given.json").text(), @r#"
    exit 1
    --- stderr
    error[P606]: expected a member's name in double quotes, found `,`
     --> given.json:1:9
      |
    1 | {"a": 1,, }
      |         ^
      |
      = help: remove this `,`

    error[P101]: there is no table, `def` or library function `loadign`
      --> tools.pol:15:43
       |
    15 | output deferred = [n for n in names where loadign(n) == "deferred"]
       |                                           ^^^^^^^
       |
       = help: did you mean `loading`?
    "#);
}

#[test]
fn what_is_not_there_fails_the_run() {
    assert_snapshot!(folder().polc("decide none.pol --input none.json").text(), @r"
    exit 2
    --- stderr
    error: cannot read `none.pol`: no such file or folder
    error: cannot read `none.json`: no such file or folder
    ");
}

#[test]
fn an_endless_input_is_refused() {
    if cfg!(target_os = "linux") {
        assert_snapshot!(folder().polc("decide tools.pol --input /dev/zero").text(), @r"
        exit 1
        --- stderr
        error[P602]: `/dev/zero` is larger than 16 MiB
        --> /dev/zero:1:1
         = note: the file was not looked at
         = help: split it into smaller ones
        ");
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

/// Each call walks all rules; what all of them say is bounded, and what is not said is counted.
#[test]
fn a_trace_of_many_rules_counts_what_it_does_not_show() {
    let rules: String = (0..300).map(|n| format!("    rule r{n} when name == \"{n}\" => \"x\"\n")).collect();
    let names: Vec<String> = (0..1_002).map(|n| format!("\"Tool{n}\"")).collect();
    let folder = Folder::new()
        .with("tools.pol", POLICY.replace("    otherwise", &format!("{rules}    otherwise")))
        .with("given.json", format!("{{\"names\": [{}]}}", names.join(",")));
    let human = folder.polc("decide tools.pol --input given.json --trace");
    assert!(human.stdout.ends_with("\nand 2 more calls, 291000 more rules not shown\n"), "{}", human.stdout.len());
    assert!(human.stdout.contains("    301 more rules that do not hold, not shown\n    otherwise decides"));
    assert!(human.stdout.len() < 2_000_000, "{}", human.stdout.len());
    let json = folder.polc("decide tools.pol --input given.json --trace --format json");
    assert!(json.stdout.contains("\"left_out\": 2,\n    \"rules_left_out\": 291000\n"));
}

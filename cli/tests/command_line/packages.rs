//! Several files, what is allowed, and the canonical layout of files.

use std::fs;

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

const NAMES: &str = "policy kit.names\n\nconst CORE: list<string> = [\"Bash\"]\n";
const BASE: &str = "policy kit.base\n\nuse kit.names\n\nparam limit: int = 1\ninput names: list<string>\ninput extra: int = 0\n\noutput many = len(names) + extra > limit\noutput core = [n for n in names where n in CORE]\n\ntest \"one\" {\n    given { names: [\"Bash\"] }\n    expect not many and core == [\"Bash\"]\n}\n";
const MINE: &str = "policy mine = kit.base with { limit: 2, names: include(\"../names.json\", \"/names\") }\n\ntest \"mine\" {\n    given { extra: 1 }\n    expect many\n}\n";

fn project() -> Folder {
    Folder::new()
        .with("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\n")
        .with("rules/kit/names.pol", NAMES)
        .with("rules/kit/base.pol", BASE)
        .with("rules/mine.pol", MINE)
        .with("names.json", "{\"names\": [\"Bash\", \"Read\"]}\n")
}

#[test]
fn policies_stand_on_one_another() {
    assert_snapshot!(project().polc("check").text(), @r"
    exit 0
    --- stdout
    checked 3 policies: 0 tables, 0 rules, 0 examples, 2 tests, 0 invariants, 0 recorded cases
    no findings
    ");
    // What is only needed is compiled, but not asked about.
    assert_snapshot!(project().polc("check rules/mine.pol").text(), @r"
    exit 0
    --- stdout
    checked 1 policy at `rules/mine.pol`: 0 tables, 0 rules, 0 examples, 1 test, 0 invariants, 0 recorded cases
    no findings
    ");
    assert_snapshot!(project().polc_reading("decide rules/mine.pol --input -", "{}").text(), @r#"
    exit 0
    --- stdout
    {
      "many": false,
      "core": [
        "Bash"
      ]
    }
    "#);
}

#[test]
fn what_is_included_is_read_at_its_place() {
    assert_snapshot!(project().with("names.json", "{\"names\": [\"Bash\", 3]}\n").polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P610]: expected `string`, found 3
     --> names.json:1:20
      |
    1 | {"names": ["Bash", 3]}
      |                    ^
      |
     ::: rules/mine.pol:1:48
      |
    1 | policy mine = kit.base with { limit: 2, names: include("../names.json", "/names") }
      |                                                ---------------------------------- included here

    checked 2 policies (1 more has errors): 0 tables, 0 rules, 0 examples, 1 test, 0 invariants, 0 recorded cases
    1 error
    "#);
    assert_snapshot!(project().changed("rules/mine.pol", "../names.json", "nothing.json").polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P115]: `nothing.json` cannot be read: No such file or directory (os error 2)
     --> rules/mine.pol:1:56
      |
    1 | policy mine = kit.base with { limit: 2, names: include("nothing.json", "/names") }
      |                                                        ^^^^^^^^^^^^^^
      |
      = help: name a file beside the policy

    checked 2 policies (1 more has errors): 0 tables, 0 rules, 0 examples, 1 test, 0 invariants, 0 recorded cases
    1 error
    "#);
    assert_snapshot!(project().changed("rules/mine.pol", "../names.json", "../../names.json").polc("check").text(), @r#"
    exit 1
    --- stdout
    error[P115]: `../../names.json` cannot be read: No such file or directory (os error 2)
     --> rules/mine.pol:1:56
      |
    1 | policy mine = kit.base with { limit: 2, names: include("../../names.json", "/names") }
      |                                                        ^^^^^^^^^^^^^^^^^^
      |
      = help: name a file beside the policy

    checked 2 policies (1 more has errors): 0 tables, 0 rules, 0 examples, 1 test, 0 invariants, 0 recorded cases
    1 error
    "#);
}

#[test]
fn a_broken_policy_is_reported_where_it_is_broken() {
    assert_snapshot!(project().changed("rules/kit/names.pol", "[\"Bash\"]", "[1]").polc("check rules/mine.pol").text(), @r"
    exit 1
    --- stdout
    error[P105]: `1` is `int`, but `string` is wanted here
     --> rules/kit/names.pol:3:29
      |
    3 | const CORE: list<string> = [1]
      |                             ^
      |
      = help: use a template: `` `${1}` ``

    checked 0 policies (1 more has errors) at `rules/mine.pol`: 0 tables, 0 rules, 0 examples, 0 tests, 0 invariants, 0 recorded cases
    1 error
    ");
}

#[test]
fn what_is_allowed_is_silent_and_what_silences_nothing_is_told() {
    let unreached = "    ///\n    rule late when name == \"Late\" => \"late\"\n    otherwise";
    let allowed = unreached.replace("    ///\n", "    @allow(P304, \"comes in December\")\n");
    let with = |rule: &str| Folder::project().changed("rules/tools.pol", "    otherwise", rule);
    assert_snapshot!(with(&unreached.replace("    ///\n", "")).polc("check").text(), @r#"
    exit 0
    --- stdout
    warning[P304]: no example, test or recorded case reaches the rule `late` of `loading`
     --> rules/tools.pol:7:10
      |
    7 |     rule late when name == "Late" => "late"
      |          ^^^^
      |
      = help: add an example to `examples loading` that ends in `by late`

    checked 1 policy: 1 table, 3 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 warning
    "#);
    assert_snapshot!(with(&allowed).polc("check --deny warnings").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 3 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    no findings
    ");
    assert_snapshot!(with("    @allow(P304, \"not any more\")\n    otherwise").polc("check").text(), @r#"
    exit 0
    --- stdout
    warning[P117]: this `@allow` silences nothing: there is no warning P304 here
     --> rules/tools.pol:7:5
      |
    7 |     @allow(P304, "not any more")
      |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
      |
      = help: delete the line

    checked 1 policy: 1 table, 2 rules, 2 examples, 1 test, 1 invariant, 1 recorded case
    1 warning
    "#);
}

#[test]
fn files_are_laid_out() {
    let ugly = POLICY.replace("table loading(name: string)", "table  loading( name:string )");
    let folder = Folder::project().with("rules/tools.pol", &ugly).with("rules/bad.pol", "policy bad\nlet x =\n");
    assert_snapshot!(folder.polc("fmt --check rules/tools.pol").text(), @r"
    exit 1
    --- stdout
    would change `rules/tools.pol`
    1 policy of 1 would be laid out anew
    ");
    assert_snapshot!(folder.polc("fmt --diff rules/tools.pol").text(), @r#"
    exit 0
    --- stdout
    --- rules/tools.pol
    +++ rules/tools.pol (laid out)
    @@ -2,7 +2,7 @@

     input names: list<string>

    -table  loading( name:string ) -> string {
    +table loading(name: string) -> string {
         rule core when name == "Bash" => "immediate"
         otherwise => "deferred"
     }
    1 policy of 1 would be laid out anew
    "#);
    assert_eq!(fs::read_to_string(folder.path("rules/tools.pol")).unwrap(), ugly);
    assert_snapshot!(folder.polc("fmt").text(), @r"
    exit 1
    --- stdout
    error[P001]: expected a value, found the end of the item
     --> rules/bad.pol:2:8
      |
    2 | let x =
      |        ^

    changed `rules/tools.pol`
    1 policy of 2 laid out anew
    ");
    assert_eq!(fs::read_to_string(folder.path("rules/tools.pol")).unwrap(), POLICY);
    assert_eq!(fs::read_to_string(folder.path("rules/bad.pol")).unwrap(), "policy bad\nlet x =\n");
    assert_eq!(fs::read_dir(folder.path("rules")).unwrap().count(), 2, "nothing else is left behind");
    assert_snapshot!(folder.polc_reading("fmt -", "policy  a\r\nlet x=[1 ,2]").text(), @r"
    exit 0
    --- stdout
    policy a

    let x = [1, 2]
    ");
    assert_snapshot!(folder.polc_reading("fmt --check -", "policy  a\n").text(), @r"
    exit 1
    ");
    assert_snapshot!(folder.polc_reading("fmt -", "policy a\nlet = 1\n").text(), @r"
    exit 1
    --- stderr
    error[P001]: expected a name, found `=`
     --> <stdin>:2:5
      |
    2 | let = 1
      |     ^
    ");
    assert_snapshot!(folder.polc_reading("fmt - rules", "policy a\n").text(), @r"
    exit 2
    --- stderr
    error: `-` stands for standard input, and takes no other path beside it
    ");
}

use super::*;

#[test]
fn the_first_rule_that_holds_decides() {
    let items = r#"
table size(n: int) -> string {
    let twice = n * 2
    rule small when n < 10        => rule_name
    rule even  when n == 12 or twice == 40 => rule_name
    rule "very large" when let big = [100][n - 1000] => `${rule_name} ${big}`
    otherwise => "other"
}
"#;
    let expected = r#"["small","even","even","very large 100","other"]"#;
    is(items, "[size(n) for n in [3, 12, 20, 1000, 999]]", "{}", expected);
}

#[test]
fn collect_keeps_rule_order_and_repeats() {
    let items = r#"
table notes(n: int) -> string hit collect {
    rule big when n > 5 => "big"
    rule always => "always"
    rule huge when n > 50 => "big"
}
"#;
    is(items, "[notes(n) for n in [1, 6, 60]]", "{}", r#"[["always"],["big","always"],["big","always","big"]]"#);
}

#[test]
fn grids_are_rules() {
    let items = r#"
const KNOWN = ["a", "b"]
input mode?: string
table cell(n: int, s: string, j: json) -> { out: string, note: string? } {
    | rule   | n       | s           | mode    | j                => out     | note   |
    | exact  | 1       | -           | -       | -                => "one"   | none   |
    | list   | 2, 3    | in KNOWN    | -       | -                => "few"   | "known" |
    | range  | 4..=6   | not ("z")   | is none | -                => "mid"   | s      |
    | kind   | > 6     | != "z"      | -       | is string        => "text"  | none   |
    | other  | >= 7    | -           | is some | is not null      => "some"  | mode   |
    otherwise => { out: "none", note: `${n}` }
}
"#;
    let cases = [
        ("1, \"q\", null", r#"{"out":"one","note":null}"#),
        ("3, \"b\", null", r#"{"out":"few","note":"known"}"#),
        ("3, \"c\", null", r#"{"out":"none","note":"3"}"#),
        ("5, \"c\", null", r#"{"out":"mid","note":"c"}"#),
        ("6, \"z\", null", r#"{"out":"none","note":"6"}"#),
        ("9, \"c\", \"t\"", r#"{"out":"text","note":null}"#),
        ("9, \"c\", 1", r#"{"out":"none","note":"9"}"#),
    ];
    for (args, expected) in cases {
        is(items, &format!("cell({args})"), "{}", expected);
    }
    is(items, "cell(7, \"c\", 1)", r#"{"mode": "m"}"#, r#"{"out":"some","note":"m"}"#);
    is(items, "cell(5, \"c\", 1)", r#"{"mode": "m"}"#, r#"{"out":"none","note":"5"}"#);
}

#[test]
fn a_grid_of_one_result() {
    let items = r#"
table price(n: int) -> int {
    | n    => result |
    | < 10 => 1      |
    | -    => n * 2  |
}
"#;
    is(items, "[price(n) for n in [9, 10]]", "{}", "[1,20]");
}

/// A fault counts only where plain evaluation reaches it: not behind the rule that decides, nor behind a condition that fails.
#[test]
fn a_fault_counts_only_where_evaluation_comes() {
    let items = r#"
table t(n: int) -> int {
    let broken = 9007199254740991 + n
    rule one when n == 1 => 10
    rule two when n == 2 and broken > 0 => 20
    otherwise => 30
}
"#;
    is(items, "[t(1), t(0), t(-5)]", "{}", "[10,30,30]");
    let (code, _) = answer(&format!("policy test\n{items}\noutput out = t(2)\n"), "{}").unwrap_err();
    assert_eq!(code, Code::INT_OVERFLOW);
}

#[test]
fn rules_that_are_switched_off_never_hold() {
    let (policy, sources) =
        policy("policy test\ntable t() -> int {\n    rule a when true => 1\n    otherwise => 2\n}\noutput out = t()\n");
    let ids: Vec<_> = policy.rule_ids().collect();
    let given = parse("{}").unwrap();
    let off = |rules: &[usize]| {
        let policy = rules.iter().fold(policy.clone(), |policy, rule| policy.with_rule_off(ids[*rule]));
        decide(&policy, &sources, &given, &Limits::default()).map(|d| to_compact(&d.outputs)).map_err(|fault| fault.code)
    };
    assert_eq!(off(&[]), Ok(r#"{"out":1}"#.to_owned()));
    assert_eq!(off(&[0]), Ok(r#"{"out":2}"#.to_owned()));
    assert_eq!(off(&[1]), Ok(r#"{"out":1}"#.to_owned()));
    assert_eq!(off(&[0, 1]), Err(Code::NO_RULE));
}

#[test]
fn coverage_counts_the_rules_that_decided() {
    let text = "policy test\ntable t(n: int) -> int {\n    rule a when n > 1 => 1\n    otherwise => 2\n}\noutput out = [t(n) for n in 1..=5]\n";
    let (policy, sources) = policy(text);
    let mut coverage = decide(&policy, &sources, &parse("{}").unwrap(), &Limits::default()).unwrap().coverage;
    let counts = |coverage: &Coverage| policy.rule_ids().map(|id| coverage.rule(id)).collect::<Vec<_>>();
    assert_eq!(counts(&coverage), [4, 1]);
    let again = coverage.clone();
    coverage.merge(&again);
    assert_eq!(counts(&coverage), [8, 2]);
}

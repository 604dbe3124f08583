use super::*;
use crate::source::Span;

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

/// A table that is complete by its columns decides without an `otherwise`; a rule of it that is off is missed.
#[test]
fn a_complete_table_needs_no_otherwise() {
    let items = "table t(a: bool, n: int?) -> int hit unique {\n    | rule | a | n => result |\n    | off | false | - => 0 |\n    | some | true | is some => 1 |\n    | none | true | is none => 3 |\n}\n";
    is(items, "[t(false, 1), t(true, 4), t(true, none)]", "{}", "[0,1,3]");
    let (policy, sources) = policy(&format!("policy test\n{items}output out = t(true, none)\n"));
    let off = policy.with_rule_off(policy.rule_ids().last().unwrap());
    let fault = decide(&off, &sources, &parse("{}").unwrap(), &Limits::default()).unwrap_err();
    assert_eq!(fault.code, Code::NO_RULE);
}

/// All rules of `unique` and `any` are asked; `otherwise` decides where none of them does.
#[test]
fn unique_and_any_ask_every_rule() {
    let table = |hit: &str, second: &str| {
        format!(
            "table t(n: int) -> int hit {hit} {{\n    rule small when n < 5 => 1\n    rule odd when n in [1, 7] => {second}\n    otherwise => 0\n}}\n"
        )
    };
    is(&table("unique", "2"), "[t(2), t(7), t(9)]", "{}", "[1,2,0]");
    is(&table("any", "1"), "[t(2), t(1), t(7), t(9)]", "{}", "[1,1,1,0]");
    let fault = |hit, second| answer(&format!("policy test\n{}output out = t(1)\n", table(hit, second)), "{}").unwrap_err();
    let (code, message) = fault("unique", "1");
    assert_eq!((code, message.as_str()), (Code::TWO_RULES, "two rules of the `unique` table `t` hold: `small` and `odd`"));
    let (code, message) = fault("any", "2");
    let words = "rules of the `any` table `t` hold and differ: `small` says 1, `odd` says 2";
    assert_eq!((code, message.as_str()), (Code::OUTCOMES_DIFFER, words));
}

/// A fault names the place of both rules.
#[test]
fn a_second_rule_is_pointed_at_with_the_first() {
    let (policy, sources) = policy(
        "policy test\ntable t(n: int) -> int hit unique {\n    rule a when n > 1 => 1\n    rule b when n > 2 => 2\n    otherwise => 0\n}\noutput out = t(3)\n",
    );
    let fault = decide(&policy, &sources, &parse("{}").unwrap(), &Limits::default()).unwrap_err();
    let finding = fault.diagnostic(Span::default());
    let places = [&finding.primary, &finding.secondary[0]].map(|label| sources.slice(label.span));
    assert_eq!(places, ["b", "a"]);
}

/// What each rule of `unique` and `any` costs and whether it faults counts, whichever rule decides.
#[test]
fn a_fault_of_a_later_rule_fails_a_table_that_asks_all() {
    for (hit, fails) in [("first", false), ("unique", true), ("any", true), ("collect", true)] {
        let last = if hit == "collect" { "rule c => 3" } else { "otherwise => 3" };
        let text = format!(
            "policy test\ninput n: int\ntable t() -> int hit {hit} {{\n    rule a when n > 0 => 1\n    rule b when n + 9007199254740991 < 0 => 2\n    {last}\n}}\noutput out = t()\n"
        );
        let found = answer(&text, r#"{"n": 1}"#);
        assert_eq!(found.is_err(), fails, "{hit}: {found:?}");
    }
}

const RANGES: &str = r#"
input root: map<json> = {}
const SECTIONS = ["web", "code", "shell"]
table first_wrong() -> string? {
    rule section for s in SECTIONS when root[s] is some and root[s] is not object => `${rule_name} ${s}`
    rule pair for i, s in SECTIONS for k, v in root let both = s + k when v == 5 and i > 0 => both
    otherwise => none
}
table wrong() -> string hit collect {
    rule section for s in SECTIONS when root[s] is some and root[s] is not object => s
    rule member for k, v in root when v is int => k
    rule twice for i in 1..=2 for s in SECTIONS when s != "code" => `${i}${s}`
    rule all for i, s in SECTIONS let at = i * 10 when at > 0 => `${at}`
}
"#;

#[test]
fn a_rule_ranges_over_lists() {
    let first = |root: &str, expected: &str| is(RANGES, "first_wrong()", &format!("{{\"root\": {root}}}"), expected);
    first("{}", "null");
    first(r#"{"shell": 1, "code": 2}"#, r#""section code""#);
    first(r#"{"web": {}, "x": 4, "y": 5}"#, r#""codey""#);
    is(RANGES, "wrong()", "{}", r#"["1web","1shell","2web","2shell","10","20"]"#);
    let all = r#"["web","shell","shell","web","1web","1shell","2web","2shell","10","20"]"#;
    is(RANGES, "wrong()", r#"{"root": {"shell": 1, "web": 2, "code": {}}}"#, all);
}

/// A rule that ranges over something is no `otherwise`, also without a condition; over nothing it does not hold.
#[test]
fn a_rule_over_an_empty_list_does_not_hold() {
    let items = "input xs: list<int> = []\ntable t() -> int {\n    rule some for x in xs => x\n    rule rest => 0\n}\n";
    is(items, "t()", "{}", "0");
    is(items, "t()", r#"{"xs": [7, 8]}"#, "7");
}

#[test]
fn elements_of_constant_lists_are_counted() {
    let items = r#"policy test
input on: list<string>
const MODES: map<int> = { fast: 1, slow: 2 }
const SECTIONS = ["web", "code", "web2"]
const REPEATED = ["a", "b", "a"]
table t() -> string hit collect {
    rule section for s in SECTIONS when s in on => s
    rule literal for s in ["x", "y"] when s in on => s
    rule repeated for s in REPEATED when s in on => s
    rule mode for k, v in MODES when k in on => k
    rule open for s in on when s == "code" => s
}
output out = t()
"#;
    let (policy, sources) = policy(items);
    let names: Vec<String> = policy.tables[0]
        .rules
        .iter()
        .map(|rule| match &rule.elements {
            Some(elements) => elements.names.keys().map(|name| &**name).collect::<Vec<_>>().join(" "),
            None => "?".to_owned(),
        })
        .collect();
    assert_eq!(names, ["web code web2", "x y", "0 1 2", "fast slow", "?"]);
    let given = parse(r#"{"on": ["code", "a", "y", "code", "slow"]}"#).unwrap();
    let mut coverage = decide(&policy, &sources, &given, &Limits::default()).unwrap().coverage;
    let again = coverage.clone();
    coverage.merge(&again);
    let counts: Vec<Vec<u64>> =
        policy.rule_ids().map(|id| (0..3).map(|element| coverage.element(id, element)).collect()).collect();
    assert_eq!(counts, [[0, 2, 0], [0, 2, 0], [2, 0, 2], [0, 2, 0], [0, 0, 0]]);
    assert_eq!(policy.rule_ids().map(|id| coverage.rule(id)).collect::<Vec<_>>(), [2, 2, 4, 2, 4]);
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

/// Also one that ranges over a list, or an `otherwise` of a table that asks all.
#[test]
fn rules_of_every_hit_policy_are_switched_off() {
    for (hit, rules, expected) in [
        ("collect", "rule a for x in [1, 2] => x\n    rule b => 3", [Ok("[3]"), Ok("[1,2]")]),
        ("first", "rule a for x in [1, 2] => x\n    rule b => 3", [Ok("3"), Ok("1")]),
        ("unique", "rule a when true => 1\n    otherwise => 3", [Ok("3"), Ok("1")]),
        ("any", "rule a when false => 1\n    otherwise => 3", [Ok("3"), Err(Code::NO_RULE)]),
    ] {
        let (policy, sources) =
            policy(&format!("policy test\ntable t() -> int hit {hit} {{\n    {rules}\n}}\noutput out: json = t()\n"));
        let found: Vec<_> = policy
            .rule_ids()
            .map(|id| {
                decide(&policy.with_rule_off(id), &sources, &parse("{}").unwrap(), &Limits::default())
                    .map(|d| to_compact(&d.outputs))
                    .map_err(|fault| fault.code)
            })
            .collect();
        assert_eq!(found, expected.map(|e| e.map(|e| format!("{{\"out\":{e}}}"))), "{hit}");
    }
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

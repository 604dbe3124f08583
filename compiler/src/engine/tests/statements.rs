use super::*;

/// Code, underlined text and first line of each finding.
#[track_caller]
fn run(text: &str) -> Vec<String> {
    let (policy, sources) = policy(text);
    let report = run_statements(&policy, &sources, &Limits::default());
    report.findings.iter().map(|f| format!("{} `{}`: {}", f.code, sources.slice(f.primary.span), f.message)).collect()
}

const TABLE: &str = r#"policy test
type Tool = { name: string }
input tools: list<Tool> = []
input limit: int
table t(n: int) -> string? {
    rule small when n < limit => "small"
    rule ten   when n == 10   => none
    otherwise => "other"
}
output names = [x.name for x in tools]
output tens = t(10)
"#;

#[test]
fn examples_that_hold_and_that_do_not() {
    let examples = r#"
examples t {
    given { limit: 5 }
    (1)  => "small" by small
    (1)  => some
    (10) => none by ten
    (11) => "other" by otherwise
    (1)  => "other"
    (10) => some
    (1)  => "small" by otherwise
}
"#;
    assert_eq!(
        run(&format!("{TABLE}{examples}")),
        [
            "P301 `(1)  => \"other\"`: the example of `t` does not hold",
            "P301 `(10) => some`: the example of `t` does not hold",
            "P301 `(1)  => \"small\" by otherwise`: the example of `t` is not decided by `otherwise`",
        ]
    );
}

#[test]
fn tests_that_hold_and_that_do_not() {
    let tests = r#"
test "names" {
    given { limit: 5, tools: [{ name: "a" }] }
    expect names == ["a"]
    expect names == []
    expect tens is none
    expect len(given.tools) == 1
}
"#;
    assert_eq!(run(&format!("{TABLE}{tests}")), ["P302 `names == []`: the test \"names\" does not hold"]);
}

#[test]
fn invariants_run_on_what_tests_and_examples_give() {
    let statements = r#"
invariant no_a(tool: Tool) { tool.name != "a" }
invariant few { len(names) < 2 }
examples t {
    given { limit: 5, tools: [{ name: "a" }] }
    (1) => "small"
}
test "many" {
    given { limit: 5, tools: [{ name: "b" }, { name: "c" }] }
    expect true
}
"#;
    assert_eq!(
        run(&format!("{TABLE}{statements}")),
        ["P303 `tool.name != \"a\"`: invariant `no_a` does not hold", "P303 `len(names) < 2`: invariant `few` does not hold",]
    );
}

#[test]
fn faults_in_statements_are_findings() {
    let statements = r#"
examples t {
    given { limit: 5 }
    (9007199254740991 + 1) => "small"
    (1) => "small"
}
test "overflow" {
    given { limit: 9007199254740991 + 1 }
    expect true
}
test "in an expect" {
    given { limit: 1 }
    expect 9007199254740991 + 1 > 0
    expect false
}
"#;
    assert_eq!(
        run(&format!("{TABLE}{statements}")),
        [
            "P307 `9007199254740991 + 1`: the result is outside of the range of `int`, -(2^53-1) through 2^53-1",
            "P307 `9007199254740991 + 1`: the result is outside of the range of `int`, -(2^53-1) through 2^53-1",
            "P307 `9007199254740991 + 1`: the result is outside of the range of `int`, -(2^53-1) through 2^53-1",
            "P302 `false`: the test \"in an expect\" does not hold",
        ]
    );
}

/// Looking at the values of a failed expectation must not count as reaching rules.
#[test]
fn explaining_a_failure_reaches_no_rule() {
    let text = "policy test\ntable t(n: int) -> int {\n    rule a when n == 1 => 1\n    otherwise => 2\n}\noutput out = t(1)\ntest \"short\" {\n    expect false and t(5) == 2\n}\n";
    let (policy, sources) = policy(text);
    let report = run_statements(&policy, &sources, &Limits::default());
    assert_eq!(report.findings.len(), 1);
    assert!(report.findings[0].notes.contains(&"`t(5)` is 2".to_owned()), "{:?}", report.findings[0].notes);
    assert_eq!(policy.rule_ids().map(|id| report.coverage.rule(id)).collect::<Vec<_>>(), [0, 0]);
}

#[test]
fn a_broken_invariant_shows_its_binding() {
    let text = "policy test\ntype T = { n: int, s?: string }\ninput ts: map<T>\noutput out = len(ts)\ninvariant small(t: T) { t.n < 2 }\n";
    let (policy, sources) = policy(text);
    let decision =
        decide(&policy, &sources, &parse(r#"{"ts": {"a": {"n": 1}, "b": {"n": 5, "s": "x"}}}"#).unwrap(), &Limits::default())
            .unwrap();
    assert_eq!(decision.findings.len(), 1);
    assert_eq!(decision.findings[0].notes, ["for `t` = {\"n\":5,\"s\":\"x\"}", "`t.n` is 5"]);
}

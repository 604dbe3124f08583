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
    let text = "policy test\ntable t(n: int) -> int {\n    rule a when n == 1 => 1\n    otherwise => 2\n}\noutput out = t(1)\ntest \"short\" {\n    expect t(5) == 3\n}\n";
    let (policy, sources) = policy(text);
    let report = run_statements(&policy, &sources, &Limits::default());
    assert_eq!(report.findings.len(), 1);
    assert!(report.findings[0].notes.contains(&"`t(5)` is 2".to_owned()), "{:?}", report.findings[0].notes);
    assert_eq!(policy.rule_ids().map(|id| report.coverage.rule(id)).collect::<Vec<_>>(), [0, 1]);
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

/// A fault in one expectation leaves nothing behind for the next: neither depth nor spent budgets.
#[test]
fn a_fault_in_one_expectation_does_not_reach_the_next() {
    let mut text = "policy test\ndef f0(n: int) -> int = n + 9007199254740991\n".to_owned();
    for n in 1..=20 {
        text += &format!("def f{n}(n: int) -> int = f{}(n) + 0\n", n - 1);
    }
    text += "output x = 1\ntest \"faults\" {\n";
    text += &"    expect f20(1) > 1\n".repeat(40);
    text += "    expect count(a for a in 1..=3000 for b in 1..=3000) > 0\n    expect count(a for a in 1..=3000 for b in 1..=3000) > 0\n    expect x == 1\n}\n";
    let codes: Vec<String> = run(&text).iter().map(|f| f.chars().take(4).collect()).collect();
    let overflows = codes.iter().filter(|code| *code == "P307").count();
    assert_eq!(
        (overflows, codes.len()),
        (40, codes.iter().filter(|code| ["P307", "P604"].contains(&code.as_str())).count()),
        "{codes:?}"
    );
}

#[test]
fn invariants_range_over_what_examples_ask_about_over_narrower_types_and_over_keys() {
    let text = r#"policy test
type Tool = { name: string }
input allow: list<string> = []
input modes: map<"fast" | "slow"> = {}
table passes(tool: Tool) -> bool {
    rule listed when tool.name in allow => true
    otherwise => false
}
output out = passes({ name: "a" })
invariant bash_never(tool: Tool) { tool.name == "bash" implies not passes(tool) }
invariant no_slow(text: string) { text != "slow" }
invariant no_key(text: string) { text != "key" }
examples passes {
    given { allow: ["bash"] }
    ({ name: "bash" }) => true by listed
}
test "modes" {
    given { modes: { key: "slow" } }
    expect not out
}
"#;
    assert_eq!(
        run(text),
        [
            "P303 `tool.name == \"bash\" implies not passes(tool)`: invariant `bash_never` does not hold",
            "P303 `text != \"slow\"`: invariant `no_slow` does not hold",
            "P303 `text != \"key\"`: invariant `no_key` does not hold",
        ]
    );
}

/// An invariant that costs too much is not checked; that it does not hold is not known.
#[test]
fn an_invariant_over_its_budget_is_a_warning() {
    let text = "policy test\noutput out = 1\ninvariant slow { count(a for a in 1..=9999 for b in 1..=9999) > 0 }\ntest \"t\" {\n    expect out == 1\n}\n";
    let (policy, sources) = policy(text);
    let report = run_statements(&policy, &sources, &Limits::default());
    assert_eq!(report.findings.iter().map(|f| (f.code, f.is_error())).collect::<Vec<_>>(), [(Code::STEP_BUDGET, false)]);
}

/// Beyond the limit they are counted, and the last finding says so.
#[test]
fn what_statements_find_has_a_limit() {
    for (tests, shown, last) in [
        (FINDINGS_MAX - 1, FINDINGS_MAX - 1, "the test \"t\" does not hold"),
        (FINDINGS_MAX, FINDINGS_MAX, "the test \"t\" does not hold"),
        (FINDINGS_MAX + 1, FINDINGS_MAX + 1, "1 more mistake is not shown"),
        (FINDINGS_MAX + 9, FINDINGS_MAX + 1, "9 more mistakes are not shown"),
    ] {
        let text = format!("policy test\noutput out = 1\ntest \"t\" {{\n{}}}\n", "    expect out == 2\n".repeat(tests));
        let (policy, sources) = policy(&text);
        let report = run_statements(&policy, &sources, &Limits::default());
        assert_eq!(report.findings.len(), shown);
        assert!(report.findings.is_sorted_by_key(|finding| finding.primary.span));
        assert_eq!(report.findings.last().map(|finding| finding.message.as_str()), Some(last));
        assert!(report.findings.last().is_some_and(Diagnostic::is_error));
    }
}

/// An example may name one of several rules that decide, and the element with which one does.
#[test]
fn examples_name_rules_and_elements() {
    let text = r#"policy test
input on: list<string> = ["b"]
const S = ["a", "b"]
table t() -> string? {
    rule section for s in S when s in on => s
    rule open for g in on when g == "z" => g
    otherwise => none
}
table u(n: int) -> bool hit any {
    rule two when n > 2 => true
    rule three when n > 3 => true
    otherwise => false
}
output out = u(1) or t() is some
"#;
    let statements = r#"
examples t {
    () => some by section
    () => some by "section[b]"
    () => some by "section[a]"
}
examples t {
    given { on: ["y", "z"] }
    () => some by "open[1]"
    () => some by "open[0]"
    () => some by section
}
examples u {
    (4) => true by two
    (4) => true by three
    (3) => true by three
    (1) => false by otherwise
}
"#;
    assert_eq!(
        run(&format!("{text}{statements}")),
        [
            "P301 `() => some by \"section[a]\"`: the example of `t` is not decided by `section[a]`",
            "P301 `() => some by \"open[0]\"`: the example of `t` is not decided by `open[0]`",
            "P301 `() => some by section`: the example of `t` is not decided by `section`",
            "P301 `(3) => true by three`: the example of `u` is not decided by `three`",
        ]
    );
}

/// A policy whose only output walks a list, with so many tests of it.
fn walking(tests: usize) -> String {
    let tests: String = (0..tests).map(|n| format!("test \"t{n}\" {{\n    expect out == 100\n}}\n")).collect();
    format!("policy test\noutput out = count(a for a in 1..=100)\n{tests}")
}

fn run_within(text: &str, statement_steps: u64) -> StatementReport {
    let (policy, sources) = policy(text);
    run_statements(&policy, &sources, &Limits { statement_steps, ..Limits::default() })
}

#[test]
fn the_steps_of_all_statements_are_bounded_together() {
    let needed = run_within(&walking(5), u64::MAX).steps;
    for (steps, complete) in [(needed - 1, false), (needed, true), (needed + 1, true)] {
        let report = run_within(&walking(5), steps);
        assert_eq!((report.is_complete, report.findings.is_empty()), (complete, complete), "{steps} of {needed}");
        assert!(report.steps <= steps);
    }
    let report = run_within(&walking(5), needed / 2);
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert!(finding.is_error() && finding.code == Code::RUN_STEPS, "{finding:?}");
    assert_eq!((report.tests, &*finding.notes), (2, &["not run: 3 tests, and the invariants on what they give".to_owned()][..]));
}

/// Neither an evaluation that is over its own budget, nor looking at why something does not hold, is free.
#[test]
fn what_fails_is_paid_for_too() {
    let slow = "policy test\noutput out = count(a for a in 1..=9999 for b in 1..=9999)\n".to_owned();
    let text = slow + &(0..12).map(|n| format!("test \"t{n}\" {{\n    expect out == 1\n}}\n")).collect::<String>();
    let report = run_within(&text, 2 * STEPS_MAX);
    let codes: Vec<Code> = report.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::STEP_BUDGET, Code::STEP_BUDGET, Code::RUN_STEPS]);
    let text = "policy test\ndef f(n: int) -> int = count(a for a in 1..=1000)\noutput out = 1\n".to_owned()
        + &(0..50).map(|n| format!("test \"t{n}\" {{\n    expect f(1) == f(2) + 1\n}}\n")).collect::<String>();
    let failing = run_within(&text, u64::MAX).steps;
    let holding = run_within(&text.replace(" + 1\n", "\n"), u64::MAX).steps;
    assert!(failing > holding * 3 / 2, "{failing} and {holding}");
}

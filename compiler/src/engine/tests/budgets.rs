//! Every budget ends an evaluation with a located fault, and exactly where it says.

use super::*;

/// The least budget with which a policy answers, found by halving; one less must give `code`.
#[track_caller]
fn least(text: &str, code: Code, limits: impl Fn(u64) -> Limits) -> u64 {
    let (mut low, mut high) = (0, 1_000_000);
    while low < high {
        let middle = (low + high) / 2;
        match answer_with(text, "{}", &limits(middle)) {
            Ok(_) => high = middle,
            Err((found, _)) => {
                assert_eq!(found, code);
                low = middle + 1;
            }
        }
    }
    low
}

#[test]
fn steps() {
    let limits = |steps| Limits { steps, ..Limits::default() };
    let of =
        |rounds: u64| least(&format!("policy test\noutput out = count(n for n in 1..={rounds})\n"), Code::STEP_BUDGET, limits);
    let (ten, twenty) = (of(10), of(20));
    assert!(ten > 10, "{ten}");
    // A round costs the same, whichever it is.
    assert_eq!((twenty - ten) % 10, 0, "{ten} and {twenty}");
}

/// A round of a rule costs what a round of a comprehension costs, and its outcomes are values made.
#[test]
fn rounds_of_rules() {
    let steps = |steps| Limits { steps, ..Limits::default() };
    let values = |values| Limits { values, ..Limits::default() };
    let text = |rounds: u64| {
        format!(
            "policy test\ntable t() -> int hit collect {{\n    rule a for n in 1..={rounds} => 1\n}}\noutput out = len(t())\n"
        )
    };
    let of = |rounds| least(&text(rounds), Code::STEP_BUDGET, steps);
    assert_eq!((of(20) - of(10)) % 10, 0);
    assert!(of(20) - of(10) >= 10, "{}", of(20) - of(10));
    // The range and the outcomes.
    assert_eq!(least(&text(20), Code::VALUE_BUDGET, values) - least(&text(10), Code::VALUE_BUDGET, values), 20);
    let endless = "policy test\ntable t() -> int {\n    rule a for n in 1..=10000 for m in 1..=10000 when n < 0 => 1\n    otherwise => 2\n}\noutput out = t()\n";
    assert_eq!(answer(endless, "{}").unwrap_err().0, Code::STEP_BUDGET);
}

#[test]
fn values() {
    let limits = |values| Limits { values, ..Limits::default() };
    for (expr, least_values) in [("len(1..=100)", 100), ("`${\"abcde\"}12345`", 10), ("\"abc\" + \"defg\"", 7)] {
        let found = least(&format!("policy test\noutput out = {expr}\n"), Code::VALUE_BUDGET, limits);
        assert!((least_values..least_values * 3).contains(&found), "{expr}: {found}");
    }
}

#[test]
fn doubling_ends_with_a_fault() {
    let mut lists = "policy test\nlet l0 = [1, 2]\n".to_owned();
    let mut texts = "policy test\nlet l0 = \"ab\"\n".to_owned();
    let mut shared = "policy test\nlet l0: json = [1, 2]\n".to_owned();
    for n in 1..=40 {
        lists += &format!("let l{n} = [...l{0}, ...l{0}]\n", n - 1);
        texts += &format!("let l{n} = l{0} + l{0}\n", n - 1);
        shared += &format!("let l{n}: json = [l{0}, l{0}]\n", n - 1);
    }
    for (text, output) in [(&lists, "len(l40)"), (&texts, "l40"), (&shared, "l40"), (&shared, "l40 == l39")] {
        let (code, message) = answer(&format!("{text}output out = {output}\n"), "{}").unwrap_err();
        assert_eq!(code, Code::VALUE_BUDGET, "{message}");
    }
}

/// Comparing values that share parts costs their size, not their memory.
#[test]
fn comparing_shared_values_ends_with_a_fault() {
    let mut text = "policy test\ninput x: int\nlet l0 = [x, x]\nlet r0 = [x, x]\n".to_owned();
    for n in 1..=40 {
        text += &format!("let l{n} = [l{0}, l{0}]\nlet r{n} = [r{0}, r{0}]\n", n - 1);
    }
    let (code, message) = answer(&format!("{text}output out = l40 == r40\n"), r#"{"x": 1}"#).unwrap_err();
    assert_eq!(code, Code::STEP_BUDGET, "{message}");
}

#[test]
fn quadratic_walks_end_with_a_fault() {
    let (code, _) = answer("policy test\noutput out = count(a for a in 1..=10000 for b in 1..=10000)\n", "{}").unwrap_err();
    assert_eq!(code, Code::STEP_BUDGET);
}

#[test]
fn depth() {
    let chain = |length: u32| {
        let mut text = "policy test\nlet l0 = 1\n".to_owned();
        for n in 1..=length {
            text += &format!("let l{n} = l{}\n", n - 1);
        }
        text + &format!("output out = l{length}\n")
    };
    // The output's expression and one for each `let` down to the literal of `l0`.
    assert_eq!(answer(&chain(EVALUATION_DEPTH_MAX - 2), "{}"), Ok(r#"{"out":1}"#.to_owned()));
    for length in [EVALUATION_DEPTH_MAX - 1, EVALUATION_DEPTH_MAX, 3000] {
        let (code, message) = answer(&chain(length), "{}").unwrap_err();
        assert_eq!(code, Code::EVALUATION_DEPTH, "{length}: {message}");
    }
}

/// Whatever stands on one another, the budget ends it before the stack does, also in a debug build on a small stack.
#[test]
fn every_kind_of_nesting_ends_with_a_fault() {
    let kinds: [(&str, &str); 3] = [
        (
            "table d0(x: int) -> int hit collect {\n    rule a => x\n}\n",
            "table d{n}(x: int) -> int hit collect {\n    rule a for y in [x] for z in d{m}(y) when z > 0 => z\n}\n",
        ),
        ("def d0(x: int) -> int = x\n", "def d{n}(x: int) -> int = sum(d{m}(y) for y in [x] where true)\n"),
        (
            "table d0(x: int) -> int {\n    otherwise => x\n}\n",
            "table d{n}(x: int) -> int {\n    let z = [d{m}(x)]\n    rule a when let y = first(v for v in z) => y\n    otherwise => 0\n}\n",
        ),
    ];
    for (first, next) in kinds {
        let mut text = format!("policy test\n{first}");
        for n in 1..=300 {
            text += &next.replace("{n}", &n.to_string()).replace("{m}", &(n - 1).to_string());
        }
        let (code, message) = answer(&format!("{text}output out = d300(1)\n"), "{}").unwrap_err();
        assert_eq!(code, Code::EVALUATION_DEPTH, "{message}");
    }
}

#[test]
fn bindings_of_an_invariant() {
    let text = "policy test\ntype T = { n: int }\ninput ts: list<T>\noutput out = len(ts)\ninvariant pairs(a: T, b: T) { a.n < 100 and b.n < 100 }\n";
    let (policy, sources) = policy(text);
    let given = |count: i64| {
        parse(&format!("{{\"ts\": [{}]}}", (0..count).map(|n| format!("{{\"n\":{n}}}")).collect::<Vec<_>>().join(","))).unwrap()
    };
    for (bindings, codes) in [(25, vec![]), (26, vec![]), (24, vec![Code::BINDINGS])] {
        let limits = Limits { bindings, ..Limits::default() };
        let decision = decide(&policy, &sources, &given(5), &limits).unwrap();
        assert_eq!(decision.findings.iter().map(|f| f.code).collect::<Vec<_>>(), codes, "{bindings}");
        assert_eq!(decision.coverage.invariant(0), bindings.min(25) as u64);
    }
}

/// What reads a large value in one step pays for its size: each of these in a loop ends with a fault, and soon.
#[test]
fn work_on_large_values_is_paid_for() {
    let ints = format!("[{}\"x\"]", "1,".repeat(100_000));
    let long = "k".repeat(1_000_000);
    let cases = [
        ("input j: json", "(j as list<int>) is none", format!("{{\"j\": {ints}}}")),
        ("input k: string\ninput m: map<int>", "m[k] is none", format!("{{\"k\": \"{long}\", \"m\": {{\"a\": 1}}}}")),
        ("input k: string\ninput j: json", "j[k] is none", format!("{{\"k\": \"{long}\", \"j\": {{\"a\": 1}}}}")),
        ("input k: string\ninput m: map<int>", "k not in m", format!("{{\"k\": \"{long}\", \"m\": {{\"a\": 1}}}}")),
        ("input a: set<string>\ninput b: set<string>", "a != b", format!("{{\"a\": [\"{long}1\"], \"b\": [\"{long}2\"]}}")),
        ("input a: string\ninput b: string", "a < b", format!("{{\"a\": \"{long}1\", \"b\": \"{long}2\"}}")),
    ];
    for (inputs, condition, given) in cases {
        let text = format!("policy test\n{inputs}\noutput out = count(i for i in 1..=1000000 where {condition})\n");
        let (code, message) = answer(&text, &given).unwrap_err();
        assert!([Code::STEP_BUDGET, Code::VALUE_BUDGET].contains(&code), "{condition}: {message}");
    }
}

/// Making the frame of a call pays for its slots.
#[test]
fn large_frames_are_paid_for() {
    let many = (0..2000).map(|n| format!("count(x{n} for x{n} in [1])")).collect::<Vec<_>>().join(" and 0 == ");
    let text = format!(
        "policy test\ndef wide(n: int) -> bool = n > 0 or 0 == {many}\noutput out = count(i for i in 1..=1000000 where wide(i))\n"
    );
    let (code, _) = answer(&text, "{}").unwrap_err();
    assert_eq!(code, Code::STEP_BUDGET);
}

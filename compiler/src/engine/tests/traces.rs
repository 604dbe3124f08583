use super::*;

fn trace(text: &str, given: &str, limits: &Limits) -> String {
    let (policy, sources) = policy(text);
    let (decision, trace) = decide_traced(&policy, &sources, &parse(given).unwrap(), limits);
    let plain = decide(&policy, &sources, &parse(given).unwrap(), limits);
    assert_eq!(
        decision.as_ref().map(|d| (&d.outputs, &d.coverage)).map_err(|f| f.clone()),
        plain.as_ref().map(|d| (&d.outputs, &d.coverage)).map_err(|f| f.clone())
    );
    crate::json::to_pretty(&trace)
}

const TEXT: &str = r#"policy test
input m: map<map<int>>
input k: string
table t(n: int) -> int? {
    rule choice when let found = m[k]?["x"] and found > n and n != 3 => found
    rule small  when n < 2 or k == "q" => 1
        because "small ones are free"
    otherwise => none
}
output a = t(1)
output b = t(5)
output c = t(1)
"#;

#[test]
fn reasons_of_each_rule_before_the_one_that_decides() {
    let expected = r#"{
  "calls": [
    {
      "table": "t",
      "arguments": {
        "n": {
          "value": 1
        }
      },
      "decided": [
        {
          "rule": "small",
          "at": "test.pol:6:5",
          "because": "small ones are free"
        }
      ],
      "failed": [
        {
          "rule": "choice",
          "at": "test.pol:5:5",
          "condition": "found > n",
          "saw": {
            "found": {
              "value": 1
            },
            "n": {
              "value": 1
            }
          }
        }
      ],
      "outcome": {
        "value": 1
      }
    },
    {
      "table": "t",
      "arguments": {
        "n": {
          "value": 5
        }
      },
      "decided": [
        {
          "rule": "otherwise",
          "at": "test.pol:8:5"
        }
      ],
      "failed": [
        {
          "rule": "choice",
          "at": "test.pol:5:5",
          "condition": "found > n",
          "saw": {
            "found": {
              "value": 1
            },
            "n": {
              "value": 5
            }
          }
        },
        {
          "rule": "small",
          "at": "test.pol:6:5",
          "condition": "n < 2 or k == \"q\"",
          "saw": {
            "n": {
              "value": 5
            },
            "k": {
              "value": "key"
            }
          }
        }
      ],
      "outcome": {}
    }
  ]
}"#;
    assert_eq!(trace(TEXT, r#"{"m": {"key": {"x": 1}}, "k": "key"}"#, &Limits::default()), expected);
}

#[test]
fn a_path_of_indices_tells_its_keys() {
    let trace = trace(TEXT, r#"{"m": {}, "k": "key"}"#, &Limits::default());
    let saw = "\"condition\": \"let found = m[k]?[\\\"x\\\"]\",\n          \"saw\": {\n            \"m[k]?[\\\"x\\\"]\": {},\n            \"k\": {\n              \"value\": \"key\"";
    assert!(trace.contains(saw), "{trace}");
}

#[test]
fn long_traces_say_what_they_leave_out() {
    let text = "policy test\ntable t(n: int) -> int {\n    rule a when n < 3 => 1\n    otherwise => 2\n}\noutput out = [t(n) for n in 1..=5]\n";
    for (trace_calls, left_out) in [(4, Some("\"left_out\": 1")), (5, None), (6, None)] {
        let trace = trace(text, "{}", &Limits { trace_calls, ..Limits::default() });
        assert_eq!(trace.contains("left_out"), left_out.is_some(), "{trace_calls}");
        assert!(left_out.is_none_or(|words| trace.contains(words)));
    }
}

#[test]
fn a_trace_ends_where_a_fault_ends_the_decision() {
    let text = "policy test\ntable t(n: int) -> int {\n    rule a when n < 3 => 9007199254740991 + n\n    otherwise => 2\n}\noutput out = [t(n) for n in [5, 1, 6]]\n";
    let trace = trace(text, "{}", &Limits::default());
    assert_eq!(trace.matches("\"table\"").count(), 2, "{trace}");
}

/// All observations of a trace share one budget, and what evaluation did not come to is not shown.
#[test]
fn looking_is_bounded_and_stops_where_evaluation_stopped() {
    let text = "policy test\ndef slow(n: int) -> bool = count(x for x in 1..=100000 where x > n) < 0\ntable t(n: int) -> int {\n    rule a when not (n > 0 or slow(n)) => 1\n    rule b when slow(n) and n > 0 => 2\n    otherwise => 3\n}\noutput out = [t(n) for n in 1..=20]\n";
    let trace = trace(text, "{}", &Limits { steps: 40_000_000, ..Limits::default() });
    assert!(!trace.contains("\"slow(n)\": {\n              \"value\": true"), "{trace}");
    assert_eq!(trace.matches("\"table\"").count(), 20);
    assert!(trace.contains("not worked out: the evaluation takes more than"), "the budget of observations is spent");
    // Once as the condition of rule `b`, once as what it saw; rule `a` never asked.
    assert_eq!(trace.matches("\"slow(n)\"").count(), 40);
}

/// A rule over a list tells each element with its reason; over an empty one, the list.
#[test]
fn elements_are_told_by_name() {
    let text = "policy test\ninput xs: list<int>\ninput on: list<string>\nconst S = [\"web\", \"code\"]\ntable t() -> int {\n    rule empty for x in xs => x\n    rule section for s in S when s in on => 1\n    otherwise => 2\n}\noutput out = t()\n";
    let trace = trace(text, r#"{"xs": [], "on": ["code"]}"#, &Limits::default());
    let words: Vec<&str> =
        trace.lines().map(str::trim).filter(|line| line.starts_with("\"rule\"") || line.starts_with("\"cond")).collect();
    assert_eq!(
        words,
        [
            "\"rule\": \"section[code]\",",
            "\"rule\": \"empty\",",
            "\"condition\": \"for … in xs\",",
            "\"rule\": \"section[web]\",",
            "\"condition\": \"s in on\","
        ]
    );
}

#[test]
fn all_rules_of_an_any_table_that_hold_are_told() {
    let text = "policy test\ntable t(n: int) -> bool hit any {\n    rule a when n > 1 => true\n    rule b when n > 5 => true\n    rule c when n > 2 => true\n    otherwise => false\n}\noutput out = t(3)\n";
    let trace = trace(text, "{}", &Limits::default());
    let rules: Vec<&str> = trace.lines().map(str::trim).filter(|line| line.starts_with("\"rule\"")).collect();
    assert_eq!(rules, ["\"rule\": \"a\",", "\"rule\": \"c\",", "\"rule\": \"b\","]);
}

#[test]
fn long_lists_say_what_they_leave_out() {
    let text = "policy test\ntable t() -> int hit collect {\n    rule a for n in 1..=5 when n > 2 => n\n    rule b => 0\n}\noutput out = t()\n";
    for (trace_elements, left_out) in [(4, Some("\"elements_left_out\": 1")), (5, None), (6, None)] {
        let trace = trace(text, "{}", &Limits { trace_elements, ..Limits::default() });
        assert_eq!(trace.contains("left_out"), left_out.is_some(), "{trace_elements}");
        assert!(left_out.is_none_or(|words| trace.contains(words)));
        assert!(trace.contains("\"rule\": \"b\""), "rules are told all the same");
    }
}

/// A policy with one table of `rules` rules that do not hold before `otherwise`, asked `calls` times.
fn long(rules: usize, calls: usize) -> String {
    let rules: String = (0..rules).map(|n| format!("    rule r{n} when n == -1 => 1\n")).collect();
    format!("policy test\ntable t(n: int) -> int {{\n{rules}    otherwise => 2\n}}\noutput out = [t(n) for n in 1..={calls}]\n")
}

/// How many rules a trace lists as not holding, and how many it says that it left out in all.
fn rules_of(trace: &str) -> (usize, Option<i64>) {
    let left_out = trace.lines().find_map(|line| line.strip_prefix("  \"rules_left_out\": "));
    (trace.matches("\"condition\"").count(), left_out.map(|count| count.parse().unwrap()))
}

#[test]
fn the_rules_of_a_whole_trace_are_bounded_and_the_rest_is_counted() {
    let text = long(3, 4);
    for (trace_rules, expected) in [(11, (11, Some(1))), (12, (12, None)), (13, (12, None)), (5, (5, Some(7)))] {
        let trace = trace(&text, "{}", &Limits { trace_rules, ..Limits::default() });
        assert_eq!(rules_of(&trace), expected, "{trace_rules}");
        // Every call still says what decided it.
        assert_eq!(trace.matches("\"rule\": \"otherwise\"").count(), 4);
    }
    let one = trace(&text, "{}", &Limits { trace_rules: 5, ..Limits::default() });
    assert!(one.contains("\"failed_left_out\": 1") && one.matches("\"failed_left_out\": 3").count() == 2, "{one}");
}

#[test]
fn the_bytes_of_a_whole_trace_are_bounded() {
    let text = long(50, 50);
    for trace_bytes in [0, 1_000, 10_000, 100_000] {
        let trace = trace(&text, "{}", &Limits { trace_bytes, ..Limits::default() });
        // Names and brackets around the words come on top.
        assert!(trace.len() < 500 + 12 * trace_bytes, "{trace_bytes}: {}", trace.len());
        assert!(trace.contains("left_out"), "{trace_bytes}");
    }
}

/// What a trace keeps does not grow with the rules that do not hold, nor is it worked out.
#[test]
fn a_trace_of_many_rules_and_calls_stays_small() {
    let trace = trace(&long(500, 500), "{}", &Limits::default());
    assert!(trace.len() < 8_000_000, "{}", trace.len());
    let (listed, left_out) = rules_of(&trace);
    assert_eq!((listed, left_out), (TRACE_RULES_MAX, Some(500 * 500 - TRACE_RULES_MAX as i64)));
}

#[test]
fn the_rules_of_a_collect_table_count_too() {
    let rules: String = (0..6).map(|n| format!("    rule r{n} when n > 0 => {n}\n")).collect();
    let text = format!("policy test\ntable t(n: int) -> int hit collect {{\n{rules}}}\noutput out = t(1)\n");
    let trace = trace(&text, "{}", &Limits { trace_rules: 2, ..Limits::default() });
    assert!(trace.contains("\"decided_left_out\": 3") && trace.contains("\"rules_left_out\": 3"), "{trace}");
}

/// Arguments that are too long to be compared again and again: the call stands again instead.
#[test]
fn comparing_arguments_is_bounded() {
    let text = "policy test\ninput xs: list<int>\ntable t(n: int, ys: list<int>) -> int {\n    rule a when n > 5 => 1\n    otherwise => 2\n}\noutput out = [t(1, xs) for n in 1..=300]\n";
    let long = format!("{{\"xs\": [{}0]}}", "1,".repeat(19_999));
    let trace = trace(text, &long, &Limits::default());
    let calls = trace.matches("\"table\"").count();
    assert!((50..=102).contains(&calls), "{calls}");
}

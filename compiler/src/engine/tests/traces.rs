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

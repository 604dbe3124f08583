//! How documents are read and answers written.

use super::*;

const MEMBERS: &str = r#"policy test
type R = { a: int, b: int = 7, c: int?, d?: int, e: json, f?: json, g: int? = 9, h: ("x" | "y") = "x" }
input r: R
output out = r
"#;

#[test]
fn members_absent_null_and_given() {
    for (given, expected) in [
        (r#"{"a":1,"c":null,"e":null}"#, r#"{"a":1,"b":7,"c":null,"e":null,"g":9,"h":"x"}"#),
        (
            r#"{"a":1.0,"b":2e0,"c":3,"d":4,"e":[5.50],"f":null,"g":null,"h":"y"}"#,
            r#"{"a":1,"b":2,"c":3,"d":4,"e":[5.50],"f":null,"g":null,"h":"y"}"#,
        ),
        (r#"{"a":1,"e":null}"#, r#"{"a":1,"b":7,"c":null,"e":null,"g":9,"h":"x"}"#),
        (r#"{"e":0,"c":null,"a":1,"d":null}"#, r#"{"a":1,"b":7,"c":null,"e":0,"g":9,"h":"x"}"#),
    ] {
        assert_eq!(answer(MEMBERS, &format!("{{\"r\":{given}}}")), Ok(format!("{{\"out\":{expected}}}")), "{given}");
    }
}

/// `input a: T?` may be left out, in a document as in `given`.
#[test]
fn an_optional_input_may_be_absent() {
    let text = "policy test\ninput a: int?\ninput b: json?\noutput out = [a ?? 1, b as int ?? 2]\n";
    assert_eq!(answer(text, "{}"), Ok(r#"{"out":[1,2]}"#.to_owned()));
    let (policy, sources) = policy(&format!("{text}test \"none given\" {{ expect given.a is none and out == [1, 2] }}\n"));
    assert!(run_statements(&policy, &sources, &Limits::default()).findings.is_empty());
}

#[test]
fn what_does_not_fit_is_refused_at_its_place() {
    for (given, message) in [
        (r#"[]"#, ": expected an object with the inputs, found a list of 0"),
        (r#"{}"#, ": the member `r` is missing"),
        (r#"{"r":{"a":1,"c":1,"e":1},"s":1}"#, "/s: there is no member `s` here"),
        (r#"{"r":{"c":1,"e":1}}"#, "/r: the member `a` is missing"),
        (r#"{"r":{"a":1,"c":1}}"#, "/r: the member `e` is missing"),
        (r#"{"r":{"a":null,"c":1,"e":1}}"#, "/r/a: expected `int`, found null"),
        (r#"{"r":{"a":1,"b":null,"c":1,"e":1}}"#, "/r/b: expected `int`, found null"),
        (r#"{"r":{"a":1.5,"c":1,"e":1}}"#, "/r/a: expected an int from -(2^53-1) through 2^53-1, found 1.5"),
        (
            r#"{"r":{"a":9007199254740992,"c":1,"e":1}}"#,
            "/r/a: expected an int from -(2^53-1) through 2^53-1, found 9007199254740992",
        ),
        (r#"{"r":{"a":"1","c":1,"e":1}}"#, "/r/a: expected `int`, found \"1\""),
        (r#"{"r":{"a":1,"c":1,"e":1,"h":"z"}}"#, "/r/h: expected `\"x\" | \"y\"`, found \"z\""),
        (r#"{"r":{"a":1,"c":1,"e":1,"z":1}}"#, "/r/z: there is no member `z` here"),
    ] {
        assert_eq!(answer(MEMBERS, given), Err((Code::BAD_INPUT, message.to_owned())), "{given}");
    }
}

#[test]
fn places_in_lists_and_maps() {
    let text = "policy test\ninput x: map<list<set<string>>>\noutput out = x\n";
    assert_eq!(answer(text, r#"{"x":{"a/b":[["q","p"]]}}"#), Ok(r#"{"out":{"a/b":[["p","q"]]}}"#.to_owned()));
    let bad = answer(text, r#"{"x":{"a/b":[[],["q",1]]}}"#);
    assert_eq!(bad, Err((Code::BAD_INPUT, "/x/a~1b/1/1: expected `string`, found 1".to_owned())));
}

#[test]
fn open_records_drop_what_they_do_not_name() {
    let text = "policy test\ninput x: { a: int, ... }\noutput out = x\n";
    assert_eq!(answer(text, r#"{"x":{"z":0,"a":1}}"#), Ok(r#"{"out":{"a":1}}"#.to_owned()));
}

#[test]
fn outputs_stand_as_declared_and_optional_ones_are_left_out() {
    let text = "policy test\ninput n: int\ninput same: int\noutput b = n\noutput a? = if n > 1 then n else none\noutput c: int? = if n > 1 then n else none\noutput same = same\n";
    assert_eq!(answer(text, r#"{"n":1,"same":5}"#), Ok(r#"{"b":1,"c":null,"same":5}"#.to_owned()));
    assert_eq!(answer(text, r#"{"n":2,"same":5}"#), Ok(r#"{"b":2,"a":2,"c":2,"same":5}"#.to_owned()));
}

#[test]
fn inputs_with_local_names() {
    let text = "policy test\ninput \"not a word\" as first: int\ninput policy as access: int\noutput out = [first, access]\n";
    assert_eq!(answer(text, r#"{"not a word":1,"policy":2}"#), Ok(r#"{"out":[1,2]}"#.to_owned()));
}

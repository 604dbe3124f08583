//! How the functions' own tests call them: through the language.

use crate::diagnostic::Code;
use crate::engine::{Limits, decide};
use crate::json::{Json, parse};
use crate::policy::Policy;
use crate::source::Sources;

/// What every case may name.
const NAMES: &str = "policy cases
const words: list<string> = [\"a\", \"b\", \"\"]
const ages: map<int> = { b: 2, a: 1 }
const tags: set<string> = [\"b\", \"a\"]
input parse: json
input doc: json
";

const GIVEN: &str = r#"{
    "parse": [1, "a", null],
    "doc": {
        "b": { "x": 1, "y": [1, 2.50, "s", { "z": null }] },
        "a": "text", "n": null, "1": true,
        "schema": { "type": "object", "properties": { "p": { "type": "string" } } }
    }
}"#;

#[track_caller]
fn compile(text: &str) -> (Sources, Policy) {
    let mut sources = Sources::new();
    let id = sources.add("cases.pol", text.to_owned());
    let compiled = crate::compile(&sources, id);
    let words: Vec<_> = compiled
        .diagnostics
        .iter()
        .map(|finding| format!("{} {} at `{}`", finding.code, finding.message, sources.slice(finding.primary.span)))
        .collect();
    match compiled.policy {
        Some(policy) => (sources, policy),
        None => panic!("{text}\n{}", words.join("\n")),
    }
}

/// Checks that each expression has its value.
#[track_caller]
pub(super) fn check(cases: &[(&str, &str)]) {
    let mut text = NAMES.to_owned();
    for (number, (expression, value)) in cases.iter().enumerate() {
        text += &format!("let value{number} = {expression}\n");
        text += &format!("output case{number} = {{ holds: value{number} == {value}, value: value{number} }}\n");
    }
    let (sources, policy) = compile(&text);
    let decision = match decide(&policy, &sources, &parse(GIVEN).unwrap(), &Limits::default()) {
        Ok(decision) => decision,
        Err(fault) => panic!("{}: {}", fault.message, fault.span.map_or("", |span| sources.slice(span))),
    };
    let wrong: Vec<_> = cases
        .iter()
        .enumerate()
        .filter_map(|(number, (expression, value))| {
            let case = decision.outputs.get(&format!("case{number}"))?;
            let found = crate::json::to_compact(case.get("value")?);
            (case.get("holds")? != &Json::Bool(true)).then(|| format!("{expression} is {found}, not {value}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks that an expression compiles and has a fault when it is computed.
#[track_caller]
pub(super) fn check_fault(expression: &str, code: Code) {
    let (sources, policy) = compile(&format!("{NAMES}output case = {expression}\n"));
    match decide(&policy, &sources, &parse(GIVEN).unwrap(), &Limits::default()) {
        Ok(decision) => panic!("{expression} is {}", crate::json::to_compact(&decision.outputs)),
        Err(fault) => assert_eq!(fault.code, code, "{expression}: {}", fault.message),
    }
}

//! What policies mean, case by case: small policies, documents, answers.

use crate::compile;
use crate::diagnostic::{Code, FINDINGS_MAX};
use crate::json::{parse, to_compact};
use crate::policy::Policy;
use crate::source::Sources;

use super::*;

mod budgets;
mod documents;
mod expressions;
mod statements;
mod tables;
mod traces;

/// Compiles a policy that must be right.
#[track_caller]
fn policy(text: &str) -> (Policy, Sources) {
    let mut sources = Sources::new();
    let id = sources.add("test.pol", text);
    let compiled = compile(&sources, id);
    let findings: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|d| format!("{} at {:?} `{}`: {}", d.code, sources.start(d.primary.span), sources.slice(d.primary.span), d.message))
        .collect();
    assert!(findings.is_empty(), "{}\n{text}", findings.join("\n"));
    (compiled.policy.expect("a policy without findings"), sources)
}

/// The answer, as compact JSON, or the fault's code and message.
#[track_caller]
fn answer_with(text: &str, given: &str, limits: &Limits) -> Result<String, (Code, String)> {
    let (policy, sources) = policy(text);
    let given = parse(given).expect("a JSON document");
    match decide(&policy, &sources, &given, limits) {
        Ok(decision) => {
            assert!(decision.findings.is_empty(), "{:?}", decision.findings);
            Ok(to_compact(&decision.outputs))
        }
        Err(fault) => {
            let place = fault.pointer.as_ref().map_or(String::new(), |pointer| format!("{pointer}: "));
            Err((fault.code, format!("{place}{}", fault.message)))
        }
    }
}

#[track_caller]
fn answer(text: &str, given: &str) -> Result<String, (Code, String)> {
    answer_with(text, given, &Limits::default())
}

/// Items, then one output `out`, asked with `given`.
#[track_caller]
fn is(items: &str, expr: &str, given: &str, expected: &str) {
    let text = format!("policy test\n{items}\noutput out = {expr}\n");
    assert_eq!(answer(&text, given), Ok(format!("{{\"out\":{expected}}}")), "{expr}");
}

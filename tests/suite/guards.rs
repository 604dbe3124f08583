//! Deleting any one rule of a shipped policy must fail something.

use std::path::Path;

use polc_compiler::policy::Policy;
use polc_golden::workspace::Workspace;

/// The folder of the project's own `polc.toml`.
pub fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Each rule in turn never holds, `otherwise` included: an example, a test, an invariant or a recorded case must fail.
#[test]
fn every_rule_is_missed_when_it_never_holds() {
    let workspace = Workspace::project(project()).expect("the project's own policies");
    let whole = workspace.check();
    assert!(!whole.fails(true), "{:#?}", whole.findings);
    let mut tried = 0;
    let mut not_missed = Vec::new();
    for (index, policy) in workspace.policies().iter().enumerate() {
        for id in policy.rule_ids() {
            let mut policies: Vec<Policy> = workspace.policies().to_vec();
            policies[index] = policy.with_rule_off(id);
            tried += 1;
            if !workspace.check_with(&policies).fails(false) {
                let (table, rule) = policy.rule(id).expect("a rule of this policy");
                not_missed.push(format!("{} {} {}", policy.name, table.name, rule.name));
            }
        }
    }
    println!("{tried} rules switched off, {} not missed", not_missed.len());
    assert!(tried > 0, "no policy has a rule");
    assert!(not_missed.is_empty(), "nobody misses:\n{}", not_missed.join("\n"));
}

/// The examples and tests of a policy hold it without any recorded case: what a reader of the policy alone can rely on.
#[test]
fn every_rule_is_missed_by_the_policys_own_statements() {
    let workspace = Workspace::project(project()).expect("the project's own policies");
    let limits = polc_compiler::engine::Limits::default();
    let mut not_missed = Vec::new();
    for policy in workspace.policies() {
        for id in policy.rule_ids() {
            let report = polc_compiler::engine::run_statements(&policy.with_rule_off(id), workspace.sources(), &limits);
            if report.findings.is_empty() {
                let (table, rule) = policy.rule(id).expect("a rule of this policy");
                not_missed.push(format!("{} {} {}", policy.name, table.name, rule.name));
            }
        }
    }
    assert!(not_missed.is_empty(), "nobody misses:\n{}", not_missed.join("\n"));
}

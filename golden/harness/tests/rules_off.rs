//! A check notices each rule that is switched off, and reads nothing again for that.

use std::fs;

use polc_golden::workspace::Workspace;

const POLICY: &str = r#"policy tools

input names: list<string>

table loading(name: string) -> string {
    rule core when name == "Bash" => "immediate"
    rule plan when name == "Plan" => "immediate"
    otherwise => "deferred"
}

examples loading {
    ("Bash") => "immediate" by core
    ("Search") => "deferred"
}

output answers = [loading(n) for n in names]

test "the plan is at hand" {
    given { names: ["Plan"] }
    expect answers == ["immediate"]
}
"#;

#[test]
fn a_rule_that_is_off_fails_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| fs::write(folder.path().join(path), text).expect("a file");
    fs::create_dir(folder.path().join("rules")).expect("a folder");
    write("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\n");
    write("rules/tools.pol", POLICY);
    let workspace = Workspace::project(folder.path()).expect("a project");
    // Gone, to show that what follows reads nothing.
    fs::remove_dir_all(folder.path()).expect("a folder that can be removed");
    assert!(!workspace.check().fails(true), "{:?}", workspace.check().findings);
    let policy = workspace.policies().first().expect("a policy");
    assert_eq!(policy.rule_ids().count(), 3);
    for id in policy.rule_ids() {
        let report = workspace.check_with(&[policy.with_rule_off(id)]);
        assert!(report.fails(false), "{:?}", policy.rule(id).map(|(_, rule)| &rule.name));
    }
}

/// Elements of a list that is bound from outside are reported one by one; those of the policy's own constants are not.
#[test]
fn elements_of_bound_lists_are_reported() {
    let text = "policy tools\n\nconst SECTIONS = [\"web\", \"code\"]\n\ntable known(name: string) -> bool {\n    rule section for s in SECTIONS when s == name => true\n    otherwise => false\n}\n\nexamples known {\n    (\"code\") => true by section\n    (\"x\") => false by otherwise\n}\n\noutput answer = known(\"code\")\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tools.pol");
    fs::write(&path, text).expect("a file");
    let workspace = Workspace::paths(&[path]).expect("a policy");
    assert!(!workspace.check().fails(true), "{:?}", workspace.check().findings);
    let mut policy = workspace.policies().first().expect("a policy").clone();
    let rule = policy.tables.first_mut().and_then(|table| table.rules.first_mut()).expect("a rule");
    let elements = rule.elements.take().expect("known elements");
    rule.elements = Some(std::sync::Arc::new(polc_compiler::policy::Elements { bound: true, names: elements.names.clone() }));
    let findings = workspace.check_with(&[policy]).findings;
    let messages: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, ["no example, test or recorded case reaches `section[web]` of `known`"]);
}

//! Results for programs: one JSON document. `docs/formats.md` describes it; a test compares the two.

use polc_compiler::diagnostic::{Diagnostic, Label};
use polc_compiler::json::{Json, Object, to_pretty};
use polc_compiler::source::Sources;
use polc_golden::check::Counts;
use polc_golden::files::Unreadable;
use polc_golden::parity::CaseCounts;

/// The version of the document. It grows when a member goes away or changes its meaning, not when one is added.
const VERSION: i64 = 1;

/// The document of a verb with findings.
pub(crate) fn report(
    command: &str,
    sources: &Sources,
    findings: &[Diagnostic],
    unreadable: &[Unreadable],
    members: impl IntoIterator<Item = (&'static str, Json)>,
) -> String {
    let findings: Vec<Json> = findings.iter().map(|one| finding(sources, one)).collect();
    let unreadable = unreadable
        .iter()
        .map(|one| object([("path", Json::from(one.path.as_str())), ("reason", Json::from(one.reason.as_str()))]));
    let common = [("findings", Json::from(findings)), ("unreadable", Json::from(unreadable.collect::<Vec<_>>()))];
    document(command, members.into_iter().chain(common))
}

/// The document of a run that did nothing, with the reason.
pub(crate) fn not_run(command: &str, reason: &str) -> String {
    document(command, [("errors", Json::from(vec![Json::from(reason)]))])
}

/// A document with its version.
pub(crate) fn document(command: &str, members: impl IntoIterator<Item = (&'static str, Json)>) -> String {
    let head = [("version", Json::from(VERSION)), ("command", Json::from(command))];
    format!("{}\n", to_pretty(&object(head.into_iter().chain(members))))
}

/// An object with its members in this order.
pub(crate) fn object(members: impl IntoIterator<Item = (&'static str, Json)>) -> Json {
    let members: Object = members.into_iter().map(|(name, value)| (name.into(), value)).collect();
    Json::from(members)
}

/// How much was checked.
pub(crate) fn counts(counts: &Counts, policy_files: usize) -> Json {
    let Counts { policies, tables, rules, examples, tests, invariants, cases: recorded } = *counts;
    object([
        ("policies", number(policies)),
        ("policies_broken", number(policy_files.saturating_sub(policies))),
        ("tables", number(tables)),
        ("rules", number(rules)),
        ("examples", number(examples)),
        ("tests", number(tests)),
        ("invariants", number(invariants)),
        ("cases", cases(recorded)),
    ])
}

/// How many recorded cases passed.
pub(crate) fn cases(cases: CaseCounts) -> Json {
    object([("passed", number(cases.passed)), ("failed", number(cases.failed))])
}

/// A list of texts, null where there is none.
pub(crate) fn texts(texts: Option<&[String]>) -> Json {
    match texts {
        Some(texts) => Json::from(texts.iter().map(|text| Json::from(text.as_str())).collect::<Vec<_>>()),
        None => Json::Null,
    }
}

fn finding(sources: &Sources, finding: &Diagnostic) -> Json {
    let Diagnostic { code, severity, message, primary, secondary, notes, help } = finding;
    let head = [
        ("code", Json::from(code.to_string())),
        ("severity", Json::from(severity.word())),
        ("message", Json::from(message.as_str())),
    ];
    let labels: Vec<Json> = secondary.iter().map(|label| object(place(sources, label))).collect();
    let tail = [("labels", Json::from(labels)), ("notes", texts(Some(notes))), ("help", texts(Some(help)))];
    object(head.into_iter().chain(place(sources, primary)).chain(tail))
}

fn place(sources: &Sources, label: &Label) -> [(&'static str, Json); 6] {
    let (start, end) = (sources.start(label.span), sources.end(label.span));
    [
        ("path", Json::from(sources.path(label.span))),
        ("line", number(start.line)),
        ("column", number(start.column)),
        ("end_line", number(end.line)),
        ("end_column", number(end.column)),
        ("label", Json::from(label.text.as_str())),
    ]
}

fn number(number: usize) -> Json {
    Json::from(i64::try_from(number).unwrap_or(i64::MAX))
}

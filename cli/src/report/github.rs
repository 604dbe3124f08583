//! Findings as commands of GitHub's workflows, which show them beside the lines that they are about.
//!
//! A command is one line, `::error file=…,line=…::message`. What could end it, or begin another one, is escaped as GitHub's
//! own toolkit does it.

use polc_compiler::diagnostic::{Diagnostic, Label};
use polc_compiler::source::Sources;
use polc_golden::files::Unreadable;

/// A command for each finding, and for each file that could not be read.
pub(crate) fn findings(sources: &Sources, findings: &[Diagnostic], unreadable: &[Unreadable]) -> String {
    let unreadable = unreadable
        .iter()
        .map(|one| command("error", &[("file", one.path.clone())], &format!("cannot read `{}`: {}", one.path, one.reason)));
    findings.iter().map(|one| finding(sources, one)).chain(unreadable).collect()
}

/// A command that names no place: why nothing was run.
pub(crate) fn not_run(reason: &str) -> String {
    command("error", &[], reason)
}

fn finding(sources: &Sources, finding: &Diagnostic) -> String {
    let Diagnostic { code, severity, message, primary, secondary, notes, help } = finding;
    let (start, end) = (sources.start(primary.span), sources.end(primary.span));
    let mut properties = vec![
        ("file", sources.path(primary.span).to_owned()),
        ("line", start.line.to_string()),
        ("endLine", end.line.to_string()),
    ];
    // GitHub takes columns only for a place on one line.
    if start.line == end.line {
        properties.push(("col", start.column.to_string()));
        properties.push(("endColumn", end.column.to_string()));
    }
    properties.push(("title", code.to_string()));
    let mut text = message.clone();
    if !primary.text.is_empty() {
        text.push_str(&format!(" ({})", primary.text));
    }
    for Label { span, text: label } in secondary {
        let at = sources.start(*span);
        text.push_str(&format!("\n{}:{}:{}: {label}", sources.path(*span), at.line, at.column));
    }
    for (word, lines) in [("note", notes), ("help", help)] {
        for line in lines {
            text.push_str(&format!("\n{word}: {line}"));
        }
    }
    command(severity.word(), &properties, &text)
}

fn command(name: &str, properties: &[(&str, String)], message: &str) -> String {
    let properties: Vec<String> = properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    let gap = if properties.is_empty() { "" } else { " " };
    format!("::{name}{gap}{}::{}\n", properties.join(","), data(message))
}

/// What stands behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which ends at a `,` or `:` besides.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use polc_compiler::diagnostic::Code;
    use polc_compiler::source::Span;

    use super::*;

    /// A finding itself holds no line end; paths may.
    #[test]
    fn what_would_end_a_command_is_escaped() {
        let mut sources = Sources::new();
        let id = sources.add("a,b:%\n::error::.pol", "one\ntwo");
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, Span::new(id, 0, 3), "100%\r\n::error::x, y").help("a: b");
        assert_eq!(
            findings(&sources, &[finding], &[]),
            "::error file=a%2Cb%3A%25%0A%3A%3Aerror%3A%3A.pol,line=1,endLine=1,col=1,endColumn=4,title=P101\
             ::100%25\\u000d\\u000a::error::x, y%0Ahelp: a: b\n"
        );
    }

    #[test]
    fn a_place_of_several_lines_has_no_columns() {
        let mut sources = Sources::new();
        let id = sources.add("a.pol", "one\ntwo");
        let finding =
            Diagnostic::warning(Code::NEVER_REACHED, Span::new(id, 1, 6), "m").label("l").also(Span::new(id, 4, 5), "t");
        assert_eq!(
            findings(&sources, &[finding], &[Unreadable { path: "x".to_owned(), reason: "r".to_owned() }]),
            "::warning file=a.pol,line=1,endLine=2,title=P304::m (l)%0Aa.pol:2:1: t\n::error file=x::cannot read `x`: r\n"
        );
    }
}

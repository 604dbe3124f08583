//! What reading recorded cases gives, and what it says about broken ones.

use polc_compiler::source::Sources;

use super::*;

const GOOD: &str = r#"{"id":"f/1","system":"f.g","upstream":{"repo":"r","commit":"c","path":"p"},"source":"document","note":"","input":{"a":[1]},"expected":{"b":{"c":null}}}"#;

/// Reads `text` and renders every finding as `line:column code "underlined": message (help)`, related places behind it.
fn findings(text: &str) -> (Vec<Located<RecordedCase>>, Vec<String>) {
    findings_within(text, &LIMITS)
}

fn findings_within(text: &str, limits: &Limits) -> (Vec<Located<RecordedCase>>, Vec<String>) {
    let mut sources = Sources::new();
    let id = sources.add("cases.jsonl", text);
    let (cases, diagnostics) = read_within(text, id, limits);
    let place = |span: Span| {
        let start = sources.start(span);
        format!("{}:{} {}", start.line, start.column, sources.slice(span))
    };
    let render = |diagnostic: &Diagnostic| {
        assert!(diagnostic.is_error());
        let related: String =
            diagnostic.secondary.iter().map(|label| format!("; {} {}", label.text, place(label.span))).collect();
        let (message, help) = (&diagnostic.message, diagnostic.help.join("; "));
        format!("{} {}: {message} ({help}){related}", diagnostic.code, place(diagnostic.primary.span))
    };
    let rendered = diagnostics.iter().map(render).collect();
    (cases, rendered)
}

/// The one line `line` is no case, for these reasons.
#[track_caller]
fn check(line: &str, expected: &[&str]) {
    let (cases, findings) = findings(line);
    assert_eq!(findings, expected, "{line}");
    assert!(cases.is_empty());
}

fn with(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    GOOD.replacen(from, to, 1)
}

#[test]
fn a_good_line() {
    let with_conventions = with("\"input\"", r#""conventions":["x","y"],"input""#);
    let case = read_line(&with_conventions).unwrap();
    assert_eq!(
        (case.id.as_str(), case.system.as_str(), case.source, case.note.as_str()),
        ("f/1", "f.g", CaseSource::Document, "")
    );
    let upstream = Upstream { repo: "r".to_owned(), commit: "c".to_owned(), path: "p".to_owned() };
    assert_eq!(case.upstream, Some(upstream));
    assert_eq!(polc_compiler::json::to_compact(&case.input), r#"{"a":[1]}"#);
    assert_eq!(polc_compiler::json::to_compact(&case.expected), r#"{"b":{"c":null}}"#);
    assert_eq!(case.conventions, ["x", "y"]);
    let run = read_line(&with("\"document\"", "\"upstream-run\"")).unwrap();
    assert_eq!((run.source, run.conventions), (CaseSource::UpstreamRun, vec![]));
}

#[test]
fn what_a_case_may_lack() {
    let case = read_line(r#"{"id":"a","system":"b","input":{},"expected":{}}"#).unwrap();
    assert_eq!((case.upstream, case.source, case.note.as_str(), case.conventions), (None, CaseSource::Document, "", vec![]));
    // What is there must be right all the same.
    check(
        &with(r#"{"repo":"r","commit":"c","path":"p"}"#, "null"),
        &["P502 1:39 null: null stands at `/upstream`, where an object is expected (write an object there)"],
    );
    check(
        &with(r#""note":"""#, r#""note":null"#),
        &["P502 1:103 null: null stands at `/note`, where a string is expected (write a string there)"],
    );
}

#[test]
fn members_are_checked() {
    check(
        &with("\"expected\"", "\"expcted\""),
        &["P502 1:124 \"expcted\": a recorded case has no member `expcted` (did you mean `expected`?)"],
    );
    check(
        &with("\"note\"", "\"zzz\":1,\"note\""),
        &["P502 1:96 \"zzz\": a recorded case has no member `zzz` (remove it; the members are `id`, `system`, `upstream`, \
           `source`, `note`, `input`, `expected` and `conventions`)"],
    );
    check(&with("\"system\":\"f.g\",", ""), &["P502 1:1 {: a recorded case lacks the member `system` (add `system`)"]);
    check(
        &with("\"path\":\"p\"", "\"file\":\"p\""),
        &[
            "P502 1:39 {: `/upstream` lacks the member `path` (add `path`)",
            "P502 1:64 \"file\": `/upstream` has no member `file` (remove it; the members are `repo`, `commit` and `path`)",
        ],
    );
    check(
        "{}",
        &["id", "system", "input", "expected"]
            .map(|name| format!("P502 1:1 {{: a recorded case lacks the member `{name}` (add `{name}`)"))
            .each_ref()
            .map(String::as_str),
    );
}

#[test]
fn kinds_of_members_are_checked() {
    check(
        "[1]",
        &["P502 1:1 [1]: a list stands at the top, where an object is expected (write each case as an object on one line)"],
    );
    check(
        &with(r#"{"b":{"c":null}}"#, "null"),
        &["P502 1:135 null: null stands at `/expected`, where an object is expected (write an object there)"],
    );
    check(&with("\"f/1\"", "1.0"), &["P502 1:7 1.0: an int stands at `/id`, where a string is expected (write a string there)"]);
    check(&with("\"f/1\"", "\"\""), &["P502 1:7 \"\": the text at `/id` is empty (write a text that names it)"]);
    check(
        &with("\"r\"", "[]"),
        &["P502 1:47 []: a list stands at `/upstream/repo`, where a string is expected (write a string there)"],
    );
    check(
        &with("\"document\"", "\"documents\""),
        &["P502 1:85 \"documents\": `documents` is no source of a recorded case (the sources are `upstream-run` and `document`)"],
    );
    check(
        &with("\"input\"", r#""conventions":["x",2.5,{}],"input""#),
        &[
            "P502 1:125 2.5: a number stands at `/conventions/1`, where a string is expected (write a string there)",
            "P502 1:129 {}: an object stands at `/conventions/2`, where a string is expected (write a string there)",
        ],
    );
    check(
        &with("\"input\"", r#""conventions":true,"input""#),
        &[
            "P502 1:120 true: a bool stands at `/conventions`, where a list of strings is expected (write a list of strings there)",
        ],
    );
}

#[test]
fn every_mistake_of_a_line_is_reported() {
    let line = with("\"f/1\"", "false").replace("\"note\":\"\"", "\"notes\":\"\"").replace("\"document\"", "\"file\"");
    let (_, findings) = findings(&line);
    let messages: Vec<&str> = findings.iter().map(|finding| finding.split(": ").nth(1).unwrap()).collect();
    assert_eq!(
        messages,
        [
            "a bool stands at `/id`, where a string is expected (write a string there)",
            "`file` is no source of a recorded case (the sources are `upstream-run` and `document`)",
            "a recorded case has no member `notes` (did you mean `note`?)",
        ]
    );
}

#[test]
fn broken_lines_keep_their_own_codes_and_hide_no_others() {
    let lines = [
        GOOD.to_owned(),
        "{\"id\": }".to_owned(),
        String::new(),
        with("f/1", "f/2"),
        with("\"a\":[1]", "\"a\":1,\"a\":2"),
        with("\"a\":[1]", "\"a\":\"\\ud800\""),
        with("\"a\":[1]", "\"a\":1e1000000000000000000"),
        with("f/1", "f/3"),
        "{} {}".to_owned(),
    ];
    let (cases, findings) = findings(&lines.join("\r\n"));
    let ids: Vec<&str> = cases.iter().map(|case| case.value.id.as_str()).collect();
    assert_eq!(ids, ["f/1", "f/2", "f/3"]);
    let heads: Vec<&str> = findings.iter().map(|finding| finding.split(": ").next().unwrap()).collect();
    assert_eq!(heads, ["P606 2:8 }", "P607 5:121 \"a\"", "P608 6:120 \\ud800", "P609 7:119 1e1000000000000000000", "P606 9:4 {"]);
}

#[test]
fn blank_lines_and_line_ends_of_every_system() {
    for text in [format!("{GOOD}\n"), GOOD.to_owned(), format!("{GOOD}\r\n"), format!("\n \t\r\n  {GOOD}  \r\n\n\n")] {
        let (cases, findings) = findings(&text);
        assert_eq!((cases.len(), findings.as_slice()), (1, [].as_slice()), "{text:?}");
        assert_eq!(text.get(cases[0].span.range()), Some(GOOD));
    }
    for empty in ["", "\n", " \r\n\r\n"] {
        assert_eq!(findings(empty), (vec![], vec![]));
    }
}

#[test]
fn a_byte_order_mark_is_reported_once_and_the_first_case_kept() {
    let (cases, findings) = findings(&format!("\u{feff}{GOOD}\n{}", with("f/1", "f/2")));
    assert_eq!(cases.len(), 2);
    assert_eq!(
        findings,
        [
            "P606 1:1 \u{feff}: the text begins with a byte order mark (remove it: save the file as UTF-8 without a byte order mark)"
        ]
    );
}

#[test]
fn of_two_cases_with_one_id_the_first_counts_and_both_places_are_named() {
    let again = with("{\"a\":[1]}", "{}").replace("\"id\":\"f/1\",", "").replace("\"source\"", "\"id\":\"f\\/1\",\"source\"");
    let (cases, findings) = findings(&format!("{GOOD}\n{again}\n{}", with("f/1", "f/2")));
    let ids: Vec<&str> = cases.iter().map(|case| case.value.id.as_str()).collect();
    assert_eq!(ids, ["f/1", "f/2"]);
    assert_eq!(
        findings,
        [
            "P502 2:70 \"f\\/1\": two cases have the id `f/1` (give every case of a file an id of its own, or remove one of the two); \
          first here 1:7 \"f/1\""
        ]
    );
}

#[test]
fn places_inside_of_a_case() {
    let text = format!("\n  {GOOD}\n");
    let (cases, _) = findings(&text);
    let root = Pointer::root();
    let slice = |pointer: &Pointer| text.get(cases[0].place(&text, pointer).range()).unwrap();
    assert_eq!(slice(&root.with("expected").with("b").with("c")), "null");
    // Where nothing stands, the nearest value around it.
    assert_eq!(slice(&root.with("expected").with("b").with("d")), r#"{"c":null}"#);
    assert_eq!(slice(&root.with("input").with("a").with(1)), "[1]");
    assert_eq!(slice(&root), GOOD);
}

#[test]
fn limits() {
    let limits = || Limits { bytes: 10_000, lines: 3, line_bytes: GOOD.len(), values: 13 };
    let lines = |count: usize| (0..count).map(|i| with("f/1", &format!("f/{i}"))).collect::<Vec<_>>().join("\n");
    #[track_caller]
    fn check(text: &str, limits: &Limits, count: usize, expected: &[&str]) {
        let (cases, findings) = findings_within(text, limits);
        assert_eq!(
            (cases.len(), findings.as_slice()),
            (count, expected.iter().map(|f| (*f).to_owned()).collect::<Vec<_>>().as_slice())
        );
    }
    // Lines; blank ones count.
    check(&lines(2), &limits(), 2, &[]);
    check(&format!("{}\n\n", lines(2)), &limits(), 2, &[]);
    check(&lines(3), &Limits { values: 99, ..limits() }, 3, &[]);
    check(
        &format!("\n\n{}", lines(2)),
        &limits(),
        1,
        &["P602 4:1 : the file has more than 3 lines; from here on it is not read (split the file)"],
    );
    // Bytes of a line, blanks around it not counted.
    check(&format!("{}\n  {}", with("f/1", "f"), lines(1)), &limits(), 2, &[]);
    check(
        &format!("{}\n{}", with("f/1", "f/12"), lines(1)),
        &limits(),
        1,
        &["P602 1:1 : the line has 152 bytes, and 151 are the most that is read (make the case smaller, or leave it out)"],
    );
    // Bytes of the file.
    let text = lines(1);
    for (bytes, count) in [(text.len() + 1, 1), (text.len(), 1)] {
        check(&text, &Limits { bytes, ..limits() }, count, &[]);
    }
    let message = "P602 1:1 : the file has 151 bytes, and 150 are the most that is read (split the file)";
    check(&text, &Limits { bytes: text.len() - 1, ..limits() }, 0, &[message]);
    // Values: each case holds six.
    for values in [12, 13] {
        check(&lines(2), &Limits { values, ..limits() }, 2, &[]);
    }
    let message = "P602 2:1 : the cases up to here hold more than 11 values; from here on they are not read (split the file)";
    check(&lines(3), &Limits { values: 11, ..limits() }, 1, &[message]);
}

#[test]
fn the_recorded_cases_of_this_project() {
    let text = include_str!("../../../upstream/elowen.deferral.jsonl");
    let (cases, findings) = findings(text);
    assert_eq!(findings, Vec::<String>::new());
    assert_eq!(cases.len(), 201);
    assert!(cases.iter().all(|case| case.value.system == "elowen.deferral" && case.value.source == CaseSource::Document));
}

/// The lines in the documentation: what is shown as a case is one.
#[test]
fn the_documented_lines() {
    for (page, cases) in [
        (include_str!("../../../../docs/formats.md"), [true].as_slice()),
        (include_str!("../../../../docs/diagnostics/P501.md"), &[true]),
        (include_str!("../../../../docs/diagnostics/P502.md"), &[false, true]),
    ] {
        let lines = page.lines().filter(|line| line.starts_with("{\"id\""));
        let read: Vec<bool> = lines.map(|line| read_line(line).is_ok()).collect();
        assert_eq!(read, cases, "{page}");
    }
}

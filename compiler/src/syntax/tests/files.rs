//! Bytes, characters, line ends: what a file is before it is a policy.

use super::*;

/// Places, codes and first helps of a text's findings.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let (sources, parsed) = read_text(text);
    let found: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|finding| {
            let at = sources.start(finding.primary.span);
            format!("{}:{} {} {}", at.line, at.column, finding.code, finding.help.first().map_or("", String::as_str))
        })
        .collect();
    assert_eq!(found, expected, "\n{text:?}");
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    for (bytes, expected) in [
        (&b"policy a\nlet x = \"\xff\"\n"[..], Some((18, 2, 10))),
        (b"\xc3", Some((0, 1, 1))),
        (b"policy a\n// \xc3\xa9 \xed\xa0\x80", Some((15, 2, 6))),
        (b"policy a\r\n\xf5", Some((10, 2, 1))),
        ("policy a\n// é".as_bytes(), None),
        (b"", None),
    ] {
        let found = decode(bytes).err().map(|error| (error.offset, error.position.line, error.position.column));
        assert_eq!(found, expected, "{bytes:?}");
    }
}

#[test]
fn a_place_of_bytes_is_shown_in_the_text_without_them() {
    let bytes = b"policy a\nlet x = \"\xff\xff\"\n";
    let mut sources = Sources::new();
    let id = sources.add("rules/a.pol", String::from_utf8_lossy(bytes));
    let finding = decode(bytes).unwrap_err().diagnostic(id);
    assert_eq!((finding.code, sources.slice(finding.primary.span)), (Code::NOT_UTF8, "\u{fffd}"));
    assert_eq!(finding.message, "the text is not UTF-8 at line 2, column 10");
}

#[test]
fn editors_may_write_a_mark_and_their_line_ends() {
    let (_, plain) = read_text(ROUTING);
    for text in [
        format!("\u{feff}{ROUTING}"),
        ROUTING.replace('\n', "\r\n"),
        ROUTING.trim_end().to_owned(),
        format!("{ROUTING}\n\n  \n// end"),
    ] {
        let (_, parsed) = read_text(&text);
        assert_eq!(parsed.diagnostics, []);
        assert_eq!(parsed.tree, plain.tree);
    }
}

#[test]
fn places_are_right_behind_a_mark_and_with_other_line_ends() {
    check("\u{feff}policy a\r\nlet x = \r\nlet y = (1\r\n", &["2:8 P001 ", "3:11 P001 "]);
}

#[test]
fn a_mark_elsewhere_is_a_mistake() {
    check("policy a\nlet x = \u{feff}1\n", &["2:9 P001 it cannot be seen: delete it"]);
}

#[test]
fn controls_are_found_everywhere_and_the_text_is_read_without_them() {
    check("policy a\nlet x\0 = 1\n", &["2:6 P007 delete it"]);
    check("policy a\n// c\u{7}\nlet x = 1\n", &["2:5 P007 delete it"]);
    check("policy a\n/// c\u{1b}[0m\nlet x = 1\n", &["2:6 P007 delete it"]);
    check("policy a\nlet x = \"a\0\0b\"\n", &["2:11 P007 delete it, or write it as `\\u0000`"]);
    check("policy a\nlet x = `a\u{202e}b`\n", &["2:11 P007 delete it, or write it as `\\u202e`"]);
    check(
        "policy a\nlet x = r\"\u{85}\"\n",
        &["2:11 P007 delete it, or write the text without `r`, and the character as `\\u0085`"],
    );
    check("policy a\nlet x = [1,\u{b}\n2] +\u{c}\n", &["2:12 P007 delete it", "3:5 P001 ", "3:5 P007 delete it"]);
}

#[test]
fn utf16_is_one_finding() {
    let text: String = "policy a\nlet x = 1\n".chars().flat_map(|c| [c, '\0']).collect();
    let (_, parsed) = read_text(&text);
    let helps: Vec<_> = parsed
        .diagnostics
        .iter()
        .filter(|finding| finding.code == Code::CONTROL_CHARACTER)
        .map(|finding| &finding.help)
        .collect();
    assert_eq!(helps, [&["this looks like UTF-16: save the file as UTF-8".to_owned()]]);
    assert_eq!(parsed.diagnostics.len(), 1, "{:?}", parsed.diagnostics);
}

#[test]
fn empty_files_say_what_they_lack() {
    for text in ["", "\n\n", "// nothing\n", "\u{feff}"] {
        let (_, parsed) = read_text(text);
        assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::HEADER], "{text:?}");
    }
}

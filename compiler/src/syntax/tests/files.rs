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
    check("policy a\nlet x = \u{feff}1\n", &["2:9 P007 delete it"]);
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
    check(
        "policy a\nlet x = [1,\u{b}\n2] +\u{c}\n",
        &["2:12 P007 delete it, or begin a new line", "3:5 P001 ", "3:5 P007 delete it, or begin a new line"],
    );
}

/// Everything that a reader of the text does not see, or that some see as the end of a line.
const UNSEEN: &[&str] = &[
    "\u{ad}",
    "\u{34f}",
    "\u{61c}",
    "\u{115f}",
    "\u{180e}",
    "\u{200b}",
    "\u{200d}",
    "\u{200f}",
    "\u{2060}",
    "\u{2064}",
    "\u{feff}",
    "\u{e0001}",
    "\u{e0020}",
    "\u{e007f}",
];
const LINE_ENDS: &[&str] = &["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"];

#[test]
fn what_nobody_sees_is_found_in_texts_and_outside_of_them() {
    for unseen in UNSEEN.iter().chain(LINE_ENDS) {
        let units: String = unseen.encode_utf16().map(|unit| format!("\\u{unit:04x}")).collect();
        let escape = if *unseen == "\r" { "\\r".to_owned() } else { units };
        let delete = if LINE_ENDS.contains(unseen) { "delete it, or begin a new line" } else { "delete it" };
        let as_escape = format!("2:11 P007 delete it, or write it as `{escape}`");
        check(&format!("policy a\nlet x = \"a{unseen}b\"\n"), &[&as_escape]);
        check(&format!("policy a\nlet x = `a{unseen}b`\n"), &[&as_escape]);
        check(&format!("policy a\nlet x = 1 // a{unseen}b\n"), &[&format!("2:15 P007 {delete}")]);
        check(&format!("policy a\n/// a{unseen}b\nlet x = 1\n"), &[&format!("2:6 P007 {delete}")]);
        check(&format!("policy a\nlet x{unseen} = 1\n"), &[&format!("2:6 P007 {delete}")]);
        let (_, escaped) = read_text(&format!("policy a\nlet x = \"a{escape}b\"\n"));
        assert_eq!(escaped.diagnostics, []);
        assert_eq!(read_text(&print(&escaped.tree)).1.tree, escaped.tree);
    }
}

/// Selectors of variants and marks on letters change what is shown.
#[test]
fn what_is_seen_may_stand_in_texts() {
    check("policy a\nlet x = \"\u{2764}\u{fe0f} e\u{301} \u{5d0} \u{a0}\" // \u{2764}\u{fe0f}\n", &[]);
}

/// A viewer that ends a line there shows code behind a comment. Names that it may declare are not reported as unknown.
#[test]
fn lines_that_only_some_viewers_end_hide_declarations() {
    for end in LINE_ENDS {
        let (_, parsed) = read_text(&format!("policy a\nlet x = 1 // a{end}let y = 2\n"));
        assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::CONTROL_CHARACTER]);
        assert!(parsed.tree.lost.anything, "{end:?}");
    }
}

#[test]
fn carriage_returns_for_line_ends_are_one_finding() {
    check(
        &ROUTING.replace('\n', "\r"),
        &["1:71 P007 its lines end with carriage returns alone: save the file with the line ends LF, or CR LF"],
    );
    check("policy a\nlet x = 1\r\r\n", &["2:10 P007 delete it, or begin a new line"]);
    check("policy a\nlet x = 1\r", &["2:10 P007 delete it, or begin a new line"]);
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

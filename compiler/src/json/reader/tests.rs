//! What the reader says about texts that are wrong, and where its limits lie.

use super::super::writer::{to_compact, to_pretty};
use super::*;
use crate::diagnostic::Code;
use crate::source::{Sources, Span};

/// Takes the marks out of a text: `⟦…⟧` is the place of the error, `⟪…⟫` the place that explains it.
fn unmark(marked: &str) -> (String, Range<usize>, Option<Range<usize>>) {
    let mut text = String::new();
    let (mut primary, mut related) = (None, None);
    let mut start = 0;
    for c in marked.chars() {
        match c {
            '⟦' | '⟪' => start = text.len(),
            '⟧' => primary = Some(start..text.len()),
            '⟫' => related = Some(start..text.len()),
            _ => text.push(c),
        }
    }
    (text, primary.expect("no place is marked"), related)
}

/// One broken text, the code and the message of its error, and what the error proposes.
#[track_caller]
fn check(code: Code, marked: &str, message: &str, help: &str) {
    let (text, range, related) = unmark(marked);
    let error = parse(&text).expect_err(marked);
    let diagnostic = error.diagnostic(Sources::new().add("input.json", text.as_str()), 0);
    assert_eq!((diagnostic.message.as_str(), diagnostic.help.join("; ").as_str()), (message, help), "{marked}");
    assert_eq!((&error.range, &error.related), (&range, &related), "{marked}");
    assert_eq!(diagnostic.code, code, "{marked}");
}

#[track_caller]
fn check_syntax(cases: &[(&str, &str, &str)]) {
    for (marked, message, help) in cases {
        check(Code::JSON_SYNTAX, marked, message, help);
    }
}

#[test]
fn something_stands_in_the_wrong_place() {
    let value = "a value is a string in double quotes, a number, a list, an object, `true`, `false` or `null`";
    check_syntax(&[
        (r#"{"a": 1 ⟦"b"⟧: 2}"#, "expected `,` or `}`, found `\"b\"`", "put a `,` before it"),
        ("[1 ⟦-2⟧]", "expected `,` or `]`, found `-2`", "put a `,` before it"),
        ("[{} ⟦{⟧}]", "expected `,` or `]`, found `{`", "put a `,` before it"),
        (r#"⟪[⟫1, 2⟦}⟧"#, "expected `,` or `]`, found `}`", "close the list with `]` first"),
        (r#"⟪{⟫"a": 1⟦]⟧"#, "expected `,` or `}`, found `]`", "close the object with `}` first"),
        (r#"["a"⟦:⟧ 1]"#, "expected `,` or `]`, found `:`", "members with names stand in an object: `{…}`"),
        (r#"{"a": 1⟦;⟧ "b": 2}"#, "expected `,` or `}`, found `;`", "part what is in the object by `,`"),
        (r#"{"a" ⟦=⟧ 1}"#, "expected `:`, found `=`", "write `:` in place of `=`"),
        (r#"{"a"⟦,⟧ "b": 1}"#, "expected `:`, found `,`", "put `:` and a value behind the member's name"),
        (r#"⟪{⟫"a"⟦}⟧"#, "expected `:`, found `}`", "put `:` and a value behind the member's name"),
        (r#"⟪{⟫"a": ⟦}⟧"#, "expected a value, found `}`", "write a value before this `}`, `null` if there is none"),
        (r#"{⟦a⟧: 1}"#, "expected a member's name in double quotes or `}`, found `a`", "put the name in double quotes: `\"a\"`"),
        (
            r#"{"a": 1, ⟦b2⟧: 1}"#,
            "expected a member's name in double quotes, found `b2`",
            "put the name in double quotes: `\"b2\"`",
        ),
        (r#"{⟦1⟧: 1}"#, "expected a member's name in double quotes or `}`, found `1`", "put the name in double quotes: `\"1\"`"),
        (
            r#"{⟦[⟧1]: 1}"#,
            "expected a member's name in double quotes or `}`, found `[`",
            "a member is a name in double quotes, `:` and a value",
        ),
        (r#"{"a": 1,⟦,⟧ "b": 2}"#, "expected a member's name in double quotes, found `,`", "remove this `,`"),
        ("[1,⟦,⟧2]", "expected a value, found `,`", "write a value before this `,`, or remove it"),
        ("[⟦,⟧]", "expected a value or `]`, found `,`", "write a value before this `,`, or remove it"),
        ("[⟦(⟧1)]", "expected a value or `]`, found `(`", value),
        ("⟦:⟧", "expected a value, found `:`", value),
        ("⟦]⟧", "expected a value, found `]`", "write a value before this `]`, `null` if there is none"),
        ("[⟦True⟧]", "expected a value or `]`, found `True`", "write `true`"),
        (r#"{"a": ⟦None⟧}"#, "expected a value, found `None`", "write `null`"),
        (r#"{"a": ⟦undefined⟧}"#, "expected a value, found `undefined`", "write `null`"),
        ("[1, ⟦NaN⟧]", "expected a value, found `NaN`", "JSON has no such number: write `null`, or a string"),
        ("⟦Infinity⟧", "expected a value, found `Infinity`", "JSON has no such number: write `null`, or a string"),
        (
            "[⟦truefalse⟧]",
            "expected a value or `]`, found `truefalse`",
            "put it in double quotes if it is a string: `\"truefalse\"`",
        ),
        ("⟦désolé⟧", "expected a value, found `désolé`", "put it in double quotes if it is a string: `\"désolé\"`"),
    ]);
}

#[test]
fn a_comma_before_the_closing_bracket() {
    check_syntax(&[
        ("[1⟦,⟧]", "a `,` stands before `]`, with nothing between them", "remove the `,`"),
        ("{\"a\": 1⟦,⟧\n}", "a `,` stands before `}`, with nothing between them", "remove the `,`"),
    ]);
}

#[test]
fn something_follows_the_value() {
    let more = "a text holds one value: remove what follows it, or put the values in a list `[…]`";
    check_syntax(&[
        ("{} ⟦{⟧}", "expected the end of the text, found `{`", more),
        ("1⟦,⟧2", "expected the end of the text, found `,`", more),
        ("null ⟦nonsense⟧", "expected the end of the text, found `nonsense`", more),
        ("{}⟦}⟧", "expected the end of the text, found `}`", "remove this `}`: everything is closed before it"),
    ]);
}

#[test]
fn the_text_ends_too_early() {
    let close = |name: &str, bracket: &str| format!("close the {name} with `{bracket}`; the text may have been cut off");
    let cut = "complete the value; the text may have been cut off";
    check_syntax(&[
        ("⟦⟧", "the text is empty, where a JSON value is expected", "write a value, for example `{}`"),
        ("⟦⟧ \r\n\t", "the text is empty, where a JSON value is expected", "write a value, for example `{}`"),
        ("⟪[⟫⟦⟧\n", "expected a value or `]`, found the end of the text", cut),
        ("⟪[⟫1⟦⟧\n\n", "expected `,` or `]`, found the end of the text", &close("list", "]")),
        ("⟪[⟫1,⟦⟧", "expected a value, found the end of the text", cut),
        ("[⟪{⟫⟦⟧", "expected a member's name in double quotes or `}`, found the end of the text", cut),
        ("⟪{⟫\"a\"⟦⟧", "expected `:`, found the end of the text", cut),
        ("⟪{⟫\"a\":⟦⟧ ", "expected a value, found the end of the text", cut),
        ("⟪{⟫\"a\":[1]⟦⟧ ", "expected `,` or `}`, found the end of the text", &close("object", "}")),
        ("⟪{⟫\"a\":1,⟦⟧", "expected a member's name in double quotes, found the end of the text", cut),
        ("[⟦\"abc⟧", "a string is not closed", "close the string with `\"`; the text may have been cut off"),
        ("[⟦\"abc\\⟧", "a string is not closed", "close the string with `\"`; the text may have been cut off"),
    ]);
}

#[test]
fn strings_that_are_wrong_inside() {
    let hex = "four hexadecimal digits follow `\\u`, as in `\\u00e9`";
    let backslash =
        "write a backslash as `\\\\`; the escapes are `\\\"` `\\\\` `\\/` `\\b` `\\f` `\\n` `\\r` `\\t` and `\\u00e9`";
    let line_end = "close the string with `\"`, or write a line end that belongs to it as `\\n`";
    check_syntax(&[
        ("{⟦\"a: 1⟧\n}", "a string is not closed before the line ends", line_end),
        ("[⟦\"a⟧\r\n\"]", "a string is not closed before the line ends", line_end),
        ("\"a⟦\t⟧\"", "a control character stands in a string, U+0009", "write it as `\\t`"),
        ("\"⟦\0⟧\"", "a control character stands in a string, U+0000", "write it as `\\u0000`"),
        ("\"⟦\u{1f}⟧\"", "a control character stands in a string, U+001F", "write it as `\\u001f`"),
        (r#""⟦\x⟧41""#, "`\\x` is no escape", "write `\\u` and four hexadecimal digits, as in `\\u00e9`"),
        (r#""it⟦\'⟧s""#, "`\\'` is no escape", "write `'` without the backslash"),
        (r#""⟦\0⟧""#, "`\\0` is no escape", "write `\\u0000`"),
        (r#""C:⟦\W⟧indows""#, "`\\W` is no escape", backslash),
        (r#""⟦\é⟧""#, "`\\é` is no escape", backslash),
        ("\"⟦\\\n⟧\"", "`\\\\u000a` is no escape", backslash),
        (r#""⟦\u⟧""#, "`\\u` is no escape", hex),
        (r#""⟦\u12⟧ 4""#, "`\\u12` is no escape", hex),
        (r#""⟦\u⟧+123""#, "`\\u` is no escape", hex),
        (r#""⟦\u⟧é""#, "`\\u` is no escape", hex),
    ]);
}

#[test]
fn words_of_other_notations() {
    let comment = "remove it, or keep the words as a member such as `\"note\"`";
    let quotes = "write strings in straight double quotes: `\"…\"`";
    check_syntax(&[
        ("[1, ⟦// one⟧\n2]", "a comment stands here, and JSON has none", comment),
        ("⟦/* a⟧\n*/ {}", "a comment stands here, and JSON has none", comment),
        ("[⟦/* a */⟧ 1]", "a comment stands here, and JSON has none", comment),
        ("⟦# a⟧\n{}", "a comment stands here, and JSON has none", comment),
        ("{⟦'a b'⟧: 1}", "a string stands in single quotes", "write it in double quotes: `\"a b\"`"),
        ("[⟦'say \"a\"'⟧]", "a string stands in single quotes", quotes),
        ("[⟦'⟧a]", "a string stands in single quotes", quotes),
        ("[⟦“⟧a”]", "`“` is no quote of JSON", quotes),
        ("[⟦`⟧a`]", "``` is no quote of JSON", quotes),
    ]);
}

#[test]
fn characters_that_cannot_be_seen() {
    let space = "put a space in its place: JSON knows the space, the tab and line ends";
    check_syntax(&[
        ("⟦\u{feff}⟧{}", "the text begins with a byte order mark", "remove it: save the file as UTF-8 without a byte order mark"),
        (" ⟦\u{feff}⟧{}", "a character that cannot be seen stands here, U+FEFF", "remove it"),
        ("[1,⟦\u{a0}⟧2]", "a character that cannot be seen stands here, U+00A0", space),
        ("[1⟦\u{2028}⟧]", "a character that cannot be seen stands here, U+2028", space),
        ("[⟦\0⟧1]", "a character that cannot be seen stands here, U+0000", "remove it"),
        ("[⟦\u{200b}⟧1]", "a character that cannot be seen stands here, U+200B", "remove it"),
    ]);
}

#[test]
fn numbers_of_other_notations() {
    let or_text = "write it as a number, or put it in double quotes";
    let zeros = "remove the zeros at its start, or put it in double quotes if it is no number";
    check_syntax(&[
        ("[⟦01⟧]", "a number has no `0` before its other digits: `01`", zeros),
        ("⟦-007⟧", "a number has no `0` before its other digits: `-007`", zeros),
        ("[⟦+1⟧]", "a number has no `+` before it: `+1`", "remove the `+`"),
        ("[⟦-⟧]", "a digit follows the `-` of a number: `-`", "write the digits of the number, without blanks before them"),
        ("[⟦-⟧ 1]", "a digit follows the `-` of a number: `-`", "write the digits of the number, without blanks before them"),
        (
            "[⟦-Infinity⟧]",
            "a digit follows the `-` of a number: `-Infinity`",
            "JSON has no such number: write `null`, or a string",
        ),
        ("[⟦.5⟧]", "a digit stands before the point of a number: `.5`", "write `0.5`"),
        ("[⟦-.5⟧]", "a digit stands before the point of a number: `-.5`", "write `-0.5`"),
        ("[⟦.⟧]", "a digit stands before the point of a number: `.`", or_text),
        ("[⟦1.⟧]", "a digit follows the point of a number: `1.`", "write a digit behind the point, or remove the point"),
        ("[⟦1e⟧]", "a digit follows the exponent's `e` and its sign: `1e`", "write the exponent's digits, or remove the `e`"),
        ("[⟦0x1F⟧]", "a number is written in decimal: `0x1F`", "write the number in decimal, or put it in double quotes"),
        ("[⟦1_000⟧]", "a number is digits, maybe with `-`, a fraction and an exponent: `1_000`", or_text),
        ("[⟦2026-10-10⟧]", "a number is digits, maybe with `-`, a fraction and an exponent: `2026-10-10`", or_text),
    ]);
}

#[test]
fn numbers_beyond_the_limits() {
    let shorter = "write a shorter number, or keep its text as a string";
    check(
        Code::JSON_NUMBER,
        "{\"a\": ⟦1e9999999999999999999⟧}",
        "an exponent has at most 18 digits: `1e9999999999999999999`",
        shorter,
    );
    let long = "9".repeat(1025);
    let message = format!("a number has at most 1024 characters: `{}…`", "9".repeat(39));
    check(Code::JSON_NUMBER, &format!("[⟦{long}⟧]"), &message, shorter);
}

#[test]
fn members_that_stand_twice() {
    let help = "remove one of the two, or give it another name: readers disagree on which one counts";
    let message = "the member `a` stands twice in one object";
    for marked in [
        r#"{⟪"a"⟫: 1, ⟦"a"⟧: 1}"#,
        r#"{⟪"a"⟫: {"a": [{"a": 0}]}, "b": "a", ⟦"\u0061"⟧: 1}"#,
        r#"[{"a": 0}, {"x": {"a": 1, "b": {⟪"\u0061"⟫: 1, ⟦"a"⟧: 2}}}]"#,
        // What is wrong further on does not hide it.
        r#"{⟪"a"⟫: 1, ⟦"a"⟧: ]"#,
    ] {
        check(Code::JSON_DUPLICATE, marked, message, help);
    }
    assert!(parse(r#"[{"a": 1}, {"a": {"a": 2}}]"#).is_ok());
}

#[test]
fn halves_of_characters() {
    let help = "write both halves, such as `\\ud83d\\ude00`, or the character itself; `\\ufffd` stands for one that is lost";
    for (marked, escape) in [
        (r#"{"a": "x⟦\ud800⟧"}"#, r"\ud800"),
        (r#""⟦\ud800⟧\u0041""#, r"\ud800"),
        (r#""⟦\ud800⟧\ud83d\ude00""#, r"\ud800"),
        (r#""\ud83d\ude00⟦\uDE00⟧""#, r"\uDE00"),
        (r#""⟦\udfff⟧\ud800""#, r"\udfff"),
        (r#"{"⟦\udbff⟧": 1}"#, r"\udbff"),
        (r#""⟦\ud800⟧\n""#, r"\ud800"),
    ] {
        check(Code::JSON_SURROGATE, marked, &format!("`{escape}` is half a character"), help);
    }
}

#[test]
fn strings_keep_every_character() {
    for (text, string) in [
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0000\u00e9\uD83D\uDE00é🙂""#, "\0é😀é🙂"),
        ("\"\u{7f}\u{2028}\u{feff}'\"", "\u{7f}\u{2028}\u{feff}'"),
        (r#""""#, ""),
        (r#""a\u0062c""#, "abc"),
    ] {
        assert_eq!(parse(text), Ok(Json::from(string)), "{text}");
    }
}

#[test]
fn order_and_texts_of_numbers_are_kept() {
    let text = r#"{"z":[1.0,{"b":1e0,"a":-0}],"a":{},"":[],"n":null,"t":[true,false]}"#;
    let spread = " \t\r\n{ \"z\" : [ 1.0 , {\"b\":1e0,\n\"a\":-0 } ] ,\"a\":{ },\"\":[\t],\"n\":null,\"t\":[true,false] }\r\n";
    for read in [text, spread] {
        assert_eq!(parse(read).map(|value| to_compact(&value)), Ok(text.to_owned()));
    }
}

#[test]
fn a_finding_lies_in_its_own_text_and_names_both_places() {
    let mut sources = Sources::new();
    let id = sources.add("cases.jsonl", "\n{\"é\": 1, \"é\": 2}\n");
    let diagnostic = parse("{\"é\": 1, \"é\": 2}").unwrap_err().diagnostic(id, 1);
    assert_eq!(diagnostic.primary.span, Span::new(id, 11, 15));
    assert_eq!(sources.slice(diagnostic.primary.span), "\"é\"");
    assert_eq!(diagnostic.primary.text, "again here");
    let [first] = diagnostic.secondary.as_slice() else { panic!("one other place") };
    assert_eq!((sources.slice(first.span), first.span.start, first.text.as_str()), ("\"é\"", 2, "first here"));
}

#[test]
fn messages_do_not_repeat_long_texts() {
    let name = "n".repeat(5000);
    for text in [
        format!("{{\"{name}\": 1, \"{name}\": 2}}"),
        format!("[{name}]"),
        format!("[1 \"{name}\"]"),
        format!("['{name}']"),
        format!("{{{name}: 1}}"),
        format!("[+{name}]"),
        format!("1 {name}"),
    ] {
        let error = parse(&text).unwrap_err();
        assert!(error.to_string().len() < 200, "{error}");
        assert!(error.kind.help().len() < 200, "{}", error.kind.help());
    }
}

#[test]
fn every_beginning_of_a_text_is_an_error_inside_of_it() {
    let text = r#"{"a": [1, -2.5e-3, "x\n\u00e9\ud83d\ude00é", {"b": {}}], "c": null, "d": [true, false, [[]]]}"#;
    assert!(parse(text).is_ok());
    for (end, _) in text.char_indices() {
        let beginning = text.get(..end).unwrap();
        let error = parse(beginning).expect_err(beginning);
        assert!(beginning.get(error.range.clone()).is_some(), "{beginning}: {error}");
    }
}

#[test]
fn places_of_values_and_names() {
    let text = r#" { "a" : [ 1 , { "b\u0063" : "x" } , [ ] ] , "" : null } "#;
    let root = Pointer::root();
    let list = root.with("a");
    #[track_caller]
    fn check(text: &str, pointer: &Pointer, value: Option<&str>, name: Option<&str>) {
        let slice = |range: Option<Range<usize>>| range.map(|range| text.get(range).unwrap());
        assert_eq!(slice(find(text, pointer)), value, "value at {pointer}");
        assert_eq!(slice(find_name(text, pointer)), name, "name at {pointer}");
    }
    check(text, &root, Some(text.trim()), None);
    check(text, &list, Some(r#"[ 1 , { "b\u0063" : "x" } , [ ] ]"#), Some(r#""a""#));
    check(text, &list.with(0), Some("1"), None);
    check(text, &list.with(1), Some(r#"{ "b\u0063" : "x" }"#), None);
    check(text, &list.with(1).with("bc"), Some(r#""x""#), Some(r#""b\u0063""#));
    check(text, &list.with(2), Some("[ ]"), None);
    check(text, &root.with(""), Some("null"), Some("\"\""));
    for missing in [list.with(3), list.with("0"), root.with(0), root.with("b"), list.with(0).with("x"), list.with(2).with(0)] {
        check(text, &missing, None, None);
    }
    check("[", &root.with(0), None, None);
    check("", &root, None, None);
}

/// A list in a list in a list, `depth` of them.
fn nested(depth: usize) -> String {
    "[".repeat(depth) + &"]".repeat(depth)
}

#[test]
fn limit_of_depth() {
    assert!(parse(&nested(JSON_DEPTH_MAX - 1)).is_ok());
    assert!(parse(&nested(JSON_DEPTH_MAX)).is_ok());
    let error = parse(&nested(JSON_DEPTH_MAX + 1)).unwrap_err();
    assert_eq!((error.kind.clone(), error.range.clone()), (JsonErrorKind::TooDeep, JSON_DEPTH_MAX..JSON_DEPTH_MAX + 1));
    assert_eq!(error.code(), Code::TOO_DEEP);
    // The rest of the text is not read, closed or not.
    assert_eq!(parse(&"{\"a\":".repeat(1_000_000)).unwrap_err().kind, JsonErrorKind::TooDeep);
}

#[test]
fn slow_limit_of_bytes() {
    let text = |length: usize| format!("\"{}\"", "x".repeat(length - 2));
    assert!(parse(&text(JSON_BYTES_MAX - 1)).is_ok());
    assert!(parse(&text(JSON_BYTES_MAX)).is_ok());
    let error = parse(&text(JSON_BYTES_MAX + 1)).unwrap_err();
    assert_eq!(error.kind, JsonErrorKind::TooLarge(JSON_BYTES_MAX + 1));
    assert_eq!(error.code(), Code::TOO_LARGE);
}

#[test]
fn slow_limit_of_values() {
    // The list counts too.
    let text = |values: usize| format!("[[]{}]", ",[]".repeat(values - 2));
    assert!(parse(&text(JSON_VALUES_MAX - 1)).is_ok());
    assert!(parse(&text(JSON_VALUES_MAX)).is_ok());
    let error = parse(&text(JSON_VALUES_MAX + 1)).unwrap_err();
    assert_eq!(error.kind, JsonErrorKind::TooManyValues);
    assert_eq!(error.code(), Code::TOO_LARGE);
}

#[test]
fn the_deepest_values_leave_room_on_a_small_stack() {
    // Half of what a test or a worker has.
    const STACK_BYTES: usize = 1024 * 1024;
    let deepest = [nested(JSON_DEPTH_MAX), "{\"a\":".repeat(JSON_DEPTH_MAX) + "1" + &"}".repeat(JSON_DEPTH_MAX)];
    let work = move || {
        for text in deepest {
            let value = parse(&text).unwrap();
            let copy = value.clone();
            assert_eq!(value, copy);
            assert_eq!(to_compact(&value), text);
            assert_eq!(parse(&to_pretty(&value)), Ok(copy));
        }
    };
    std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work).unwrap().join().unwrap();
}

#[test]
fn the_example_of_each_page_shows_its_code() {
    for code in [Code::JSON_SYNTAX, Code::JSON_DUPLICATE, Code::JSON_SURROGATE, Code::JSON_NUMBER] {
        let example = code.page().split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
        assert_eq!(parse(example).map_err(|error| error.code()), Err(code));
    }
}

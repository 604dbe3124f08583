//! How texts are read: what binds tighter, where items and lines end, what names may be.

use super::*;

/// The printed form of a text has only the parentheses it needs, so it says how the text was read.
#[track_caller]
fn check(expr: &str, expected: &str) {
    let (_, parsed) = read_text(&format!("policy a\nlet x = {expr}\n"));
    assert_eq!(parsed.diagnostics, [], "{expr}");
    let printed = print(&parsed.tree);
    assert_eq!(printed.strip_prefix("policy a\n\nlet x = ").map(str::trim_end), Some(expected), "{expr}");
}

/// Reading the second form, with more parentheses, gives the same tree as the first.
#[track_caller]
fn same(expr: &str, explicit: &str) {
    let read = |expr: &str| read_text(&format!("policy a\nlet x = {expr}\n")).1;
    assert_eq!(read(expr).diagnostics, [], "{expr}");
    assert_eq!(read(explicit).diagnostics, [], "{explicit}");
    assert_eq!(read(expr).tree, read(explicit).tree, "{expr} is not {explicit}");
}

#[test]
fn operators_bind_as_documented() {
    for (expr, explicit) in [
        ("a.b as T", "(a.b) as T"),
        ("j as T ?? d", "(j as T) ?? d"),
        ("n + m[k] ?? 0", "n + (m[k] ?? 0)"),
        ("a ?? b ?? c", "a ?? (b ?? c)"),
        ("-a ?? b", "-(a ?? b)"),
        ("-a * b", "(-a) * b"),
        ("a * -b", "a * (-b)"),
        ("a - b - c", "(a - b) - c"),
        ("a + b * c", "a + (b * c)"),
        ("1..=n + 1", "1..=(n + 1)"),
        ("a + 1 in 1..=n", "(a + 1) in (1..=n)"),
        ("x not in 1..=n", "x not in (1..=n)"),
        ("not a == b", "not (a == b)"),
        ("not x is none", "not (x is none)"),
        ("not not a", "not (not a)"),
        ("a + b is not some", "(a + b) is not some"),
        ("a and b or c and d", "(a and b) or (c and d)"),
        ("not a and b", "(not a) and b"),
        ("a or b implies c and d", "(a or b) implies (c and d)"),
        ("if a then b else c + d", "if (a) then b else (c + d)"),
        ("if a then b else if c then d else e", "if a then b else (if c then d else e)"),
        ("m[k]?[k2]?.a.b", "((m[k])?[k2])?.a.b"),
        ("[x for y in a and b where c]", "[(x) for y in (a and b) where (c)]"),
    ] {
        same(expr, explicit);
    }
}

#[test]
fn parentheses_are_kept_where_they_mean_something() {
    for (expr, printed) in [
        ("((a))", "a"),
        ("(a and b) and c", "(a and b) and c"),
        ("(a and b and c)", "a and b and c"),
        ("(a == b) == c", "(a == b) == c"),
        ("(a ?? b) ?? c", "(a ?? b) ?? c"),
        ("a - (b - c)", "a - (b - c)"),
        ("(a + b)[0]", "(a + b)[0]"),
        ("(not a) == b", "(not a) == b"),
        ("if let y = a and (b or c) and d then y else z", "if let y = a and (b or c) and d then y else z"),
        ("if (a and b) and let y = c then y else z", "if (a and b) and let y = c then y else z"),
        ("if a and b then y else z", "if a and b then y else z"),
        ("1 + (if a then b else c)", "1 + (if a then b else c)"),
        ("x as (\"a\" | \"b\")", "x as (\"a\" | \"b\")"),
        ("x as (T?)", "x as (T?)"),
        ("{a:1,b,\"c d\":2,...e,}", "{ a: 1, b, \"c d\": 2, ...e }"),
        ("[ ...[1], 2, ]", "[...[1], 2]"),
        ("r\"a\\d\"", "\"a\\\\d\""),
        ("\"\\u00e9\\ud83d\\ude00\\/\"", "\"é😀/\""),
        ("`a${ `b${c}` }\\${d}\\``", "`a${`b${c}`}\\${d}\\``"),
        ("m.when[\"x\"].\"two words\"", "m.when[\"x\"].\"two words\""),
        (
            "count(t for i, t in ts let n = t.n where let m = n distinct by m, i)",
            "count(t for i, t in ts let n = t.n where let m = n distinct by m, i)",
        ),
    ] {
        check(expr, printed);
    }
}

#[test]
fn words_of_clauses_are_names_elsewhere() {
    let text = "policy a\n\
        let rule = policy + order\n\
        let expect = [given, by, distinct, hit, count, list, set, map, input, examples]\n\
        input policy? as access: json\n\
        input \"two words\" as words: int = 1\n\
        output when = { when: 1, none: 2 }.when\n\
        table table(test: int) -> int {\n    rule otherwise_1 when test == rule => rule_name\n    rule is => 1\n}\n";
    assert_eq!(read_text(text).1.diagnostics, []);
}

#[test]
fn documentation_is_kept_and_comments_are_not() {
    let text = "//! The file.\n//!\n//!  indented\n\npolicy a // why\n\n/// One.\n//// no documentation\n///two\n// plain\nlet x = 1 // end\n";
    let (_, parsed) = read_text(text);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.tree.docs, ["The file.", "", " indented"]);
    assert_eq!(parsed.tree.items[0].docs, ["One.", "two"]);
}

#[test]
fn places_end_with_the_last_word() {
    let text = "policy a\nlet x = 1 + // why\n    2   // end\n\ntable t() -> int {\n    /// doc\n    rule r when x\n        => 1 // c\n}\n";
    let (sources, parsed) = read_text(text);
    assert_eq!(parsed.diagnostics, []);
    let shown: Vec<&str> = parsed.tree.items.iter().map(|item| sources.slice(item.at.0)).collect();
    assert_eq!(shown[0], "let x = 1 + // why\n    2");
    let tree::ItemKind::Table(table) = &parsed.tree.items[1].kind else { panic!("no table") };
    let tree::TableBody::Rules(rules) = &table.body else { panic!("no rules") };
    assert_eq!(sources.slice(rules[0].at.0), "rule r when x\n        => 1");
    assert_eq!(sources.slice(rules[0].guard.as_ref().unwrap().at.0), "x");
}

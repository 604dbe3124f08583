//! What a broken piece costs: its neighbours are kept, and its names stay known.

use super::*;
use tree::{ItemKind, TableBody};

/// The names of the items, rules, rows, cases and expectations that are left, and what is lost.
#[track_caller]
fn check(text: &str, findings: usize, kept: &str, lost: &str) {
    let (_, parsed) = read_text(&format!("policy a\n{text}\n"));
    assert_eq!(parsed.diagnostics.len(), findings, "{:?}\nin\n{text}", parsed.diagnostics);
    let items: Vec<String> = parsed.tree.items.iter().map(|item| show(&item.kind)).collect();
    assert_eq!(items.join("; "), kept, "\n{text}");
    let mut names = parsed.tree.lost.names.clone();
    names.extend(parsed.tree.lost.anything.then(|| "anything".to_owned()));
    assert_eq!(names.join(" "), lost, "\n{text}");
}

fn show(kind: &ItemKind) -> String {
    let mark = |broken: bool| if broken { "!" } else { "" };
    match kind {
        ItemKind::Type(item) => item.name.text.clone(),
        ItemKind::Const(item) | ItemKind::Param(item) | ItemKind::Let(item) => item.name.text.clone(),
        ItemKind::Input(item) => item.member.text.clone(),
        ItemKind::Output(item) => item.member.text.clone(),
        ItemKind::Use(item) => item.policy.text.clone(),
        ItemKind::OutputSpread(_) => "...".to_owned(),
        ItemKind::Def(item) => item.name.text.clone(),
        ItemKind::Invariant(item) => item.name.text.clone(),
        ItemKind::Table(item) => {
            let lets = item.lets.iter().map(|binding| binding.name.text.clone());
            let name = |name: Option<&tree::Name>| name.map_or("_".to_owned(), |name| name.text.clone());
            let rows: Vec<String> = match &item.body {
                TableBody::Rules(rules) => rules.iter().map(|rule| name(rule.name.as_ref())).collect(),
                TableBody::Grid(grid) => grid
                    .rows
                    .iter()
                    .map(|row| name(row.name.as_ref()))
                    .chain(grid.otherwise.iter().map(|_| "_".to_owned()))
                    .collect(),
            };
            format!("{}{}[{}]", item.name.text, mark(item.broken), lets.chain(rows).collect::<Vec<_>>().join(" "))
        }
        ItemKind::Examples(item) => format!("{}{}[{}]", item.table.text, mark(item.broken), item.cases.len()),
        ItemKind::Test(item) => format!("test{}[{}]", mark(item.broken), item.expects.len()),
    }
}

#[test]
fn items_keep_their_neighbours() {
    check("let a = 1\nlet b = = 2\nlet c = 3", 1, "a; c", "b");
    check("let a = 1\nlte b = 2\nlet c = 3", 1, "a; c", "b lte");
    check("let a = 1\nb = 2\nc = 3\nlet d = 3", 1, "a; d", "b c");
    check("let a = 1\n  let b = 2\nlet c = 3", 1, "a; b; c", "");
    check("let a = 1\n}\nlet c = 3", 1, "a; c", "");
    check("let = 1\nlet c = 3", 1, "c", "anything");
    check("input x as: int\nconst C = = 1\ntype T = {\noutput o 1\nlet c = 3", 4, "c", "C T o x");
    check("def f(a: int -> int = 1\nlet c = 3", 1, "c", "f");
    check("test \"x\" {\n    expect\n}\ninvariant i( { x }\nlet c = 3", 2, "test![0]; c", "");
    check("table t() -> int\n    rule r => 1\n}\nlet c = 3", 1, "c", "t");
    check("let a = b < c < d\nlet e = \"\\q\"\nlet c = 3", 2, "c", "a e");
    check("/// about b\nlet b = = 2\n/// about c\nlet c = 3", 1, "c", "b");
}

#[test]
fn a_whole_item_behind_a_broken_one_is_kept() {
    check(
        "table t() -> int {\n    otherwise => 1\n}\n\ntabel u() -> int {\n    otherwise => 1\n}\nlet c = 3",
        1,
        "t[_]; c",
        "tabel u",
    );
    check("table t() -> int {\n    rule a when => 1\n    otherwise => 1\n}\nx = 1\nlet c = 3", 2, "t![_]; c", "a x");
}

#[test]
fn tables_keep_their_good_rules() {
    let table = |body: &str| format!("table t() -> int {{\n{body}\n}}\nlet c = 3");
    check(
        &table("    rule a when x => 1\n    rule b wehn x => 2\n    rule d when x => 3\n    otherwise => 1"),
        1,
        "t![a d _]; c",
        "b",
    );
    check(
        &table("    rule a when x => 1\n    ruel b when x => 2\n    rule d when x => 3\n    otherwise => 1"),
        1,
        "t![a d _]; c",
        "b ruel",
    );
    check(&table("    rule a when x => 1\n    otherwise > 1"), 1, "t![a]; c", "");
    check(&table("    rule a when x => {\n        y 1,\n    }\n    rule b when x => 2"), 1, "t![b]; c", "a");
    check(&table("    let u = = 1\n    let v = 2\n    rule a => 1"), 1, "t![v a]; c", "u");
    check(&table("    let u = 1\n    lte v = 2\n    rule a => 1"), 1, "t![u a]; c", "lte v");
    check(&table("    rule a when x < y < z => 1\n    rule b => 2"), 1, "t![b]; c", "a");
    check(&table("    rule a when x => 1\n        becuase \"y\"\n    rule b => 2"), 1, "t![a b]; c", "becuase y");
    check(&table("    rule a when x => 1\n    /// lost"), 1, "t![a]; c", "");
}

#[test]
fn grids_keep_their_good_rows() {
    let head = "    | rule | x => result |\n";
    let table = |body: &str| format!("table t() -> int {{\n{body}\n}}\nlet c = 3");
    check(
        &table(&format!("{head}    | a | 1 => 1 |\n    | b | 1 = 2 |\n    | d | 2 => 2 |\n    otherwise => 3")),
        1,
        "t![a d _]; c",
        "b",
    );
    check(&table(&format!("{head}    | a | 1 => 1\n    | b | 1 => 2 |")), 1, "t![b]; c", "a");
    check(&table(&format!("{head}    a | 1 => 1 |\n    | b | 1 => 2 |")), 1, "t![b]; c", "a");
    check(&table(&format!("{head}    | a | 1 => 1 |\n    otherwise -> 2")), 1, "t![a]; c", "");
    check(&table("    | rule | x -> result |\n    | a | 1 => 1 |\n    | b | 1 = 2 |"), 2, "t![]; c", "");
}

#[test]
fn statements_keep_their_good_lines() {
    check("examples t {\n    given { x 1 }\n    (1) => 2\n    (2) = 3\n    (3) => 4\n}\nlet c = 3", 2, "t![2]; c", "");
    check(
        "test \"x\" {\n    given { x: 1 }\n    expect a\n    expcet b\n    expect c == == d\n    expect e\n}\nlet c = 3",
        2,
        "test![2]; c",
        "",
    );
}

#[test]
fn the_policy_line_is_missed_once() {
    for (text, codes) in [
        ("let a = 1\n", vec![Code::HEADER]),
        ("polcy a.b\nlet a = 1\n", vec![Code::UNEXPECTED_WORD]),
        ("policy\nlet a = 1\n", vec![Code::UNEXPECTED_WORD]),
        ("let a = 1\npolicy a\n", vec![Code::HEADER]),
        ("policy a\npolicy a\n", vec![Code::HEADER]),
        ("policy a b\n", vec![Code::UNEXPECTED_WORD]),
        ("policy a..b\n", vec![Code::HEADER]),
        ("//! docs\n\npolicy 1.a-b.c_d\n", vec![]),
    ] {
        let (_, parsed) = read_text(text);
        assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), codes, "{text}");
    }
}

//! What is printed says what was read.

use std::collections::BTreeMap;

use polc_compiler::source::Sources;
use polc_compiler::syntax::{self, Parsed, tree::SyntaxTree};
use polc_tests::tree::any_tree;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};

fn parse(text: &str) -> Parsed {
    let mut sources = Sources::new();
    let id = sources.add("rules/a.pol", text);
    syntax::parse(&sources, id)
}

#[track_caller]
fn check(tree: &SyntaxTree) {
    let printed = syntax::print(tree);
    let parsed = parse(&printed);
    assert!(parsed.diagnostics.is_empty(), "{:?}\nin\n{printed}", parsed.diagnostics);
    assert_eq!(parsed.tree, *tree, "\nprinted:\n{printed}");
    assert_eq!(syntax::print(&parsed.tree), printed, "printing is not idempotent");
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn a_printed_tree_parses_to_itself(tree in any_tree()) {
        check(&tree);
    }
}

/// The same words with other blanks, line breaks and comments between them.
fn scattered(text: &str, choices: &[u8]) -> String {
    let mut out = String::new();
    let mut choices = choices.iter().copied().chain(std::iter::repeat(0));
    let mut end = 0;
    let mut in_row = false;
    for range in syntax::tokens(text) {
        let gap = &text[end..range.start];
        let choice = choices.next().unwrap_or(0);
        let breaks = gap.contains('\n');
        if breaks {
            in_row = text[range.start..].starts_with('|');
        }
        match choice % 8 {
            1 if breaks => out.push_str(&format!("\n\n  // {choice}\n\n{}", gap.trim_start_matches('\n'))),
            2 if breaks => out.push_str(&format!(" // {choice}{gap}")),
            3 if breaks => out.push_str(&format!("\n\n{gap}")),
            4 if !gap.is_empty() => out.push_str(&format!("{gap}   ")),
            5 if !gap.is_empty() && !breaks && !in_row => out.push_str("\n  "),
            6 if !gap.is_empty() && !breaks && !in_row => out.push_str(&format!(" // {choice}\n\n   ")),
            _ => out.push_str(gap),
        }
        // Documentation holds all of its line.
        let token = &text[range.clone()];
        if token.starts_with("//") && out.ends_with(|c| c != '\n' && c != ' ') {
            out.push('\n');
        }
        out.push_str(token);
        end = range.end;
    }
    out.push_str(&text[end..]);
    out
}

proptest! {
    #![proptest_config(Config { cases: 300, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_layout_becomes_the_canonical_one(tree in any_tree(), choices in proptest::collection::vec(any::<u8>(), 0..600)) {
        let printed = syntax::print(&tree);
        polc_tests::targets::layout(&printed);
        let text = scattered(&printed, &choices);
        let parsed = parse(&text);
        // Some breaks make another text, which is somebody else's business.
        prop_assume!(parsed.diagnostics.is_empty());
        polc_tests::targets::layout(&text);
    }
}

/// Names of the tree's nodes, as its debug form has them.
const NODES: &[&str] = &[
    "Type(TypeItem",
    "Const(",
    "Let(Binding",
    "Input(Input",
    "Output(Output",
    "Def(Def",
    "Table(Table",
    "Examples(Examples",
    "Test(Test",
    "Invariant(Invariant",
    "hit: Some(First)",
    "hit: Some(Collect)",
    "hit: None",
    "Rules(",
    "Grid(Grid",
    "named: true",
    "named: false",
    "Row {",
    "Value { value",
    "Compare(",
    "Range(",
    "In(Name",
    "Is(",
    "Not([",
    "tests: []",
    "expected: Some(",
    "expected: Value(",
    "by: Some(Rule(",
    "by: Some(Otherwise",
    "Union(",
    "Record { members",
    "open: true",
    "List(TypeExpr",
    "Set(TypeExpr",
    "Map(TypeExpr",
    "Option(TypeExpr",
    "MemberType {",
    "Holds(",
    "Let { name",
    "kind: None",
    "Bool(",
    "Number(",
    "Text(\"",
    "Template(",
    "Name(\"",
    "List([",
    "Record([",
    "Comprehension {",
    "Aggregate {",
    "Call {",
    "Member {",
    "Index {",
    "Negate(",
    "Not(Expr",
    "And(",
    "Or(",
    "Binary {",
    "Is {",
    "As {",
    "If {",
    "Hole(",
    "Item(Expr",
    "Spread(",
    "Same(",
    "Set(Name",
    "For {",
    "first: Some(",
    "Where(",
    "DistinctBy(",
    "because: Some(",
    "optional: true",
    "local: Some(",
    "Kind(",
    "negated: true",
    "op: Count",
    "op: Any",
    "op: All",
    "op: First",
    "op: Sum",
    "op: Max",
    "op: Min",
    "op: Coalesce",
    "op: Multiply",
    "op: Add",
    "op: Subtract",
    "op: Range",
    "op: Equal",
    "op: NotEqual",
    "op: Less",
    "op: LessEqual",
    "op: Greater",
    "op: GreaterEqual",
    "op: In",
    "op: NotIn",
    "op: Like",
    "op: Matches",
    "hit: Some(Unique)",
    "hit: Some(Any)",
    "Use(Use",
    "Param(",
    "OutputSpread(",
    "instance: Some(",
    "start: Some(",
    "Allow {",
    "clauses: [For",
    "Pattern(Glob",
    "Pattern(Regex",
    "OrderBy(",
    "descending: true",
    "MapComprehension {",
    "op: Fold",
    "op: Scan",
    "qualifier: Some(",
    "op: Implies",
    "otherwise: Some(",
    "given: Some(",
    "default: Some(",
];

#[test]
fn the_trees_have_every_node() {
    let mut runner = TestRunner::deterministic();
    let mut counts: BTreeMap<&str, usize> = NODES.iter().map(|node| (*node, 0)).collect();
    for _ in 0..300 {
        let tree = any_tree().new_tree(&mut runner).unwrap().current();
        let shown = format!("{tree:?}");
        for (node, count) in &mut counts {
            *count += shown.matches(node).count();
        }
    }
    let missing: Vec<&&str> = counts.iter().filter(|(_, count)| **count == 0).map(|(node, _)| node).collect();
    assert!(missing.is_empty(), "no tree has {missing:?}");
}

/// Words and signs in any order.
fn shuffled() -> impl Strategy<Value = String> {
    let words = [
        "policy a.b",
        "\n",
        "\nlet",
        "\ntable",
        "\nexamples",
        "\ntest",
        "\ninvariant",
        "rule",
        "otherwise",
        "when",
        "=>",
        "{",
        "}",
        "\n}",
        "(",
        ")",
        "[",
        "]",
        "|",
        "-",
        "x",
        "none",
        "\"t\"",
        "`a${",
        "}`",
        "1",
        "and",
        "not",
        "in",
        "is",
        "let x =",
        "for x in",
        "if",
        "then",
        "else",
        "== ",
        "??",
        ".",
        ":",
        ",",
        "///",
        "//",
        "r\"",
        "\"",
        "é",
        "\u{a0}",
        "\0",
        "given",
        "expect",
        "as",
        "list<",
        ">",
        "?",
        "...",
        "because",
        "by",
        "->",
        "hit",
    ];
    proptest::collection::vec(prop::sample::select(words.to_vec()), 0..120).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(Config { cases: 400, failure_persistence: None, ..Config::default() })]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        polc_tests::targets::front_end(text.as_bytes());
    }

    #[test]
    fn any_words_are_read(text in shuffled()) {
        polc_tests::targets::front_end(text.as_bytes());
    }
}

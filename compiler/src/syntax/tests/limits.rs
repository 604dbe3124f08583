//! Texts that are too large, nested too deep, or wrong in too many places.

use super::*;

/// Runs on a stack as small as those of threads.
fn on_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| std::thread::Builder::new().stack_size(2 << 20).spawn_scoped(scope, run).unwrap().join().unwrap())
}

/// What nests: the beginning of an item, what opens a level, the innermost part, what closes a level, the end of the item.
const NESTS: &[(&str, &str, &str, &str, &str)] = &[
    ("let x = ", "(", "1", ")", ""),
    ("let x = ", "(1 + ", "1", ")", ""),
    ("let x = ", "(1 ?? ", "1", ")", ""),
    ("let x = ", "(not ", "1", ")", ""),
    ("let x = ", "[", "1", "]", ""),
    ("let x = ", "[", "", "]", ""),
    ("let x = ", "{ a: ", "1", " }", ""),
    ("let x = ", "f(", "1", ")", ""),
    ("let x = ", "count(x for x in ", "y", ")", ""),
    ("let x = ", "[x for x in ", "y", "]", ""),
    ("let x = ", "m[", "1", "]", ""),
    ("let x = ", "`${", "1", "}`", ""),
    ("let x = ", "if a then b else ", "c", "", ""),
    ("let x = ", "if a then ", "c", " else b", ""),
    ("let x = ", "not ", "c", "", ""),
    ("let x = ", "- ", "1", "", ""),
    ("let x = a", " + a", "", "", ""),
    ("let x = a", " * a", "", "", ""),
    ("let x = a", " ?? a", "", "", ""),
    ("let x = a", ".b", "", "", ""),
    ("let x = a", "[0]", "", "", ""),
    ("type T = ", "list<", "int", ">", ""),
    ("type T = ", "{ a: ", "int", " }", ""),
    ("type T = ", "(", "int", ")", ""),
    ("let x = y as ", "map<", "int", ">", ""),
    ("table t() -> int {\n    | x => result |\n    | ", "not (", "1", ")", " => 2 |\n}"),
    ("table t() -> int {\n    rule a => ", "(", "1", ")", "\n}"),
    ("examples t {\n    given { a: ", "[", "1", "]", " }\n}"),
];

fn nested(levels: usize, (head, open, inner, close, tail): (&str, &str, &str, &str, &str)) -> String {
    format!("policy a\n{head}{}{inner}{}{tail}\nlet after = 1\n", open.repeat(levels), close.repeat(levels))
}

#[test]
fn the_deepest_text_is_read_and_a_deeper_one_is_one_finding() {
    for nest in NESTS {
        // What stands around the levels is one more in some cases.
        let around = nest.0.matches("{").count() + nest.0.matches(" as ").count();
        for levels in [NESTING_MAX - 1 - around, NESTING_MAX - around] {
            let text = nested(levels, *nest);
            on_small_stack(|| {
                let (_, parsed) = read_text(&text);
                assert_eq!(parsed.diagnostics, [], "{levels} times {nest:?}");
                let again = read_text(&print(&parsed.tree)).1.tree.clone();
                assert_eq!(again, parsed.tree, "{levels} times {nest:?}");
            });
        }
        let text = nested(NESTING_MAX + 1 - around, *nest);
        let (sources, parsed) = on_small_stack(|| read_text(&text));
        let found: Vec<_> =
            parsed.diagnostics.iter().map(|finding| (finding.code, sources.slice(finding.primary.span).to_owned())).collect();
        assert_eq!(found.iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::TOO_DEEP], "{nest:?} {found:?}");
        assert!(!found[0].1.is_empty() && [nest.0, nest.1].concat().contains(&found[0].1), "{nest:?} {found:?}");
        assert_eq!(
            parsed.tree.items.last().map(|item| matches!(&item.kind, tree::ItemKind::Let(l) if l.name.text == "after")),
            Some(true)
        );
    }
}

#[test]
fn far_too_deep_texts_end_in_one_finding() {
    for nest in NESTS {
        let text = nested(3_000, *nest);
        let (_, parsed) = on_small_stack(|| read_text(&text));
        assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::TOO_DEEP], "{nest:?}");
    }
}

#[test]
fn many_levels_of_different_kinds_count_together() {
    // Each kind alone is within its limit; the tree would be three times as high as that.
    let text = format!("policy a\nlet x = {}a{}{}\n", "not (".repeat(80), ".b".repeat(80), " + 1)".repeat(80));
    let (_, parsed) = on_small_stack(|| read_text(&text));
    assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::TOO_DEEP]);
}

#[test]
fn long_texts_are_not_deep() {
    let long = |operator: &str| format!("policy a\nlet x = a == 1{}\n", format!(" {operator} a == 1").repeat(5_000));
    let rules: String = (0..500).map(|i| format!("    rule r{i} when x => if a then (b) else c\n")).collect();
    let cases: String = (0..500).map(|i| format!("    ({i}) => if a then (b) else c\n")).collect();
    let texts = [
        long("and"),
        long("or"),
        format!("policy a\ntable t() -> int {{\n{rules}    otherwise => 1\n}}\n"),
        format!("policy a\nexamples t {{\n{cases}}}\n"),
        format!("policy a\nlet x = [{}]\n", "if a then b else c, ".repeat(500)),
        format!("policy a\ntype T = {{ {} }}\n", (0..500).map(|i| format!("m{i}: list<int>, ")).collect::<String>()),
    ];
    for text in texts {
        let (_, parsed) = on_small_stack(|| read_text(&text));
        assert_eq!(parsed.diagnostics, [], "{}", text.get(..80).unwrap());
    }
}

/// Were anything parsed twice on each level, this would not end.
#[test]
fn broken_texts_are_read_once_a_level() {
    for nest in NESTS {
        let (head, open, inner, _, tail) = *nest;
        let open_only = (head, open, inner, "", tail);
        for nest in [open_only, (head, open, "= =", "", tail), (head, open, "1 2", nest.3, tail)] {
            on_small_stack(|| read_text(&nested(150, nest)));
        }
    }
}

/// Were a run of lines looked at again from each of its lines, this would not end.
#[test]
fn long_runs_of_nothing_are_read_once() {
    for (text, code) in [
        (format!("policy a\ntable t() -> int {{\n{}}}\n", "    /// lost\n".repeat(5_000)), Code::LOST_DOC),
        (format!("policy a\n{}", "/// lost\n".repeat(5_000)), Code::LOST_DOC),
        (format!("policy a\n{}", "}\n".repeat(20_000)), Code::UNEXPECTED_WORD),
        (format!("policy a\ntable t() -> int {{\n    rule a = {}\n", "} ".repeat(20_000)), Code::UNEXPECTED_WORD),
        (format!("policy a\n{}", "a = 1\n".repeat(20_000)), Code::UNEXPECTED_WORD),
    ] {
        let (_, parsed) = read_text(&text);
        assert_eq!(
            parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(),
            [code],
            "{}",
            text.get(..60).unwrap()
        );
    }
}

/// Were the end of a line looked for from each literal on it, this would not end.
#[test]
fn a_line_of_many_literals_is_taken_apart_once() {
    for (piece, tokens_each) in [("\"a\",", 2), ("`a`,", 2), ("r\"a\" ", 1), ("`${a}`", 3)] {
        let text = piece.repeat(400_000);
        assert_eq!(tokens(&text).len(), 400_000 * tokens_each, "{piece}");
    }
    assert_eq!(tokens(&"`${".repeat(400_000)).len(), 1);
}

#[test]
fn a_policy_has_a_limit_of_bytes() {
    let text = |bytes: usize| format!("policy a\n//{}", "x".repeat(bytes - 11));
    for (bytes, codes) in
        [(POLICY_BYTES_MAX - 1, vec![]), (POLICY_BYTES_MAX, vec![]), (POLICY_BYTES_MAX + 1, vec![Code::TOO_LARGE])]
    {
        let (_, parsed) = read_text(&text(bytes));
        assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), codes);
        assert_eq!(parsed.tree.lost.anything, !codes.is_empty());
    }
}

#[test]
fn findings_have_a_limit() {
    let text = |count: usize| format!("policy a\n{}", "let = 1\n".repeat(count));
    for (count, shown, last) in [
        (FINDINGS_MAX - 1, FINDINGS_MAX - 1, "expected a name"),
        (FINDINGS_MAX, FINDINGS_MAX, "expected a name"),
        (FINDINGS_MAX + 1, FINDINGS_MAX + 1, "1 broken piece was not looked at closer"),
        (FINDINGS_MAX + 7, FINDINGS_MAX + 1, "7 broken pieces were not looked at closer"),
    ] {
        let (_, parsed) = read_text(&text(count));
        assert_eq!(parsed.diagnostics.len(), shown);
        assert!(parsed.diagnostics.last().unwrap().message.starts_with(last), "{:?}", parsed.diagnostics.last());
    }
}

/// What the grammar takes and the builder refuses is counted, whatever is broken besides.
#[test]
fn mistakes_beyond_the_limit_are_counted_by_kind() {
    let noted = "let a = b < b < b\n".repeat(FINDINGS_MAX + 2);
    for (broken, last) in [
        ("", "2 more mistakes are not shown"),
        ("let = 1\n", "2 more mistakes are not shown, and 1 broken piece was not looked at closer"),
    ] {
        let (_, parsed) = read_text(&format!("policy a\n{noted}{broken}"));
        assert_eq!(parsed.diagnostics.len(), FINDINGS_MAX + 1);
        assert_eq!(parsed.diagnostics.last().unwrap().message, last);
    }
}

/// The names that a piece declares are remembered, whether anybody has looked at it or not.
#[test]
fn pieces_beyond_the_limit_are_lost_by_name() {
    let broken: String = (0..FINDINGS_MAX + 5).map(|i| format!("let n{i} = = 1\n")).collect();
    let (_, parsed) = read_text(&format!("policy a\n{broken}let good = 1\n"));
    assert_eq!(parsed.tree.lost.names.len(), FINDINGS_MAX + 5);
    assert!(!parsed.tree.lost.anything);
    assert_eq!(parsed.tree.items.len(), 1);
}

/// An item of that many words and signs.
fn long_item(name: &str, tokens: usize) -> String {
    // `let name = [ 1 , … ]`, where the last comma may be left out.
    format!("let {name} = [{}{}]\n", "1,".repeat((tokens - 5) / 2), if tokens.is_multiple_of(2) { "1" } else { "" })
}

#[test]
fn an_item_has_a_limit_of_words_and_signs() {
    for (count, code) in
        [(ITEM_TOKENS_MAX - 1, None), (ITEM_TOKENS_MAX, None), (ITEM_TOKENS_MAX + 1, Some((Code::TOO_LARGE, "]")))]
    {
        let text = format!("policy a\n{}let after = 1\n", long_item("long", count));
        assert_eq!(tokens(&text).len(), 2 + count + 4);
        let (sources, parsed) = read_text(&text);
        let found: Vec<_> =
            parsed.diagnostics.iter().map(|finding| (finding.code, sources.slice(finding.primary.span))).collect();
        assert_eq!(found, Vec::from_iter(code));
        assert_eq!(parsed.tree.items.len(), if code.is_some() { 1 } else { 2 });
        assert_eq!(parsed.tree.lost.names, if code.is_some() { vec!["long"] } else { Vec::new() });
    }
}

/// Slow, since it reads the longest policies that there are.
#[test]
fn slow_a_policy_has_a_limit_of_words_and_signs() {
    let items = POLICY_TOKENS_MAX / ITEM_TOKENS_MAX;
    let long: String = (1..items).map(|i| long_item(&format!("long{i}"), ITEM_TOKENS_MAX)).collect();
    for (last, codes) in
        [(ITEM_TOKENS_MAX - 3, vec![]), (ITEM_TOKENS_MAX - 2, vec![]), (ITEM_TOKENS_MAX - 1, vec![Code::TOO_LARGE])]
    {
        let text = format!("policy a\n{long}{}", long_item("last", last));
        let (_, parsed) = read_text(&text);
        assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), codes);
        assert_eq!(parsed.tree.items.len(), items - codes.len());
        assert_eq!(parsed.tree.lost.anything, !codes.is_empty());
    }
}

#[test]
fn broken_pieces_have_a_limit_of_words_and_signs() {
    // The first one is looked at, however long it is. What is wrong stands at the beginning, so that little is read.
    let broken = |name: &str, count: usize| long_item(name, count - 1).replacen('=', "= =", 1);
    let first = broken("first", BROKEN_TOKENS_MAX - 100);
    for (second, messages) in [
        (99, vec!["expected", "expected"]),
        (100, vec!["expected", "expected"]),
        (101, vec!["expected", "1 broken piece was not looked at closer"]),
    ] {
        let (_, parsed) = read_text(&format!("policy a\n{first}{}", broken("second", second)));
        let found: Vec<_> = parsed.diagnostics.iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!(found.len(), messages.len(), "{found:?}");
        assert!(found.iter().zip(&messages).all(|(found, start)| found.starts_with(start)), "{found:?}");
        assert_eq!(parsed.tree.lost.names, ["first", "second"]);
    }
}

/// The documentation of an item counts with it.
#[test]
fn a_long_documentation_is_a_long_item() {
    let text = format!("policy a\n{}let x = 1\nlet after = 1\n", "/// x\n".repeat(ITEM_TOKENS_MAX));
    let (_, parsed) = read_text(&text);
    assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::TOO_LARGE]);
    assert_eq!((parsed.tree.items.len(), parsed.tree.lost.names), (1, vec!["x".to_owned()]));
}

/// What its documentation stands before ends an item that lacks the word which begins one.
#[test]
fn a_deep_item_without_its_word_costs_no_other() {
    let deep = "(".repeat(NESTING_MAX + 1);
    let (_, parsed) = read_text(&format!("policy a\n/// one\nlte x = {deep}\n/// two\nlet good = 1\n"));
    assert_eq!(parsed.diagnostics.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::TOO_DEEP]);
    assert_eq!(parsed.tree.items.len(), 1);
}

/// Each operator of a chain that is none would else look at all that stands before it.
#[test]
fn long_chains_are_refused_in_linear_time() {
    for chain in ["b implies b and ", "b implies b or ", "x == x == x and "] {
        let (_, parsed) = read_text(&format!("policy a\nlet x = {}b\n", chain.repeat(30_000)));
        assert_eq!(parsed.diagnostics.len(), FINDINGS_MAX + 1, "{chain}");
    }
}

/// A thousand rules, every tenth of them broken in one of these ways.
#[test]
fn broken_rules_are_found_each() {
    let breaks: &[(&str, &str)] = &[(" when", " wehn"), ("=>", ""), ("{ a", " a"), ("==", "== =="), ("\"x\"", "\"x")];
    let mut text = "policy a\ntable t(tool: Tool) -> Out {\n".to_owned();
    let mut lines = Vec::new();
    for rule in 0..1000 {
        let good = format!("    rule r{rule} when tool.name == \"x\" and tool.n in NAMES => {{ a: {rule} }}\n");
        match breaks.get(rule / 10 % breaks.len()).filter(|_| rule % 10 == 3) {
            Some((from, to)) => {
                lines.push(rule + 3);
                text += &good.replacen(from, to, 1);
            }
            None => text += &good,
        }
    }
    text += "    otherwise => none\n}\n";
    let (sources, parsed) = read_text(&text);
    let found: Vec<usize> = parsed.diagnostics.iter().map(|finding| sources.start(finding.primary.span).line).collect();
    assert_eq!(found, lines);
    let Some(tree::ItemKind::Table(table)) = parsed.tree.items.first().map(|item| &item.kind) else {
        panic!("the table is lost")
    };
    let tree::TableBody::Rules(rules) = &table.body else { panic!("no rules") };
    assert_eq!((rules.len(), table.broken), (901, true));
}

/// What looks like the beginning of something flat must not hide how deep a text is.
#[test]
fn nothing_hides_how_deep_a_text_is() {
    for text in [
        format!("policy a\ninput a: {}int{}", "list <".repeat(12_000), ">".repeat(12_000)),
        format!("policy a\nlet rule = true\noutput a = {}1", "if rule then 1 else ".repeat(12_000)),
        format!("policy a\ninput o: int?\noutput a = {}1", "if let x = o then 1 else ".repeat(12_000)),
        format!("policy a\ninput o: int?\noutput a = {}1", "if\n let x = o then 1 else ".repeat(12_000)),
    ] {
        let (_, result) = read_text(&text);
        assert_eq!(result.diagnostics.iter().map(|finding| finding.code.to_string()).collect::<Vec<_>>(), ["P603"]);
    }
}

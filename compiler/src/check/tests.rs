//! What a good policy becomes. Findings are tested from outside, with texts that mark them.

use super::work::{NAME_COMPARISONS_MAX, TYPE_WORK_MAX};
use super::*;
use crate::policy::{ConditionKind, ExprKind, Type};
use crate::source::Span;
use crate::syntax;

/// The stack of a thread, and so what a check may use at most.
const STACK_BYTES: usize = 2 << 20;

struct Good {
    sources: Sources,
    policy: Policy,
}

/// The policy of a text without its first line.
#[track_caller]
fn good(items: &str) -> Good {
    let mut sources = Sources::new();
    let id = sources.add("test", format!("policy test\n{items}"));
    let parsed = syntax::parse(&sources, id);
    assert_eq!(parsed.diagnostics, [], "the text parses");
    let checked = check(&[&parsed.tree], &sources, id, &Imports::default());
    assert_eq!(checked.diagnostics, [], "the text has no mistakes");
    Good { policy: checked.policy.expect("no mistake, so a policy"), sources }
}

/// The messages for a text under a path.
fn messages(path: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let id = sources.add(path, text);
    let parsed = syntax::parse(&sources, id);
    check(&[&parsed.tree], &sources, id, &Imports::default())
        .diagnostics
        .iter()
        .map(|finding| format!("{} {}", finding.code, finding.message))
        .collect()
}

const INPUTS: &str = r#"
type Mode = "immediate" | "deferred"
type Tool = { name: string, size?: int, tag: string? }
input b: bool
input n: int
input s: string
input mode: Mode
input tool: Tool
input maybe?: Tool
input list: list<Tool>
input names: set<string>
input sizes: map<int>
input deep: map<map<string?>>
input j: json
input k?: json
"#;

#[test]
fn types_are_worked_out_of_expressions() {
    for (expr, ty) in [
        ("1", "int"),
        ("\"a\"", "\"a\""),
        ("`a`", "\"a\""),
        ("`a${s}`", "string"),
        ("s + \"a\"", "string"),
        ("[\"a\", \"b\", \"a\"]", "list<\"a\" | \"b\">"),
        ("[s, \"a\"]", "list<string>"),
        ("[tool, maybe]", "list<Tool?>"),
        ("[...list, ...maybe]", "list<Tool>"),
        ("[...names, \"a\"]", "list<string>"),
        ("1..=n", "list<int>"),
        ("if b then 1 else none", "int?"),
        ("if b then mode else \"other\"", "\"immediate\" | \"deferred\" | \"other\""),
        ("if b then [] else [n]", "list<int>"),
        ("if b then null else j", "json"),
        ("tool.size", "int?"),
        ("maybe?.name", "string?"),
        ("maybe?.tag", "string?"),
        ("sizes[s]", "int?"),
        ("deep[s]?[s]", "string?"),
        ("list[0]?.name ?? s", "string"),
        ("maybe ?? list[0]", "Tool?"),
        ("k ?? 10", "json"),
        ("j.a[0][\"b\"]", "json?"),
        ("j as list<Mode>", "list<Mode>?"),
        ("j as (\"x\" | \"y\")", "(\"x\" | \"y\")?"),
        ("floor(k)", "int?"),
        ("len(sizes)", "int"),
        ("{ a: n, ...tool, name: n }", "{ a: int, name: int, size?: int, tag: string? }"),
        ("{ size: 0, ...tool }", "{ size: int, name: string, tag: string? }"),
        ("[t.name for t in list]", "list<string>"),
        ("[k2 for k2, v in sizes]", "list<string>"),
        ("[i for i, x in names]", "list<int>"),
        ("count(t for t in list)", "int"),
        ("all(t.name == s for t in list)", "bool"),
        ("first(t for t in list)", "Tool?"),
        ("max(v for key, v in sizes)", "int?"),
        ("min(x for x in names)", "string?"),
        ("sum(v for key, v in sizes where let size = first(t for t in list where t.name == key)?.size and size > v)", "int"),
    ] {
        let good = good(&format!("{INPUTS}let result = {expr}\n"));
        assert_eq!(good.policy.lets[0].body.expr.ty.to_string(), ty, "{expr}");
    }
}

#[test]
fn conversions_to_json_are_written_out() {
    for (expr, kind) in
        [("[s]", "ToJson"), ("maybe", "ToJson"), ("\"a\"", "Literal(Json("), ("none", "Literal(Json(Null"), ("-2.50", "-2.50")]
    {
        let good = good(&format!("{INPUTS}let x: json = {expr}\n"));
        let shown = format!("{:?}", good.policy.lets[0].body.expr.kind);
        assert!(shown.contains(kind), "{expr}: {shown}");
    }
    for (expr, kind) in [("maybe", "ToJsonOption("), ("s", "ToJson("), ("none", "Literal(None)"), ("null", "Literal(Json(Null")] {
        let good = good(&format!("{INPUTS}let x: json? = {expr}\n"));
        let shown = format!("{:?}", good.policy.lets[0].body.expr.kind);
        assert!(shown.starts_with(kind), "{expr}: {shown}");
    }
}

#[test]
fn each_condition_of_a_guard_stands_alone() {
    let good = good(
        r#"
input n: int
input k?: int
table t() -> int {
    rule a when n > 1 and (n < 9 and n != 5) and let x = k and x > n => x
    rule b when n == 1 or n == 2 => 0
    otherwise => 1
}
"#,
    );
    let conditions = |rule: usize| -> Vec<&str> {
        good.policy.tables[0].rules[rule].guard.iter().map(|condition| good.sources.slice(condition.span)).collect()
    };
    assert_eq!(conditions(0), ["n > 1", "n < 9", "n != 5", "let x = k", "x > n"]);
    assert_eq!(conditions(1), ["n == 1 or n == 2"]);
    assert!(conditions(2).is_empty());
    assert!(matches!(good.policy.tables[0].rules[0].guard[3].kind, ConditionKind::Bind { slot: 0, .. }));
}

#[test]
fn slots_are_free_again_behind_a_rule() {
    let good = good(
        r#"
input k?: int
table t(p: int) -> int {
    let first_let = p
    rule a when let x = k and let y = k => x + y
    rule b when let z = k and z > count(1 for q in [1]) => z
    otherwise => first_let
}
"#,
    );
    // The parameter, and two at a time in the rules.
    assert_eq!(good.policy.tables[0].slots, 3);
}

#[test]
fn a_grid_is_a_list_of_rules() {
    let good = good(
        r#"
type Route = { code: bool, note?: string }
input n: int
table route(asked: bool) -> Route {
    | asked | n + 1     => code  | note  |
    | true  | 1..=3, 5  => true  | "low" |
    | -     | not (< 9) => false | none  |
    | -     | -         => asked | none  |
}
"#,
    );
    let table = &good.policy.tables[0];
    assert_eq!(table.lets.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), ["asked", "n + 1"]);
    assert_eq!(table.rules.iter().map(|rule| rule.name.as_str()).collect::<Vec<_>>(), ["row[1]", "row[2]", "row[3]"]);
    let cells: Vec<Vec<(&str, &str)>> = table
        .rules
        .iter()
        .map(|rule| {
            let places = rule.guard.iter().map(|cell| (cell.column.unwrap(), cell.span));
            places.map(|(column, cell)| (good.sources.slice(column), good.sources.slice(cell))).collect()
        })
        .collect();
    assert_eq!(cells, [vec![("asked", "true"), ("n + 1", "1..=3, 5")], vec![("n + 1", "not (< 9)")], vec![]]);
}

#[test]
fn reads_go_through_everything_that_is_named() {
    let good = good(
        r#"
input a: int
input b: int
input c: int
input d: int = 1
let direct = a
def through(x: int) -> int = x + direct
table t() -> int {
    let own = through(1)
    rule one when b == 1 => own
    otherwise => 2
}
output o = t()
output p = c
invariant i { o == 2 implies given.d == 1 }
"#,
    );
    assert_eq!(good.policy.tables[0].reads, [0, 1].into());
    assert_eq!(good.policy.invariants[0].reads, [0, 1, 3].into());
}

#[test]
fn literals_fill_the_defaults_of_their_place() {
    let good = good(
        r#"
type Tool = { name: string, kind: string = "plain", note?: string }
const TOOL: Tool = { name: "a" }
const SAME = TOOL == { note: none, kind: "plain", name: "a" }
const WORDS: set<string> = ["b", "a", "b"]
"#,
    );
    let shown: Vec<String> = good.policy.consts.iter().map(|constant| format!("{:?}", constant.value)).collect();
    assert_eq!(shown, [r#"Record([Text("plain"), Text("a"), None])"#, "Bool(true)", r#"Set(["a", "b"])"#]);
}

#[test]
fn constants_come_after_those_that_they_need() {
    let good = good("const A = B + 1\nconst B = C * 2\nconst C = 20\nlet x = A\n");
    let names: Vec<&str> = good.policy.consts.iter().map(|constant| constant.name.as_str()).collect();
    assert_eq!(names, ["C", "B", "A"]);
    assert!(matches!(good.policy.lets[0].body.expr.kind, ExprKind::Const(2)));
    assert_eq!(good.policy.consts[2].value, crate::policy::Value::Int(41));
}

#[test]
fn the_path_names_the_policy() {
    let asked = |path: &str, name: &str| messages(path, &format!("policy {name}\n")).first().cloned().unwrap_or_default();
    for (path, name) in [
        ("rules/elowen/deferral.pol", "elowen.deferral"),
        ("/a/b/rules/old/rules/elowen/deferral.pol", "elowen.deferral"),
        ("rules/elowen/deferral/2026-08.pol", "elowen.deferral.2026-08"),
        ("deferral.pol", "deferral"),
        ("deferral.pol", "elowen.deferral"),
        ("rules.pol", "rules"),
        ("<stdin>", "anything"),
        ("rules/elowen/deferral.txt", "anything"),
    ] {
        assert_eq!(asked(path, name), "", "{path} holds {name}");
    }
    for (path, name) in [
        ("rules/elowen/deferral.pol", "deferral"),
        ("rules/elowen/deferral.pol", "elowen.deferal"),
        ("rules/deferral.pol", "elowen.deferral"),
        ("deferral.pol", "elowen"),
        ("rules/elowen/deferral/2026-08.pol", "elowen.deferral"),
    ] {
        assert!(asked(path, name).starts_with("P112 the policy is called"), "{path} does not hold {name}");
    }
}

#[test]
fn a_malformed_name_is_not_compared_with_the_path() {
    assert_eq!(messages("rules/team/loading.pol", "policy Team.loading\n"), [""; 0]);
}

/// The help of the first finding for a text.
fn help(items: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("test", format!("policy test\n{items}\n"));
    let parsed = syntax::parse(&sources, id);
    let checked = check(&[&parsed.tree], &sources, id, &Imports::default());
    checked.diagnostics.first().and_then(|finding| finding.help.first()).cloned().unwrap_or_default()
}

#[test]
fn helps_name_what_is_to_be_written() {
    for (items, wanted) in [
        ("input a: boolean", "write `bool`"),
        ("input a: number", "write `int`"),
        ("input a: str", "write `string`"),
        ("input a: array", "write `list<…>` with the type of the elements"),
        ("input a: any", "write `json` for any JSON value, or list the members: `{ name: string }`"),
        ("let a: bool = \"true\"", "write `true` without quotes"),
        ("let a: int = \"-5\"", "write `-5` without quotes"),
        ("let a: bool = \"yes\"", "a condition is a comparison, a test with `is` or `in`, or a `bool`"),
        ("input xs: list<int>\nlet a = xs.length", "write `len(xs)`"),
        (
            "input s: string\nlet N = [\"a\"]\ntable t() -> int {\n| s => result |\n| in N => 1 |\notherwise => 2\n}",
            "make it a constant: `const N = …`",
        ),
        (
            "input s: string\nlet N = [s]\ntable t() -> int {\n| s => result |\n| in N => 1 |\notherwise => 2\n}",
            "compare in a column of its own: head it with a comparison with `N`",
        ),
        (
            "table t(n: int) -> { a: int, b: int } {\n| n => a | b |\n| 1 => 1 |\notherwise => { a: 1, b: 1 }\n}",
            "add what lacks: `b`",
        ),
    ] {
        assert_eq!(help(items), wanted, "{items}");
    }
}

#[test]
fn places_that_are_not_shown_are_counted() {
    for (uses, notes) in [(4, None), (5, Some("and in 1 more place")), (7, Some("and in 3 more places"))] {
        let items: String = (0..uses).map(|n| format!("let a{n} = missing\n")).collect();
        let mut sources = Sources::new();
        let id = sources.add("test", format!("policy test\n{items}"));
        let parsed = syntax::parse(&sources, id);
        let found = check(&[&parsed.tree], &sources, id, &Imports::default()).diagnostics;
        let notes: Vec<&str> = notes.into_iter().collect();
        assert_eq!(found.iter().map(|finding| finding.secondary.len()).collect::<Vec<_>>(), [3]);
        assert_eq!(found[0].notes, notes, "{uses}");
    }
}

#[test]
fn lost_names_are_not_reported() {
    let check_lost = |lost: syntax::tree::Lost| {
        let mut sources = Sources::new();
        let id =
            sources.add("test", "policy test\nlet a: T = x + f(1)\noutput o = [a, y]\ntest \"t\" { given { z: 1 } expect q }\n");
        let mut parsed = syntax::parse(&sources, id);
        parsed.tree.lost = lost;
        check(&[&parsed.tree], &sources, id, &Imports::default()).diagnostics.len()
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(check_lost(syntax::tree::Lost::default()), 6);
    assert_eq!(check_lost(syntax::tree::Lost { names: names(&["T", "x", "f", "z"]), anything: false }), 2);
    assert_eq!(check_lost(syntax::tree::Lost { names: Vec::new(), anything: true }), 0);
}

#[test]
fn findings_are_limited() {
    let text =
        |count: usize| format!("policy test\n{}", (0..count).map(|n| format!("let a{n} = unknown{n}\n")).collect::<String>());
    let shown = |count: usize| {
        let mut sources = Sources::new();
        let id = sources.add("test", text(count));
        let diagnostics = check(&[&syntax::parse(&sources, id).tree], &sources, id, &Imports::default()).diagnostics;
        (diagnostics.len(), diagnostics.last().map(|finding| finding.message.clone()).unwrap_or_default())
    };
    let unknown = |n: usize| format!("there is no `unknown{n}` here");
    assert_eq!(shown(FINDINGS_MAX - 1), (FINDINGS_MAX - 1, unknown(FINDINGS_MAX - 2)));
    assert_eq!(shown(FINDINGS_MAX), (FINDINGS_MAX, unknown(FINDINGS_MAX - 1)));
    assert_eq!(shown(FINDINGS_MAX + 1), (FINDINGS_MAX + 1, "1 more mistake is not shown".to_owned()));
    assert_eq!(shown(FINDINGS_MAX + 2), (FINDINGS_MAX + 1, "2 more mistakes are not shown".to_owned()));
}

#[test]
fn an_unknown_name_is_one_finding_at_its_first_place() {
    let mut sources = Sources::new();
    let id = sources.add("test", "policy test\noutput o = [x, 1]\nlet a = x\nlet b = x(1) + x\ninput i: T\ninput j: T\n");
    let found = check(&[&syntax::parse(&sources, id).tree], &sources, id, &Imports::default()).diagnostics;
    let places: Vec<_> = found
        .iter()
        .map(|finding| {
            let line = |span: Span| sources.start(span).line;
            let mut others: Vec<usize> = finding.secondary.iter().map(|label| line(label.span)).collect();
            others.sort_unstable();
            (line(finding.primary.span), others)
        })
        .collect();
    assert_eq!(places, [(2, vec![3, 4, 4]), (5, vec![6])]);
}

#[test]
fn work_on_types_is_limited_and_reported_once() {
    let (items, names, imports, sources) = (Items::default(), Names::default(), Imports::default(), Sources::new());
    for (parts, affordable) in [(TYPE_WORK_MAX - 1, true), (TYPE_WORK_MAX, true), (TYPE_WORK_MAX + 1, false)] {
        let mut checker = Checker::new(&sources, &items, &names, &imports, findings::Findings::default());
        assert_eq!(checker.afford(parts, Span::default()), affordable);
        assert_eq!(checker.findings.count(), usize::from(!affordable));
        let again = checker.afford(2, Span::default());
        assert!(!again);
        assert_eq!(checker.findings.count(), 1);
        assert!(matches!(checker.of_bearable_size(Type::Int, Span::default()), Type::Error));
    }
}

#[test]
fn comparisons_of_names_are_limited() {
    let (items, names, imports, sources) = (Items::default(), Names::default(), Imports::default(), Sources::new());
    for (count, found) in [(NAME_COMPARISONS_MAX - 1, true), (NAME_COMPARISONS_MAX, true), (NAME_COMPARISONS_MAX + 1, false)] {
        let checker = Checker::new(&sources, &items, &names, &imports, findings::Findings::default());
        let known = std::iter::once("tools").chain(std::iter::repeat_n("", count - 1));
        assert_eq!(checker.nearest("tool", known).is_some(), found);
    }
}

#[test]
fn the_deepest_trees_fit_the_stack_of_a_thread() {
    // The height of the tree that is built, brackets and parts together, is what the parser limits.
    let wrap =
        |open: &str, inner: &str, close: &str, levels: usize| format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
    let most = syntax::NESTING_MAX - 10;
    let bodies = [
        wrap("[", "1", "]", most),
        wrap("{ a: ", "1", " }", most),
        wrap("if b then 1 else ", "2", "", most),
        wrap("not ", "b", "", most),
        wrap("f(", "1", ")", most),
        wrap("count(", "1", " for x in [1])", most),
        wrap("`${", "s", "}`", most),
        wrap("[...", "[1]", "]", most),
        wrap("(", "b", " == true)", most),
        format!("j{}", ".a".repeat(most)),
        vec!["n"; most].join(" + "),
        vec!["m[s]"; most].join(" ?? "),
    ];
    for body in bodies {
        for place in ["", ": json"] {
            let text = format!(
                "policy test\ninput b: bool\ninput n: int\ninput s: string\ninput m: map<int>\ninput j: json\ndef f(x: int) -> int = x\nlet a{place} = {body}\n"
            );
            let mut sources = Sources::new();
            let id = sources.add("test", text);
            let parse = {
                let sources = sources.clone();
                std::thread::Builder::new().stack_size(16 * STACK_BYTES).spawn(move || syntax::parse(&sources, id))
            };
            let parsed = parse.unwrap().join().unwrap();
            assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
            let checked = std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn(move || check(&[&parsed.tree], &sources, id, &Imports::default()));
            let checked = checked.unwrap().join().expect("the check needs too much stack");
            assert!(checked.diagnostics.iter().all(|finding| finding.code != crate::diagnostic::Code::UNKNOWN_NAME));
        }
    }
}

/// A default that speaks of what a broken item may have declared cannot be computed, which is no finding of its own.
#[test]
fn a_default_of_a_lost_name_is_no_finding() {
    let text = "policy test\ninput| more: int = 7\ninput tags: set<string> = [\"b\", more]\n";
    let mut sources = Sources::new();
    let id = sources.add("test", text);
    let codes: Vec<String> = crate::compile(&sources, id).diagnostics.iter().map(|finding| finding.code.to_string()).collect();
    assert_eq!(codes, ["P001"]);
}

/// What a broken item may have declared has no value, and that is no contradiction of the policy.
#[test]
fn constants_and_defaults_of_broken_names_are_no_findings() {
    const CONST: &str = "const B = 1 +";
    const DEF: &str = "def b(x: int) -> int = 1 +";
    for (broken, value, ty) in [
        (CONST, "-B", "int"),
        (CONST, "not B", "bool"),
        (CONST, "if B then 1 else 2", "int"),
        (CONST, "if not B then 1 else 2", "int"),
        (CONST, "[x for x in [1] where B]", "list<int>"),
        (CONST, "[x for x in B]", "list<int>"),
        (CONST, "`${B}`", "string"),
        (CONST, "[...B, 1]", "list<int>"),
        (CONST, "B.x", "int"),
        (CONST, "B as int ?? 1", "int"),
        (DEF, "-b(1)", "int"),
        (DEF, "[b(1)]", "list<int>"),
    ] {
        for item in [format!("const A = {value}"), format!("input a: {ty} = {value}")] {
            assert_eq!(messages("test.pol", &format!("policy test\n{broken}\n{item}\n")), Vec::<String>::new(), "{item}");
        }
    }
}

/// Two texts that look alike are told apart.
#[test]
fn characters_that_join_others_are_shown_as_escapes() {
    for (literal, note) in [("e\u{301}", "`\"e\\u0301\"`"), ("\u{e9}\u{fe0f}", "`\"\u{e9}\\ufe0f\"`")] {
        let found = messages("test.pol", &format!("policy test\noutput a: \"\u{e9}\" = \"{literal}\"\n"));
        assert_eq!(found, [format!("P105 {note} is not a possible value here")]);
    }
}

/// The work on completeness is bounded for a whole policy, and running out of it is said; what was told before stays told.
#[test]
fn completeness_is_bounded() {
    let mut state = 1_u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    // So many rules that nothing is left over, each about three columns of many: no order of columns shows it soon.
    let columns = 120;
    let params: Vec<String> = (0..columns).map(|n| format!("a{n}: bool")).collect();
    let mut test = || format!("a{} == {}", below(columns), below(2) == 0);
    let rules: String =
        (0..800).map(|n| format!("    rule r{n} when {} and {} and {} => {n}\n", test(), test(), test())).collect();
    let small =
        |name: &str| format!("table {name}(a: bool) -> int {{\n    rule off when not a => 1\n    rule on when a => 2\n}}\n");
    let large = format!("table large({}) -> int {{\n{rules}}}\n", params.join(", "));
    let text = format!("policy a\n{}{large}", small("good"));
    let message = "P201 whether the rules of `large` cover everything takes too long to tell";
    assert_eq!(messages("a.pol", &text), [message]);
}

use super::*;

/// Expressions over nothing.
#[test]
fn closed_expressions() {
    for (expr, expected) in [
        ("1 + 2 * 3", "7"),
        ("-(1 + 2) - -4", "1"),
        ("(1 + 2) * 3", "9"),
        (r#""a" + "b" + "c""#, r#""abc""#),
        (r#"r"a\b" == "a\\b""#, "true"),
        (r#"`a${1 + 1}b${"c"}${`d${3}`}`"#, r#""a2bcd3""#),
        (r"`\`\$${1}`", r#""`$1""#),
        ("1..=3", "[1,2,3]"),
        ("3..=1", "[]"),
        ("-1..=1", "[-1,0,1]"),
        ("true and not false", "true"),
        ("false or true and false", "false"),
        ("false implies false", "true"),
        ("true implies false", "false"),
        ("1 < 2", "true"),
        ("2 <= 2", "true"),
        ("2 > 2", "false"),
        ("3 >= 4", "false"),
        // U+FB33 sorts before U+1F600 in UTF-8, and behind it in UTF-16.
        (r#""דּ" < "😀""#, "true"),
        (r#""a" < "B""#, "false"),
        ("2 in [1, 2]", "true"),
        ("2 not in [1, 2]", "false"),
        (r#""b" in ["a", "b"]"#, "true"),
        ("if 1 == 2 then 3 else if 1 == 1 then 4 else 5", "4"),
        ("[1, ...[2, 3], 4]", "[1,2,3,4]"),
        ("{ a: 1, b: { c: true } }", r#"{"a":1,"b":{"c":true}}"#),
        ("{ a: 1, b: 2, ...{ b: 3 } }", r#"{"a":1,"b":3}"#),
        ("{ ...{ b: 3 }, b: 2 }", r#"{"b":2}"#),
        ("{ a: 1 } == { a: 1 }", "true"),
        ("[1, 2] == [2, 1]", "false"),
        ("[10, 20][1]", "20"),
        ("[10, 20][2]", "null"),
        ("[10, 20][-1]", "null"),
        ("[10, 20][5] ?? 7", "7"),
        ("[10][0] is some", "true"),
        ("[10][1] is none", "true"),
        ("[10][1] is not none", "false"),
        ("len([1, 2, 3])", "3"),
    ] {
        is("", expr, "{}", expected);
    }
}

#[test]
fn comprehensions_and_aggregates() {
    for (expr, expected) in [
        ("[n * 2 for n in 1..=4 where n != 2]", "[2,6,8]"),
        ("[i * 10 + x for i, x in [5, 6]]", "[5,16]"),
        ("[a * 10 + b for a in [1, 2] for b in [3, 4]]", "[13,14,23,24]"),
        ("[b for a in [1, 2] for b in 1..=a]", "[1,1,2]"),
        ("[s for n in 1..=3 let s = n * n where s > 1]", "[4,9]"),
        ("[n for n in [3, 1, 3, 2, 1] distinct by n]", "[3,1,2]"),
        (
            "[p for p in [{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 1, b: 1 }] distinct by p.a, p.b]",
            r#"[{"a":1,"b":1},{"a":1,"b":2}]"#,
        ),
        ("[n for n in [1, 2, 3] where let m = [9][n - 1] distinct by m]", "[1]"),
        ("count(n for n in 1..=5 where n > 2)", "3"),
        ("count(n for n in [1, 1, 2] distinct by n)", "2"),
        ("sum(n for n in 1..=4)", "10"),
        ("max(n for n in [2, 9, 4])", "9"),
        ("min(n for n in [2, 9, 4])", "2"),
        (r#"max(s for s in ["b", "a"])"#, r#""b""#),
        ("first(n for n in [4, 5] where n > 4)", "5"),
        ("any(n > 2 for n in [1, 2, 3])", "true"),
        ("all(n > 2 for n in [1, 2, 3])", "false"),
        ("sum(n for n in 1..=0)", "0"),
        ("count(n for n in 1..=0)", "0"),
        ("any(n > 2 for n in 1..=0)", "false"),
        ("all(n > 2 for n in 1..=0)", "true"),
        ("max(n for n in 1..=0)", "null"),
        ("first(n for n in 1..=0) is none", "true"),
    ] {
        is("", expr, "{}", expected);
    }
}

#[test]
fn rounds_in_an_order() {
    let people = r#"
type P = { n: string, age?: int, on: bool = false }
const PEOPLE: list<P> = [{ n: "b", age: 3 }, { n: "a", age: 3, on: true }, { n: "é" }, { n: "z", age: 1 }]
"#;
    for (expr, expected) in [
        ("[n for n in [3, 1, 2] order by n]", "[1,2,3]"),
        ("[n for n in [3, 1, 2] order by n desc]", "[3,2,1]"),
        ("[p.n for p in PEOPLE order by p.age]", r#"["é","z","b","a"]"#),
        ("[p.n for p in PEOPLE order by p.age desc]", r#"["b","a","z","é"]"#),
        ("[p.n for p in PEOPLE order by p.age desc, p.n]", r#"["a","b","z","é"]"#),
        ("[p.n for p in PEOPLE order by p.on desc, p.n desc]", r#"["a","é","z","b"]"#),
        ("[p.n for p in PEOPLE distinct by p.age order by p.n]", r#"["b","z","é"]"#),
        ("[p.n for p in PEOPLE order by p.n distinct by p.age]", r#"["a","z","é"]"#),
        ("[x for x in [[1, 2], [2, 1], [1, 1]] distinct by x[0] distinct by x[1]]", "[[1,2],[2,1]]"),
        ("[i for i, p in PEOPLE order by p.n order by p.on desc]", "[1,0,3,2]"),
        ("[a * 10 + b for a in [2, 1] for b in [1, 2] order by b, a]", "[11,21,12,22]"),
        ("first(p.n for p in PEOPLE order by p.age desc, p.n desc)", r#""b""#),
        ("count(p for p in PEOPLE where p.age is some order by p.n)", "3"),
        ("[n for n in 1..=0 order by n]", "[]"),
    ] {
        is(people, expr, "{}", expected);
    }
}

#[test]
fn built_maps_and_sequences() {
    for (expr, expected) in [
        ("{ [k]: i for i, k in [\"a\", \"b\", \"a\"] }", r#"{"a":2,"b":1}"#),
        ("{ [`k${n}`]: [n] for n in 1..=3 where n != 2 }", r#"{"k1":[1],"k3":[3]}"#),
        ("{ [k]: 1 for k in [\"b\", \"a\"] order by k }", r#"{"a":1,"b":1}"#),
        ("len({ [\"a\"]: n for n in 1..=3 })", "1"),
        ("fold(s = 0 over n in 1..=4 => s + n)", "10"),
        ("fold(s = 5 over n in 1..=0 => s + n)", "5"),
        ("fold(s = \"\" over i, c in [\"x\", \"y\"] => s + `${i}` + c)", r#""0x1y""#),
        ("scan(s = 1 over n in [2, 3] => s * n)", "[2,6]"),
        ("scan(s = 1 over n in 1..=0 => s * n)", "[]"),
        ("fold(s = { a: 0, b: 1 } over n in 1..=6 => { a: s.b, b: s.a + s.b }).a", "8"),
        ("scan(s = 0 over k, v in { [k]: len([k]) for k in [\"p\", \"q\"] } => s + v)", "[1,2]"),
        ("fold(a = 0 over x in [1, 2] => fold(b = a over y in [x] => b + y))", "3"),
    ] {
        is("", expr, "{}", expected);
    }
    is("let xs: list<int> = fold(s = [] over n in 1..=3 => [n, ...s])", "xs", "{}", "[3,2,1]");
}

#[test]
fn texts_against_patterns() {
    for (expr, expected) in [
        (r#""mcp__x" like "mcp__*""#, "true"),
        (r#"not ("mcp__x" like "mcp_?")"#, "true"),
        (r#""gpt-5" matches r"gpt-\d""#, "true"),
        (r#""gpt-5\n" matches r"gpt-\d""#, "false"),
        (r#"[n for n in ["a1", "b", "c3"] where n matches "[a-b].*"]"#, r#"["a1","b"]"#),
        (r#"any("abc" like p for p in ["x*", "*c"])"#, "true"),
        (r#"any("abc" matches p for p in ["x+", "abc?"])"#, "true"),
        (r#""x" like PATTERN"#, "true"),
    ] {
        is(r#"const PATTERN: string = "?""#, expr, "{}", expected);
    }
}

#[test]
fn maps_sets_and_options() {
    let items = r#"
type P = { a?: int, b: int? = 3, c: string = "x" }
input m: map<int>
input s: set<string>
input o?: int
input p: P = {}
"#;
    let given = r#"{"m": {"z": 1, "a": 2}, "s": ["b", "a", "b"]}"#;
    for (expr, expected) in [
        ("m", r#"{"z":1,"a":2}"#),
        ("[k for k, v in m where v > 0]", r#"["z","a"]"#),
        (r#"m["a"]"#, "2"),
        (r#"m["q"] ?? 0"#, "0"),
        (r#""z" in m"#, "true"),
        ("len(m)", "2"),
        ("s", r#"["a","b"]"#),
        (r#""a" in s and "c" not in s"#, "true"),
        ("[x for x in s]", r#"["a","b"]"#),
        ("[...s]", r#"["a","b"]"#),
        ("o", "null"),
        ("o is none", "true"),
        ("o == none", "true"),
        ("o == 1", "false"),
        ("o != 1", "true"),
        ("[1, ...o]", "[1]"),
        ("if let x = o then x else 5", "5"),
        ("p", r#"{"b":3,"c":"x"}"#),
        ("p.a ?? 1", "1"),
        ("{ ...p, a: 4 }", r#"{"a":4,"b":3,"c":"x"}"#),
    ] {
        is(items, expr, given, expected);
    }
    is(items, "[1, ...o]", r#"{"m": {}, "s": [], "o": 7}"#, "[1,7]");
    is(items, "if let x = o and x > 6 then x else 5", r#"{"m": {}, "s": [], "o": 7}"#, "7");
    is(items, "{ ...p, c: \"y\" }", r#"{"m": {}, "s": [], "p": {"a": 1, "b": null}}"#, r#"{"a":1,"b":null,"c":"y"}"#);
}

/// An `a?` that is none overrides nothing; an `a: T?` that is none does.
#[test]
fn spreads_of_optional_members() {
    let items = r#"
type Over = { a?: int, b: int? }
input over: Over
const BASE: { a?: int, b: int? } = { a: 1, b: 2 }
"#;
    is(items, "{ ...BASE, ...over }", r#"{"over": {"b": null}}"#, r#"{"a":1,"b":null}"#);
    is(items, "{ ...BASE, ...over }", r#"{"over": {"a": 5, "b": 6}}"#, r#"{"a":5,"b":6}"#);
}

#[test]
fn json_of_unknown_shape() {
    let items = "input j?: json\n";
    let given = r#"{"j": {"a": [1, 2.50, "x", null, {"k": true}], "n": 1.0, "o": {}}}"#;
    for (expr, expected) in [
        ("j", r#"{"a":[1,2.50,"x",null,{"k":true}],"n":1.0,"o":{}}"#),
        ("j.a", r#"[1,2.50,"x",null,{"k":true}]"#),
        ("j.a[1]", "2.50"),
        ("j.a[9] is none", "true"),
        ("j.a[-1] is none", "true"),
        ("j.a.k is none", "true"),
        ("2.5 in [j.a[0], j.a[1]]", "true"),
        ("none in [j.a[0], j.z]", "true"),
        (r#"j["n"] == 1"#, "true"),
        ("j.n is int", "true"),
        ("j.a[1] is number", "true"),
        ("j.a[1] == 2.5", "true"),
        ("j.a[3] is null", "true"),
        ("j.a[3] is some", "true"),
        ("j.a[3] == null", "true"),
        ("j.missing is null", "false"),
        ("j.missing is not null", "true"),
        ("j.missing == none", "true"),
        (r#"j.a[2] == "x""#, "true"),
        (r#"j.a[0] == "x""#, "false"),
        (r#"j.a[2] in ["x", "y"]"#, "true"),
        ("j.missing in [1, 2]", "false"),
        ("j.a is list and j.o is object and j.a[4].k is bool", "true"),
        ("j.n as int", "1"),
        ("j.a[1] as int", "null"),
        ("j.a[2] as string ?? \"q\"", r#""x""#),
        ("j.missing as string ?? \"q\"", r#""q""#),
        ("j.o as { a?: int }", "{}"),
        ("j.a[4] as { a?: int }", "null"),
        ("j.a[4] as { a?: int, ... }", "{}"),
        ("j.a as list<json> is some", "true"),
        ("j.a as list<int> is none", "true"),
        (r#"j.a[2] as ("x" | "y")"#, r#""x""#),
        ("floor(j.a[1])", "2"),
        ("floor(j.a[2]) is none", "true"),
        ("floor(j.missing) ?? 10", "10"),
    ] {
        is(items, expr, given, expected);
    }
    is(items, "j is none", "{}", "true");
    is(items, "j is null", r#"{"j": null}"#, "true");
    is(items, "floor(j)", r#"{"j": -2.5}"#, "-3");
    is(items, "floor(j)", r#"{"j": 1e300}"#, "9007199254740991");
    is(items, "j == { b: [1], a: \"x\" }", r#"{"j": {"a": "x", "b": [1.00]}}"#, "true");
}

#[test]
fn values_become_json_where_json_is_wanted() {
    let items = "type T = { a?: int, b: int? }\ninput t: T\nlet j: json = [t, 1, 2.5, -1e3, null, \"x\", none]\n";
    is(items, "j", r#"{"t": {"b": null}}"#, r#"[{"b":null},1,2.5,-1e3,null,"x",null]"#);
}

#[test]
fn operands_are_computed_only_when_needed() {
    let overflow = "(9007199254740991 + 1)";
    for (expr, expected) in [
        (format!("false and {overflow} > 0"), "false"),
        (format!("true or {overflow} > 0"), "true"),
        (format!("false implies {overflow} > 0"), "true"),
        (format!("[1][0] ?? {overflow}"), "1"),
        (format!("if true then 1 else {overflow}"), "1"),
        (format!("any(n == 1 or {overflow} > 0 for n in [1, 2])"), "true"),
        (format!("first(n + 1 for n in [1] where true or {overflow} > 0)"), "2"),
    ] {
        is("", &expr, "{}", expected);
    }
}

#[test]
fn integers_stay_in_their_range() {
    let max = "9007199254740991";
    for expr in [format!("{max} + 1"), format!("-{max} - 1"), format!("{max} * 2"), format!("sum(n for n in [{max}, 1])")] {
        let (code, message) = answer(&format!("policy test\noutput out = {expr}\n"), "{}").unwrap_err();
        assert_eq!(code, Code::INT_OVERFLOW, "{expr}: {message}");
    }
    is("", &format!("{max} + 0"), "{}", max);
    is("", &format!("-{max} - 0"), "{}", &format!("-{max}"));
}

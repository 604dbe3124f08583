//! What is wrong with a text, where, and what to do: one line of findings each.

use super::*;

/// A text behind the `policy` line, and its findings: place, code and message; the help follows `|`.
const CASES: &[(&str, &[&str])] = &[
    ("let a = js is not none == false", &["2:24 P003 `is` and `==` cannot be chained | write `(js is not none) == false`"]),
    ("let a = b && c", &["2:11 P001 expected an operator, found `&&` | write `and`"]),
    ("let a = b || c", &["2:11 P001 expected an operator, found `||` | write `or`"]),
    ("let a = !b", &["2:9 P001 expected a value, found `!` | write `not`"]),
    ("let a = b === c", &["2:11 P001 expected an operator, found `===` | write `==`"]),
    ("let a = b = c", &["2:11 P001 expected an operator, found `=` | values are compared with `==`"]),
    ("let a = 'x'", &["2:9 P001 `'` does not belong here | a text stands between two `\"`"]),
    ("let a = 1;", &["2:10 P001 expected an operator, found `;` | leave it out: an item, a rule and a row end with their line"]),
    ("def f(a: int) => int = 1", &["2:15 P001 expected `->`, found `=>` | write `->`; `=>` stands before an outcome"]),
    ("table t() -> int {\n    otherwise -> 1\n}", &["3:15 P001 expected `=>`, found `->` | an outcome stands behind `=>`"]),
    ("# comment", &["2:1 P001 `#` does not belong here | a comment begins with `//`"]),
    (
        "/* x */",
        &["2:1 P001 expected `=` or the end of the item, found `/*` | a comment begins with `//` and ends with its line"],
    ),
    ("let a = [1 2]", &["2:11 P001 expected `,` before `2`"]),
    ("let a = [\"x\"\n    \"y\"]", &["2:13 P001 expected `,` before `\"y\"`"]),
    ("let a = { x: 1 y: 2 }", &["2:15 P001 expected `,` before `y`"]),
    (
        "let a = { x = 1 }",
        &["2:13 P001 expected `,`, `:` or `}`, found `=` | here a name and what belongs to it are joined by `:`"],
    ),
    ("let a = f(1, 2", &["2:15 P001 expected `)`, `,` or an operator, found the end of the item"]),
    ("let a = (1 + 2]", &["2:15 P001 expected `)` or an operator, found `]`"]),
    ("let a = 1)", &["2:10 P001 this `)` closes nothing | delete it, or open what it shall close"]),
    (
        "let a = \"abc",
        &["2:9 P004 this text is not closed on its line | close it with `\"`; a line break inside it is written `\\n`"],
    ),
    (
        "let a = `abc ${b",
        &["2:9 P004 this template is not closed on its line | close it with a backtick; a line break inside it is written `\\n`"],
    ),
    (
        "let a = `abc ${b}",
        &["2:9 P004 this template is not closed on its line | close it with a backtick; a line break inside it is written `\\n`"],
    ),
    ("let a = 007", &["2:9 P004 the number `007` begins with a zero | write `7`"]),
    ("let a = 1x", &["2:9 P004 `1x` is no number | write a number as `2`, `2.5` or `1e3`; a name begins with a letter or `_`"]),
    (
        "let a = \"\\q\"",
        &["2:10 P004 `\\q` is no escape of a text | write `\\\\` for a backslash; a pattern is best written raw: `r\"…\"`"],
    ),
    (
        "let a = \"\\ud800\"",
        &[
            "2:10 P004 `\\ud800` is no escape of a text | half a character cannot stand alone: write the character itself, or both halves",
        ],
    ),
    (
        "let when = 1",
        &[
            "2:5 P001 `when` has a meaning of its own and cannot be a name | take another name; only after `.`, in a record's fields and after `input` or `output` any word is one",
        ],
    ),
    (
        "input when: int",
        &["2:7 P001 `when` cannot be a name inside the policy | give the member a name of its own here: `input when as …`"],
    ),
    ("let a =\u{a0}1", &["2:8 P001 the character U+00A0 does not belong here | type a plain blank instead"]),
    ("let a = “x”", &["2:9 P001 the character U+201C (`“`) does not belong here | type a plain `\"` instead"]),
    ("let a = x ≤ y", &["2:11 P001 the character U+2264 (`≤`) does not belong here | type `<=` instead"]),
    (
        "let né = 1",
        &[
            "2:6 P001 the character U+00E9 (`é`) does not belong here | a name is made of `a` to `z`, `A` to `Z`, digits and `_`; other letters stand in texts and comments",
        ],
    ),
    ("let a = x like", &["2:15 P001 expected a value, found the end of the item"]),
    ("let a = fold(s)", &["2:15 P001 expected `=`, found `)`"]),
    (
        "let a: int?? = 1",
        &["2:11 P001 expected `=` or `?`, found `??` | one `?` is enough: an optional of an optional is the same"],
    ),
    ("let a = 1 / 2", &["2:11 P001 expected an operator, found `/` | the language has no division yet"]),
    ("let a = 1 < 2 < 3", &["2:15 P003 `<` cannot be chained | write `(1 < 2) < 3` or `1 < (2 < 3)`"]),
    ("let a = b is none == c", &["2:19 P003 `is` and `==` cannot be chained | write `(b is none) == c`"]),
    ("let a = b as int as json", &["2:18 P003 `as` cannot be chained | write `(b as int) as …`"]),
    ("let a = 1..=2..=3", &["2:14 P003 `..=` cannot be chained | write `(1..=2) ..= 3` or `1 ..= (2 ..= 3)`"]),
    (
        "let a = b implies c implies d",
        &["2:21 P003 `implies` cannot be chained | write `(b implies c) implies d` or `b implies (c implies d)`"],
    ),
    ("let a = b == not c", &["2:14 P003 `not` stands behind an operator that binds tighter | write `(not c)`"]),
    (
        "let a = if let x = y or z then 1 else 2",
        &["2:22 P003 `or` stands beside a `let` | put the `or` in parentheses: `… and (a or b)`, or write two rules"],
    ),
    ("let a = if x then 1", &["2:20 P001 expected `else` or an operator, found the end of the item"]),
    ("let a = if x { 1 } else { 2 }", &["2:14 P001 expected `then` or an operator, found `{`"]),
    (
        "let a = 1 + if b then 1 else 2",
        &["2:13 P001 expected a value, found `if` | put the `if` and all that belongs to it in parentheses"],
    ),
    ("lte a = 1", &["2:1 P001 `lte` is no word of the language here: did you mean `let`? | write `let`"]),
    (
        "a = 1",
        &[
            "2:1 P001 expected an item, found `a` | begin it with what it is: `let`, `const`, `input`, `output`, `type`, `table`, `def`, …",
        ],
    ),
    (
        "  let a = 1",
        &["2:3 P002 `let` does not stand at the beginning of its line | an item begins in column one: move `let` there"],
    ),
    (
        "let a = 1\n  let b = 2",
        &["3:3 P002 `let` does not stand at the beginning of its line | an item begins in column one: move `let` there"],
    ),
    (
        "let a = 1 let b = 2",
        &[
            "2:11 P002 `let` does not stand at the beginning of its line | an item begins in column one: begin a new line before `let`",
        ],
    ),
    (
        "/// lost",
        &[
            "2:1 P006 this comment documents nothing | `///` stands before an item, a rule, a row or a member; elsewhere write `//`",
        ],
    ),
    (
        "let a = 1\n//! lost",
        &["3:1 P006 this comment documents nothing | `//!` documents the file and stands at its beginning; elsewhere write `//`"],
    ),
    (
        "let a = [\n    /// lost\n    1,\n]",
        &[
            "3:5 P006 this comment documents nothing | `///` stands before an item, a rule, a row or a member; elsewhere write `//`",
        ],
    ),
    (
        "table t() -> int {\n    /// lost\n    let x = 1\n    otherwise => x\n}",
        &[
            "3:5 P006 this comment documents nothing | `///` stands before an item, a rule, a row or a member; elsewhere write `//`",
        ],
    ),
    ("table t() -> int { otherwise => 1 }", &["2:20 P002 a rule begins a line of its own | begin a new line before `otherwise`"]),
    (
        "table t() -> int {\n    rule a when x => 1 rule b when y => 2\n    otherwise => 3\n}",
        &["3:24 P002 a rule begins a line of its own | begin a new line before `rule`"],
    ),
    (
        "table t() -> int {\n    rule a when x => 1\n    let y = 2\n    otherwise => 3\n}",
        &["4:9 P002 the `let`s of a table stand before its rules | move it to the beginning of the table"],
    ),
    (
        "table t() -> int {\n    rule a when x\n    otherwise => 3\n}",
        &["3:18 P001 expected `=>` or an operator, found the end of the rule"],
    ),
    (
        "table t() -> int {\n    rule a x => 1\n    otherwise => 3\n}",
        &["3:12 P001 expected `=>`, `for` or `when`, found `x` | a condition stands behind `when`"],
    ),
    (
        "table t() -> int {\n    rule when x => 1\n}",
        &[
            "3:10 P001 `when` has a meaning of its own and cannot be a name | take another name; only after `.`, in a record's fields and after `input` or `output` any word is one",
        ],
    ),
    (
        "table t() -> int {\n    when x => 1\n}",
        &["3:5 P001 expected `let`, `otherwise` or `rule`, found `when` | a rule begins with its name: `rule name when …`"],
    ),
    (
        "table t() -> int\n    otherwise => 3\n}",
        &[
            "2:17 P001 expected `?`, `hit` or `{`, found `otherwise` | what is in a table stands between `{` and `}`: write the `{` at the end of this line",
        ],
    ),
    (
        "table t() -> int {\n    | x => result |\n    | 1 => {\n      a: 1 } |\n}",
        &[
            "4:5 P002 a row is one line | name a long value with a `let` at the start of the table, or write rules instead of a grid",
        ],
    ),
    (
        "table t() -> int {\n    | x => result |\n    | 1 => 2\n    | none => 3 |\n    | 1 == 2 => 3 |\n}",
        &[
            "4:13 P001 expected `|` or an operator, found the end of the row",
            "5:7 P001 `none` is no test of a cell | write `is none`",
            "6:9 P001 expected `,`, `..=`, `=>` or `|`, found `==`",
        ],
    ),
    (
        "table t() -> int {\n    | x | result |\n    | 1 => 2 |\n}",
        &["3:7 P001 this heading lacks its `=>` | `=>` stands between the cells that ask and those that say what follows"],
    ),
    (
        "table t() -> int hit only {\n    otherwise => 1\n}",
        &["2:22 P001 expected `any`, `collect`, `first` or `unique`, found `only`"],
    ),
    (
        "examples t {\n    (1) = 2\n    (2) => 3 bye x\n    given {}\n}",
        &[
            "3:9 P001 expected `=>`, found `=` | an outcome stands behind `=>`",
            "4:14 P001 `bye` is no word of the language here: did you mean `by`? | write `by`",
        ],
    ),
    ("test \"x\" {\n    given {}\n}", &["2:6 P001 this test expects nothing | say what must hold: `expect …`"]),
    ("test x {\n    expect y\n}", &["2:6 P001 expected a text, found `x`"]),
    (
        "test \"x\" {\n    expect y\n    given {}\n}",
        &["4:11 P002 what is `given` stands once, and first | give everything in one record at the beginning"],
    ),
    (
        "policy B.c",
        &[
            "1:8 P005 `B.c` is no name of a policy | write words joined by `.`, each of `a` to `z`, digits, `_` and `-`, beginning with a letter or digit: `policy elowen.deferral.2026-08`",
        ],
    ),
    ("policy b\npolicy c", &["2:8 P005 the `policy` line stands twice | a file holds one policy: delete one of the lines"]),
    ("type T = { a int }", &["2:14 P001 expected `:` or `?`, found `int`"]),
    ("type T = { a: int = }", &["2:21 P001 expected a value, found `}`"]),
    (
        "type T = int | string",
        &["2:14 P001 expected `?` or the end of the item, found `|` | only texts are joined by `|`: `\"a\" | \"b\"`"],
    ),
    (
        "type T = list[string]",
        &[
            "2:14 P001 expected `<`, `?` or the end of the item, found `[` | the type of the elements stands in `<` and `>`: `list<string>`",
        ],
    ),
    ("type T = { ..., a: int }", &["2:15 P001 expected `}`, found `,`"]),
    ("let a = a.b c", &["2:13 P001 expected an operator, found `c`"]),
    (
        "let a = xs [0]",
        &["2:12 P001 expected an operator, found `[` | it must touch what stands before it: `f(x)`, `list[0]`, `tool.name`"],
    ),
    (
        "let a = f (x)",
        &["2:11 P001 expected an operator, found `(` | it must touch what stands before it: `f(x)`, `list[0]`, `tool.name`"],
    ),
    ("let a = x.", &["2:11 P001 expected a name, found the end of the item"]),
    ("let a = [t.name fro t in ts]", &["2:17 P001 `fro` is no word of the language here: did you mean `for`? | write `for`"]),
    (
        "let a = frist(x for x in xs)",
        &["2:9 P001 `frist` is no word of the language here: did you mean `first`? | write `first`"],
    ),
    (
        "let a = [x for in xs]",
        &[
            "2:16 P001 `in` has a meaning of its own and cannot be a name | take another name; only after `.`, in a record's fields and after `input` or `output` any word is one",
        ],
    ),
    (
        "let a = count(x)",
        &[
            "2:16 P001 expected `for` or an operator, found `)` | write `len(…)` for the number of all elements, `count(x for x in … where …)` for that of some",
        ],
    ),
    ("let a = x is foo", &["2:14 P001 expected `not` or a test such as `some` or `string`, found `foo`"]),
    ("let a = x not y", &["2:15 P001 expected `in`, found `y`"]),
    (
        "import x.y",
        &[
            "2:1 P001 expected an item, found `import` | names of another file are brought in with `use`, such as `use toolkit.names`",
        ],
    ),
    ("use x.y z", &["2:9 P001 expected `as` or the end of the item, found `z`"]),
    ("param x: int", &["2:13 P001 expected `=` or `?`, found the end of the item"]),
    ("let a = [x for x in y order x]", &["2:29 P001 expected `by`, found `x`"]),
    ("let a = {[k] v for k in y}", &["2:14 P001 expected `:`, found `v`"]),
    ("let a = fold(s = 1 over x => s)", &["2:27 P001 expected `,` or `in`, found `=>`"]),
    ("@allow(P231)\nlet a = 1", &["2:12 P001 expected `,`, found `)`"]),
    (
        "table t() -> int {\n    rule a over x in y => 1\n    otherwise => 1\n}",
        &["3:12 P001 expected `=>`, `for` or `when`, found `over` | a condition stands behind `when`"],
    ),
    ("invariant x inductive START { y }", &["2:23 P001 expected `from`, found `START`"]),
    (
        "let a = b\n    .c",
        &["3:5 P001 expected an operator, found `.` | it must touch what stands before it: `f(x)`, `list[0]`, `tool.name`"],
    ),
    ("let a = if b then 1 elif c then 2 else 3", &["2:21 P001 expected `else` or an operator, found `elif` | write `else if`"]),
    ("let a = x ? 1 : 2", &["2:11 P001 expected an operator, found `?` | write `if … then … else …`"]),
    ("let a = -> 1", &["2:9 P001 expected a value, found `->`"]),
    ("let a: = 1", &["2:8 P001 expected a type, found `=`"]),
    ("let : int = 1", &["2:5 P001 expected a name, found `:`"]),
    ("const 5 = 1", &["2:7 P001 expected a name, found `5`"]),
    ("let a = \"x\" \"y\"", &["2:13 P001 expected an operator, found `\"y\"`"]),
    ("input a int", &["2:9 P001 expected `:`, `?` or `as`, found `int`"]),
    ("output = 1", &["2:8 P001 expected `...` or a name, found `=`"]),
    ("invariant x { }", &["2:15 P001 expected a value, found `}`"]),
    ("let a = @x", &["2:9 P001 `@` does not belong here | `@allow(CODE, \"why\")` stands before an item, a rule or a row"]),
    (
        "table t() -> int\n    let x = 1\n    otherwise => x\n}",
        &[
            "2:17 P001 expected `?`, `hit` or `{`, found `let` | what is in a table stands between `{` and `}`: write the `{` at the end of this line",
        ],
    ),
    (
        "table t() -> int\n    | x => result |\n    | 1 => 1 |\n}",
        &[
            "2:17 P001 expected `?`, `hit` or `{`, found `|` | what is in a table stands between `{` and `}`: write the `{` at the end of this line",
        ],
    ),
    (
        "table t() -> R {\n    otherwise => { a: 1 }",
        &["3:26 P001 expected `}`, found the end of the item | close it in a line of its own: `}`"],
    ),
    (
        "table t() -> R {\n    otherwise => { a: 1 }\n\nlet b = 1",
        &["3:26 P001 expected `}`, found the end of the item | close it in a line of its own: `}`"],
    ),
    ("table t() -> R {\n    otherwise => { a: 1\n}", &["3:24 P001 expected `,`, `}` or an operator, found the end of the rule"]),
    (
        "examples t {\n    () => { a: 1 }",
        &["3:19 P001 expected `}`, found the end of the item | close it in a line of its own: `}`"],
    ),
    (
        "table t() -> int {\n    | n => result |\n    |   => 1 |\n}",
        &["4:9 P001 expected a test, found `=>` | write `-` for any value"],
    ),
    (
        "table t() -> int {\n    | n => result |\n    | * => 1 |\n}",
        &["4:7 P001 expected a test, found `*` | write `-` for any value"],
    ),
    (
        "table t() -> int {\n    | n => result |\n    | 1 or 2 => 1 |\n}",
        &["4:9 P001 expected `,`, `..=`, `=>` or `|`, found `or` | write `,` between the values of which one must hold"],
    ),
    (
        "table t() -> int {\n    | n => result |\n    | in [\"a\"] => 1 |\n}",
        &["4:10 P001 expected a name, found `[` | give the list a name with `const`, and write that name behind `in`"],
    ),
    (
        "table t() -> int {\n    | n => result |\n    |---|:--:|\n}",
        &["4:5 P001 a grid has no line of dashes below its heading | leave the line out"],
    ),
    (
        "table t() -> int {\n    | rule | n => result |\n    | no-pair | 1 => 1 |\n}",
        &["4:9 P001 expected `=>` or `|`, found `-` | a rule's name with `-` stands in quotes: `\"no-pair\"`"],
    ),
    (
        "table t() -> int {\n    rule one if x => 1\n    otherwise => 2\n}",
        &["3:14 P001 expected `=>`, `for` or `when`, found `if` | write `when`"],
    ),
    (
        "table t() -> int {\n    rule no-pair-2 when x => 1\n    otherwise => 2\n}",
        &["3:12 P001 expected `=>`, `for` or `when`, found `-` | a rule's name with `-` stands in quotes: `\"no-pair-2\"`"],
    ),
    (
        "table t() -> int {\n    rule one when x: 1\n    otherwise => 2\n}",
        &["3:20 P001 expected `=>` or an operator, found `:` | an outcome stands behind `=>`"],
    ),
    (
        "table t() -> int {\n    rule a when x => 1\n    default => 2\n}",
        &["4:5 P001 expected `let`, `otherwise` or `rule`, found `default` | write `otherwise`"],
    ),
    (
        "table t() -> int {\n    rule a when x => 1\n    else => 2\n}",
        &["4:5 P001 expected `because` or an operator, found `else` | write `otherwise`"],
    ),
    ("let a-b = 1", &["2:6 P001 expected `:` or `=`, found `-` | a name is made of letters, digits and `_`: `a_b`"]),
    ("let a = [x for x of xs]", &["2:18 P001 expected `,` or `in`, found `of` | write `in`"]),
    (
        "let a = [x for x in xs if x]",
        &["2:24 P001 expected `]`, `distinct`, `for`, `let` or an operator, found `if` | write `where`"],
    ),
    ("let a = sum(xs)", &["2:15 P001 expected `for` or an operator, found `)` | say of what: `sum(x for x in …)`"]),
    (
        "let a = max(1, 2)",
        &["2:14 P001 expected `for` or an operator, found `,` | put the values in a list: `max(x for x in [a, b])`"],
    ),
    (
        "type T = Record<string, int>",
        &[
            "2:16 P001 expected `?` or the end of the item, found `<` | write `map<…>` with the type of the values: the keys are always texts",
        ],
    ),
    ("type T = Array<int>", &["2:15 P001 expected `?` or the end of the item, found `<` | write `list<…>`"]),
    ("type T = int[]", &["2:13 P001 expected `?` or the end of the item, found `[` | write `list<int>`"]),
    (
        "type T = map<string, int>",
        &[
            "2:20 P001 expected `>` or `?`, found `,` | one type stands between `<` and `>`; the keys of a map are always texts: `map<int>`",
        ],
    ),
    (
        "let a = x.xs.includes(1)",
        &[
            "2:22 P001 expected an operator, found `(` | values have no methods; look an element up with `x in list`, a piece of a text with `contains(text, piece)`",
        ],
    ),
    (
        "let a = x.xs.filter(f)",
        &["2:20 P001 expected an operator, found `(` | values have no methods; write `[x for x in list where …]`"],
    ),
    (
        "let a = x.s.startsWith(\"b\")",
        &[
            "2:23 P001 expected an operator, found `(` | values have no methods; write `contains(text, piece)`, `starts_with(text, piece)`, or look an element up with `x in list`",
        ],
    ),
    (
        "let a = x.s.trim()",
        &["2:17 P001 expected an operator, found `(` | values have no methods; a function is called as `f(x)`"],
    ),
    ("}", &["2:1 P001 this `}` closes nothing | delete it, or open what it shall close"]),
];

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let (sources, parsed) = read_text(text);
    let found: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|finding| {
            let at = sources.start(finding.primary.span);
            let help = finding.help.first().map_or(String::new(), |help| format!(" | {help}"));
            format!("{}:{} {} {}{help}", at.line, at.column, finding.code, finding.message)
        })
        .collect();
    assert_eq!(found, expected, "\n{text}");
}

#[test]
fn the_bracket_that_is_shown_as_open_is_open() {
    for text in [
        "policy a\ntable t() -> R {\n    rule a when x => { a: { b: 1 } }\n    otherwise => { a: 1 }\n",
        "policy a\ntable t() -> R {\n    otherwise => { a: 1 }\n\noutput o = t()\n",
        "policy a\nexamples t {\n    () => { a: 1 }\n",
    ] {
        let (sources, parsed) = read_text(text);
        let shown: Vec<usize> = parsed
            .diagnostics
            .iter()
            .flat_map(|finding| &finding.secondary)
            .map(|label| sources.start(label.span).line)
            .collect();
        assert_eq!(shown, [2], "\n{text}");
    }
}

#[test]
fn mistakes_are_explained() {
    for (text, expected) in CASES {
        // The policy line itself is wrong in some of them.
        let text = if text.starts_with("policy") { (*text).to_owned() } else { format!("policy a\n{text}\n") };
        check(&text, expected);
    }
}

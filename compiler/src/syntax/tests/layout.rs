//! The canonical layout.

use super::super::format;

#[track_caller]
fn laid_out(text: &str, wanted: &str) {
    let found = format(text).expect("a text that parses");
    assert_eq!(found, wanted, "\n{found}");
    assert_eq!(format(&found).expect("a text that parses"), wanted, "a second time");
}

#[test]
fn blanks_and_indents_are_the_languages() {
    laid_out(
        "\u{feff}//!a  \r\npolicy  a.b-2026-08 // x\nlet x:list <string>?=[ 1,-2 ,- n ,a- -b,...xs ]\nlet y = `a${ x.b }c ${1+2}`  + f( x )[0]?.b?[ 1 ]\n\n\n\nlet z=\nif a<b then{}else\n{ a :1,...b }\n",
        "//!a\n\npolicy a.b-2026-08 // x\n\nlet x: list<string>? = [1, -2, -n, a - -b, ...xs]\nlet y = `a${x.b}c ${1 + 2}` + f(x)[0]?.b?[1]\n\nlet z =\n    if a < b then {} else\n    { a: 1, ...b }\n",
    );
    laid_out("", "");
    laid_out("policy a", "policy a\n");
    laid_out("policy a\n// end\n\n\n", "policy a\n\n// end\n");
}

#[test]
fn blocks_and_brackets_are_indented() {
    laid_out(
        "policy a\ntable t (x:int)->int hit first{\n  let a = 1\n\n      // note\n  /// doc\n  @allow( P304,\"x\" )\n rule a for i,x in xs let y = x when(x<1)and\n y\n=> [\n 1,\n ] because \"r\"\n rule b => 2\n    because \"s\"\n\n  otherwise=>3}\n",
        "policy a\n\ntable t(x: int) -> int hit first {\n    let a = 1\n\n    // note\n    /// doc\n    @allow(P304, \"x\")\n    rule a for i, x in xs let y = x when (x < 1) and\n        y\n        => [\n            1,\n        ] because \"r\"\n    rule b => 2\n        because \"s\"\n\n    otherwise => 3 }\n",
    );
    laid_out(
        "policy a\nexamples t {\ngiven {\na: [\n{ b: 1 }, {\nc: 2 }\n] }\n(1,\n2)=>some by otherwise\n}\ntest \"x\"{expect a\nexpect not b }\ninvariant i ( t:T ) inductive from S{ a implies b }\n",
        "policy a\n\nexamples t {\n    given {\n        a: [\n            { b: 1 }, {\n                c: 2 }\n        ] }\n    (1,\n        2) => some by otherwise\n}\ntest \"x\" { expect a\n    expect not b }\ninvariant i(t: T) inductive from S { a implies b }\n",
    );
}

#[test]
fn grids_stand_in_columns() {
    laid_out(
        "policy a\ntable t(x: int) -> R {\n| rule|x|f(x)[ 0 ]=>a|bc|\n /// doc\n| \"é\"|1..=2,< -3|-=>fold(s=0 over e in xs=>s)|\"y\" |because \"z\" // c\n  // between\n| long_name|not(in A,like \"*\")|is not none=>1|{a:1}|\notherwise=>1\n}\n",
        "policy a\n\ntable t(x: int) -> R {\n    | rule      | x                    | f(x)[0]     => a                             | bc       |\n    /// doc\n    | \"é\"       | 1..=2, < -3          | -           => fold(s = 0 over e in xs => s) | \"y\"      | because \"z\" // c\n    // between\n    | long_name | not (in A, like \"*\") | is not none => 1                             | { a: 1 } |\n    otherwise => 1\n}\n",
    );
}

#[test]
fn a_heading_over_lines_keeps_its_words() {
    laid_out(
        "policy a\ntable t(x: int) -> int {\n| x =>\n result |\n| 1 => 2 |\notherwise => 1\n}\n",
        "policy a\n\ntable t(x: int) -> int {\n    | x =>\n        result |\n    | 1 => 2 |\n    otherwise => 1\n}\n",
    );
}

#[test]
fn a_text_with_a_bad_piece_is_left_alone() {
    for text in ["policy a\nlet x = \n", "policy a\ntable t() -> int {\n    rule => 1\n}\n", "x"] {
        assert_eq!(format(text), None, "{text}");
    }
}

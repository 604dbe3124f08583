//! The page of the library, written from the definitions.

use std::fmt::Write;

use super::Function;

const HEAD: &str = "\
# The library

Functions that every policy may call.
This page is written from their definitions, and its examples are tests: change `compiler/src/library/`, not the page.

`T` is the type of a list's elements or a map's values.
A parameter `json` or `json?` takes any value; none is null for the first and none for the second.
*Always* stands before what holds of every call, where `result` is its result.
A call pays for the bytes that it reads and makes out of the budgets of the evaluation.
";

/// `docs/library.md`.
pub fn reference() -> String {
    let mut page = HEAD.to_owned();
    for function in Function::ALL {
        let definition = function.definition();
        // Writing to a string does not fail.
        let _ = write!(page, "\n## `{}`\n\n```grammar\n{function}\n```\n\n{}\n", definition.word, definition.contract);
        if !definition.promises.is_empty() {
            page.push_str("\nAlways:\n\n");
            for promise in definition.promises {
                let _ = writeln!(page, "- `{promise}`");
            }
        }
        let width = definition.examples.iter().map(|(expression, _)| expression.chars().count()).max().unwrap_or(0);
        page.push_str("\n```expr\n");
        for (expression, value) in definition.examples {
            let _ = writeln!(page, "{expression:width$} => {value}");
        }
        page.push_str("```\n");
    }
    page
}

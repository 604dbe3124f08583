//! `like_line`, `like_tail`: globs of other dialects than `like`.

use super::{Definition, Param, Sort, Work};
use crate::engine::Fault;
use crate::policy::Value;

pub(super) static LIKE_LINE: Definition = Definition {
    word: "like_line",
    params: &[Param::new("s", Sort::Text), Param::new("p", Sort::Text)],
    result: Sort::Bool,
    contract: "Whether the whole text fits a glob in which `*` is any run and `?` one code point, neither of them a line end (U+000A, U+000D, U+2028, U+2029); all else stands for itself.",
    promises: &[
        "(not contains(p, \"*\") and not contains(p, \"?\")) implies result == (s == p)",
        "result implies s like p",
        "(p == \"*\" and result) implies not contains(s, \"\\n\")",
    ],
    examples: &[("like_line(\"openai/gpt-5\", \"openai/*\")", "true"), ("like_line(\"a\\nb\", \"*\")", "false")],
    evaluate: like_line,
};

pub(super) static LIKE_TAIL: Definition = Definition {
    word: "like_tail",
    params: &[Param::new("s", Sort::Text), Param::new("p", Sort::Text)],
    result: Sort::Bool,
    contract: "Whether the text begins with what stands before the `*` at the end of a glob; without one there, whether the two are equal. No other sign is special.",
    promises: &[
        "not ends_with(p, \"*\") implies result == (s == p)",
        "ends_with(p, \"*\") implies result == starts_with(s, take_utf8(p, len_utf8(p) - 1))",
    ],
    examples: &[("like_tail(\"mcp__x\", \"mcp__*\")", "true"), ("like_tail(\"mcp__x\", \"*x\")", "false")],
    evaluate: like_tail,
};

/// Rounds of the matcher that take about as long as one step of an evaluation.
const ROUNDS_PER_STEP: u64 = 16;

fn like_line(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(pattern)] = args else { return Err(work.malformed()) };
    fits_glob(text, pattern, is_line_end, work).map(Value::Bool)
}

/// Whether the whole text fits a glob whose `*` and `?` stand for anything but what they stop at.
pub(crate) fn fits_glob(text: &str, pattern: &str, stops: fn(char) -> bool, work: &mut Work<'_>) -> Result<bool, Fault> {
    work.make(text.len().saturating_add(pattern.len()))?;
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut next, mut rounds) = (0_usize, 0_usize, 0_u64);
    // Behind the last `*`, and how far it reaches. Only it is ever made longer: what stands before it fitted as early as it
    // can, and a later fit on the same line leaves less to the rest. Over a line end no `*` reaches.
    let mut star: Option<(usize, usize)> = None;
    loop {
        rounds += 1;
        if rounds % ROUNDS_PER_STEP == 0 {
            work.step(1)?;
        }
        match (text.get(at), pattern.get(next)) {
            (_, Some('*')) => {
                next += 1;
                star = Some((next, at));
                continue;
            }
            (None, None) => return Ok(true),
            (Some(c), Some(wanted)) if c == wanted && *wanted != '?' || *wanted == '?' && !stops(*c) => {
                (at, next) = (at + 1, next + 1);
                continue;
            }
            _ => {}
        }
        let Some((behind, reach)) = star else { return Ok(false) };
        match text.get(reach) {
            Some(c) if !stops(*c) => {
                (at, next) = (reach + 1, behind);
                star = Some((behind, reach + 1));
            }
            _ => return Ok(false),
        }
    }
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn like_tail(args: &[Value], work: &mut Work<'_>) -> Result<Value, Fault> {
    let [Value::Text(text), Value::Text(pattern)] = args else { return Err(work.malformed()) };
    work.read(text.len().saturating_add(pattern.len()))?;
    Ok(Value::Bool(match pattern.strip_suffix('*') {
        Some(start) => text.starts_with(start),
        None => text == pattern,
    }))
}

#[cfg(test)]
mod tests {
    use crate::library::testing::check;

    #[test]
    fn cases() {
        check(&[
            ("like_line(\"\", \"\")", "true"),
            ("like_line(\"\", \"*\")", "true"),
            ("like_line(\"a\", \"\")", "false"),
            ("like_line(\"🙂\", \"?\")", "true"),
            ("like_line(\"\\n\", \"?\")", "false"),
            ("like_line(\"\\n\", \"\\n\")", "true"),
            ("like_line(\"a\\nb\", \"*\\n*\")", "true"),
            ("like_line(\"a\\nb\\nc\", \"*\\n*\")", "false"),
            ("like_line(\"a\\nb\\nc\", \"*\\n*\\n*\")", "true"),
            ("like_line(\"ab\\u2028\", \"ab*\")", "false"),
            ("like_line(\"a\\u0085b\", \"a*b\")", "true"),
            ("like_line(\"abcabd\", \"*abd\")", "true"),
            ("like_line(\"aXbXc\", \"a*X?\")", "true"),
            ("like_line(\"a/b/c\", \"a/*\")", "true"),
            ("like_line(\"ab\", \"a**b\")", "true"),
            ("like_line(\"?\", \"?\")", "true"),
            ("like_line(\"*\", \"*\")", "true"),
            ("like_line(\"[a]\", \"[a]\")", "true"),
            ("like_line(\"A\", \"a\")", "false"),
            ("like_tail(\"\", \"*\")", "true"),
            ("like_tail(\"a\\nb\", \"a*\")", "true"),
            ("like_tail(\"a\", \"a\")", "true"),
            ("like_tail(\"ab\", \"a\")", "false"),
            ("like_tail(\"a*b\", \"a*b\")", "true"),
            ("like_tail(\"axb\", \"a*b\")", "false"),
            ("like_tail(\"?\", \"?\")", "true"),
        ]);
    }

    /// The plain definition, in time that grows beyond all bounds.
    fn fits(text: &[char], pattern: &[char]) -> bool {
        match (text, pattern) {
            (_, ['*', rest @ ..]) => {
                fits(text, rest) || text.split_first().is_some_and(|(c, text)| !super::is_line_end(*c) && fits(text, pattern))
            }
            ([c, text @ ..], ['?', rest @ ..]) => !super::is_line_end(*c) && fits(text, rest),
            ([c, text @ ..], [wanted, rest @ ..]) => c == wanted && fits(text, rest),
            (text, pattern) => text.is_empty() && pattern.is_empty(),
        }
    }

    proptest::proptest! {
        #[test]
        fn like_line_is_what_it_says(text in "[ab\n]{0,8}", pattern in "[ab?*\n]{0,7}") {
            let mut budget = crate::engine::Budget::new(crate::engine::Limits::default());
            let span = crate::source::Span::new(crate::source::Sources::new().add("x", String::new()), 0, 0);
            let args = [super::Value::text(&text), super::Value::text(&pattern)];
            let found = super::like_line(&args, &mut super::Work::new(&mut budget, span));
            let chars = |text: &str| text.chars().collect::<Vec<_>>();
            proptest::prop_assert_eq!(found.unwrap(), super::Value::Bool(fits(&chars(&text), &chars(&pattern))));
        }
    }

    #[test]
    fn many_stars_take_steps_and_no_more() {
        check(&[("like_line(repeat(\"a\", 2000), repeat(\"a*\", 1000) + \"b\")", "false")]);
    }
}

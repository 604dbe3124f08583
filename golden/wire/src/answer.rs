//! Compares an answer with the recorded one, in the outputs that count.
//!
//! Which outputs a system has, and which of them are sets, the caller says; what it takes to answer, too.

use polc_compiler::json::Json;

use crate::compare::{Comparison, Differences, is_named};

/// How an answer compares with the recorded one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerComparison {
    /// Where the outputs differ; each pointer begins with the name of the output.
    pub differences: Differences,
    /// Members of the recorded answer that are none of the outputs. They were compared with nothing, so the list of outputs
    /// is wrong, or the case belongs to another system: an error in either way.
    pub unlisted: Vec<String>,
}

impl AnswerComparison {
    /// Whether the answer is the recorded one, and all of the recorded one was looked at.
    pub fn agrees(&self) -> bool {
        self.differences.is_empty() && self.unlisted.is_empty()
    }
}

/// Compares the `outputs` of two answers, in their order. An output that the recorded answer has must be equal in the given
/// one; an output that it lacks must be absent. Lists that are `sets` are compared without order. Members of `answer` that
/// are no outputs are not looked at. What is no object is compared as a whole.
pub fn compare_answer(expected: &Json, answer: &Json, outputs: &[String], sets: &[String]) -> AnswerComparison {
    let mut comparison = Comparison::default();
    let (Json::Object(expected), Json::Object(answer)) = (expected, answer) else {
        comparison.values(expected, answer);
        return AnswerComparison { differences: comparison.differences, unlisted: Vec::new() };
    };
    for output in outputs {
        comparison.member(output, expected.get(output.as_str()), answer.get(output.as_str()), sets.contains(output));
    }
    let unlisted = expected.keys().filter(|name| !is_named(outputs, name)).map(|name| name.as_ref().to_owned()).collect();
    AnswerComparison { differences: comparison.differences, unlisted }
}

#[cfg(test)]
mod tests {
    use polc_compiler::json::parse;

    use super::*;

    /// Compares in the outputs `a`, `b` and `s`, the last one a set.
    #[track_caller]
    fn check(expected: &str, answer: &str, differences: &[&str], unlisted: &[&str]) {
        let json = |text: &str| parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let comparison = compare_answer(&json(expected), &json(answer), &names(&["a", "b", "s"]), &names(&["s"]));
        let lines: Vec<String> = comparison.differences.kept.iter().map(ToString::to_string).collect();
        assert_eq!((lines, comparison.unlisted.clone()), (names(differences), names(unlisted)), "{expected} and {answer}");
        assert_eq!(comparison.agrees(), differences.is_empty() && unlisted.is_empty());
    }

    #[test]
    fn equal_answers_agree() {
        check(r#"{"a":1,"b":[1,2],"s":[1,2]}"#, r#"{"s":[2,1],"b":[1,2],"a":1.0}"#, &[], &[]);
        check("{}", "{}", &[], &[]);
    }

    #[test]
    fn an_output_that_the_case_lacks_must_be_absent() {
        check(r#"{"a":1}"#, r#"{"a":1,"b":null}"#, &["`/b`: expected nothing, found `null`"], &[]);
        check(r#"{"a":1,"b":null}"#, r#"{"a":1}"#, &["`/b`: expected `null`, found nothing"], &[]);
        check("{}", r#"{"s":[]}"#, &["`/s`: expected nothing, found `[]`"], &[]);
    }

    #[test]
    fn what_is_no_output_is_not_compared_but_must_not_be_expected() {
        check(r#"{"a":1}"#, r#"{"a":1,"more":2}"#, &[], &[]);
        check(r#"{"a":1,"more":2,"most":3}"#, r#"{"a":1,"more":2}"#, &[], &["more", "most"]);
    }

    #[test]
    fn what_is_no_object_is_compared_as_a_whole() {
        check("{}", "[]", &["the top: expected `{}`, found `[]`"], &[]);
        check("[1]", "[1]", &[], &[]);
    }

    #[test]
    fn differences_come_in_the_order_of_the_outputs() {
        check(
            r#"{"s":[1],"b":[1,2],"a":{"x":1}}"#,
            r#"{"s":[],"b":[2,1],"a":{"x":2}}"#,
            &[
                "`/a/x`: expected `1`, found `2`",
                "`/b/0`: expected `1`, found `2`",
                "`/b/1`: expected `2`, found `1`",
                "`/s/0`: expected `1`, found nothing",
            ],
            &[],
        );
    }
}

//! The table of stable codes.
//!
//! A code never changes its meaning; a retired one stays here, marked as retired. The page of each code is
//! `docs/diagnostics/CODE.md`; `polc explain` prints it.

use std::fmt;

/// A stable code, such as `P105`.
///
/// `P0xx` syntax, `P1xx` names and types, `P2xx` tables, `P3xx` examples, tests, invariants and evaluation, `P4xx` cases
/// and goldens, `P5xx` recorded cases, `P6xx` limits, files and documents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u16);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "P{:03}", self.0)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Code {
    /// Reads `P105`, in either case.
    pub fn parse(text: &str) -> Option<Code> {
        CODES.iter().map(|(code, _, _)| *code).find(|code| code.to_string().eq_ignore_ascii_case(text))
    }

    /// What the code stands for, in a few words.
    pub fn title(self) -> &'static str {
        CODES.iter().find(|(code, _, _)| *code == self).map_or("", |(_, title, _)| title)
    }

    /// The page of the code: Markdown with the headings *What it means*, *Why it matters*, *Example*, *How to fix*.
    pub fn page(self) -> &'static str {
        CODES.iter().find(|(code, _, _)| *code == self).map_or("", |(_, _, page)| page)
    }
}

macro_rules! codes {
    ($($name:ident = $number:literal $page:literal, $title:literal;)*) => {
        impl Code {
            $(
                #[doc = $title]
                pub const $name: Code = Code($number);
            )*
        }

        /// Every code with its title and its page, in order.
        pub const CODES: &[(Code, &str, &str)] = &[
            $((Code::$name, $title, include_str!(concat!("../../../docs/diagnostics/", $page)))),*
        ];
    };
}

codes! {
    UNEXPECTED_WORD = 1 "P001.md", "the text is no sentence of the language here";
    LAYOUT = 2 "P002.md", "an item, rule or row does not stand where a line begins";
    CHAIN = 3 "P003.md", "operators are chained without parentheses";
    BAD_LITERAL = 4 "P004.md", "a literal cannot be read";
    HEADER = 5 "P005.md", "the `policy` line is missing, doubled or not first";
    LOST_DOC = 6 "P006.md", "a documentation comment documents nothing";
    CONTROL_CHARACTER = 7 "P007.md", "a character that is not seen stands in the text";

    UNKNOWN_NAME = 101 "P101.md", "no such name";
    UNKNOWN_TYPE = 102 "P102.md", "no such type";
    DUPLICATE_NAME = 103 "P103.md", "a name is taken already";
    UNKNOWN_MEMBER = 104 "P104.md", "no such member";
    TYPE_MISMATCH = 105 "P105.md", "a value does not fit its place";
    ARGUMENTS = 106 "P106.md", "a call has the wrong arguments";
    NEEDS_TYPE = 107 "P107.md", "the type cannot be told from the place";
    CYCLE = 108 "P108.md", "a definition needs itself";
    MISSING_MEMBER = 109 "P109.md", "a record literal lacks a member";
    DUPLICATE_MEMBER = 110 "P110.md", "a member stands twice";
    NOT_CONSTANT = 111 "P111.md", "a constant depends on more than constants";
    POLICY_NAME = 112 "P112.md", "the policy's name and the file's path disagree";
    BAD_PATTERN = 113 "P113.md", "a text is no pattern";
    UNKNOWN_POLICY = 114 "P114.md", "no such policy";
    INSTANCE = 115 "P115.md", "an instance does not fit its policy";
    FOREIGN = 116 "P116.md", "another policy cannot be used like this";
    ALLOW = 117 "P117.md", "an `@allow` silences nothing";

    NO_OTHERWISE = 201 "P201.md", "a table is not complete";
    AFTER_LAST = 202 "P202.md", "a rule stands behind one that takes everything";
    ROW_SHAPE = 203 "P203.md", "a row does not fit its grid";
    COLLECT_OTHERWISE = 204 "P204.md", "a `collect` table has an `otherwise`";
    RANGE = 205 "P205.md", "a rule of a `unique` or `any` table ranges over a list";

    EXAMPLE_FAILED = 301 "P301.md", "an example does not hold";
    TEST_FAILED = 302 "P302.md", "a test does not hold";
    INVARIANT_BROKEN = 303 "P303.md", "an invariant does not hold for a given document";
    NEVER_REACHED = 304 "P304.md", "no example, test or case reaches a rule";
    NOT_GIVEN = 305 "P305.md", "an example or a test lacks an input";
    NO_RULE = 306 "P306.md", "no rule of a table decides";
    INT_OVERFLOW = 307 "P307.md", "an integer leaves its range";
    INVARIANT_UNCHECKED = 308 "P308.md", "an invariant was not run on anything";
    TWO_RULES = 309 "P309.md", "two rules of a `unique` table hold";
    OUTCOMES_DIFFER = 310 "P310.md", "rules of an `any` table disagree";
    REFUSED_ARGUMENT = 311 "P311.md", "a library function refuses an argument";

    CASE_DIFFERS = 501 "P501.md", "the answer differs from the recorded one";
    CASE_MALFORMED = 502 "P502.md", "a line is no recorded case";
    UNKNOWN_SYSTEM = 503 "P503.md", "nothing answers a system";
    SYSTEM_BROKEN = 504 "P504.md", "a system's entry does not fit its policy";

    NOT_UTF8 = 601 "P601.md", "a text is not UTF-8";
    TOO_LARGE = 602 "P602.md", "a text is too large";
    TOO_DEEP = 603 "P603.md", "a text is nested too deep";
    STEP_BUDGET = 604 "P604.md", "an evaluation takes too many steps";
    VALUE_BUDGET = 605 "P605.md", "an evaluation makes too many values";
    JSON_SYNTAX = 606 "P606.md", "a text is not JSON";
    JSON_DUPLICATE = 607 "P607.md", "a JSON member stands twice";
    JSON_SURROGATE = 608 "P608.md", "a JSON text holds half a character";
    JSON_NUMBER = 609 "P609.md", "a JSON number is out of range";
    BAD_INPUT = 610 "P610.md", "an input does not fit its type";
    PROJECT_FILE = 611 "P611.md", "a project file cannot be used";
    NOTHING_CHECKED = 612 "P612.md", "nothing was checked";
    BINDINGS = 613 "P613.md", "an invariant has too many bindings";
    MALFORMED_POLICY = 614 "P614.md", "a compiled policy contradicts itself";
    EVALUATION_DEPTH = 615 "P615.md", "an evaluation is nested too deep";
    RUN_STEPS = 616 "P616.md", "a run takes too many steps";
}

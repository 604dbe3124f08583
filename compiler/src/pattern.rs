//! Patterns of `like` and `matches`: what they mean, and how a text is held against them.
//!
//! A pattern always speaks of a whole text, code point by code point. A glob knows `*` (any run) and `?` (one code point),
//! and nothing else. A regular expression has no anchors, no look-around, no references and no flags; `.` is any code
//! point, and `\d`, `\s` and `\w` are ASCII. Both become an automaton, so that matching takes time in proportion to the
//! text, whatever the pattern.

use std::fmt;
use std::sync::Arc;

use regex_automata::meta::Regex;
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::{Hir, Look};

pub use crate::syntax::tree::PatternKind;

/// Longest pattern, in bytes.
pub const PATTERN_BYTES_MAX: usize = 4096;
/// How much memory the automaton of one pattern may take, in bytes: repetitions such as `(a{100}){100}` multiply.
pub const PATTERN_AUTOMATON_BYTES_MAX: usize = 1 << 20;
/// How deep groups of a regular expression may nest.
const GROUPS_MAX: u32 = 100;

/// A pattern that was understood.
#[derive(Clone)]
pub struct Pattern {
    /// Glob or regular expression.
    pub kind: PatternKind,
    /// As written.
    pub text: Arc<str>,
    automaton: Arc<Regex>,
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PatternError {
    /// What is wrong, with the piece that is.
    pub message: String,
    /// What to write instead.
    pub help: &'static str,
    /// Where it is wrong, in bytes of the pattern.
    pub range: Option<std::ops::Range<usize>>,
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.kind.word(), self.text)
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        (self.kind, &self.text) == (other.kind, &other.text)
    }
}

impl Pattern {
    /// Understands a pattern.
    ///
    /// # Errors
    /// A text that is no pattern of that kind, or one that is too large.
    pub fn new(kind: PatternKind, text: &str) -> Result<Pattern, PatternError> {
        if text.len() > PATTERN_BYTES_MAX {
            return Err(PatternError {
                message: format!("the pattern is longer than {PATTERN_BYTES_MAX} bytes"),
                help: "split it into several conditions, or compare with a list of texts",
                range: None,
            });
        }
        let whole = match kind {
            PatternKind::Glob => glob(text),
            PatternKind::Regex => regular(text)?,
        };
        let whole = Hir::concat(vec![Hir::look(Look::Start), whole, Hir::look(Look::End)]);
        let config =
            Regex::config().nfa_size_limit(Some(PATTERN_AUTOMATON_BYTES_MAX)).hybrid_cache_capacity(PATTERN_AUTOMATON_BYTES_MAX);
        let automaton = Regex::builder().configure(config).build_from_hir(&whole).map_err(|_| PatternError {
            message: "the pattern repeats so much that its automaton is too large".to_owned(),
            help: "repeat less often: the numbers of nested `{n}` multiply",
            range: None,
        })?;
        Ok(Pattern { kind, text: text.into(), automaton: Arc::new(automaton) })
    }

    /// Whether the whole text is one that the pattern describes.
    pub fn matches(&self, text: &str) -> bool {
        self.automaton.is_match(text)
    }
}

fn glob(text: &str) -> Hir {
    let mut parts = Vec::new();
    let mut literal = String::new();
    for c in text.chars() {
        let part = match c {
            '*' => repeat_any(),
            '?' => any(),
            _ => {
                literal.push(c);
                continue;
            }
        };
        parts.push(Hir::literal(std::mem::take(&mut literal).into_bytes()));
        parts.push(part);
    }
    parts.push(Hir::literal(literal.into_bytes()));
    Hir::concat(parts)
}

fn any() -> Hir {
    Hir::dot(regex_syntax::hir::Dot::AnyChar)
}

fn repeat_any() -> Hir {
    Hir::repetition(regex_syntax::hir::Repetition { min: 0, max: None, greedy: true, sub: Box::new(any()) })
}

fn regular(text: &str) -> Result<Hir, PatternError> {
    let mut tree = ast::parse::ParserBuilder::new().nest_limit(GROUPS_MAX).build().parse(text).map_err(|error| {
        let span = error.span();
        PatternError {
            message: format!("the pattern cannot be read: {}", error.kind().to_string().to_lowercase()),
            help: "look up what the language's patterns have: `docs/language.md`, patterns",
            range: Some(span.start.offset..span.end.offset),
        }
    })?;
    Narrow.ast(&mut tree)?;
    let mut translator = regex_syntax::hir::translate::TranslatorBuilder::new().dot_matches_new_line(true).build();
    translator.translate(text, &tree).map_err(|error| {
        let span = error.span();
        PatternError {
            message: format!("the pattern cannot be read: {}", error.kind().to_string().to_lowercase()),
            help: "look up what the language's patterns have: `docs/language.md`, patterns",
            range: Some(span.start.offset..span.end.offset),
        }
    })
}

/// Refuses what the language leaves out, and makes `\d`, `\s` and `\w` ASCII. Recursion is bounded by [`GROUPS_MAX`].
struct Narrow;

impl Narrow {
    fn ast(&self, tree: &mut Ast) -> Result<(), PatternError> {
        match tree {
            Ast::Empty(_) | Ast::Literal(_) | Ast::Dot(_) => Ok(()),
            Ast::Flags(flags) => Err(refused(flags.span, "flags", "write both letters, such as `[aA]`")),
            Ast::Assertion(assertion) => Err(refused(
                assertion.span,
                "anchors and word boundaries",
                "a pattern always speaks of the whole text: leave it out",
            )),
            Ast::ClassUnicode(class) => Err(refused(class.span, "Unicode classes", "list the characters: `[a-zäöü]`")),
            Ast::ClassPerl(class) => {
                let item = ast::ClassSetItem::Ascii(ascii(class));
                let (span, set) = (class.span, ast::ClassSet::Item(item));
                *tree = Ast::ClassBracketed(Box::new(ast::ClassBracketed { span, negated: false, kind: set }));
                Ok(())
            }
            Ast::ClassBracketed(class) => self.set(&mut class.kind),
            Ast::Repetition(repetition) => self.ast(&mut repetition.ast),
            Ast::Group(group) => match &group.kind {
                ast::GroupKind::NonCapturing(flags) if !flags.items.is_empty() => {
                    Err(refused(flags.span, "flags", "write both letters, such as `[aA]`"))
                }
                ast::GroupKind::CaptureName { name, .. } => {
                    Err(refused(name.span, "named groups", "write plain parentheses: nothing is captured"))
                }
                _ => self.ast(&mut group.ast),
            },
            Ast::Alternation(parts) => parts.asts.iter_mut().try_for_each(|part| self.ast(part)),
            Ast::Concat(parts) => parts.asts.iter_mut().try_for_each(|part| self.ast(part)),
        }
    }

    fn set(&self, set: &mut ast::ClassSet) -> Result<(), PatternError> {
        match set {
            ast::ClassSet::Item(item) => self.item(item),
            ast::ClassSet::BinaryOp(op) => {
                self.set(&mut op.lhs)?;
                self.set(&mut op.rhs)
            }
        }
    }

    fn item(&self, item: &mut ast::ClassSetItem) -> Result<(), PatternError> {
        match item {
            ast::ClassSetItem::Perl(class) => {
                *item = ast::ClassSetItem::Ascii(ascii(class));
                Ok(())
            }
            ast::ClassSetItem::Unicode(class) => Err(refused(class.span, "Unicode classes", "list the characters: `[a-zäöü]`")),
            ast::ClassSetItem::Bracketed(class) => self.set(&mut class.kind),
            ast::ClassSetItem::Union(union) => union.items.iter_mut().try_for_each(|item| self.item(item)),
            ast::ClassSetItem::Empty(_)
            | ast::ClassSetItem::Literal(_)
            | ast::ClassSetItem::Range(_)
            | ast::ClassSetItem::Ascii(_) => Ok(()),
        }
    }
}

fn ascii(class: &ast::ClassPerl) -> ast::ClassAscii {
    let kind = match class.kind {
        ast::ClassPerlKind::Digit => ast::ClassAsciiKind::Digit,
        ast::ClassPerlKind::Space => ast::ClassAsciiKind::Space,
        ast::ClassPerlKind::Word => ast::ClassAsciiKind::Word,
    };
    ast::ClassAscii { span: class.span, kind, negated: class.negated }
}

fn refused(span: ast::Span, what: &str, help: &'static str) -> PatternError {
    PatternError { message: format!("patterns have no {what}"), help, range: Some(span.start.offset..span.end.offset) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCHES: &[(PatternKind, &str, &[&str], &[&str])] = &[
        (PatternKind::Glob, "", &[""], &["a"]),
        (PatternKind::Glob, "*", &["", "a", "a\nb", "é\u{0}"], &[]),
        (PatternKind::Glob, "mcp__*", &["mcp__", "mcp__a"], &["mcp_", "xmcp__a", "MCP__a"]),
        (PatternKind::Glob, "a?c", &["abc", "a\nc", "aéc", "a😀c"], &["ac", "abbc"]),
        (PatternKind::Glob, "[a].{2}\\d^$", &["[a].{2}\\d^$"], &["a", ""]),
        (PatternKind::Glob, "**a*?", &["ab", "xaxb"], &["a", "b"]),
        (PatternKind::Regex, "", &[""], &["a"]),
        (PatternKind::Regex, "a|ab", &["a", "ab"], &["abc", ""]),
        (PatternKind::Regex, "[a-zA-Z0-9_-]{1,3}", &["a", "a-_"], &["", "abcd", "é"]),
        (PatternKind::Regex, ".", &["a", "\n", "é", "😀"], &["", "e\u{301}"]),
        (PatternKind::Regex, r"\d+\w\s", &["1a ", "12_\t"], &["١a ", "1é ", "1a\u{a0}"]),
        (PatternKind::Regex, r"[^\d\W]", &["a", "_"], &["1", " ", "é"]),
        (PatternKind::Regex, r"(?:gpt|claude)-\d(\.\d)?", &["gpt-5", "claude-4.1"], &["gpt-", "xgpt-5"]),
    ];

    #[test]
    fn patterns_speak_of_whole_texts() {
        for (kind, pattern, yes, no) in MATCHES {
            let compiled = Pattern::new(*kind, pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            for text in *yes {
                assert!(compiled.matches(text), "{compiled:?} and {text:?}");
            }
            for text in *no {
                assert!(!compiled.matches(text), "{compiled:?} and {text:?}");
            }
        }
    }

    #[test]
    fn what_the_language_leaves_out_is_refused_at_its_place() {
        for (pattern, message, range) in [
            ("^a", "patterns have no anchors and word boundaries", 0..1),
            ("a$", "patterns have no anchors and word boundaries", 1..2),
            (r"a\b", "patterns have no anchors and word boundaries", 1..3),
            ("(?i)a", "patterns have no flags", 0..4),
            ("(?i:a)", "patterns have no flags", 2..3),
            (r"\p{L}", "patterns have no Unicode classes", 0..5),
            (r"[\p{L}]", "patterns have no Unicode classes", 1..6),
            ("(?P<n>a)", "patterns have no named groups", 4..5),
        ] {
            let error = Pattern::new(PatternKind::Regex, pattern).expect_err(pattern);
            assert_eq!((error.message.as_str(), error.range), (message, Some(range)), "{pattern}");
        }
        for pattern in ["(a", "a)", "[a", r"(a)\1", "(?=a)", "*", "a{2,1}", r"\"] {
            let error = Pattern::new(PatternKind::Regex, pattern).expect_err(pattern);
            assert!(error.message.starts_with("the pattern cannot be read: "), "{pattern}: {error}");
        }
    }

    proptest::proptest! {
        /// Globs that are data are matched without an automaton, which must not be seen.
        #[test]
        fn both_ways_to_match_a_glob_agree(text in "[abé\n]{0,8}", pattern in "[abé?*\n]{0,7}") {
            let mut budget = crate::engine::Budget::new(crate::engine::Limits::default());
            let mut work = crate::library::Work::new(&mut budget, crate::source::Span::default());
            let fits = crate::library::fits_glob(&text, &pattern, |_| false, &mut work).unwrap();
            let compiled = Pattern::new(PatternKind::Glob, &pattern).unwrap();
            proptest::prop_assert_eq!(fits, compiled.matches(&text));
        }
    }

    #[test]
    fn large_patterns_are_refused() {
        for (length, good) in [(PATTERN_BYTES_MAX, true), (PATTERN_BYTES_MAX + 1, false)] {
            assert_eq!(Pattern::new(PatternKind::Glob, &"a".repeat(length)).is_ok(), good, "{length}");
        }
        assert!(Pattern::new(PatternKind::Regex, "((a{100}){100}){100}").is_err());
        let deep = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
        assert!(Pattern::new(PatternKind::Regex, &deep(GROUPS_MAX as usize)).is_ok());
        assert!(Pattern::new(PatternKind::Regex, &deep(GROUPS_MAX as usize + 1)).is_err());
    }
}

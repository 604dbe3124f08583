//! The language reference says what is built: every fenced block of `docs/language.md` is a test.
//!
//! | block | what must hold |
//! | --- | --- |
//! | `pol` | compiles, and what it states about itself holds |
//! | `pol P105` | has that finding and no other |
//! | `pol file` | compiles, and is there for every later block |
//! | `pol names` | as `pol`; stands before every later `expr` block |
//! | `expr` | each line is `expression => value`, or `expression => P105` |
//! | `grammar` | for readers only |
//!
//! A block without a `policy` line gets one. Nothing else is supplied.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use polc_compiler::diagnostic::{Code, Diagnostic};
use polc_compiler::engine::{Limits, run_statements};
use polc_compiler::package::Package;
use polc_compiler::policy::{AggregateOp, JsonKind};
use polc_compiler::source::Sources;
use polc_compiler::syntax::tree::BinaryOp;

/// Fewer policies than this would mean that blocks are no longer found.
const POLICIES_MIN: usize = 28;
/// The same for expressions.
const EXPRESSIONS_MIN: usize = 90;

pub(crate) fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn reference() -> String {
    text("docs/language.md")
}

pub(crate) struct Block<'a> {
    /// What stands behind the fence.
    pub(crate) info: &'a str,
    /// The number of the first line inside, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
}

pub(crate) fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (number, line) in page.lines().enumerate() {
        open = match (open, line.strip_prefix("```")) {
            (None, Some(info)) => Some(Block { info, line: number + 2, text: String::new() }),
            (None, None) => None,
            (Some(block), Some("")) => {
                blocks.push(block);
                None
            }
            (Some(mut block), _) => {
                block.text += line;
                block.text.push('\n');
                Some(block)
            }
        };
    }
    assert!(open.is_none(), "the last block is not closed");
    blocks
}

/// What compiling a policy and running its statements finds: the codes, and all of it for readers.
pub(crate) fn findings(policy: &str, files: &[String]) -> (Vec<Code>, String) {
    let header = if policy.lines().any(|line| line.starts_with("policy ")) { "" } else { "policy example\n" };
    let mut sources = Sources::new();
    // No path of a policy, so that the policy may have any name.
    let id = sources.add("language.md", format!("{header}{policy}"));
    let mut package = Package::default();
    package.add(&sources, id);
    for (number, file) in files.iter().enumerate() {
        let id = sources.add(format!("file {number}"), file.as_str());
        package.add(&sources, id);
    }
    let compiled = package.compile(&sources).swap_remove(0);
    let mut found: Vec<Diagnostic> = compiled.diagnostics;
    if let Some(policy) = &compiled.policy {
        found.extend(run_statements(policy, &sources, &Limits::default()).findings);
    }
    let mut words = String::new();
    for finding in &found {
        let line = sources.start(finding.primary.span).line - header.lines().count();
        let _ = write!(words, "\n    line {line} of the block: {} {}", finding.code, finding.message);
    }
    (found.iter().map(|finding| finding.code).collect(), words)
}

/// What is wrong with a policy that must have these codes, empty where nothing is.
fn check(line: usize, policy: &str, files: &[String], wanted: &[Code]) -> String {
    let (found, words) = findings(policy, files);
    if found == wanted { String::new() } else { format!("docs/language.md:{line}: wanted {wanted:?}, found {found:?}{words}\n") }
}

/// A policy that states what a line of an `expr` block says, with the codes that it must have.
pub(crate) fn stated(names: &str, line: &str) -> Option<(String, Vec<Code>)> {
    let (expression, value) = line.rsplit_once(" => ")?;
    let value = value.trim();
    let code = value.split_whitespace().next().and_then(Code::parse);
    // A fault shows only where the value is computed.
    let wanted = if code.is_some() { "value" } else { value };
    let policy = format!("{names}\noutput value = {expression}\ntest \"value\" {{\n    expect value == {wanted}\n}}\n");
    Some((policy, code.into_iter().collect()))
}

#[test]
fn every_block_holds() {
    let page = reference();
    let (mut policies, mut expressions) = (0, 0);
    let (mut names, mut files) = (String::new(), Vec::new());
    let mut wrong = String::new();
    for block in blocks(&page) {
        match block.info.split_once(' ').unwrap_or((block.info, "")) {
            ("grammar", "") => {}
            ("pol", info) => {
                policies += 1;
                let code = Code::parse(info);
                match (info, code) {
                    ("" | "file", _) => {}
                    ("names", _) => names.clone_from(&block.text),
                    (_, Some(_)) => {}
                    _ => wrong += &format!("docs/language.md:{}: `{info}` is no code\n", block.line - 1),
                }
                if info == "file" {
                    files.push(block.text.clone());
                }
                wrong += &check(block.line, &block.text, &files, &code.into_iter().collect::<Vec<_>>());
            }
            ("expr", "") => {
                for (number, line) in block.text.lines().enumerate() {
                    expressions += 1;
                    match stated(&names, line) {
                        Some((policy, codes)) => wrong += &check(block.line + number, &policy, &files, &codes),
                        None => wrong += &format!("docs/language.md:{}: no ` => `\n", block.line + number),
                    }
                }
            }
            _ => wrong += &format!("docs/language.md:{}: nobody tests `{}`\n", block.line - 1, block.info),
        }
    }
    println!("{policies} policies, {expressions} expressions");
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(policies >= POLICIES_MIN, "only {policies} policies");
    assert!(expressions >= EXPRESSIONS_MIN, "only {expressions} expressions");
}

/// A line that is wrong is told as wrong: the runner itself can fail.
#[test]
fn a_wrong_block_is_reported() {
    for line in ["1 + 1 => 3", "1 + 1 => P105", "1 < 2 < 3 => P105", "nothing => 1", "1 + 1 => \"2\""] {
        let (policy, codes) = stated("", line).expect("an expression and its value");
        assert_ne!(check(1, &policy, &[], &codes), "", "{line}");
    }
    assert_ne!(check(1, "output answer = 42\n", &[], &[Code::TYPE_MISMATCH]), "");
    assert_ne!(check(1, "output answer = \n", &[], &[]), "");
    let page = "```pol\nlet a = 1\n```\ntext\n```expr P1\n1 => 1\n```\n";
    let found: Vec<_> = blocks(page).iter().map(|block| (block.info, block.line, block.text.clone())).collect();
    assert_eq!(found, [("pol", 2, "let a = 1\n".to_owned()), ("expr P1", 6, "1 => 1\n".to_owned())]);
}

/// Whatever the page sets as code: its blocks, and what stands between two backticks.
fn code(page: &str) -> String {
    let mut code: String = blocks(page).into_iter().map(|block| block.text).collect();
    let prose: String = page
        .split("```")
        .step_by(2)
        .flat_map(|prose| prose.lines().skip(1))
        .flat_map(|line| line.split('`').skip(1).step_by(2))
        .map(|span| format!("{span}\n"))
        .collect();
    code += &prose;
    code
}

/// Whether a word or sign stands in a text, a word not as a part of another.
fn mentions(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word).any(|(start, _)| {
        let (before, behind) = (text[..start].chars().next_back(), text[start + word.len()..].chars().next());
        !word.starts_with(is_word) || !(before.is_some_and(is_word) || behind.is_some_and(is_word))
    })
}

/// The quoted words of a rule of the grammar, or of the whole of it.
fn words_of_grammar(rule: Option<&str>) -> BTreeSet<String> {
    let grammar = text("compiler/src/syntax/grammar.pest");
    let grammar = match rule {
        Some(rule) => {
            let start = grammar.find(&format!("\n{rule} ")).unwrap_or_else(|| panic!("the grammar has no `{rule}`"));
            let end = grammar[start..].find('}').expect("a rule ends");
            grammar[start..start + end].to_owned()
        }
        None => grammar.lines().filter(|line| !line.trim_start().starts_with("//")).collect(),
    };
    let words =
        grammar.split('"').skip(1).step_by(2).filter(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()));
    words.map(str::to_owned).collect()
}

#[test]
fn every_word_is_mentioned() {
    let code = code(&reference());
    let mut words = words_of_grammar(None);
    words.extend(AggregateOp::ALL.map(|aggregate| aggregate.word().to_owned()));
    words.extend(JsonKind::ALL.map(|kind| kind.word().to_owned()));
    words.extend(BinaryOp::ALL.map(|operator| operator.word().to_owned()));
    assert!(words.len() > 60, "{words:?}");
    let missing: Vec<_> = words.iter().filter(|word| !mentions(&code, word)).collect();
    assert!(missing.is_empty(), "docs/language.md does not mention {missing:?}");
}

#[test]
fn the_reserved_words_are_listed() {
    let page = reference();
    let list = page.lines().find_map(|line| line.strip_prefix("Never a name: ")).expect("the list of the reserved words");
    let listed: BTreeSet<String> = list.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert_eq!(listed, words_of_grammar(Some("reserved")));
}

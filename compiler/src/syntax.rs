//! From text to syntax tree: the grammar, the tree, the parser with its recovery, the printer.
//!
//! There is always a tree. A piece that cannot be read (an item, or one rule, row, `let`, example or expectation inside an
//! item) is left out and reported where it goes wrong; its neighbours are kept, and the names it may declare are
//! remembered, so that one mistake is one finding. What names mean and whether types fit is not asked here.

mod build;
mod characters;
mod expected;
mod familiar;
mod findings;
mod format;
mod grammar;
mod message;
mod nesting;
mod print;
mod recover;
mod scan;
pub mod tree;
mod words;

pub use characters::{NotUtf8, decode};
pub(crate) use familiar::instead_of_method;
pub use format::format;
pub use print::print;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};
use build::{Builder, Piece};
use findings::Findings;
use grammar::{Grammar, Parts, Rule};
use pest::Parser;
use scan::Tokens;
use tree::SyntaxTree;

/// The largest policy in bytes: forty thousand rules of a hundred bytes.
pub const POLICY_BYTES_MAX: usize = 4 << 20;

/// The most words and signs of one item: a grid of ten thousand rows of twenty-five.
pub const ITEM_TOKENS_MAX: usize = 250_000;

/// The most words and signs of one policy. What each of them costs in time and memory is known, while bytes may be comments.
pub const POLICY_TOKENS_MAX: usize = 1_000_000;

/// How many words and signs of broken pieces are looked at closer: that takes ten times as long as to read a good one. A
/// broken item is always looked at if it is the first one.
pub const BROKEN_TOKENS_MAX: usize = ITEM_TOKENS_MAX;

/// The deepest nesting of one item: brackets and `if`s inside each other, and the height of an expression's tree. Everything
/// that walks a tree may recurse so deep on a stack of 2 MiB.
pub const NESTING_MAX: usize = 200;

/// The most findings of one text; one more says how many there are beyond them, and how many broken pieces nobody looked at
/// closer for that.
pub const FINDINGS_MAX: usize = 100;

/// The places of the words, literals, signs and documentation lines of a text, in order; blanks and plain comments lie
/// between them. Never fails, whatever the text: tests use it to break policies word by word.
pub fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    Tokens::scan(text).all().iter().map(|token| token.start..token.end).collect()
}

/// What a text says, as far as it can be read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// What is good.
    pub tree: SyntaxTree,
    /// What is not, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads one text. There is always a tree; what is wrong is left out of it and reported.
pub fn parse(sources: &Sources, id: SourceId) -> Parsed {
    read(id, sources.get(id).map_or("", |source| source.text()))
}

fn read(id: SourceId, text: &str) -> Parsed {
    if text.len() > POLICY_BYTES_MAX {
        return nothing(
            Diagnostic::error(
                Code::TOO_LARGE,
                Span::new(id, 0, 0),
                format!("the policy has {} bytes; {POLICY_BYTES_MAX} are read", text.len()),
            )
            .help("split it: a file holds one policy"),
        );
    }
    if let Some(finding) = characters::utf16(id, text).or_else(|| characters::carriage_returns(id, text)) {
        return nothing(finding);
    }
    let mut findings = Findings::default();
    let characters::Plain { mut text, lines_are_hidden } = characters::plain(id, text, &mut findings);
    let mut tokens = Tokens::scan(&text);
    let mut lost = tree::Lost { names: Vec::new(), anything: lines_are_hidden };
    let unread = nesting::too_much(&text, &tokens);
    if !unread.is_empty() {
        let mut blanked = text.clone().into_owned();
        let mut builder = Builder::new(id, &text, &tokens, 0);
        for piece in unread {
            let part = text.get(piece.item.clone()).unwrap_or("");
            let blank: String = part.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
            blanked.replace_range(piece.item.clone(), &blank);
            findings.push(piece.finding(Span::new(id, piece.token.start, piece.token.end)));
            builder.lost.anything |= piece.limit == nesting::Limit::PolicyTokens;
            builder.lose(piece.item, recover::Declares::Name);
        }
        lost.anything |= builder.lost.anything;
        lost.names = builder.lost.names;
        tokens = Tokens::scan(&blanked);
        text = blanked.into();
    }
    let text_start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut builder = Builder::new(id, &text, &tokens, text_start);
    builder.findings = findings;
    builder.lost = lost;
    file(builder)
}

/// A text of which nothing is known but what is wrong with it.
fn nothing(finding: Diagnostic) -> Parsed {
    let lost = tree::Lost { names: Vec::new(), anything: true };
    Parsed { tree: SyntaxTree { lost, ..SyntaxTree::default() }, diagnostics: vec![finding] }
}

fn file(mut builder: Builder<'_>) -> Parsed {
    let text = builder.text.get(builder.text_start..).unwrap_or("");
    let Ok(pairs) = Grammar::parse(Rule::file, text) else {
        // The grammar takes any text; only the stack can end before it does, in ways that counting does not foresee.
        let start = Span::new(builder.source, 0, 0);
        return nothing(
            Diagnostic::error(Code::TOO_DEEP, start, "the text is nested too deep to be read")
                .help("give the parts of long expressions names with `let`, and use the names"),
        );
    };
    let mut tree = SyntaxTree::default();
    let mut headers = Headers::default();
    for pair in pairs.flat_map(pest::iterators::Pair::into_inner) {
        let range = builder.range(&pair);
        let pieces = match pair.as_rule() {
            Rule::file_doc => {
                tree.docs.push(build::doc_text(pair.as_str(), "//!"));
                continue;
            }
            Rule::item => {
                builder.keep(range, recover::Declares::Name, |builder| builder.item(&mut Parts::of(pair))).into_iter().collect()
            }
            Rule::bad_item => {
                let before = builder.findings.count();
                let of_an_instance = builder.has_word(range.clone(), &["=", "with"]);
                let pieces = builder.bad_item(range);
                let maybe = builder.findings.count() > before && tree.items.is_empty();
                headers.maybe |= maybe;
                headers.maybe_instance |= maybe && of_an_instance;
                pieces
            }
            _ => continue,
        };
        for piece in pieces {
            match piece {
                Piece::Item(item) => tree.items.push(*item),
                Piece::Header(name, instance) => headers.add(&mut builder, &mut tree, name, instance),
            }
        }
    }
    headers.finish(&mut builder, &tree);
    tree.lost = builder.lost;
    tree.lost.names.sort();
    tree.lost.names.dedup();
    Parsed { tree, diagnostics: builder.findings.into_list() }
}

/// Watches that the `policy` line is there, once, and first.
#[derive(Default)]
struct Headers {
    /// A broken piece before the first item may have been the line.
    maybe: bool,
    /// And it may have been that of an instance, whose names are those of another policy.
    maybe_instance: bool,
}

impl Headers {
    fn add(&mut self, builder: &mut Builder<'_>, tree: &mut SyntaxTree, name: tree::Name, instance: Option<tree::Instance>) {
        let place = name.at.0;
        if let Some(first) = &tree.header {
            let finding =
                Diagnostic::error(Code::HEADER, place, "the `policy` line stands twice").also(first.at.0, "the first one");
            builder.findings.push(finding.help("a file holds one policy: delete one of the lines"));
            return;
        }
        if let Some(item) = tree.items.first() {
            let finding = Diagnostic::error(Code::HEADER, place, "the `policy` line does not stand first")
                .also(item.at.0.before(), "an item stands before it");
            builder.findings.push(finding.help("move it to the beginning of the file"));
        }
        tree.header = Some(name);
        tree.instance = instance;
    }

    fn finish(&self, builder: &mut Builder<'_>, tree: &SyntaxTree) {
        builder.lost.anything |= tree.header.is_none() && self.maybe_instance;
        if tree.header.is_some() || self.maybe {
            return;
        }
        let start = builder
            .tokens
            .all()
            .iter()
            .find(|token| !matches!(token.kind, scan::TokenKind::FileDoc))
            .map_or(0, |token| token.start);
        let finding =
            Diagnostic::error(Code::HEADER, Span::new(builder.source, start, start), "the file does not say which policy it is");
        builder
            .findings
            .push(finding.help("begin it with a line such as `policy team.deferral`; name and path of the file agree"));
    }
}

#[cfg(test)]
mod tests;

//! From text to syntax tree: the grammar, the tree, the parser with its recovery, the printer.

mod build;
mod grammar;
mod scan;
pub mod tree;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources};
use tree::SyntaxTree;

/// The deepest nesting of one item: brackets and `if`s around each other, and the height of an expression's tree.
pub const NESTING_MAX: usize = 200;

/// What a text says, as far as it can be read.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// What is good.
    pub tree: SyntaxTree,
    /// What is not.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads one text. There is always a tree; what is wrong is left out of it and reported.
pub fn parse(sources: &Sources, id: SourceId) -> Parsed {
    use grammar::{Grammar, Parts, Rule};
    use pest::Parser;
    let Some(source) = sources.get(id) else { return Parsed::default() };
    let text = source.text();
    let tokens = scan::Tokens::scan(text);
    let mut parsed = Parsed::default();
    let pairs = match Grammar::parse(Rule::file, text) {
        Ok(pairs) => pairs,
        Err(error) => {
            parsed.diagnostics.push(Diagnostic::error(
                crate::diagnostic::Code::UNEXPECTED_WORD,
                crate::source::Span::new(id, 0, 0),
                error.to_string(),
            ));
            return parsed;
        }
    };
    let mut builder = build::Builder {
        source: id,
        base: 0,
        text,
        tokens: &tokens,
        findings: &mut parsed.diagnostics,
        height: 0,
        spoiled: false,
    };
    for piece in pairs.flat_map(|file| file.into_inner()) {
        match piece.as_rule() {
            Rule::file_doc => parsed.tree.docs.push(build::doc_text(piece.as_str(), "//!")),
            Rule::item => match builder.item(&mut Parts::of(piece)) {
                Some(build::Piece::Header(name)) => parsed.tree.header = Some(name),
                Some(build::Piece::Item(item)) => parsed.tree.items.push(item),
                None => {}
            },
            Rule::EOI => {}
            _ => {
                let span = piece.as_span();
                builder.findings.push(Diagnostic::error(
                    crate::diagnostic::Code::UNEXPECTED_WORD,
                    crate::source::Span::new(id, span.start(), span.end()),
                    format!("cannot read `{}`", piece.as_str().lines().next().unwrap_or("")),
                ));
            }
        }
    }
    parsed
}

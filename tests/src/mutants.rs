//! Texts with one word wrong.

use polc_compiler::syntax;

/// One change of a text.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Line and change, for reports.
    pub name: String,
    /// The changed text.
    pub text: String,
    /// The lines on which a finding about the change is right.
    pub lines: Vec<usize>,
}

/// Every token deleted, doubled, and swapped with the next one.
///
/// In a changed text the words around the change stand on the lines where they stood. A finding is right on the line of the
/// changed word; where a word was deleted, or two words of different lines were swapped, also on the lines of the words
/// before and behind the change, since what is wrong there is that the two of them meet.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let tokens = syntax::tokens(text);
    let mut mutants = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let word = &text[token.clone()];
        let line = line_of(text, token.start);
        let neighbours = [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|index| tokens.get(index));
        let around: Vec<usize> = neighbours.map(|token| line_of(text, token.start)).chain([line]).collect();
        mutants.push(Mutant {
            name: format!("{line}: delete {word}"),
            text: format!("{}{}", &text[..token.start], &text[token.end..]),
            lines: around.clone(),
        });
        mutants.push(Mutant {
            name: format!("{line}: double {word}"),
            text: format!("{} {}", &text[..token.end], &text[token.start..]),
            lines: vec![line],
        });
        if let Some(next) = tokens.get(index + 1) {
            let (next_word, between) = (&text[next.clone()], &text[token.end..next.start]);
            let next_line = line_of(text, next.start);
            let mut lines = vec![line, next_line];
            if line != next_line {
                lines.extend(around);
            }
            mutants.push(Mutant {
                name: format!("{line}: swap {word} with {next_word}"),
                text: format!("{}{next_word}{between}{word}{}", &text[..token.start], &text[next.end..]),
                lines,
            });
        }
    }
    mutants
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].bytes().filter(|byte| *byte == b'\n').count()
}

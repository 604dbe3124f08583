//! One word wrong: how many findings, and where.

use super::*;
use crate::syntax::scan::Token;

/// One change of a text, with the lines on which a finding about it is right.
struct Mutant {
    name: String,
    text: String,
    lines: Vec<usize>,
}

fn part(text: &str, range: impl std::slice::SliceIndex<str, Output = str>) -> &str {
    text.get(range).unwrap()
}

fn line_of(text: &str, at: usize) -> usize {
    1 + text.get(..at).unwrap().bytes().filter(|b| *b == b'\n').count()
}

/// Every token deleted, doubled, and swapped with the next one.
fn mutants(text: &str) -> Vec<Mutant> {
    let tokens = Tokens::scan(text).all().to_vec();
    let word_of = |token: &Token| part(text, token.start..token.end);
    let mut mutants = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let word = word_of(token);
        let line = line_of(text, token.start);
        // In the mutant the words around the edit stand where they stood. A mistake is also right beside the edit: on the
        // line of the word before or behind it.
        let neighbours = [index.checked_sub(1), Some(index + 1)];
        let mut around: Vec<usize> =
            neighbours.into_iter().flatten().filter_map(|i| tokens.get(i)).map(|token| line_of(text, token.start)).collect();
        around.push(line);
        // Words must not grow together: that would be another name, and no mistake of the grammar.
        let gap = |left: &str, right: &str| {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            if left.ends_with(word) && right.starts_with(word) { " " } else { "" }
        };
        let (before, behind) = (part(text, ..token.start), part(text, token.end..));
        let deleted = format!("{before}{}{behind}", gap(before, behind));
        mutants.push(Mutant { name: format!("{line}: delete {word}"), text: deleted, lines: around.clone() });
        let doubled = format!("{} {}", part(text, ..token.end), part(text, token.start..));
        mutants.push(Mutant { name: format!("{line}: double {word}"), text: doubled, lines: vec![line] });
        if let Some(next) = tokens.get(index + 1) {
            let between = part(text, token.end..next.start);
            let (before, behind) = (part(text, ..token.start), part(text, next.end..));
            let (first, last) = (gap(before, word_of(next)), gap(word, behind));
            let swapped = format!("{before}{first}{}{between}{word}{last}{behind}", word_of(next));
            let next_line = line_of(text, next.start);
            let mut lines = vec![line, next_line];
            if line != next_line {
                lines.extend(around);
            }
            mutants.push(Mutant { name: format!("{line}: swap {word} with {}", word_of(next)), text: swapped, lines });
        }
    }
    mutants
}

#[test]
fn slow_a_wrong_word_is_one_finding_on_its_line() {
    let (_, good) = read_text(ROUTING);
    assert_eq!(good.diagnostics, [], "the policy itself is good");
    let results = in_threads(mutants(ROUTING), |mutant| {
        let (sources, result) = read_text(&mutant.text);
        let lines: Vec<usize> = result.diagnostics.iter().map(|d| sources.start(d.primary.span).line).collect();
        let shown: Vec<String> =
            result.diagnostics.iter().zip(&lines).take(3).map(|(d, line)| format!("{line}: {}", d.message)).collect();
        let right = lines.first().is_some_and(|line| mutant.lines.contains(line));
        (lines.len(), right, format!("{} -> {} findings: {shown:?}", mutant.name, lines.len()))
    });
    let bad: Vec<_> = results.iter().filter(|(count, ..)| *count > 0).collect();
    let percent = |part: usize| part as f64 * 100.0 / bad.len() as f64;
    let few = percent(bad.iter().filter(|(count, ..)| *count <= 2).count());
    let both = percent(bad.iter().filter(|(count, right, _)| *count <= 2 && *right).count());
    println!(
        "{} mutants parse, {} do not; of these {few:.2} % give one or two findings, {both:.2} % with the first on its line",
        results.len() - bad.len(),
        bad.len()
    );
    bad.iter().filter(|(count, right, _)| *count > 2 || !*right).for_each(|(.., miss)| println!("  {miss}"));
    assert!(few >= 99.0 && both >= 98.0);
}

/// Every keyword with a letter less, or with two letters swapped.
fn misspelt(text: &str) -> Vec<(Mutant, String)> {
    let keywords = keywords();
    let mut mutants = Vec::new();
    for token in Tokens::scan(text).all() {
        let word = part(text, token.start..token.end);
        let line = line_of(text, token.start);
        // `list: list<string>` uses the word as a name too.
        let used = match word {
            "list" | "set" | "map" => part(text, token.end..).starts_with('<'),
            "policy" => line == 5,
            "first" | "any" | "all" | "max" | "count" => part(text, token.end..).starts_with('('),
            _ => true,
        };
        if !keywords.contains(&word) || !used {
            continue;
        }
        for at in 0..word.len() {
            let mut letters: Vec<char> = word.chars().collect();
            let mut less = letters.clone();
            less.remove(at);
            if at + 1 < letters.len() {
                letters.swap(at, at + 1);
            }
            for wrong in [less, letters] {
                let wrong: String = wrong.into_iter().collect();
                if wrong == word || wrong.is_empty() || keywords.contains(&wrong.as_str()) {
                    continue;
                }
                let text = format!("{}{wrong}{}", part(text, ..token.start), part(text, token.end..));
                mutants.push((Mutant { name: format!("{line}: {wrong} for {word}"), text, lines: vec![line] }, word.to_owned()));
            }
        }
    }
    mutants
}

/// Every word of the grammar.
fn keywords() -> Vec<&'static str> {
    let mut words: Vec<&str> = crate::syntax::words::ITEM_WORDS.to_vec();
    words.extend(
        crate::syntax::words::RESERVED.iter().filter(|word| !matches!(**word, "true" | "false" | "none" | "like" | "matches")),
    );
    words.extend([
        "rule", "hit", "collect", "given", "expect", "by", "distinct", "list", "set", "map", "count", "any", "all", "first",
        "max",
    ]);
    words
}

#[test]
fn slow_a_misspelt_keyword_is_corrected() {
    let results = in_threads(misspelt(ROUTING), |(mutant, word)| {
        let (sources, result) = read_text(&mutant.text);
        let first = result.diagnostics.first()?;
        let line = sources.start(first.primary.span).line;
        let offered = first.help.iter().any(|help| *help == format!("write `{word}`"));
        let alone = result.diagnostics.len() == 1;
        Some((
            alone && mutant.lines == [line],
            offered,
            format!("{} -> {} findings, {line}: {}", mutant.name, result.diagnostics.len(), first.message),
        ))
    });
    let bad: Vec<_> = results.iter().flatten().collect();
    let percent = |part: usize| part as f64 * 100.0 / bad.len() as f64;
    let placed = percent(bad.iter().filter(|(right, ..)| *right).count());
    let offered = percent(bad.iter().filter(|(_, offered, _)| *offered).count());
    println!(
        "{} parse, {} do not; of these {placed:.2} % give one finding, on the right line, {offered:.2} % the right word",
        results.len() - bad.len(),
        bad.len()
    );
    bad.iter().filter(|(right, offered, _)| !right || !offered).for_each(|(.., miss)| println!("  {miss}"));
    assert!(placed >= 99.0 && offered >= 97.0);
}

/// One result for each case, in their order.
fn in_threads<T: Sync, R: Send>(cases: Vec<T>, run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = cases.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = cases.chunks(part).map(|cases| scope.spawn(|| cases.iter().map(&run).collect::<Vec<_>>())).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

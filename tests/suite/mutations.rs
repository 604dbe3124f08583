//! One word of a shipped policy wrong: how many findings, and where.

use std::collections::BTreeMap;

use polc_compiler::compile;
use polc_compiler::source::Sources;
use polc_tests::mutants::{Mutant, mutants};

use crate::guards::project;

/// What the compiler says about one mutant.
struct Outcome {
    findings: usize,
    codes: Vec<String>,
    right: bool,
    shown: String,
}

fn outcome(path: &str, mutant: &Mutant) -> Outcome {
    let mut sources = Sources::new();
    let id = sources.add(path, mutant.text.as_str());
    let errors: Vec<_> = compile(&sources, id).diagnostics.into_iter().filter(|finding| finding.is_error()).collect();
    let line = |span| sources.start(span).line;
    let shown: Vec<String> =
        errors.iter().take(3).map(|d| format!("{} {} {}", line(d.primary.span), d.code, d.message)).collect();
    Outcome {
        findings: errors.len(),
        codes: errors.iter().map(|finding| finding.code.to_string()).collect(),
        right: errors.first().is_some_and(|first| mutant.lines.contains(&line(first.primary.span))),
        shown: format!("{} -> {} findings: {shown:?}", mutant.name, errors.len()),
    }
}

/// Of the texts that do not compile, at least 98 in a hundred give one or two findings, the first on the right line.
#[test]
fn a_wrong_word_is_one_or_two_findings_on_its_line() {
    let mut misses = Vec::new();
    let (mut compile, mut broken) = (0, 0);
    let mut by_code: BTreeMap<String, usize> = BTreeMap::new();
    for path in crate::corpus::files(&project().join("rules")) {
        let text = std::fs::read_to_string(&path).expect("a shipped policy");
        let shown = path.strip_prefix(project()).expect("a path of the project").to_string_lossy().into_owned();
        for outcome in in_threads(mutants(&text), |mutant| outcome(&shown, mutant)) {
            if outcome.findings == 0 {
                compile += 1;
                continue;
            }
            broken += 1;
            outcome.codes.into_iter().for_each(|code| *by_code.entry(code).or_default() += 1);
            if outcome.findings > 2 || !outcome.right {
                misses.push(outcome.shown);
            }
        }
    }
    let good = (broken - misses.len()) as f64 * 100.0 / broken as f64;
    println!(
        "{compile} changed texts compile, {broken} do not; of these {good:.2} % give one or two findings, the first on the right line"
    );
    println!("findings by code: {by_code:?}");
    misses.iter().for_each(|miss| println!("miss {miss}"));
    assert!(broken > 1000, "only {broken} texts do not compile");
    assert!(good >= 98.0, "{good:.2} %");
}

/// One result for each case, in their order.
fn in_threads<T: Sync, R: Send>(cases: Vec<T>, run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = cases.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = cases.chunks(part).map(|cases| scope.spawn(|| cases.iter().map(&run).collect::<Vec<_>>())).collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    })
}

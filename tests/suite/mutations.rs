//! One word of a shipped policy wrong: how many findings, and where.

use std::collections::BTreeMap;

use polc_compiler::package::Package;
use polc_compiler::source::Sources;
use polc_tests::mutants::{Mutant, mutants};

use crate::guards::project;

/// How many changes are tried, shared alike among the policies: each is compiled together with all that its policy uses.
const CHANGES_MAX: usize = 5000;

/// What the compiler says about one mutant.
struct Outcome {
    findings: usize,
    codes: Vec<String>,
    right: bool,
    shown: String,
}

fn outcome(path: &str, mutant: &Mutant, shipped: &BTreeMap<String, String>) -> Outcome {
    let mut sources = Sources::new();
    let mut package = Package::default();
    let id = sources.add(path, mutant.text.as_str());
    package.add(&sources, id);
    // What it uses is right, where the wrong word did not make it a name that leads nowhere.
    while let Some((path, text)) = package.missing().into_iter().find_map(|(name, _)| shipped.get_key_value(&file_of(&name))) {
        let id = sources.add(path.as_str(), text.as_str());
        package.add(&sources, id);
    }
    let compiled = package.compile(&sources).into_iter().next().expect("the text with the wrong word");
    let errors: Vec<_> = compiled.diagnostics.into_iter().filter(|finding| finding.is_error()).collect();
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
    let shipped = shipped();
    for (path, text) in &shipped {
        let all = mutants(text);
        let sample = sampled(&all, CHANGES_MAX / shipped.len());
        println!("{path}: {} of {} changes", sample.len(), all.len());
        for outcome in in_threads(sample, |mutant| outcome(path, mutant, &shipped)) {
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

/// At most so many of them, evenly spread and the same in every run.
fn sampled(all: &[Mutant], most: usize) -> Vec<&Mutant> {
    let size = all.len().min(most);
    (0..size).map(|place| &all[place * all.len() / size]).collect()
}

/// The texts of the shipped policies by their paths.
fn shipped() -> BTreeMap<String, String> {
    let read = |path: std::path::PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a shipped policy");
        (path.strip_prefix(project()).expect("a path of the project").to_string_lossy().into_owned(), text)
    };
    crate::corpus::files(&project().join("rules")).into_iter().map(read).collect()
}

fn file_of(policy: &str) -> String {
    format!("rules/{}.pol", policy.replace('.', "/"))
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

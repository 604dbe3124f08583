//! Policies that need one another: what `use` and instances name is compiled first.
//!
//! A package is given texts, those of policies and those of JSON files that instances include, and compiles them in an
//! order in which each comes after what it needs. Which files belong to it, and where they are read from, is its caller's
//! business.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::Compiled;
use crate::check::{self, Import, Imports};
use crate::diagnostic::{self, Code, Diagnostic};
use crate::policy::Policy;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::tree::{ExprKind, Field, ItemKind, Name, SyntaxTree};
use crate::syntax::{self, Parsed};

/// Texts that are compiled together.
#[derive(Debug, Default)]
pub struct Package {
    files: Vec<File>,
    /// The JSON text that stands for a path in the text of a policy.
    included: BTreeMap<(SourceId, String), SourceId>,
}

#[derive(Debug)]
struct File {
    id: SourceId,
    parsed: Parsed,
}

/// A file that a policy includes: `include("rules.json", "/execution")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The text of the policy.
    pub policy: SourceId,
    /// The path, beside the policy's own file.
    pub path: String,
    /// Where the path stands in the text.
    pub span: Span,
}

impl Package {
    /// Adds the text of a policy.
    pub fn add(&mut self, sources: &Sources, id: SourceId) {
        self.files.push(File { id, parsed: syntax::parse(sources, id) });
    }

    /// Gives the JSON text that a policy's text includes under a path.
    pub fn include(&mut self, policy: SourceId, path: &str, json: SourceId) {
        self.included.insert((policy, path.to_owned()), json);
    }

    /// What a text names itself, where it says so.
    pub fn name_of(&self, id: SourceId) -> Option<&str> {
        let file = self.files.iter().find(|file| file.id == id)?;
        file.parsed.tree.header.as_ref().map(|header| header.text.as_str())
    }

    /// The files that the texts include, in order.
    pub fn includes(&self) -> Vec<Include> {
        let with = self.files.iter().filter_map(|file| Some((file.id, &file.parsed.tree.instance.as_ref()?.with)));
        with.flat_map(|(policy, with)| {
            let fields = if let ExprKind::Record(fields) = &with.kind { fields.as_slice() } else { &[] };
            fields.iter().filter_map(move |field| {
                let Field::Set(_, value) = field else { return None };
                let (path, span) = check::included_path(value)?;
                Some(Include { policy, path: path.to_owned(), span })
            })
        })
        .collect()
    }

    /// Names of policies that the texts need and the package lacks, each once, with the text that needs it.
    pub fn missing(&self) -> Vec<(String, SourceId)> {
        let known: BTreeSet<&str> =
            self.files.iter().filter_map(|file| Some(file.parsed.tree.header.as_ref()?.text.as_str())).collect();
        let mut missing: BTreeMap<String, SourceId> = BTreeMap::new();
        for file in &self.files {
            for name in needs(&file.parsed.tree) {
                if !known.contains(name.text.as_str()) {
                    missing.entry(name.text.clone()).or_insert(file.id);
                }
            }
        }
        missing.into_iter().collect()
    }

    /// Compiles every text; one result for each, in the order in which they were added.
    pub fn compile(&self, sources: &Sources) -> Vec<Compiled> {
        let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
        for (index, file) in self.files.iter().enumerate() {
            if let Some(header) = &file.parsed.tree.header {
                by_name.entry(&header.text).or_insert(index);
            }
        }
        let needs: Vec<BTreeSet<usize>> = self
            .files
            .iter()
            .map(|file| self::needs(&file.parsed.tree).filter_map(|name| by_name.get(name.text.as_str()).copied()).collect())
            .collect();
        let order = order(&needs);
        let mut compiled: Vec<Option<Compiled>> = self.files.iter().map(|_| None).collect();
        let mut done: BTreeMap<usize, Option<Arc<Policy>>> = BTreeMap::new();
        for index in order.sorted {
            let Some(file) = self.files.get(index) else { continue };
            let result = self.compile_one(sources, file, &by_name, &done);
            done.insert(index, result.policy.clone().map(Arc::new));
            if let Some(place) = compiled.get_mut(index) {
                *place = Some(result);
            }
        }
        // What is left needs itself, or something that does.
        for (index, (place, file)) in compiled.iter_mut().zip(&self.files).enumerate() {
            if place.is_none() {
                let cycle = order.cycles.iter().find(|cycle| cycle.first() == Some(&index));
                let mut diagnostics = file.parsed.diagnostics.clone();
                diagnostics.extend(cycle.and_then(|cycle| self.cycle(cycle)));
                diagnostic::sort(sources, &mut diagnostics);
                *place = Some(Compiled { policy: None, diagnostics });
            }
        }
        compiled.into_iter().flatten().collect()
    }

    fn compile_one(
        &self,
        sources: &Sources,
        file: &File,
        by_name: &BTreeMap<&str, usize>,
        done: &BTreeMap<usize, Option<Arc<Policy>>>,
    ) -> Compiled {
        let mut imports =
            Imports { names: by_name.keys().copied().collect(), included: Some(&self.included), ..Imports::default() };
        for name in needs(&file.parsed.tree) {
            if let Some((key, index)) = by_name.get_key_value(name.text.as_str()) {
                let policy = done.get(index).cloned().flatten();
                imports.policies.insert(key, policy.map_or(Import::Broken, Import::Good));
            }
        }
        // An instance stands on all the texts down to the one that is no instance.
        let mut layers = vec![&file.parsed.tree];
        let mut good = true;
        while let Some(instance) = layers.last().and_then(|tree| tree.instance.as_ref()) {
            let Some(index) = by_name.get(instance.base.text.as_str()) else { break };
            good &= done.get(index).is_some_and(Option::is_some);
            let Some(base) = self.files.get(*index) else { break };
            layers.push(&base.parsed.tree);
        }
        layers.reverse();
        let mut diagnostics = file.parsed.diagnostics.clone();
        if !good {
            // What is wrong with the policy below is reported there.
            return Compiled { policy: None, diagnostics };
        }
        // The names that the policy below uses are known to it alone.
        for layer in &layers {
            for name in needs(layer) {
                if let Some((key, index)) = by_name.get_key_value(name.text.as_str()) {
                    let policy = done.get(index).cloned().flatten();
                    imports.policies.entry(key).or_insert_with(|| policy.map_or(Import::Broken, Import::Good));
                }
            }
        }
        let checked = check::check(&layers, sources, file.id, &imports);
        diagnostics.extend(checked.diagnostics);
        diagnostic::sort(sources, &mut diagnostics);
        // What stands on a broken policy is not known, though nothing is wrong with it.
        let whole = !imports.policies.values().any(|import| matches!(import, Import::Broken));
        let good = whole && !diagnostics.iter().any(Diagnostic::is_error);
        Compiled { policy: checked.policy.filter(|_| good), diagnostics }
    }

    /// The finding for policies that need one another.
    fn cycle(&self, cycle: &[usize]) -> Option<Diagnostic> {
        let trees: Vec<&SyntaxTree> = cycle.iter().filter_map(|index| Some(&self.files.get(*index)?.parsed.tree)).collect();
        let names: Vec<&str> = trees.iter().filter_map(|tree| Some(tree.header.as_ref()?.text.as_str())).collect();
        let first = names.first()?;
        let needed = |tree: &SyntaxTree, next: &str| needs(tree).find(|name| name.text == next).map(|name| name.at.0);
        let next = names.get(1).unwrap_or(first);
        let way: Vec<String> = names.iter().chain([first]).map(|name| format!("`{name}`")).collect();
        let span = needed(trees.first()?, next)?;
        let mut finding = Diagnostic::error(Code::CYCLE, span, format!("the policy `{first}` needs itself: {}", way.join(" → ")))
            .help("move what both need into a vocabulary, a file of types, constants and `def`s, that both use");
        for (place, tree) in trees.iter().enumerate().skip(1) {
            let next = names.get(place + 1).unwrap_or(first);
            if let Some(span) = needed(tree, next) {
                finding = finding.also(span, "by way of this");
            }
        }
        Some(finding)
    }
}

/// The policies that a text names, repeats included.
fn needs(tree: &SyntaxTree) -> impl Iterator<Item = &Name> {
    let used = tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Use(item) => Some(&item.policy),
        _ => None,
    });
    tree.instance.iter().map(|instance| &instance.base).chain(used)
}

struct Order {
    /// Each after those that it needs.
    sorted: Vec<usize>,
    /// For each ring of texts that need one another the way around it, from its first text on.
    cycles: Vec<Vec<usize>>,
}

fn order(needs: &[BTreeSet<usize>]) -> Order {
    let mut order = Order { sorted: Vec::new(), cycles: Vec::new() };
    let mut done = BTreeSet::new();
    let mut waiting: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut open: Vec<usize> = needs.iter().map(BTreeSet::len).collect();
    for (index, needs) in needs.iter().enumerate() {
        for need in needs {
            waiting.entry(*need).or_default().push(index);
        }
    }
    let mut ready: BTreeSet<usize> = open.iter().enumerate().filter(|(_, open)| **open == 0).map(|(index, _)| index).collect();
    while let Some(index) = ready.pop_first() {
        done.insert(index);
        order.sorted.push(index);
        for waiter in waiting.get(&index).into_iter().flatten() {
            if let Some(left) = open.get_mut(*waiter) {
                *left -= 1;
                if *left == 0 {
                    ready.insert(*waiter);
                }
            }
        }
    }
    let mut seen = done.clone();
    for start in 0..needs.len() {
        if seen.contains(&start) {
            continue;
        }
        // Every text that is left needs another one that is left: following the first such need ends in a ring.
        let mut way = vec![start];
        let mut at = start;
        while let Some(next) = needs.get(at).and_then(|needs| needs.iter().find(|need| !done.contains(need)).copied()) {
            if let Some(ring) = way.iter().position(|place| *place == next) {
                let mut ring = way.split_off(ring);
                if !ring.iter().any(|place| seen.contains(place)) {
                    let first = ring.iter().enumerate().min_by_key(|(_, place)| **place).map_or(0, |(at, _)| at);
                    ring.rotate_left(first);
                    order.cycles.push(ring.clone());
                }
                seen.extend(ring);
                break;
            }
            if seen.contains(&next) {
                break;
            }
            way.push(next);
            at = next;
        }
        seen.extend(way);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(texts: &[(&str, &str)], json: &[(&str, &str, &str)]) -> (Sources, Vec<Compiled>) {
        let mut sources = Sources::new();
        let ids: Vec<SourceId> = texts.iter().map(|(path, text)| sources.add(*path, *text)).collect();
        let mut package = Package::default();
        ids.iter().for_each(|id| package.add(&sources, *id));
        for (policy, path, text) in json {
            let id = sources.add(*path, *text);
            let place = texts.iter().position(|(path, _)| path == policy).expect("the including policy");
            package.include(ids[place], path, id);
        }
        let compiled = package.compile(&sources);
        (sources, compiled)
    }

    fn findings(texts: &[(&str, &str)], json: &[(&str, &str, &str)]) -> Vec<String> {
        let (sources, compiled) = compiled(texts, json);
        let show = |finding: &Diagnostic| {
            let at = sources.start(finding.primary.span);
            format!("{}:{}:{} {} {}", sources.path(finding.primary.span), at.line, at.column, finding.code, finding.message)
        };
        compiled.iter().flat_map(|compiled| compiled.diagnostics.iter().map(show)).collect()
    }

    #[test]
    fn rings_are_found_once_each_whatever_hangs_on_them() {
        let of = |needs: &[&[usize]]| {
            let needs: Vec<BTreeSet<usize>> = needs.iter().map(|needs| needs.iter().copied().collect()).collect();
            let order = order(&needs);
            (order.sorted, order.cycles)
        };
        assert_eq!(of(&[&[1], &[2], &[]]), (vec![2, 1, 0], vec![]));
        assert_eq!(of(&[&[0]]), (vec![], vec![vec![0]]));
        assert_eq!(of(&[&[1], &[2], &[1], &[0], &[]]), (vec![4], vec![vec![1, 2]]));
        assert_eq!(of(&[&[1], &[0], &[3], &[2], &[0, 2]]), (vec![], vec![vec![0, 1], vec![2, 3]]));
        assert_eq!(of(&[&[2], &[0], &[1]]), (vec![], vec![vec![0, 2, 1]]));
    }

    #[test]
    fn policies_that_need_one_another_are_reported_once() {
        let found = findings(
            &[
                ("rules/a.pol", "policy a\nuse b as b\n"),
                ("rules/b.pol", "policy b\nuse c as c\n"),
                ("rules/c.pol", "policy c\nuse b as b\n"),
                ("rules/d.pol", "policy d\nuse d\n"),
                ("rules/e.pol", "policy e\nuse zzz\n"),
            ],
            &[],
        );
        assert_eq!(
            found,
            [
                "rules/b.pol:2:5 P108 the policy `b` needs itself: `b` → `c` → `b`",
                "rules/d.pol:2:5 P108 the policy `d` needs itself: `d` → `d`",
                "rules/e.pol:2:5 P114 there is no policy `zzz`",
            ]
        );
    }

    #[test]
    fn what_stands_on_a_broken_policy_is_no_policy() {
        let (_, compiled) = compiled(
            &[
                ("rules/words.pol", "policy words\nconst A: int = \"x\"\n"),
                ("rules/a.pol", "policy a\nuse words\noutput n = A\n"),
                ("rules/b.pol", "policy b\nuse a as a\noutput n = a({}).n\n"),
                ("rules/c.pol", "policy c = a with {}\n"),
                ("rules/base.pol", BASE),
                ("rules/d.pol", "policy d = base with { rules: include(\"none.json\") }\n"),
            ],
            &[],
        );
        let shown: Vec<(bool, usize)> =
            compiled.iter().map(|result| (result.policy.is_some(), result.diagnostics.len())).collect();
        assert_eq!(shown, [(false, 1), (false, 0), (false, 0), (false, 0), (true, 0), (false, 0)]);
    }

    const BASE: &str = "policy base\ntype E = { id: string, on: bool = false }\nparam limit: int = 3\ninput rules: list<E>\ninput n: int\noutput over = n > limit\noutput ids = [r.id for r in rules where r.on]\n";

    #[test]
    fn an_instance_is_a_policy_of_its_own() {
        let (sources, compiled) = compiled(
            &[
                ("rules/base.pol", BASE),
                (
                    "rules/mine.pol",
                    "policy mine = base with { limit: 5, rules: include(\"r.json\", \"/x/1\") }\ntest \"a\" {\n    given { n: 4 }\n    expect not over\n    expect ids == [\"a\"]\n}\n",
                ),
                ("rules/third.pol", "policy third = mine with { limit: 1 }\n"),
            ],
            &[("rules/mine.pol", "r.json", "{\"x\": [0, [{\"id\": \"a\", \"on\": true}, {\"id\": \"b\"}]]}")],
        );
        for (result, (inputs, outputs)) in compiled.iter().zip([
            (r#"{"n": 4, "rules": []}"#, r#"{"over":true,"ids":[]}"#),
            (r#"{"n": 4}"#, r#"{"over":false,"ids":["a"]}"#),
            (r#"{"n": 4}"#, r#"{"over":true,"ids":["a"]}"#),
        ]) {
            assert_eq!(result.diagnostics, []);
            let policy = result.policy.as_ref().expect("a good policy");
            let given = crate::json::parse(inputs).expect("JSON");
            let limits = crate::engine::Limits::default();
            let decision = crate::engine::decide(policy, &sources, &given, &limits).expect("a decision");
            assert_eq!(crate::json::to_compact(&decision.outputs), outputs);
            assert_eq!(crate::engine::run_statements(policy, &sources, &limits).findings, []);
        }
    }

    #[test]
    fn constants_are_made_of_those_of_a_vocabulary() {
        let (sources, compiled) = compiled(
            &[
                ("rules/words.pol", "policy words\nconst A: list<string> = [\"a\"]\n"),
                (
                    "rules/p.pol",
                    "policy p\nuse words\nuse words as w\nconst B: list<string> = [...A, ...w.A, \"b\"]\noutput n = B\n",
                ),
            ],
            &[],
        );
        let policy = compiled.last().and_then(|compiled| compiled.policy.as_ref()).expect("a good policy");
        let limits = crate::engine::Limits::default();
        let given = crate::json::parse("{}").expect("JSON");
        let decision = crate::engine::decide(policy, &sources, &given, &limits).expect("a decision");
        assert_eq!(crate::json::to_compact(&decision.outputs), r#"{"n":["a","a","b"]}"#);
    }

    #[test]
    fn what_an_instance_gets_wrong_stands_where_it_is_wrong() {
        for (with, json, wanted) in [
            ("{ limt: 1 }", "", "rules/i.pol:1:24 P115 the policy `base` has no parameter and no input `limt`"),
            ("{ limit: \"x\" }", "", "rules/i.pol:1:31 P105 `\"x\"` is `string`, but `int` is wanted here"),
            ("{ limit: 1, limit: 2 }", "", "rules/i.pol:1:34 P110 the member `limit` stands twice"),
            ("{ ...x }", "", "rules/i.pol:1:27 P115 an instance names what it replaces"),
            ("{ rules: include(\"r.json\", \"/x\") }", "{\"x\": [{\"id\": 1}]}", "r.json:1:15 P610 expected `string`, found 1"),
            ("{ rules: include(\"r.json\", \"/y\") }", "{}", "rules/i.pol:1:49 P115 `r.json` has nothing at `/y`"),
            ("{ rules: include(\"r.json\", \"y\") }", "{}", "rules/i.pol:1:49 P115 `y` is no JSON Pointer"),
            (
                "{ rules: include(\"r.json\") }",
                "[{]",
                "r.json:1:3 P606 expected a member's name in double quotes or `}`, found `]`",
            ),
            (
                "{ limit: include(1) }",
                "",
                "rules/i.pol:1:31 P115 `include` takes the path of a file beside the policy, and maybe a JSON Pointer",
            ),
        ] {
            let text = format!("policy i = base with {with}\n");
            let json: Vec<(&str, &str, &str)> = if json.is_empty() { Vec::new() } else { vec![("rules/i.pol", "r.json", json)] };
            let found = findings(&[("rules/base.pol", BASE), ("rules/i.pol", &text)], &json);
            assert_eq!(found, [wanted], "{with}");
        }
        let found = findings(&[("rules/i.pol", "policy i = base with {}\nlet a = 1\n")], &[]);
        assert_eq!(found, ["rules/i.pol:1:12 P114 there is no policy `base`"]);
        let found = findings(&[("rules/base.pol", BASE), ("rules/i.pol", "policy i = base with {}\nlet a = 1\n")], &[]);
        assert_eq!(found, ["rules/i.pol:2:1 P115 an instance has examples, tests and invariants, and nothing else of its own"]);
    }
}

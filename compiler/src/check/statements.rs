//! What the policy says about itself: examples, tests, invariants.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Body, DecidedBy, Example, Examples, Expected, Given, HitPolicy, Invariant, Param, Test, Type};
use crate::source::Span;
use crate::syntax::tree::{self, By, ExprKind as Kind, Field, Name};

use super::body::Context;
use super::checker::{Checker, Signature};
use super::findings::Mistake;
use super::items::{Item, Node};
use super::ranges::element_of;
use super::records::FieldValue;
use super::show::{listed, parameters, shown};
use super::table::OTHERWISE;

/// What follows `given`, and whether it can be told what it lacks.
#[derive(Default)]
struct GivenInputs {
    given: Given,
    /// Inputs that are given.
    named: BTreeSet<usize>,
    /// Something else stands there, maybe instead of what lacks.
    unclear: bool,
}

impl<'t> Checker<'t> {
    /// Checks examples, tests and invariants.
    pub(super) fn check_statements(&mut self) {
        self.check_names_of_statements();
        for item in &self.items.examples {
            self.check_examples(item);
        }
        for item in &self.items.tests {
            self.check_test(item);
        }
        for item in &self.items.invariants {
            self.check_invariant(item);
        }
    }

    fn check_names_of_statements(&mut self) {
        let tests = self.items.tests.iter().map(|item| (item.tree.name.value.as_str(), item.tree.name.at.0));
        self.check_unique("a test", tests.collect());
        let invariants = self.items.invariants.iter().map(|item| (item.tree.name.text.as_str(), item.tree.name.at.0));
        self.check_unique("an invariant", invariants.collect());
    }

    fn check_unique(&mut self, what: &str, names: Vec<(&str, Span)>) {
        let mut first: HashMap<&str, Span> = HashMap::new();
        for (name, span) in names {
            match first.get(name) {
                Some(before) => self.report(
                    Diagnostic::error(Code::DUPLICATE_NAME, span, format!("there is {what} of this name already"))
                        .also(*before, "first here")
                        .help("choose another name: reports tell them apart by it"),
                ),
                None => {
                    first.insert(name, span);
                }
            }
        }
    }

    fn check_examples(&mut self, item: &Item<'t, tree::Examples>) {
        let mut given = self.given_inputs(item.tree.given.as_ref());
        given.unclear |= item.tree.broken;
        let Some(table) = self.table_of_examples(&item.tree.table) else { return };
        let signature = self.table_signatures.get(table).cloned().unwrap_or_default();
        let reads = self.reads.get(&Node::Table(table)).cloned().unwrap_or_default();
        let what = format!("`{}` reads", item.tree.table.text);
        self.check_given(&given, &reads, item.tree.table.at.0, &what);
        let cases = item.tree.cases.iter().map(|case| self.example(case, table, &item.tree.table, &signature)).collect();
        self.examples.push(Examples { table, given: given.given, cases });
    }

    fn table_of_examples(&mut self, name: &'t Name) -> Option<usize> {
        let node = self.names.value(&name.text);
        if let Some(Node::Table(table)) = node {
            return Some(table);
        }
        if node.is_none() && self.names.is_lost(&name.text) {
            return None;
        }
        if node.is_none() && !self.findings.is_first(Mistake::Name(name.text.clone()), name.at.0) {
            return None;
        }
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, name.at.0, format!("there is no table `{}`", name.text));
        let tables = self.names.values().filter(|(_, node)| matches!(node, Node::Table(_))).map(|(name, _)| name);
        let finding = match (node, self.nearest(&name.text, tables)) {
            (Some(node), _) => finding
                .also(self.items.span(node), format!("this is {}", node.what()))
                .help("examples are about tables; use a `test`"),
            (None, Some(near)) => finding.help(format!("did you mean `{near}`?")),
            (None, None) => finding,
        };
        self.report(finding);
        None
    }

    fn example(&mut self, case: &'t tree::Example, table: usize, name: &'t Name, signature: &Signature) -> Example {
        let count = signature.params.len();
        if case.args.len() != count {
            let wanted = parameters(&signature.params);
            // The arguments stand before `=>`; without any there is only the whole line.
            let at = case.args.first().map_or(case.at, |first| first.at);
            let called = Name { text: name.text.clone(), at };
            self.report_arguments(&called, &case.args, count, &wanted, Some(self.items.span(Node::Table(table))));
        }
        let mut args = Vec::with_capacity(case.args.len());
        for (place, arg) in case.args.iter().enumerate() {
            let param = signature.params.get(place).filter(|_| case.args.len() == count);
            let ty = param.map_or(Type::Error, |param| param.ty.clone());
            args.push(self.given_value(arg, &ty, "an argument of an example"));
        }
        let answer = signature.answer.clone().unwrap_or(Type::Error);
        let expected = self.expected(&case.expected, &answer);
        let by = case.by.as_ref().and_then(|by| self.rule_by(by, table));
        Example { args, expected, by, span: case.at.0 }
    }

    fn expected(&mut self, expected: &'t tree::Expected, answer: &Type) -> Expected {
        match expected {
            tree::Expected::Value(value) => Expected::Value(self.given_value(value, answer, "an expected value")),
            tree::Expected::Some(at) => {
                if !answer.is_option() && !answer.is_error() && self.is_first_never_none(answer, at.0) {
                    let message = format!("this table answers {}, which is never none, so `some` says nothing", shown(answer));
                    self.report(Diagnostic::error(Code::TYPE_MISMATCH, at.0, message).help("write the value that is expected"));
                }
                Expected::Some
            }
        }
    }

    fn rule_by(&mut self, by: &By, table: usize) -> Option<DecidedBy> {
        let (name, span) = match by {
            By::Rule(name) => (name.text.as_str(), name.at.0),
            By::Otherwise(at) => (OTHERWISE, at.0),
        };
        // A table that needs itself may not be there.
        let checked = self.tables.get(table)?.as_ref()?;
        if let Some(rule) = checked.rules.iter().position(|rule| rule.name == name) {
            return Some(DecidedBy { rule, element: None });
        }
        if let Some((rule, element)) = element_of(&checked.rules, name) {
            return self.element_by(table, rule, element, span);
        }
        if self.items.tables.get(table).is_some_and(|table| table.tree.broken) {
            return None;
        }
        // A table that is not complete, or has two rules of a name, is reported as that.
        let mut names = HashSet::new();
        if matches!(by, By::Otherwise(_)) && self.incomplete.contains(&table)
            || matches!(by, By::Rule(_)) && !checked.rules.iter().all(|rule| names.insert(rule.name.as_str()))
        {
            return None;
        }
        let last = checked.rules.last().filter(|rule| rule.always_holds()).map(|rule| rule.name.clone());
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, span, format!("the table `{}` has no rule `{name}`", checked.name));
        let near = self.nearest(name, checked.rules.iter().map(|rule| rule.name.as_str()));
        let finding = match (by, near) {
            (By::Otherwise(_), _) => match last.filter(|_| checked.hit != HitPolicy::Collect) {
                Some(last) => finding.help(format!("its last rule is called `{last}`")),
                None => finding,
            },
            (_, Some(near)) => finding.help(format!("did you mean `{near}`?")),
            (_, None) => finding.help(format!("its rules are {}", listed(checked.rules.iter().map(|rule| rule.name.as_str())))),
        };
        self.report(finding);
        None
    }

    /// A value that reads no input.
    fn given_value(&mut self, value: &'t tree::Expr, place: &Type, what: &'static str) -> Body {
        let (expr, slots, _) = self.in_body(Context::Given(what), |checker| checker.check(value, place));
        Body { expr, slots }
    }

    fn given_inputs(&mut self, given: Option<&'t tree::Expr>) -> GivenInputs {
        let mut inputs = GivenInputs::default();
        let Some(given) = given else { return inputs };
        let Kind::Record(fields) = &given.kind else {
            inputs.unclear = true;
            self.report(
                Diagnostic::error(Code::TYPE_MISMATCH, given.at.0, "`given` is followed by a record of inputs")
                    .help("write `given { input: value }`"),
            );
            return inputs;
        };
        let mut written: HashMap<&str, Span> = HashMap::new();
        for field in fields {
            let (name, held) = match field {
                Field::Same(name) => (name, FieldValue::Same),
                Field::Set(name, value) => (name, FieldValue::Set(value)),
                Field::Spread(base) => {
                    inputs.unclear = true;
                    self.report(
                        Diagnostic::error(Code::TYPE_MISMATCH, base.at.0, "`given` names each input; it takes no spread")
                            .help("write the inputs out"),
                    );
                    continue;
                }
            };
            let first = written.get(name.text.as_str()).copied();
            written.insert(&name.text, name.at.0);
            if let Some(first) = first {
                self.report_duplicate_member(&name.text, name.at.0, first);
                continue;
            }
            self.given_input(&mut inputs, name, held);
        }
        inputs
    }

    fn given_input(&mut self, inputs: &mut GivenInputs, name: &'t Name, held: FieldValue<'t>) {
        let index = self.names.input(&name.text);
        let place = index.and_then(|index| self.input_member(index)).map(|member| member.ty.clone());
        if index.is_none() {
            inputs.unclear = true;
            if !self.names.is_lost_value(&name.text) {
                self.report_unknown_input(&name.text, name.at.0);
            }
        }
        let context = Context::Given("a given value");
        let (expr, slots, _) =
            self.in_body(context, |checker| checker.field_value(name, held, Some(place.as_ref().unwrap_or(&Type::Error))));
        if let Some(index) = index {
            inputs.named.insert(index);
            inputs.given.push((index, Body { expr, slots }));
        }
    }

    /// Reports the inputs that are read, but neither given nor known without.
    fn check_given(&mut self, given: &GivenInputs, reads: &BTreeSet<usize>, span: Span, what: &str) {
        // A table that swallowed lines of others seems to read more than it does.
        if given.unclear || self.items.has_broken_table() {
            return;
        }
        let needed = reads.iter().filter(|index| !given.named.contains(index));
        let missing: Vec<&str> = needed
            .filter_map(|index| self.input_member(*index))
            .filter(|member| !member.optional && member.default.is_none() && !member.ty.is_option() && !member.ty.is_error())
            .map(|member| &*member.name)
            .collect();
        let [first, ..] = missing.as_slice() else { return };
        let help = format!("give it: `given {{ {first}: … }}`, or give the input a default");
        let finding = Diagnostic::error(Code::NOT_GIVEN, span, format!("{what} {} not given here", inputs(&missing))).help(help);
        self.report(finding);
    }

    fn check_test(&mut self, item: &Item<'t, tree::Test>) {
        let mut given = self.given_inputs(item.tree.given.as_ref());
        given.unclear |= item.tree.broken;
        let mut reads = BTreeSet::new();
        let mut expects = Vec::with_capacity(item.tree.expects.len());
        for expect in &item.tree.expects {
            let (expr, slots, uses) = self.in_body(Context::Statement, |checker| checker.check_bool(expect));
            reads.extend(self.reads_of(&uses, expect.at.0));
            expects.push(Body { expr, slots });
        }
        self.check_given(&given, &reads, item.tree.name.at.0, "this test reads");
        let name = item.tree.name.value.clone();
        self.tests.push(Test { name, docs: item.docs.to_vec(), given: given.given, expects, span: item.tree.name.at.0 });
    }

    fn check_invariant(&mut self, item: &Item<'t, tree::Invariant>) {
        let params = self.params(&item.tree.params);
        let (expr, slots, uses) = self.in_body(Context::Statement, |checker| {
            checker.bind_params(&item.tree.params, &params);
            checker.check_bool(&item.tree.body)
        });
        let start = item.tree.start.as_ref().and_then(|start| self.inductive(start, &params, &item.tree.name));
        let reads = self.reads_of(&uses, item.tree.name.at.0);
        let name = item.tree.name.text.clone();
        self.invariants.push(Invariant {
            name,
            start,
            docs: item.docs.to_vec(),
            params,
            body: Body { expr, slots },
            reads,
            span: item.tree.name.at.0,
        });
    }
}

impl<'t> Checker<'t> {
    /// `inductive from START`: the state before the first step, of the type of the first parameter.
    fn inductive(&mut self, start: &'t tree::Expr, params: &[Param], name: &Name) -> Option<Body> {
        let Some(state) = params.first() else {
            let message = format!("the invariant `{}` is inductive, but has no parameter for the state", name.text);
            self.report(
                Diagnostic::error(Code::ARGUMENTS, name.at.0, message)
                    .help("the first parameter is the state: `invariant … (run: Run, event: Event) inductive from …`"),
            );
            return None;
        };
        let context = Context::Given("the start of an inductive invariant");
        let (expr, slots, _) = self.in_body(context, |checker| checker.check(start, &state.ty));
        Some(Body { expr, slots })
    }
}

fn inputs(names: &[&str]) -> String {
    let word = if names.len() == 1 { "the input" } else { "the inputs" };
    let is = if names.len() == 1 { "which is" } else { "which are" };
    format!("{word} {}, {is}", listed(names.iter().copied()))
}

//! Runs what a policy says about itself: examples, tests, and its invariants on their documents.

use std::collections::BTreeSet;

use crate::diagnostic::{Bounded, Code, Diagnostic};
use crate::policy::{DecidedBy, Example, Examples, Expected, Given, Input, Policy, Table, Test, Type, Value};
use crate::source::{Sources, Span};

use super::coverage::Coverage;
use super::evaluate::{Evaluator, Frame, Scope};
use super::fault::Fault;
use super::invariants;
use super::limits::{Limits, RunBudget, grouped};
use super::observe::{Shown, one_line};
use super::table::{Hit, TableResult};

/// What running the statements of a policy gave.
#[derive(Clone, Debug)]
pub struct StatementReport {
    /// What does not hold; of many, the first.
    pub findings: Vec<Diagnostic>,
    /// Rules that decided, and runs of invariants.
    pub coverage: Coverage,
    /// How many examples ran.
    pub examples: usize,
    /// How many tests ran.
    pub tests: usize,
    /// The steps that they took, invariants included.
    pub steps: u64,
    /// Whether all of them ran; otherwise the last finding says what did not.
    pub is_complete: bool,
}

/// Runs every example and every test, and the invariants on every document that they give, as far as the steps for all of
/// them suffice.
pub fn run_statements(policy: &Policy, sources: &Sources, limits: &Limits) -> StatementReport {
    let mut run = Run {
        policy,
        sources,
        limits,
        total: RunBudget::new(limits.statement_steps),
        at: policy.name_span,
        findings: Bounded::new(),
        coverage: Coverage::new(policy),
        examples: 0,
        tests: 0,
    };
    let result = run.all();
    let not_run = result.is_err().then(|| run.not_run());
    let mut findings = run.findings.into_findings();
    let is_complete = not_run.is_none();
    findings.extend(not_run);
    let Run { coverage, examples, tests, total, .. } = run;
    StatementReport { findings, coverage, examples, tests, steps: total.taken(), is_complete }
}

struct Run<'p> {
    policy: &'p Policy,
    sources: &'p Sources,
    limits: &'p Limits,
    /// What is left for all statements.
    total: RunBudget,
    /// The statement that is being run.
    at: Span,
    findings: Bounded,
    coverage: Coverage,
    examples: usize,
    tests: usize,
}

/// What runs statements fails only where the steps for all of them are spent.
impl Run<'_> {
    fn all(&mut self) -> Result<(), Fault> {
        let policy = self.policy;
        policy.examples.iter().try_for_each(|examples| self.examples(examples))?;
        policy.tests.iter().try_for_each(|test| self.test(test))
    }

    fn not_run(&self) -> Diagnostic {
        let examples = self.policy.examples.iter().map(|examples| examples.cases.len()).sum::<usize>();
        let message = format!("what this policy says about itself takes more than {} steps", grouped(self.total.steps_max()));
        let left = [(examples - self.examples.min(examples), "example"), (self.policy.tests.len() - self.tests, "test")];
        let left: Vec<String> = left
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| format!("{count} {noun}{}", if count == 1 { "" } else { "s" }))
            .collect();
        Diagnostic::error(Code::RUN_STEPS, self.at, message)
            .label("it ends here")
            .note(format!("not run: {}, and the invariants on what they give", left.join(" and ")))
            .help("let examples and tests walk shorter lists, or make several policies of this one")
    }

    /// Reports a fault of a statement, unless it is that the steps for all of them are spent.
    fn fault(&mut self, fault: Fault, at: Span, words: &str) -> Result<(), Fault> {
        if fault.code == Code::RUN_STEPS {
            return Err(fault);
        }
        self.findings.push(fault.diagnostic(at).also(at, words));
        Ok(())
    }

    fn examples(&mut self, examples: &Examples) -> Result<(), Fault> {
        let Some(table) = self.policy.tables.get(examples.table) else { return Ok(()) };
        self.at = examples.cases.first().map_or(self.at, |example| example.span);
        let given = self.given(&examples.given);
        if let Ok(inputs) = &given {
            let asked = self.asked(table, examples, inputs)?;
            self.invariants(inputs, &asked)?;
        }
        for example in &examples.cases {
            self.at = example.span;
            let finding = match &given {
                Ok(inputs) => self.example(examples.table, table, example, inputs),
                Err(fault) => Err(fault.clone()),
            };
            match finding {
                Ok(None) => {}
                Ok(Some(finding)) => self.findings.push(finding),
                Err(fault) => self.fault(fault, example.span, "while running this example")?,
            }
            self.examples += 1;
        }
        Ok(())
    }

    fn example(
        &mut self,
        index: usize,
        table: &Table,
        example: &Example,
        inputs: &[Option<Value>],
    ) -> Result<Option<Diagnostic>, Fault> {
        let scope = Scope::new(self.policy, inputs);
        let mut statement = Evaluator::new(scope, *self.limits, None);
        statement.budget = self.total.evaluation(self.limits);
        let said = said(example, &mut statement);
        self.total.take(&statement.budget);
        let (args, expected) = said?;
        let mut evaluator = Evaluator::new(scope, *self.limits, Some(&mut self.coverage));
        evaluator.budget = self.total.evaluation(self.limits);
        let asked = ask(index, args, expected.as_ref(), example.span, &mut evaluator);
        self.total.take(&evaluator.budget);
        let (TableResult { value, hits }, holds) = asked?;
        let by = example.by.as_ref().is_none_or(|by| hits.iter().any(|hit| decides(table, hit, by)));
        if holds && by {
            return Ok(None);
        }
        let answer = table.answer();
        let wanted = match &expected {
            None => "some".to_owned(),
            Some(expected) => Shown::new(expected, &answer, example.span).to_string(),
        };
        let mut finding = if holds {
            let wanted = example.by.as_ref().map_or_else(String::new, |by| by_name(table, by));
            let found = by_rules(table, &hits);
            Diagnostic::error(
                Code::EXAMPLE_FAILED,
                example.span,
                format!("the example of `{}` is not decided by `{wanted}`", table.name),
            )
            .label(format!("decided by {found}"))
        } else {
            Diagnostic::error(Code::EXAMPLE_FAILED, example.span, format!("the example of `{}` does not hold", table.name))
                .label(format!("is {}, by {}", Shown::new(&value, &answer, example.span), by_rules(table, &hits)))
                .note(format!("expected {wanted}"))
        };
        let rules: BTreeSet<usize> = hits.iter().map(|hit| hit.rule).collect();
        for rule in rules.iter().filter_map(|rule| table.rules.get(*rule)) {
            finding = finding.also(rule.name_span, "this rule decides");
        }
        Ok(Some(finding))
    }

    fn test(&mut self, test: &Test) -> Result<(), Fault> {
        self.at = test.span;
        match self.given(&test.given) {
            Ok(inputs) => {
                self.invariants(&inputs, &[])?;
                self.expects(test, &inputs)?;
            }
            Err(fault) => self.fault(fault, test.span, "while running this test")?,
        }
        self.tests += 1;
        Ok(())
    }

    fn expects(&mut self, test: &Test, inputs: &[Option<Value>]) -> Result<(), Fault> {
        let mut evaluator = Evaluator::new(Scope::new(self.policy, inputs), *self.limits, Some(&mut self.coverage));
        for expect in &test.expects {
            // What one expectation costs must not fail the next.
            evaluator.budget = self.total.evaluation(self.limits);
            let frame = Frame::new(expect.slots);
            match evaluator.bool(&expect.expr, &mut frame.clone()) {
                Ok(true) => {}
                Ok(false) => {
                    let span = expect.expr.span;
                    let mut finding =
                        Diagnostic::error(Code::TEST_FAILED, span, format!("the test \"{}\" does not hold", test.name));
                    for saw in evaluator.observe(&expect.expr, &frame) {
                        finding = finding.note(format!("`{}` is {}", one_line(self.sources.slice(saw.span)), saw.value));
                    }
                    self.findings.push(finding);
                }
                Err(fault) if fault.code == Code::RUN_STEPS => {
                    self.total.take(&evaluator.budget);
                    return Err(fault);
                }
                Err(fault) => self.findings.push(fault.diagnostic(test.span).also(expect.expr.span, "while running this test")),
            }
            self.total.take(&evaluator.budget);
        }
        Ok(())
    }

    /// What the examples ask about; arguments that fault are reported by their examples.
    fn asked(&mut self, table: &Table, examples: &Examples, inputs: &[Option<Value>]) -> Result<Vec<(Value, Type)>, Fault> {
        let mut asked = Vec::new();
        for example in &examples.cases {
            let mut evaluator = Evaluator::new(Scope::new(self.policy, inputs), *self.limits, None);
            evaluator.budget = self.total.evaluation(self.limits);
            for (arg, param) in example.args.iter().zip(&table.params) {
                match evaluator.body(arg) {
                    Ok(value) => asked.push((value, param.ty.clone())),
                    Err(fault) if fault.code == Code::RUN_STEPS => return Err(fault),
                    Err(_) => {}
                }
            }
            self.total.take(&evaluator.budget);
        }
        Ok(asked)
    }

    fn invariants(&mut self, inputs: &[Option<Value>], asked: &[(Value, Type)]) -> Result<(), Fault> {
        let Run { policy, sources, limits, total, findings, coverage, .. } = self;
        invariants::run(policy, sources, (inputs, asked), limits, total, coverage, &mut |finding| findings.push(finding))
    }

    /// The inputs that a statement gives; the others take their defaults, or none, or stay open.
    fn given(&mut self, given: &Given) -> Result<Vec<Option<Value>>, Fault> {
        let mut inputs: Vec<Option<Value>> = self
            .policy
            .inputs
            .iter()
            .map(|Input { member, .. }| member.default.clone().or_else(|| member.ty.is_option().then_some(Value::None)))
            .collect();
        // A given value may call what reads no input; what does read one finds none given.
        let unknown = vec![None; inputs.len()];
        let mut evaluator = Evaluator::new(Scope::new(self.policy, &unknown), *self.limits, None);
        evaluator.budget = self.total.evaluation(self.limits);
        let values = given.iter().map(|(index, body)| Ok((*index, evaluator.body(body)?))).collect::<Result<Vec<_>, Fault>>();
        self.total.take(&evaluator.budget);
        for (index, value) in values? {
            if let Some(place) = inputs.get_mut(index) {
                *place = Some(value);
            }
        }
        Ok(inputs)
    }
}

/// What an example asks with, and the answer that it expects, where that is a certain one.
fn said<'p>(example: &'p Example, statement: &mut Evaluator<'p, '_>) -> Result<(Vec<Value>, Option<Value>), Fault> {
    let args = example.args.iter().map(|arg| statement.body(arg)).collect::<Result<Vec<_>, _>>()?;
    let expected = match &example.expected {
        Expected::Some => None,
        Expected::Value(body) => Some(statement.body(body)?),
    };
    Ok((args, expected))
}

/// Asks a table; the answer, and whether it is the expected one.
fn ask(
    table: usize,
    args: Vec<Value>,
    expected: Option<&Value>,
    span: Span,
    evaluator: &mut Evaluator<'_, '_>,
) -> Result<(TableResult, bool), Fault> {
    let result = evaluator.call_table(table, args, span)?;
    let holds = match expected {
        None => !result.value.is_none(),
        Some(expected) => evaluator.equal(&result.value, expected, span)?,
    };
    Ok((result, holds))
}

/// How many rules a message lists.
const RULES_SHOWN_MAX: usize = 8;

fn by_rules(table: &Table, hits: &[Hit]) -> String {
    let mut names: Vec<String> = hits.iter().take(RULES_SHOWN_MAX).map(|hit| format!("`{}`", hit.name(table))).collect();
    if let Some(more @ 1..) = hits.len().checked_sub(RULES_SHOWN_MAX) {
        names.push(format!("{more} more"));
    }
    if names.is_empty() { "no rule".to_owned() } else { names.join(", ") }
}

/// Whether it is the rule, and where an element is named, the element.
fn decides(table: &Table, hit: &Hit, by: &DecidedBy) -> bool {
    let is_element = |element: &String| match (table.rules.get(hit.rule), &hit.element) {
        (Some(rule), Some(place)) => rule.element_label(place) == element.as_str(),
        _ => false,
    };
    hit.rule == by.rule && by.element.as_ref().is_none_or(is_element)
}

fn by_name(table: &Table, by: &DecidedBy) -> String {
    let rule = table.rules.get(by.rule).map_or("?", |rule| rule.name.as_str());
    by.element.as_ref().map_or_else(|| rule.to_owned(), |element| format!("{rule}[{element}]"))
}

//! Runs what a policy says about itself: examples, tests, and its invariants on their documents.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::policy::{DecidedBy, Example, Examples, Expected, Given, Input, Policy, Table, Test, Type, Value};
use crate::source::{Sources, Span};

use super::coverage::Coverage;
use super::evaluate::{Evaluator, Frame, Scope};
use super::fault::Fault;
use super::invariants;
use super::limits::Limits;
use super::observe::{Shown, one_line};
use super::table::{Hit, TableResult};

/// The most findings of the statements of one policy; one more says how many there are beyond them.
pub const STATEMENT_FINDINGS_MAX: usize = 100;

/// What running the statements of a policy gave.
#[derive(Clone, Debug)]
pub struct StatementReport {
    /// What does not hold.
    pub findings: Vec<Diagnostic>,
    /// Rules that decided, and runs of invariants.
    pub coverage: Coverage,
    /// How many examples ran.
    pub examples: usize,
    /// How many tests ran.
    pub tests: usize,
}

/// Runs every example and every test, and the invariants on every document that they give.
pub fn run_statements(policy: &Policy, sources: &Sources, limits: &Limits) -> StatementReport {
    let coverage = Coverage::new(policy);
    let mut run = Run {
        policy,
        sources,
        limits,
        report: StatementReport { findings: Vec::new(), coverage, examples: 0, tests: 0 },
        left_out: 0,
        first_left_out: None,
        worst_left_out: Severity::Warning,
    };
    for examples in &policy.examples {
        run.examples(examples);
    }
    for test in &policy.tests {
        run.test(test);
    }
    run.finish()
}

struct Run<'p> {
    policy: &'p Policy,
    sources: &'p Sources,
    limits: &'p Limits,
    report: StatementReport,
    /// How many findings there are beyond those in the report, and the first of them.
    left_out: usize,
    first_left_out: Option<(Code, Span)>,
    worst_left_out: Severity,
}

impl Run<'_> {
    /// Reports a finding, or counts it where there are too many.
    fn found(&mut self, finding: Diagnostic) {
        if self.report.findings.len() < STATEMENT_FINDINGS_MAX {
            self.report.findings.push(finding);
        } else {
            self.left_out += 1;
            if finding.is_error() {
                self.worst_left_out = Severity::Error;
            }
            self.first_left_out.get_or_insert((finding.code, finding.primary.span));
        }
    }

    fn finish(mut self) -> StatementReport {
        if let Some((code, span)) = self.first_left_out {
            let last = self.report.findings.iter().map(|finding| finding.primary.span).max().unwrap_or_default();
            let more = if self.left_out == 1 { "1 more is".to_owned() } else { format!("{} more are", self.left_out) };
            let message = format!("of what examples, tests and invariants find, {more} not shown");
            let finding = Diagnostic::error(code, span.max(last.behind()), message).help("mend the ones above first");
            self.report.findings.push(Diagnostic { severity: self.worst_left_out, ..finding });
        }
        self.report
    }

    fn examples(&mut self, examples: &Examples) {
        let Some(table) = self.policy.tables.get(examples.table) else { return };
        let given = self.given(&examples.given);
        if let Ok(inputs) = &given {
            let asked = self.asked(table, examples, inputs);
            self.invariants(inputs, &asked);
        }
        for example in &examples.cases {
            self.report.examples += 1;
            let finding = match &given {
                Ok(inputs) => self.example(examples.table, table, example, inputs),
                Err(fault) => Err(fault.clone()),
            };
            match finding {
                Ok(None) => {}
                Ok(Some(finding)) => self.found(finding),
                Err(fault) => self.found(fault.diagnostic(example.span).also(example.span, "while running this example")),
            }
        }
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
        let args = example.args.iter().map(|arg| statement.body(arg)).collect::<Result<Vec<_>, _>>()?;
        let expected = match &example.expected {
            Expected::Some => None,
            Expected::Value(body) => Some(statement.body(body)?),
        };
        let mut evaluator = Evaluator::new(scope, *self.limits, Some(&mut self.report.coverage));
        let TableResult { value, hits } = evaluator.call_table(index, args, example.span)?;
        let holds = match &expected {
            None => !value.is_none(),
            Some(expected) => evaluator.equal(&value, expected, example.span)?,
        };
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

    fn test(&mut self, test: &Test) {
        self.report.tests += 1;
        let inputs = match self.given(&test.given) {
            Ok(inputs) => inputs,
            Err(fault) => {
                return self.found(fault.diagnostic(test.span).also(test.span, "while running this test"));
            }
        };
        self.invariants(&inputs, &[]);
        let mut evaluator = Evaluator::new(Scope::new(self.policy, &inputs), *self.limits, Some(&mut self.report.coverage));
        let mut findings = Vec::new();
        for expect in &test.expects {
            // What one expectation costs must not fail the next.
            evaluator.budget.refill();
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
                    findings.push(finding);
                }
                Err(fault) => {
                    findings.push(fault.diagnostic(test.span).also(expect.expr.span, "while running this test"));
                }
            }
        }
        findings.into_iter().for_each(|finding| self.found(finding));
    }

    /// What the examples ask about; arguments that fault are reported by their examples.
    fn asked(&self, table: &Table, examples: &Examples, inputs: &[Option<Value>]) -> Vec<(Value, Type)> {
        let mut asked = Vec::new();
        for example in &examples.cases {
            let mut evaluator = Evaluator::new(Scope::new(self.policy, inputs), *self.limits, None);
            for (arg, param) in example.args.iter().zip(&table.params) {
                asked.extend(evaluator.body(arg).ok().map(|value| (value, param.ty.clone())));
            }
        }
        asked
    }

    fn invariants(&mut self, inputs: &[Option<Value>], asked: &[(Value, Type)]) {
        let findings = invariants::run(self.policy, self.sources, inputs, asked, self.limits, &mut self.report.coverage);
        findings.into_iter().for_each(|finding| self.found(finding));
    }

    /// The inputs that a statement gives; the others take their defaults, or none, or stay open.
    fn given(&self, given: &Given) -> Result<Vec<Option<Value>>, Fault> {
        let mut inputs: Vec<Option<Value>> = self
            .policy
            .inputs
            .iter()
            .map(|Input { member, .. }| member.default.clone().or_else(|| member.ty.is_option().then_some(Value::None)))
            .collect();
        // A given value may call what reads no input; what does read one finds none given.
        let unknown = vec![None; inputs.len()];
        let mut evaluator = Evaluator::new(Scope::new(self.policy, &unknown), *self.limits, None);
        for (index, body) in given {
            let value = evaluator.body(body)?;
            if let Some(place) = inputs.get_mut(*index) {
                *place = Some(value);
            }
        }
        Ok(inputs)
    }
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

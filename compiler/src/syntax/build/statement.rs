//! What a file states about its policy: examples and tests.

use super::super::grammar::{Pair, Parts, Rule};
use super::super::recover::{Body, Part};
use super::super::tree::{By, Example, Examples, Expected, Expr, Test};
use super::Builder;
use crate::diagnostic::{Code, Diagnostic};

impl Builder<'_> {
    /// `examples`
    pub(super) fn examples(&mut self, pair: Pair<'_>) -> Option<Examples> {
        let mut parts = Parts::of(pair);
        let table = self.name(parts.accept(Rule::name)?);
        let (mut given, mut cases) = (None, Vec::new());
        for part in parts {
            for part in self.parts(part, Body::Cases) {
                match part {
                    Part::Given(record) => self.first_given(&mut given, record, cases.is_empty()),
                    Part::Example(case) => cases.push(case),
                    _ => {}
                }
            }
        }
        Some(Examples { table, given, cases, broken: self.broken })
    }

    /// `test`
    pub(super) fn test(&mut self, pair: Pair<'_>) -> Option<Test> {
        let mut parts = Parts::of(pair);
        let name = self.text_literal(parts.accept(Rule::text_literal)?)?;
        let (mut given, mut expects) = (None, Vec::new());
        for part in parts {
            for part in self.parts(part, Body::Claims) {
                match part {
                    Part::Given(record) => self.first_given(&mut given, record, expects.is_empty()),
                    Part::Expect(expect) => expects.push(expect),
                    _ => {}
                }
            }
        }
        if expects.is_empty() && !self.broken {
            let finding = Diagnostic::error(Code::UNEXPECTED_WORD, name.at.0, "this test expects nothing");
            self.findings.push(finding.help("say what must hold: `expect …`"));
        }
        Some(Test { name, given, expects, broken: self.broken })
    }

    fn first_given(&mut self, given: &mut Option<Expr>, record: Expr, first: bool) {
        if !first || given.is_some() {
            let finding = Diagnostic::error(Code::LAYOUT, record.at.0.before(), "what is `given` stands once, and first");
            self.findings.push(finding.help("give everything in one record at the beginning"));
        }
        given.get_or_insert(record);
    }

    /// `given`
    pub(in super::super) fn given(&mut self, pair: Pair<'_>) -> Option<Expr> {
        self.atom(Parts::of(pair).next()?)
    }

    /// `expect`
    pub(in super::super) fn expect(&mut self, pair: Pair<'_>) -> Option<Expr> {
        self.expr(Parts::of(pair).next()?)
    }

    /// `example`
    pub(in super::super) fn example(&mut self, pair: Pair<'_>) -> Option<Example> {
        let at = self.at(&pair);
        let mut parts = Parts::of(pair);
        let args = self.exprs(Parts::of(parts.accept(Rule::args)?))?;
        let expected = match parts.accept(Rule::some_value) {
            Some(some) => Expected::Some(self.at(&some)),
            None => Expected::Value(self.expr(parts.accept(Rule::expr)?)?),
        };
        let by = match parts.next() {
            Some(pair) if pair.as_rule() == Rule::by_otherwise => Some(By::Otherwise(self.at(&pair))),
            Some(pair) => Some(By::Rule(self.key(pair)?)),
            None => None,
        };
        Some(Example { args, expected, by, at })
    }
}

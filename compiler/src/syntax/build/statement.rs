//! What a file states about its policy: examples and tests.

use super::super::grammar::{Pair, Parts, Rule};
use super::super::tree::{By, Example, Examples, Expected, Expr, Test};
use super::Builder;

impl Builder<'_> {
    /// `examples`
    pub(super) fn examples(&mut self, pair: Pair<'_>) -> Option<Examples> {
        let mut parts = Parts::of(pair);
        let table = self.name(parts.accept(Rule::name)?);
        let given = self.given(&mut parts)?;
        let mut cases = Vec::new();
        for pair in parts {
            cases.push(self.example(pair)?);
        }
        Some(Examples { table, given, cases, broken: false })
    }

    /// `test`
    pub(super) fn test(&mut self, pair: Pair<'_>) -> Option<Test> {
        let mut parts = Parts::of(pair);
        let name = self.text_literal(parts.accept(Rule::text_literal)?)?;
        let given = self.given(&mut parts)?;
        let mut expects = Vec::new();
        for pair in parts {
            expects.push(self.expect(pair)?);
        }
        Some(Test { name, given, expects, broken: false })
    }

    /// `given`, where it stands.
    fn given(&mut self, parts: &mut Parts<'_>) -> Option<Option<Expr>> {
        match parts.accept(Rule::given) {
            Some(pair) => Some(Some(self.atom_alone(Parts::of(pair).next()?)?)),
            None => Some(None),
        }
    }

    /// `expect`
    fn expect(&mut self, pair: Pair<'_>) -> Option<Expr> {
        self.expr(Parts::of(pair).next()?)
    }

    /// `example`
    fn example(&mut self, pair: Pair<'_>) -> Option<Example> {
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

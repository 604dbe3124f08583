//! The parser that pest makes of `grammar.pest`.

use std::iter::{Filter, Peekable};

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "syntax/grammar.pest"]
pub(crate) struct Grammar;

pub(crate) type Pair<'i> = pest::iterators::Pair<'i, Rule>;
pub(crate) type Pairs<'i> = pest::iterators::Pairs<'i, Rule>;

impl Rule {
    /// Whether the rule is a word without a meaning of its own.
    fn is_keyword(self) -> bool {
        matches!(
            self,
            Rule::kw_as
                | Rule::kw_bar
                | Rule::kw_because
                | Rule::kw_by
                | Rule::kw_const
                | Rule::kw_def
                | Rule::kw_distinct
                | Rule::kw_else
                | Rule::kw_examples
                | Rule::kw_expect
                | Rule::kw_for
                | Rule::kw_from
                | Rule::kw_given
                | Rule::kw_hit
                | Rule::kw_if
                | Rule::kw_in
                | Rule::kw_inductive
                | Rule::kw_input
                | Rule::kw_invariant
                | Rule::kw_is
                | Rule::kw_let
                | Rule::kw_list
                | Rule::kw_map
                | Rule::kw_not
                | Rule::kw_order
                | Rule::kw_otherwise
                | Rule::kw_output
                | Rule::kw_over
                | Rule::kw_param
                | Rule::kw_policy
                | Rule::kw_rule
                | Rule::kw_set
                | Rule::kw_table
                | Rule::kw_test
                | Rule::kw_then
                | Rule::kw_type
                | Rule::kw_use
                | Rule::kw_when
                | Rule::kw_where
                | Rule::kw_with
        )
    }
}

/// Whether a node has a meaning of its own.
type Meaning<'i> = fn(&Pair<'i>) -> bool;

/// The children of a node, keywords left out, taken one after the other.
pub(crate) struct Parts<'i> {
    pairs: Peekable<Filter<Pairs<'i>, Meaning<'i>>>,
}

impl<'i> Parts<'i> {
    pub(crate) fn of(pair: Pair<'i>) -> Parts<'i> {
        Parts::from(pair.into_inner())
    }

    pub(crate) fn from(pairs: Pairs<'i>) -> Parts<'i> {
        let meaning: Meaning<'i> = |pair| !pair.as_rule().is_keyword();
        Parts { pairs: pairs.filter(meaning).peekable() }
    }

    /// The next child if it is of that rule.
    pub(crate) fn accept(&mut self, rule: Rule) -> Option<Pair<'i>> {
        self.pairs.next_if(|pair| pair.as_rule() == rule)
    }

    /// The next children as long as they are of that rule.
    pub(crate) fn accept_all(&mut self, rule: Rule) -> Vec<Pair<'i>> {
        std::iter::from_fn(|| self.accept(rule)).collect()
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Pair<'i>;

    fn next(&mut self) -> Option<Pair<'i>> {
        self.pairs.next()
    }
}

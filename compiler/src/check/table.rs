//! Tables: their `let`s and rules, and whether they are complete.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{HitPolicy, Rule, Table, TableLet, Type};
use crate::source::Span;
use crate::syntax::tree::{self, Binding, TableBody};

use super::body::{Context, RuleName};
use super::checker::{Checker, Signature};
use super::items::Node;

/// The name of a rule that has none.
pub(super) const OTHERWISE: &str = "otherwise";

/// What rules are checked against.
pub(super) struct TableContext {
    pub outcome: Type,
    pub hit: HitPolicy,
    pub lets: Vec<TableLet>,
}

impl<'t> Checker<'t> {
    /// Checks a table.
    pub(super) fn check_table(&mut self, index: usize) {
        let Some(item) = self.items.tables.get(index).copied() else { return };
        let Signature { params, answer } = self.table_signatures.get(index).cloned().unwrap_or_default();
        let hit = item.tree.hit.unwrap_or_default();
        let outcome = match (hit, answer) {
            (HitPolicy::Collect, Some(Type::List(outcome))) => (*outcome).clone(),
            (_, answer) => answer.unwrap_or(Type::Error),
        };
        let mut context = TableContext { outcome, hit, lets: Vec::new() };
        let (rules, slots, uses) = self.in_body(Context::Policy, |checker| {
            checker.bind_params(&item.tree.params, &params);
            checker.table_lets(&item.tree.lets, &mut context);
            match &item.tree.body {
                TableBody::Rules(rules) => checker.rules(rules, &context),
                TableBody::Grid(grid) => checker.grid(grid, &mut context),
            }
        });
        // What a table is as a whole cannot be told where lines of it are lost, or where it swallowed lines of others.
        if !item.tree.broken {
            self.check_rules(item.tree, &rules, hit);
            if hit != HitPolicy::Collect && !rules.iter().any(Rule::always_holds) {
                self.check_complete(index, item.tree, &rules, &context.lets, params.len());
            }
        }
        self.note_reads(Node::Table(index), &uses);
        let reads = self.reads.get(&Node::Table(index)).cloned().unwrap_or_default();
        let TableContext { outcome, lets, .. } = context;
        let (name, span) = (item.tree.name.text.clone(), item.tree.name.at.0);
        if let Some(entry) = self.tables.get_mut(index) {
            *entry = Some(Table { name, docs: item.docs.to_vec(), params, outcome, hit, lets, rules, slots, reads, span });
        }
    }

    fn table_lets(&mut self, bindings: &'t [Binding], context: &mut TableContext) {
        for binding in bindings {
            let place = binding.ty.as_ref().map(|ty| self.resolve(ty));
            let value = self.bound_value(&binding.value, place.as_ref());
            let ty = place.unwrap_or_else(|| value.ty.clone());
            self.bind_table_let(&binding.name, ty, context.lets.len());
            context.lets.push(TableLet { name: binding.name.text.clone(), value });
        }
    }

    fn rules(&mut self, rules: &'t [tree::Rule], context: &TableContext) -> Vec<Rule> {
        rules.iter().map(|rule| self.rule(rule, context)).collect()
    }

    /// A rule of a rule list, or the `otherwise` of a grid.
    pub(super) fn rule(&mut self, rule: &'t tree::Rule, context: &TableContext) -> Rule {
        let mark = self.body.mark();
        let name = rule.name.as_ref().map_or(OTHERWISE, |name| name.text.as_str());
        self.body.rule_name = RuleName::InGuard;
        let (clauses, elements) = self.ranged(rule, context.hit);
        let guard = rule.guard.as_ref().map(|guard| self.guard(guard)).unwrap_or_default();
        self.body.rule_name = RuleName::Named(name.to_owned());
        let outcome = self.check(&rule.outcome, &context.outcome);
        self.body.rule_name = RuleName::Outside;
        self.body.release_with_slots(mark);
        Rule {
            name: name.to_owned(),
            docs: rule.docs.clone(),
            clauses,
            elements,
            guard,
            outcome,
            because: rule.because.as_ref().map(|because| because.value.clone()),
            span: rule.at.0,
            name_span: rule.name.as_ref().map_or_else(|| first_word(rule.at.0), |name| name.at.0),
        }
    }

    /// Whether each rule can be named, is reached by order, and one always decides.
    fn check_rules(&mut self, table: &tree::Table, rules: &[Rule], hit: HitPolicy) {
        self.check_rule_names(rules);
        let takes_all = rules.iter().position(Rule::always_holds);
        match (hit, takes_all) {
            (HitPolicy::Collect, _) => self.check_no_otherwise(&table.body),
            (_, Some(last)) => self.check_last(rules, last),
            // Whether it is complete without is the business of another file.
            (_, None) => {}
        }
    }

    fn check_rule_names(&mut self, rules: &[Rule]) {
        let mut first: HashMap<&str, (Span, bool)> = HashMap::new();
        for rule in rules {
            match first.get(rule.name.as_str()) {
                // A second `otherwise` stands behind one that takes everything, and is reported as that.
                Some((_, true)) if rule.name == OTHERWISE && rule.always_holds() => {}
                Some((span, _)) => self.report(
                    Diagnostic::error(
                        Code::DUPLICATE_NAME,
                        rule.name_span,
                        format!("this table has a rule `{}` already", rule.name),
                    )
                    .also(*span, "first here")
                    .help("choose another name: traces, examples and reports tell rules apart by it"),
                ),
                None => {
                    first.insert(&rule.name, (rule.name_span, rule.always_holds()));
                }
            }
        }
    }

    fn check_no_otherwise(&mut self, body: &TableBody) {
        let unnamed = match body {
            TableBody::Rules(rules) => rules.iter().find(|rule| rule.name.is_none()),
            TableBody::Grid(grid) => grid.otherwise.as_ref(),
        };
        if let Some(rule) = unnamed {
            self.report(
                Diagnostic::error(
                    Code::COLLECT_OTHERWISE,
                    first_word(rule.at.0),
                    "a `collect` table has no `otherwise`: every rule that holds adds its outcome",
                )
                .help("remove the line, or name a rule that always holds: `rule always => …`"),
            );
        }
    }

    fn check_last(&mut self, rules: &[Rule], last: usize) {
        let (Some(taker), Some(behind)) = (rules.get(last), rules.get(last + 1)) else { return };
        self.report(
            Diagnostic::error(Code::AFTER_LAST, behind.name_span, format!("the rule `{}` is never asked", behind.name))
                .label("never asked")
                .also(taker.name_span, format!("`{}` has no condition and takes everything", taker.name))
                .help(format!("move `{}` to the end, or give it a condition with `when`", taker.name)),
        );
    }
}

/// The word `otherwise` at the start of its rule.
fn first_word(rule: Span) -> Span {
    let end = rule.start.saturating_add(u32::try_from(OTHERWISE.len()).unwrap_or(u32::MAX)).min(rule.end);
    Span { end, ..rule }
}

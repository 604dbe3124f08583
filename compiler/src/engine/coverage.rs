//! Which rules decided, with which elements of the lists that they range over, and on how much each invariant was run.

use std::collections::BTreeMap;

use crate::policy::{Policy, RuleId};

/// Counts for one policy. Counts of several evaluations add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    rules: Vec<Vec<u64>>,
    /// Only of elements that were met: lists are long, and many rules may range over one.
    elements: BTreeMap<(RuleId, usize), u64>,
    invariants: Vec<u64>,
}

impl Coverage {
    /// Nothing counted yet.
    pub fn new(policy: &Policy) -> Coverage {
        Coverage {
            rules: policy.tables.iter().map(|table| vec![0; table.rules.len()]).collect(),
            elements: BTreeMap::new(),
            invariants: vec![0; policy.invariants.len()],
        }
    }

    /// How often the rule decided.
    pub fn rule(&self, id: RuleId) -> u64 {
        self.rules.get(id.table).and_then(|table| table.get(id.rule)).copied().unwrap_or(0)
    }

    /// How often the rule decided with an element, by its number in [`Elements::names`](crate::policy::Elements::names); counted
    /// where the elements are known when the policy is checked.
    pub fn element(&self, id: RuleId, element: usize) -> u64 {
        self.elements.get(&(id, element)).copied().unwrap_or(0)
    }

    /// On how many bindings the invariant was run; an invariant without parameters has one a document.
    pub fn invariant(&self, index: usize) -> u64 {
        self.invariants.get(index).copied().unwrap_or(0)
    }

    /// Adds the counts of another evaluation of the same policy.
    pub fn merge(&mut self, other: &Coverage) {
        for (mine, theirs) in self.rules.iter_mut().zip(&other.rules) {
            add(mine, theirs);
        }
        for (place, theirs) in &other.elements {
            let mine = self.elements.entry(*place).or_default();
            *mine = mine.saturating_add(*theirs);
        }
        add(&mut self.invariants, &other.invariants);
    }

    pub(super) fn hit(&mut self, id: RuleId, element: Option<usize>) {
        if let Some(element) = element {
            let count = self.elements.entry((id, element)).or_default();
            *count = count.saturating_add(1);
        }
        if let Some(count) = self.rules.get_mut(id.table).and_then(|table| table.get_mut(id.rule)) {
            *count = count.saturating_add(1);
        }
    }

    pub(super) fn ran(&mut self, invariant: usize) {
        if let Some(count) = self.invariants.get_mut(invariant) {
            *count = count.saturating_add(1);
        }
    }
}

fn add(mine: &mut [u64], theirs: &[u64]) {
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        *mine = mine.saturating_add(*theirs);
    }
}

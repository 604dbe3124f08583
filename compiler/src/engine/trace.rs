//! Traces: which rule won each table call, and why those before it did not.
//!
//! The trace is a JSON document, `{ "calls": [...] }`; its members are described in `docs/formats.md`. A table asked twice
//! with equal arguments stands once, since it answers alike.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::json::{Json, Object};
use crate::policy::{Policy, Rule, Table, Value};
use crate::source::Sources;

use super::coverage::Coverage;
use super::key::key;
use super::limits::{Budget, Limits};
use super::observe::{Failure, Observer, Shown, one_line, place};
use super::table::Hit;

/// Watches an evaluation and keeps reasons.
pub(super) struct Tracer<'a> {
    policy: &'a Policy,
    sources: &'a Sources,
    coverage: &'a mut Coverage,
    limits: Limits,
    seen: BTreeSet<String>,
    calls: Vec<Call>,
    left_out: usize,
}

struct Call {
    table: usize,
    arguments: Vec<Shown>,
    decided: Vec<Hit>,
    failed: Vec<(Hit, Failure)>,
    /// Elements that stand in `decided` or `failed`, and those that do not.
    elements: usize,
    elements_left_out: usize,
    outcome: Option<Shown>,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(policy: &'a Policy, sources: &'a Sources, coverage: &'a mut Coverage, limits: &Limits) -> Tracer<'a> {
        Tracer { policy, sources, coverage, limits: *limits, seen: BTreeSet::new(), calls: Vec::new(), left_out: 0 }
    }

    /// The trace document.
    pub(super) fn document(&self) -> Json {
        let calls = self.calls.iter().filter_map(|call| self.call(call)).collect();
        let mut document = Object::new();
        document.insert("calls".into(), Json::Array(calls));
        if self.left_out > 0 {
            document.insert("left_out".into(), count(self.left_out));
        }
        Json::Object(Arc::new(document))
    }

    fn call(&self, call: &Call) -> Option<Json> {
        let table = self.policy.tables.get(call.table)?;
        let mut object = Object::new();
        object.insert("table".into(), text(&table.name));
        let mut arguments = Object::new();
        for (param, argument) in table.params.iter().zip(&call.arguments) {
            arguments.insert(param.name.as_str().into(), shown(argument));
        }
        object.insert("arguments".into(), Json::Object(Arc::new(arguments)));
        object.insert("decided".into(), Json::Array(call.decided.iter().filter_map(|hit| self.decided(table, hit)).collect()));
        let failed = call.failed.iter().filter_map(|(rule, failure)| self.failed(table, rule, failure));
        object.insert("failed".into(), Json::Array(failed.collect()));
        if call.elements_left_out > 0 {
            object.insert("elements_left_out".into(), count(call.elements_left_out));
        }
        if let Some(outcome) = &call.outcome {
            object.insert("outcome".into(), shown(outcome));
        }
        Some(Json::Object(Arc::new(object)))
    }

    fn rule<'t>(&self, table: &'t Table, hit: &Hit) -> Option<(&'t Rule, Object)> {
        let rule = table.rules.get(hit.rule)?;
        let mut object = Object::new();
        object.insert("rule".into(), text(&rule.name_with(hit.element.as_ref())));
        object.insert("at".into(), text(&place(self.sources, rule.span)));
        Some((rule, object))
    }

    fn decided(&self, table: &Table, hit: &Hit) -> Option<Json> {
        let (rule, mut object) = self.rule(table, hit)?;
        if let Some(because) = &rule.because {
            object.insert("because".into(), text(because));
        }
        Some(Json::Object(Arc::new(object)))
    }

    fn failed(&self, table: &Table, rule: &Hit, failure: &Failure) -> Option<Json> {
        let (_, mut object) = self.rule(table, rule)?;
        object.insert("condition".into(), text(&failure.reason.text(self.sources)));
        let mut values = Object::new();
        for observation in &failure.saw {
            values.insert(one_line(self.sources.slice(observation.span)).into(), shown(&observation.value));
        }
        object.insert("saw".into(), Json::Object(Arc::new(values)));
        Some(Json::Object(Arc::new(object)))
    }
}

impl Observer for Tracer<'_> {
    fn table_called(&mut self, index: usize, table: &Table, args: &[Value]) -> Option<usize> {
        let mut text = format!("{index}:");
        let mut budget = Budget::new(Limits::default());
        for arg in args {
            key(arg, &mut text, &mut budget, table.span).ok()?;
        }
        if !self.seen.insert(text) {
            return None;
        }
        if self.calls.len() >= self.limits.trace_calls {
            self.left_out += 1;
            return None;
        }
        let arguments = args.iter().zip(&table.params).map(|(arg, param)| Shown::new(arg, &param.ty, table.span)).collect();
        let (decided, failed) = (Vec::new(), Vec::new());
        self.calls.push(Call { table: index, arguments, decided, failed, elements: 0, elements_left_out: 0, outcome: None });
        Some(self.calls.len() - 1)
    }

    fn has_room(&mut self, call: usize, is_element: bool) -> bool {
        let Some(call) = self.calls.get_mut(call) else { return false };
        if !is_element {
            return true;
        }
        if call.elements >= self.limits.trace_elements {
            call.elements_left_out += 1;
            return false;
        }
        call.elements += 1;
        true
    }

    fn rule_failed(&mut self, call: usize, rule: Hit, failure: Failure) {
        if let Some(call) = self.calls.get_mut(call) {
            call.failed.push((rule, failure));
        }
    }

    fn rule_decided(&mut self, table: usize, rule: &Rule, hit: &Hit, call: Option<usize>) {
        self.coverage.rule_decided(table, rule, hit, None);
        let Some(index) = call else { return };
        if self.has_room(index, hit.element.is_some())
            && let Some(call) = self.calls.get_mut(index)
        {
            call.decided.push(hit.clone());
        }
    }

    fn table_answered(&mut self, call: usize, value: &Value) {
        let Some(call) = self.calls.get_mut(call) else { return };
        if let Some(table) = self.policy.tables.get(call.table) {
            call.outcome = Some(Shown::new(value, &table.answer(), table.span));
        }
    }
}

/// A value that is there as `{"value": …}`, one too long to show as `{"words": …}`, none as `{}`.
fn shown(value: &Shown) -> Json {
    let mut object = Object::new();
    match value {
        Shown::None => {}
        Shown::Value(json) => {
            object.insert("value".into(), json.clone());
        }
        Shown::Words(words) => {
            object.insert("words".into(), text(words));
        }
    }
    Json::Object(Arc::new(object))
}

fn text(text: &str) -> Json {
    Json::String(Arc::from(text))
}

fn count(count: usize) -> Json {
    Json::Number(i64::try_from(count).unwrap_or(i64::MAX).into())
}

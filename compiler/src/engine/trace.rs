//! Traces: which rule won each table call, and why those before it did not.
//!
//! The trace is a JSON document, `{ "calls": [...] }`; its members are described in `docs/formats.md`. A table asked twice
//! with equal arguments stands once, since it answers alike. What a trace keeps is bounded, also while evaluation goes on;
//! calls, rules, elements and words beyond are counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::json::{Json, Object};
use crate::policy::{Policy, Rule, Table, Value};
use crate::source::{Sources, Span};

use super::coverage::Coverage;
use super::key::key;
use super::limits::{Budget, Limits, TRACE_COMPARED_MAX};
use super::observe::{Failure, Observation, Observer, SHOWN_BYTES_MAX, Shown, one_line, place};
use super::table::Hit;

/// Watches an evaluation and keeps reasons.
pub(super) struct Tracer<'a> {
    policy: &'a Policy,
    sources: &'a Sources,
    coverage: &'a mut Coverage,
    limits: Limits,
    /// Rules that may still be listed.
    rules: usize,
    /// Bytes that may still be shown. Rules that do not hold may take only `reason_bytes` of them, so that what decides a
    /// call finds room behind many that do not.
    bytes: usize,
    reason_bytes: usize,
    /// What is left for comparing arguments.
    compared: Budget,
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
    /// Rules that do not hold, and such that decide, for which the whole trace had no room.
    failed_left_out: usize,
    decided_left_out: usize,
    outcome: Option<Shown>,
}

impl<'a> Tracer<'a> {
    pub(super) fn new(policy: &'a Policy, sources: &'a Sources, coverage: &'a mut Coverage, limits: &Limits) -> Tracer<'a> {
        Tracer {
            policy,
            sources,
            coverage,
            limits: *limits,
            rules: limits.trace_rules,
            bytes: limits.trace_bytes,
            reason_bytes: limits.trace_bytes / 2,
            compared: Budget::new(Limits { values: TRACE_COMPARED_MAX, ..*limits }),
            seen: BTreeSet::new(),
            calls: Vec::new(),
            left_out: 0,
        }
    }

    /// Whether a call with these arguments stands in the trace, or was counted, already.
    fn is_known(&mut self, index: usize, args: &[Value], span: Span) -> bool {
        let mut text = format!("{index}:");
        let compared = args.iter().try_for_each(|arg| key(arg, &mut text, &mut self.compared, span));
        // Where comparing has become too dear, a call may stand again.
        compared.is_ok() && !self.seen.insert(text)
    }

    /// Takes room for words to be shown, if there is so much.
    fn take_bytes(&mut self, bytes: usize) -> bool {
        let left = self.bytes.checked_sub(bytes);
        self.bytes = left.unwrap_or(self.bytes);
        left.is_some()
    }

    /// Takes room for an element that a call lists, if it does not list enough of them.
    fn take_element(&mut self, call: usize, is_element: bool) -> bool {
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

    /// Bytes that name a rule and its place.
    fn rule_bytes(&self, rule: &Rule, hit: &Hit) -> usize {
        rule.name_with(hit.element.as_ref()).len() + self.sources.path(rule.span).len()
    }

    /// The trace document.
    pub(super) fn document(&self) -> Json {
        let calls = self.calls.iter().filter_map(|call| self.call(call)).collect();
        let mut document = Object::new();
        document.insert("calls".into(), Json::Array(calls));
        if self.left_out > 0 {
            document.insert("left_out".into(), count(self.left_out));
        }
        let rules: usize = self.calls.iter().map(|call| call.failed_left_out + call.decided_left_out).sum();
        if rules > 0 {
            document.insert("rules_left_out".into(), count(rules));
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
        for (name, left_out) in [
            ("elements_left_out", call.elements_left_out),
            ("decided_left_out", call.decided_left_out),
            ("failed_left_out", call.failed_left_out),
        ] {
            if left_out > 0 {
                object.insert(name.into(), count(left_out));
            }
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
        if self.is_known(index, args, table.span) {
            return None;
        }
        if self.calls.len() >= self.limits.trace_calls {
            self.left_out += 1;
            return None;
        }
        let arguments: Vec<Shown> =
            args.iter().zip(&table.params).map(|(arg, param)| Shown::new(arg, &param.ty, table.span)).collect();
        let names = table.params.iter().map(|param| param.name.len()).sum::<usize>();
        // Its outcome comes later; nothing else may take its room.
        let bytes = table.name.len() + names + arguments.iter().map(Shown::bytes).sum::<usize>() + SHOWN_BYTES_MAX;
        if !self.take_bytes(bytes) {
            self.left_out += 1;
            return None;
        }
        self.calls.push(Call {
            table: index,
            arguments,
            decided: Vec::new(),
            failed: Vec::new(),
            elements: 0,
            elements_left_out: 0,
            failed_left_out: 0,
            decided_left_out: 0,
            outcome: None,
        });
        Some(self.calls.len() - 1)
    }

    fn has_room(&mut self, call: usize, is_element: bool) -> bool {
        if !self.take_element(call, is_element) {
            return false;
        }
        let has_room = self.rules > 0 && self.reason_bytes > 0;
        if !has_room && let Some(call) = self.calls.get_mut(call) {
            call.failed_left_out += 1;
        }
        has_room
    }

    fn rule_failed(&mut self, call: usize, rule: Hit, failure: Failure) {
        let table = self.calls.get(call).and_then(|call| self.policy.tables.get(call.table));
        let Some(asked) = table.and_then(|table| table.rules.get(rule.rule)) else { return };
        let saw = |saw: &Observation| (saw.span.end - saw.span.start) as usize + saw.value.bytes();
        let words = failure.reason.text(self.sources).len() + failure.saw.iter().map(saw).sum::<usize>();
        let bytes = self.rule_bytes(asked, &rule) + words;
        let fits = bytes <= self.reason_bytes && self.take_bytes(bytes);
        let Some(call) = self.calls.get_mut(call) else { return };
        if fits {
            self.reason_bytes -= bytes;
            self.rules = self.rules.saturating_sub(1);
            call.failed.push((rule, failure));
        } else {
            call.failed_left_out += 1;
        }
    }

    fn rule_decided(&mut self, table: usize, rule: &Rule, hit: &Hit, call: Option<usize>) {
        self.coverage.rule_decided(table, rule, hit, None);
        let Some(index) = call else { return };
        if !self.take_element(index, hit.element.is_some()) {
            return;
        }
        let bytes = self.rule_bytes(rule, hit) + rule.because.as_ref().map_or(0, |because| because.len());
        // The first is what a reader of the call wants to know; of a table that asks for all there may be any number.
        let is_first = self.calls.get(index).is_some_and(|call| call.decided.is_empty());
        let fits = (is_first || self.rules > 0) && self.take_bytes(bytes);
        let Some(call) = self.calls.get_mut(index) else { return };
        if fits {
            self.rules = self.rules.saturating_sub(usize::from(!is_first));
            call.decided.push(hit.clone());
        } else {
            call.decided_left_out += 1;
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

//! Rules that range over lists: their clauses, and what their elements are called.

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::json::{self, Pointer, Segment};
use crate::policy::{Clause, DecidedBy, Elements, Expr, ExprKind, HitPolicy, ListPart, Origin, Rule, Type, Value};
use crate::source::Span;
use crate::syntax::tree;

use super::checker::Checker;

/// Elements of an included list that are looked up in their file; later ones stand where the list does.
const ELEMENT_PLACES_MAX: usize = 1_000;

impl<'t> Checker<'t> {
    /// What a rule ranges over, and the elements of its first list where they are known. The names that it binds stay bound.
    pub(super) fn ranged(&mut self, rule: &'t tree::Rule, hit: HitPolicy) -> (Vec<Clause>, Option<Arc<Elements>>) {
        if matches!(hit, HitPolicy::Unique | HitPolicy::Any) {
            self.refuse_range(rule, hit);
        }
        let mut clauses = self.clauses(&rule.clauses);
        let Some(Clause::For { first, source, .. }) = clauses.first_mut() else { return (clauses, None) };
        // Traces, examples and coverage tell elements apart by it.
        first.get_or_insert_with(|| self.body.slot());
        let elements = self.elements(source);
        (clauses, elements)
    }

    fn refuse_range(&mut self, rule: &tree::Rule, hit: HitPolicy) {
        let Some(tree::Clause::For { first, item, source }) = rule.clauses.first() else { return };
        let span = first.as_ref().unwrap_or(item).at.0.to(source.at.0);
        let message = format!("a rule of a table with `hit {}` ranges over no list", hit.word());
        self.report(
            Diagnostic::error(Code::RANGE, span, message)
                .help("ask about the whole list, `when any(… for …)`, or state `hit first` or `hit collect`"),
        );
    }

    /// The elements of a constant or of a list literal.
    fn elements(&mut self, source: &Expr) -> Option<Arc<Elements>> {
        match &source.kind {
            ExprKind::Member { .. } => {
                let (value, origin, span) = self.known(source)?;
                self.named_elements(&value, origin.as_ref(), span)
            }
            ExprKind::Const(place) => {
                if let Some(elements) = self.const_elements.get(place) {
                    return elements.clone();
                }
                let constant = self.consts.get(*place)?;
                let (value, origin, span) = (constant.value.clone(), constant.origin.clone(), constant.span);
                let elements = self.named_elements(&value, origin.as_ref(), span);
                self.const_elements.insert(*place, elements.clone());
                elements
            }
            ExprKind::List(parts) => {
                let mut spans = Vec::with_capacity(parts.len());
                let mut values = Vec::with_capacity(parts.len());
                for part in parts {
                    let ListPart::Item(item) = part else { return None };
                    spans.push(item.span);
                    // Of what is no literal only the place is known.
                    values.push(if let ExprKind::Literal(value) = &item.kind { value.clone() } else { Value::None });
                }
                let mut elements = Elements::of(&Value::list(values), source.span)?;
                for (place, span) in elements.names.values_mut().zip(spans) {
                    *place = span;
                }
                Some(Arc::new(elements))
            }
            _ => None,
        }
    }

    /// The value of a constant or of a part of one, the JSON it was read from, and where the constant stands.
    fn known(&self, expr: &Expr) -> Option<(Value, Option<Origin>, Span)> {
        match &expr.kind {
            ExprKind::Const(place) => {
                let constant = self.consts.get(*place)?;
                Some((constant.value.clone(), constant.origin.clone(), constant.span))
            }
            ExprKind::Member { base, slot } => {
                let (value, origin, span) = self.known(base)?;
                let (Value::Record(slots), Type::Record(record)) = (value, base.ty.inner()) else { return None };
                let member = record.by_slot_of_member().find(|(known, _)| known == slot).map(|(_, member)| &member.name)?;
                let origin = origin.map(|origin| Origin { pointer: origin.pointer.with(&**member), ..origin });
                Some((slots.get(*slot)?.clone(), origin, span))
            }
            _ => None,
        }
    }

    /// The elements of a value. Those that were read from a file stand there.
    fn named_elements(&self, value: &Value, origin: Option<&Origin>, span: Span) -> Option<Arc<Elements>> {
        let mut elements = Elements::of(value, span)?;
        if let Some(origin) = origin {
            let text = self.sources.get(origin.source)?.text();
            let place =
                |pointer: &Pointer| json::find(text, pointer).map(|range| Span::new(origin.source, range.start, range.end));
            let whole = place(&origin.pointer).unwrap_or(span);
            let keys: Vec<Segment> = match value {
                Value::Map(map) => map.keys().map(|key| Segment::Key(key.to_string())).collect(),
                _ => (0..elements.names.len()).map(Segment::Index).collect(),
            };
            for (number, (known, key)) in elements.names.values_mut().zip(keys).enumerate() {
                let own = (number < ELEMENT_PLACES_MAX).then(|| place(&origin.pointer.with(key))).flatten();
                *known = own.unwrap_or(whole);
            }
            elements.bound = true;
        }
        Some(Arc::new(elements))
    }

    /// The rule and the element that an example names, `section[webSearch]`; reports where it has no such element.
    pub(super) fn element_by(&mut self, table: usize, rule: usize, element: &str, span: Span) -> Option<DecidedBy> {
        let checked = self.tables.get(table)?.as_ref()?.rules.get(rule)?;
        let Some(Clause::For { source, .. }) = checked.clauses.first() else { return None };
        let is_known = match (&checked.elements, &source.ty) {
            (Some(elements), _) => elements.names.contains_key(element),
            (None, Type::Map(_) | Type::Error) => true,
            (None, _) => element.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if is_known {
            return Some(DecidedBy { rule, element: Some(element.to_owned()) });
        }
        let name = checked.name.clone();
        let elements = checked.elements.clone();
        let message = format!("the rule `{name}` ranges over no element `{element}`");
        let finding = Diagnostic::error(Code::UNKNOWN_NAME, span, message);
        let finding = match &elements {
            Some(elements) => match self.nearest(element, elements.names.keys().map(|name| &**name)) {
                Some(near) => finding.help(format!("did you mean `{name}[{near}]`?")),
                None => finding,
            },
            None => finding.help(format!("its elements are known by their places: `{name}[0]`")),
        };
        self.report(finding);
        None
    }
}

/// The rule that ranges over a list and the element of it that a name such as `section[webSearch]` means.
pub(super) fn element_of<'n>(rules: &[Rule], name: &'n str) -> Option<(usize, &'n str)> {
    let name = name.strip_suffix(']')?;
    rules.iter().enumerate().filter(|(_, rule)| !rule.clauses.is_empty()).find_map(|(place, rule)| {
        let element = name.strip_prefix(rule.name.as_str())?.strip_prefix('[')?;
        Some((place, element))
    })
}

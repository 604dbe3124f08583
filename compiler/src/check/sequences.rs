//! `fold`, `scan`, and maps built from rounds.

use std::sync::Arc;

use crate::policy::{Expr, ExprKind, Sequence, SequenceOp, Type};
use crate::source::Span;
use crate::syntax::tree;

use super::checker::Checker;
use super::coerce::to_json;

impl<'t> Checker<'t> {
    /// `fold(s = START over e in xs => step)`. The state has the start's type, or where that says too little, the place's.
    pub(super) fn sequence(&mut self, sequence: &'t tree::Sequence, place: Option<&Type>, span: Span) -> Expr {
        let wanted = match (sequence.op, place) {
            (SequenceOp::Fold, Some(place)) => Some(place),
            (SequenceOp::Scan, Some(Type::List(element))) => Some(&**element),
            _ => None,
        };
        let start = self.start(&sequence.start, wanted);
        let state = start.ty.clone();
        let mark = self.body.mark();
        let (first, item, source) = self.walked(sequence.first.as_ref(), &sequence.item, &sequence.source);
        let slot = self.bind(&sequence.state, state.clone());
        let step = self.check(&sequence.step, &state);
        self.body.release(mark);
        let ty = match sequence.op {
            _ if state.is_error() => Type::Error,
            SequenceOp::Fold => state,
            SequenceOp::Scan => Type::list(state),
        };
        let sequence = Sequence { op: sequence.op, state: slot, start, first, item, source, step };
        let value = Expr { kind: ExprKind::Sequence(Box::new(sequence)), ty, span };
        match place {
            Some(place) => self.fit(value, place),
            None => value,
        }
    }

    fn start(&mut self, start: &'t tree::Expr, wanted: Option<&Type>) -> Expr {
        let is_literal = matches!(
            start.kind,
            tree::ExprKind::None | tree::ExprKind::List(_) | tree::ExprKind::Record(_) | tree::ExprKind::MapComprehension { .. }
        );
        let says_enough = wanted.is_none_or(|ty| ty.is_error() || matches!(ty.inner(), Type::Json));
        if let Some(wanted) = wanted.filter(|_| is_literal && !says_enough) {
            return self.check(start, wanted);
        }
        if matches!(start.kind, tree::ExprKind::Text(_)) {
            let union = wanted.filter(|ty| matches!(ty, Type::Union(_))).cloned();
            return self.check(start, &union.unwrap_or(Type::String));
        }
        self.plain(start)
    }

    /// `{ [key]: value for … }`
    pub(super) fn map_comprehension(
        &mut self,
        key: &'t tree::Expr,
        value: &'t tree::Expr,
        clauses: &'t [tree::Clause],
        place: Option<&Type>,
        span: Span,
    ) -> Expr {
        let mark = self.body.mark();
        let clauses = self.clauses(clauses);
        let key = self.check(key, &Type::String);
        let element = match place.map(Type::inner) {
            Some(Type::Map(element)) => Some((**element).clone()),
            Some(Type::Json) => Some(Type::Json),
            Some(Type::Error) => Some(Type::Error),
            _ => None,
        };
        let value = match &element {
            Some(element) => self.check(value, element),
            None => self.infer(value),
        };
        self.body.release(mark);
        let ty = Type::Map(Arc::new(element.unwrap_or_else(|| value.ty.clone())));
        let kind = ExprKind::MapComprehension { key: Box::new(key), value: Box::new(value), clauses };
        let map = Expr { kind, ty, span };
        match (place, place.map(Type::inner)) {
            (Some(place), Some(Type::Json)) => Expr { ty: place.clone(), ..to_json(map) },
            (Some(place), _) => self.fit(map, place),
            (None, _) => map,
        }
    }
}

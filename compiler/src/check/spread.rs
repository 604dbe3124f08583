//! Record literals whose place says nothing: their type is that of their fields.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, Member, RecordPart, RecordType, SlotMove, Type};
use crate::source::Span;
use crate::syntax::tree::{self, Field, Name};

use super::checker::Checker;
use super::records::FieldValue;
use super::show::{excerpt, shown};

/// A record literal while its fields are looked at: its members so far, in the order in which they first appear.
#[derive(Default)]
struct Fields<'t> {
    members: Vec<Member>,
    places: HashMap<Arc<str>, usize>,
    written: HashMap<&'t str, Span>,
    parts: Vec<Part>,
    /// A spread could not be looked at: then nobody knows the members.
    broken: bool,
}

/// A part whose slots are not known yet.
enum Part {
    Set(Arc<str>, Expr),
    Spread(Expr, Arc<RecordType>),
}

impl Fields<'_> {
    fn member(&mut self, member: Member) {
        match self.places.get(&member.name).and_then(|place| self.members.get_mut(*place)) {
            Some(known) => *known = member,
            None => {
                self.places.insert(Arc::clone(&member.name), self.members.len());
                self.members.push(member);
            }
        }
    }

    fn known(&self, name: &str) -> Option<&Member> {
        self.members.get(*self.places.get(name)?)
    }
}

impl<'t> Checker<'t> {
    /// A record literal whose place says nothing, or only what each value must be.
    pub(super) fn infer_record(&mut self, fields: &'t [Field], value: Option<&Type>, span: Span) -> Expr {
        let mut found = Fields::default();
        for field in fields {
            match field {
                Field::Same(name) => self.infer_field(&mut found, name, FieldValue::Same, value),
                Field::Set(name, held) => self.infer_field(&mut found, name, FieldValue::Set(held), value),
                Field::Spread(base) => self.infer_spread(&mut found, base),
            }
        }
        let Fields { members, parts, broken, .. } = found;
        if broken {
            return self.error(span);
        }
        let ty = RecordType::new(None, members, false);
        let parts = parts.into_iter().map(|part| slotted(part, &ty)).collect();
        Expr { kind: ExprKind::Record(parts), ty: Type::Record(Arc::new(ty)), span }
    }

    fn infer_field(&mut self, found: &mut Fields<'t>, name: &'t Name, held: FieldValue<'t>, place: Option<&Type>) {
        let value = self.field_value(name, held, place);
        if let Some(first) = found.written.insert(&name.text, name.at.0) {
            self.report_duplicate_member(&name.text, name.at.0, first);
            return;
        }
        let key: Arc<str> = Arc::from(name.text.as_str());
        let ty = value.ty.clone();
        found.member(Member { name: Arc::clone(&key), ty, optional: false, default: None, docs: Vec::new() });
        found.parts.push(Part::Set(key, value));
    }

    fn infer_spread(&mut self, found: &mut Fields<'t>, base: &'t tree::Expr) {
        let Some((base, record)) = self.spread_record(base) else {
            found.broken = true;
            return;
        };
        for member in &record.members {
            let mut member = Member {
                name: Arc::clone(&member.name),
                ty: member.ty.clone(),
                optional: member.optional,
                default: None,
                docs: Vec::new(),
            };
            // What may be absent overrides only where it is there: the member keeps what it had else.
            if let Some(before) = found.known(&member.name).filter(|_| member.optional) {
                let (before_ty, before_optional) = (before.ty.clone(), before.optional);
                member.optional = before_optional;
                member.ty = match before_ty.common(member.ty.inner()) {
                    Some(ty) => ty,
                    None => {
                        self.report_no_meeting(&base, &member, &before_ty);
                        Type::Error
                    }
                };
            }
            found.member(member);
        }
        found.parts.push(Part::Spread(base, record));
    }

    fn report_no_meeting(&mut self, base: &Expr, member: &Member, before: &Type) {
        let what = excerpt(self.sources, base.span);
        let message = format!(
            "{what} may bring a member `{}` of type {}, but it was {} before",
            member.name,
            shown(member.ty.inner()),
            shown(before)
        );
        let help = format!("write `{}: …` behind the spread", member.name);
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, base.span, message).help(help));
    }
}

fn slotted(part: Part, ty: &RecordType) -> RecordPart {
    let slot = |name: &str| ty.member(name).map(|(slot, _)| slot).unwrap_or_default();
    match part {
        Part::Set(name, value) => RecordPart::Set(slot(&name), value),
        Part::Spread(base, record) => {
            let moves = record
                .by_slot_of_member()
                .map(|(from, member)| SlotMove { from, to: slot(&member.name), keep_on_none: member.optional })
                .collect();
            RecordPart::Spread { base, moves }
        }
    }
}

//! Record literals in a place of a known type, and maps written as records.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, RecordPart, RecordType, SlotMove, Type, Value};
use crate::source::Span;
use crate::syntax::tree::{self, Field, Name};

use super::checker::Checker;
use super::coerce::to_json;
use super::expr::literal;
use super::findings::Mistake;
use super::show::{excerpt, listed, shown};

/// A record literal of a known type, while its fields are looked at.
pub(super) struct RecordBuilder<'t> {
    ty: Arc<RecordType>,
    parts: Vec<RecordPart>,
    /// Members that have a value whatever the fields hold, by slot.
    covered: Vec<bool>,
    /// Members that an optional member of a spread may bring.
    maybe: Vec<bool>,
    /// Fields that were written, by name.
    written: HashMap<&'t str, Span>,
    unknown: usize,
}

impl RecordBuilder<'_> {
    pub(super) fn new(ty: Arc<RecordType>) -> Self {
        let members = ty.members.len();
        RecordBuilder {
            ty,
            parts: Vec::new(),
            covered: vec![false; members],
            maybe: vec![false; members],
            written: HashMap::new(),
            unknown: 0,
        }
    }

    fn cover(&mut self, slot: usize) {
        if let Some(covered) = self.covered.get_mut(slot) {
            *covered = true;
        }
    }
}

/// What a field holds: an expression, or just the name again.
#[derive(Clone, Copy)]
pub(super) enum FieldValue<'t> {
    Same,
    Set(&'t tree::Expr),
}

impl<'t> Checker<'t> {
    /// A record literal in a place of that type.
    pub(super) fn check_record(&mut self, fields: &'t [Field], place: &Type, span: Span) -> Expr {
        match place.inner() {
            Type::Record(record) => {
                let value = self.record_of(fields, Arc::clone(record), span);
                Expr { ty: place.clone(), ..value }
            }
            Type::Map(value) => {
                let entries = self.map_entries(fields, value);
                Expr { kind: ExprKind::Map(entries), ty: place.clone(), span }
            }
            Type::Json => {
                let record = self.infer_record(fields, Some(&Type::Json), span);
                Expr { ty: place.clone(), ..to_json(record) }
            }
            Type::Error => {
                self.infer_record(fields, Some(&Type::Error), span);
                self.error(span)
            }
            _ => {
                let value = self.infer_record(fields, None, span);
                self.fit(value, place)
            }
        }
    }

    fn record_of(&mut self, fields: &'t [Field], ty: Arc<RecordType>, span: Span) -> Expr {
        let last_written: HashMap<&str, usize> =
            fields.iter().enumerate().filter_map(|(place, field)| Some((&*field_name(field)?.text, place))).collect();
        let mut builder = RecordBuilder::new(ty);
        for (place, field) in fields.iter().enumerate() {
            match field {
                Field::Same(name) => self.set_member(&mut builder, name, FieldValue::Same),
                Field::Set(name, value) => self.set_member(&mut builder, name, FieldValue::Set(value)),
                Field::Spread(base) => {
                    let later = |name: &str| last_written.get(name).is_some_and(|written| *written > place);
                    self.spread_members(&mut builder, base, &later);
                }
            }
        }
        self.finish_record(builder, span)
    }

    /// A field of a record literal.
    pub(super) fn set_member(&mut self, builder: &mut RecordBuilder<'t>, name: &'t Name, value: FieldValue<'t>) {
        let found = builder.ty.member(&name.text).map(|(slot, member)| (slot, member.ty.clone()));
        let (slot, ty) = match found {
            Some(found) => found,
            None => {
                self.report_unknown_field(builder, name);
                builder.unknown += 1;
                self.field_value(name, value, Some(&Type::Error));
                return;
            }
        };
        let checked = self.field_value(name, value, Some(&ty));
        if let Some(first) = builder.written.insert(&name.text, name.at.0) {
            self.report_duplicate_member(&name.text, name.at.0, first);
            return;
        }
        builder.cover(slot);
        builder.parts.push(RecordPart::Set(slot, checked));
    }

    /// The value of a field, against the type of its member where that is known.
    pub(super) fn field_value(&mut self, name: &'t Name, value: FieldValue<'t>, place: Option<&Type>) -> Expr {
        match (value, place) {
            (FieldValue::Same, Some(place)) => self.check_name(&name.text, place, name.at.0),
            (FieldValue::Same, None) => self.name(&name.text, name.at.0),
            (FieldValue::Set(value), Some(place)) => self.check(value, place),
            (FieldValue::Set(value), None) => self.infer(value),
        }
    }

    fn report_unknown_field(&mut self, builder: &RecordBuilder<'t>, name: &Name) {
        let ty = Type::Record(Arc::clone(&builder.ty));
        if !self.findings.is_first(Mistake::Member(shown(&ty), name.text.clone()), name.at.0) {
            return;
        }
        let open = builder.ty.members.iter().map(|member| &*member.name).filter(|member| !builder.written.contains_key(member));
        let near = self.nearest(&name.text, open);
        let finding = unknown_member(&name.text, name.at.0, &ty, near);
        self.report(finding);
    }

    /// `...base`: its members, but for those that a later field replaces.
    fn spread_members(&mut self, builder: &mut RecordBuilder<'t>, base: &'t tree::Expr, later: &dyn Fn(&str) -> bool) {
        let Some((base, record)) = self.spread_record(base) else {
            // What it would have brought is not missing.
            builder.covered.fill(true);
            return;
        };
        let ty = Arc::clone(&builder.ty);
        let mut moves = Vec::new();
        for (from, member) in record.by_slot_of_member() {
            let Some((to, place)) = ty.member(&member.name) else {
                self.report_spread_too_much(&base, &member.name, &ty);
                continue;
            };
            let overridden = later(&member.name);
            let brought = if member.optional { member.ty.inner() } else { &member.ty };
            if !overridden && !brought.fits(&place.ty) {
                self.report_spread_mismatch(&base, &member.name, brought, &place.ty);
            }
            if member.optional {
                if let Some(maybe) = builder.maybe.get_mut(to) {
                    *maybe = true;
                }
            } else {
                builder.cover(to);
            }
            if !overridden {
                moves.push(SlotMove { from, to, keep_on_none: member.optional });
            }
        }
        builder.parts.push(RecordPart::Spread { base, moves });
    }

    /// A record to be spread.
    pub(super) fn spread_record(&mut self, base: &'t tree::Expr) -> Option<(Expr, Arc<RecordType>)> {
        let base = self.infer(base);
        match &base.ty {
            Type::Record(record) => {
                let record = Arc::clone(record);
                let affordable = self.afford(record.members.len(), base.span);
                return affordable.then_some((base, record));
            }
            ty if ty.is_error() => return None,
            _ => {}
        }
        let what = excerpt(self.sources, base.span);
        let message = format!("{what} is {}, but a record is wanted behind `...`", shown(&base.ty));
        let help = match &base.ty {
            Type::Option(inner) if matches!(**inner, Type::Record(_)) => "say what to take where it is none: `...(… ?? …)`",
            _ => "write the members out",
        };
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, base.span, message).help(help));
        None
    }

    fn report_spread_too_much(&mut self, base: &Expr, name: &str, ty: &Arc<RecordType>) {
        let what = excerpt(self.sources, base.span);
        let message = format!("{what} brings a member `{name}`, which {} does not have", shown(&Type::Record(Arc::clone(ty))));
        self.report(Diagnostic::error(Code::UNKNOWN_MEMBER, base.span, message).help("write out the members that are wanted"));
    }

    fn report_spread_mismatch(&mut self, base: &Expr, name: &str, brought: &Type, wanted: &Type) {
        let what = excerpt(self.sources, base.span);
        let message = format!("{what} brings a member `{name}` of type {}, but {} is wanted", shown(brought), shown(wanted));
        let help = format!("write `{name}: …` behind the spread");
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, base.span, message).help(help));
    }

    /// The literal, with defaults where nothing is written, and a finding where something lacks.
    pub(super) fn finish_record(&mut self, builder: RecordBuilder<'t>, span: Span) -> Expr {
        let RecordBuilder { ty, mut parts, covered, maybe, unknown, .. } = builder;
        if !self.afford(ty.members.len(), span) {
            return self.error(span);
        }
        let mut filled = Vec::new();
        let mut missing = Vec::new();
        for (slot, member) in ty.by_slot_of_member() {
            if covered.get(slot) == Some(&true) {
                continue;
            }
            match &member.default {
                Some(default) => filled.push(RecordPart::Set(slot, literal(default.clone(), member.ty.clone(), span))),
                None if member.optional => filled.push(RecordPart::Set(slot, literal(Value::None, member.ty.clone(), span))),
                None => missing.push((slot, member)),
            }
        }
        // A misspelt member is one mistake: it is not missing besides.
        if missing.len() > unknown {
            let names = listed(missing.iter().map(|(_, member)| &*member.name));
            let place = shown(&Type::Record(Arc::clone(&ty)));
            if !self.findings.is_first(Mistake::Missing(place.clone(), names.clone()), span) {
                return self.error(span);
            }
            let mut finding = Diagnostic::error(Code::MISSING_MEMBER, span, format!("this {place} lacks {names}"));
            if missing.iter().any(|(slot, _)| maybe.get(*slot) == Some(&true)) {
                finding = finding.note("a member with `?` of the spread record may be absent, and then brings nothing");
            }
            if missing.iter().all(|(_, member)| member.ty.is_option()) {
                finding = finding.help("write `none` where there is no value");
            } else {
                finding = finding.help(format!("add {names}"));
            }
            self.report(finding);
        }
        filled.append(&mut parts);
        Expr { kind: ExprKind::Record(filled), ty: Type::Record(ty), span }
    }

    fn map_entries(&mut self, fields: &'t [Field], value: &Type) -> Vec<(Arc<str>, Expr)> {
        let mut written: HashMap<&str, Span> = HashMap::new();
        let mut entries = Vec::with_capacity(fields.len());
        for field in fields {
            let (name, held) = match field {
                Field::Same(name) => (name, FieldValue::Same),
                Field::Set(name, value) => (name, FieldValue::Set(value)),
                Field::Spread(base) => {
                    self.report(
                        Diagnostic::error(Code::TYPE_MISMATCH, base.at.0, "a map is wanted here, which takes no spread")
                            .help("write its keys out"),
                    );
                    continue;
                }
            };
            let checked = self.field_value(name, held, Some(value));
            match written.insert(&name.text, name.at.0) {
                Some(first) => self.report_duplicate_member(&name.text, name.at.0, first),
                None => entries.push((Arc::from(name.text.as_str()), checked)),
            }
        }
        entries
    }
}

/// The finding for a member that a record type does not have.
pub(super) fn unknown_member(name: &str, span: Span, ty: &Type, near: Option<&str>) -> Diagnostic {
    let finding = Diagnostic::error(Code::UNKNOWN_MEMBER, span, format!("{} has no member `{name}`", shown(ty)));
    if let Some(near) = near {
        return finding.help(format!("did you mean `{near}`?"));
    }
    match ty.inner() {
        Type::Record(record) if !record.members.is_empty() => {
            finding.help(format!("its members are {}", listed(record.members.iter().map(|member| &*member.name))))
        }
        _ => finding,
    }
}

fn field_name(field: &Field) -> Option<&Name> {
    match field {
        Field::Same(name) | Field::Set(name, _) => Some(name),
        Field::Spread(_) => None,
    }
}

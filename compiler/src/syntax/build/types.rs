//! Types as written.

use super::super::grammar::{Pair, Parts, Rule};
use super::super::tree::{MemberType, TypeExpr, TypeExprKind};
use super::{Builder, docs};

impl Builder<'_> {
    /// `type_`
    pub(super) fn type_(&mut self, pair: Pair<'_>) -> Option<TypeExpr> {
        let at = self.at(&pair);
        let mut parts = Parts::of(pair);
        let ty = self.type_atom(parts.next()?)?;
        if parts.accept(Rule::mark).is_none() {
            return Some(ty);
        }
        self.height += 1;
        Some(TypeExpr { kind: TypeExprKind::Option(Box::new(ty)), at })
    }

    /// A type where one may stand.
    pub(super) fn optional_type(&mut self, parts: &mut Parts<'_>) -> Option<Option<TypeExpr>> {
        match parts.accept(Rule::type_) {
            Some(pair) => Some(Some(self.type_(pair)?)),
            None => Some(None),
        }
    }

    /// What may stand before `?` and after `as`, and unions.
    pub(super) fn type_atom(&mut self, pair: Pair<'_>) -> Option<TypeExpr> {
        let at = self.at(&pair);
        let rule = pair.as_rule();
        if rule == Rule::type_paren {
            return self.type_(Parts::of(pair).next()?);
        }
        let kind = match rule {
            Rule::type_name => TypeExprKind::Name(pair.as_str().to_owned()),
            Rule::union => TypeExprKind::Union(self.all(Parts::of(pair), Self::text_literal)?),
            Rule::record_type => self.under(|builder| builder.record_type(pair))?,
            _ => {
                let element = self.under(|builder| builder.type_(Parts::of(pair).next()?))?;
                let element = Box::new(element);
                match rule {
                    Rule::list_type => TypeExprKind::List(element),
                    Rule::set_type => TypeExprKind::Set(element),
                    Rule::map_type => TypeExprKind::Map(element),
                    _ => return None,
                }
            }
        };
        Some(TypeExpr { kind, at })
    }

    fn record_type(&mut self, pair: Pair<'_>) -> Option<TypeExprKind> {
        let mut parts = Parts::of(pair);
        let members =
            parts.accept_all(Rule::member_type).into_iter().map(|member| self.member_type(member)).collect::<Option<_>>()?;
        Some(TypeExprKind::Record { members, open: parts.accept(Rule::open).is_some() })
    }

    fn member_type(&mut self, pair: Pair<'_>) -> Option<MemberType> {
        let mut parts = Parts::of(pair);
        let docs = docs(&mut parts);
        let name = self.key(parts.accept(Rule::key)?)?;
        let optional = parts.accept(Rule::mark).is_some();
        let ty = self.type_(parts.accept(Rule::type_)?)?;
        Some(MemberType { docs, name, optional, ty, default: self.optional_expr(&mut parts)? })
    }
}

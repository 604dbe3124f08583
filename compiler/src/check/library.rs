//! Calls of library functions: their arguments against their signatures.

use crate::diagnostic::{Code, Diagnostic};
use crate::library::{Param, Sort};
use crate::policy::{Expr, ExprKind, Function, ListPart, TemplatePart, Type};
use crate::source::Span;
use crate::syntax::tree::{self, Element, Name};

use super::checker::Checker;
use super::show::{excerpt, shown_beside};

impl<'t> Checker<'t> {
    /// `function(args)`
    pub(super) fn call_library(&mut self, found: Function, function: &Name, args: &'t [tree::Expr], span: Span) -> Expr {
        let definition = found.definition();
        if args.len() != definition.params.len() {
            let wanted: Vec<_> = definition.params.iter().map(|param| format!("`{param}`")).collect();
            self.report_arguments(function, args, definition.params.len(), &wanted.join(", "), None);
            return Expr { ty: definition.result.ty(&Type::Error), ..self.lost_call(args, span) };
        }
        // What `T` is, once an argument has said it.
        let mut element = Type::Error;
        let mut values: Vec<Expr> = Vec::with_capacity(args.len());
        for (arg, param) in args.iter().zip(definition.params) {
            let value = match param.sort {
                Sort::List(Sort::Element) => self.list_argument(arg, &mut element),
                Sort::Container => self.container_argument(arg),
                Sort::Keyed => self.keyed_argument(arg, &mut element),
                Sort::Steps => self.steps_argument(arg),
                // What `T` is was said by the list before it.
                Sort::Element => match values.pop() {
                    Some(list) => {
                        let item = self.side(arg, &element);
                        let (item, list) = self.among(item, list);
                        values.push(list);
                        item
                    }
                    None => self.infer(arg),
                },
                sort => self.check(arg, &sort.ty(&Type::Error)),
            };
            self.refuse(found, param, &value);
            values.push(value);
        }
        Expr { kind: ExprKind::CallLibrary(found, values), ty: definition.result.ty(&element), span }
    }

    /// Reports a literal that the function would refuse whenever it is called.
    fn refuse(&mut self, function: Function, param: &Param, value: &Expr) {
        let (Some(refusal), ExprKind::Literal(literal)) = (param.refuses, &value.kind) else { return };
        if refusal.refuses(literal) {
            let message = refusal.message(function, param);
            self.report(Diagnostic::error(Code::ARGUMENTS, value.span, message).help(refusal.help()));
        }
    }

    fn list_argument(&mut self, arg: &'t tree::Expr, element: &mut Type) -> Expr {
        let value = self.infer(arg);
        let help = match &value.ty {
            ty if ty.is_error() => return value,
            Type::List(inner) => {
                *element = (**inner).clone();
                return value;
            }
            Type::Set | Type::Map(_) => "make a list of it: `[x for x in …]`",
            ty => no_elements(ty).unwrap_or("only a list has elements in an order"),
        };
        self.not_wanted(&value, "a list", help)
    }

    fn container_argument(&mut self, arg: &'t tree::Expr) -> Expr {
        let value = self.infer(arg);
        let help = match &value.ty {
            ty if ty.is_error() => return value,
            Type::List(_) | Type::Set | Type::Map(_) => return value,
            ty if ty.is_text() => "say in which units a text is measured: `len_chars(…)`, `len_utf8(…)` or `len_utf16(…)`",
            ty => no_elements(ty).unwrap_or("only what holds elements has a length"),
        };
        self.not_wanted(&value, "a list, a set or a map", help)
    }

    fn keyed_argument(&mut self, arg: &'t tree::Expr, element: &mut Type) -> Expr {
        let value = self.infer(arg);
        let help = match &value.ty {
            ty if ty.is_error() => return value,
            Type::Map(inner) => {
                *element = (**inner).clone();
                return value;
            }
            ty if matches!(ty.inner(), Type::Json) => {
                *element = Type::Json;
                return value;
            }
            Type::Option(inner) if matches!(**inner, Type::Map(_)) => "say what to take where it is none: `… ?? {}`",
            Type::Record(_) => "the members of a record are known: name them",
            _ => "only a map and a JSON object have keys",
        };
        self.not_wanted(&value, "a map or JSON", help)
    }

    /// The steps of a pointer: a list of texts or of ints, or a list literal of both, whose ints are written as texts.
    fn steps_argument(&mut self, arg: &'t tree::Expr) -> Expr {
        let tree::ExprKind::List(elements) = &arg.kind else {
            let value = self.infer(arg);
            return match &value.ty {
                Type::List(inner) if matches!(**inner, Type::Int | Type::Never) || inner.is_text() => value,
                ty if ty.is_error() => value,
                ty => {
                    let help = no_elements(ty).unwrap_or("write the steps as a list of texts and ints");
                    self.not_wanted(&value, "a list of texts or ints", help)
                }
            };
        };
        let parts = elements.iter().map(|part| match part {
            Element::Item(item) => {
                let step = self.infer(item);
                ListPart::Item(match &step.ty {
                    Type::Int => {
                        let span = step.span;
                        Expr { kind: ExprKind::Template(vec![TemplatePart::Hole(step)]), ty: Type::String, span }
                    }
                    ty if ty.is_text() || ty.is_error() => step,
                    Type::Option(_) => self.not_wanted(&step, "a text or an int", "say what to take where it is none: `… ?? …`"),
                    _ => self.not_wanted(&step, "a text or an int", "a step is a member's name or an element's position"),
                })
            }
            Element::Spread(source) => ListPart::Spread(self.check(source, &Type::list(Type::String))),
        });
        let parts = parts.collect();
        Expr { kind: ExprKind::List(parts), ty: Type::list(Type::String), span: arg.at.0 }
    }

    fn not_wanted(&mut self, value: &Expr, wanted: &str, help: &str) -> Expr {
        let what = excerpt(self.sources, value.span);
        let message = format!("{what} is {}, but {wanted} is wanted here", shown_beside(&what, &value.ty));
        self.report(Diagnostic::error(Code::TYPE_MISMATCH, value.span, message).help(help));
        self.error(value.span)
    }
}

/// What to do about a value that may hold elements, or be none.
fn no_elements(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Option(inner) if matches!(**inner, Type::List(_) | Type::Set) => {
            Some("say what to take where it is none: `… ?? []`")
        }
        Type::Option(inner) if matches!(**inner, Type::Map(_)) => Some("say what to take where it is none: `… ?? {}`"),
        ty if matches!(ty.inner(), Type::Json) => Some("read it: `… as list<json> ?? []`"),
        _ => None,
    }
}

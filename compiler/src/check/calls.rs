//! Calls of tables, `def`s and library functions.

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Expr, ExprKind, Function, Type};
use crate::source::Span;
use crate::syntax::tree::{self, Name};

use super::checker::{Checker, Signature};
use super::findings::Mistake;
use super::imports::Foreign;
use super::instance::INCLUDE;
use super::items::Node;
use super::show::parameters;

impl<'t> Checker<'t> {
    /// `function(args)`
    pub(super) fn call(&mut self, function: &'t Name, args: &'t [tree::Expr], span: Span) -> Expr {
        let name = function.text.as_str();
        let node = if self.is_local(name) { None } else { self.names.value(name) };
        let signature = match node {
            Some(Node::Use(import)) => return self.policy_call(import, function, args, span),
            Some(Node::Foreign(found @ (Foreign::Def(..) | Foreign::Table(..)))) => {
                return self.foreign_call(found, function, args, span);
            }
            Some(Node::Def(index)) => self.def_signatures.get(index).cloned(),
            Some(Node::Table(index)) => self.table_signatures.get(index).cloned(),
            _ => {
                if let Some(found) = Function::named(name) {
                    return self.call_library(found, function, args, span);
                }
                self.report_no_function(node, function);
                return self.lost_call(args, span);
            }
        };
        let (Some(node), Some(signature)) = (node, signature) else { return self.lost_call(args, span) };
        if !self.may_name(node, name, function.at.0) {
            return self.lost_call(args, span);
        }
        self.body.uses.insert(node);
        let ty = signature.answer.clone().unwrap_or(Type::Error);
        let args = self.arguments(node, &signature, function, args);
        let kind = match node {
            Node::Table(index) => ExprKind::CallTable(index, args),
            Node::Def(index) => ExprKind::CallDef(index, args),
            _ => return self.error(span),
        };
        Expr { kind, ty, span }
    }

    /// A call of nothing: its arguments may hold mistakes of their own.
    pub(super) fn lost_call(&mut self, args: &'t [tree::Expr], span: Span) -> Expr {
        for arg in args {
            self.look_at(arg);
        }
        self.error(span)
    }

    fn arguments(&mut self, node: Node, signature: &Signature, function: &Name, args: &'t [tree::Expr]) -> Vec<Expr> {
        let params = &signature.params;
        if args.len() != params.len() {
            let wanted = parameters(params);
            let span = self.items.span(node);
            self.report_arguments(function, args, params.len(), &wanted, Some(span));
            // Which argument is meant for which parameter cannot be told.
            return args.iter().map(|arg| self.look_at(arg)).collect();
        }
        args.iter().zip(params).map(|(arg, param)| self.check(arg, &param.ty)).collect()
    }

    /// Reports a wrong number of arguments: at the first one too many, or at the name.
    pub(super) fn report_arguments(
        &mut self,
        function: &Name,
        args: &[tree::Expr],
        count: usize,
        wanted: &str,
        declared: Option<Span>,
    ) {
        let span = args.get(count).map_or(function.at.0, |extra| extra.at.0);
        let arguments = |count: usize| if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") };
        let message = format!("`{}` takes {}, but {} stand here", function.text, arguments(count), args.len());
        let message = if args.len() == 1 { message.replace(" stand here", " stands here") } else { message };
        let mut finding = Diagnostic::error(Code::ARGUMENTS, span, message);
        if let Some(declared) = declared {
            finding = finding.also(declared, "declared here");
        }
        self.report(match wanted {
            "" => finding.help(format!("write `{}()`", function.text)),
            wanted => finding.help(format!("it takes {wanted}")),
        });
    }

    fn report_no_function(&mut self, node: Option<Node>, function: &Name) {
        let (name, span) = (function.text.as_str(), function.at.0);
        if self.names.is_lost(name) && node.is_none() && !self.is_local(name) {
            return;
        }
        if node.is_none() && !self.is_local(name) && !self.findings.is_first(Mistake::Name(name.to_owned()), span) {
            return;
        }
        let finding = if self.is_local(name) {
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                span,
                format!("`{name}` is a local value, and only tables, `def`s and library functions are called"),
            )
        } else if let Some(node) = node {
            Diagnostic::error(
                Code::UNKNOWN_NAME,
                span,
                format!("`{name}` is {}, and only tables, `def`s and library functions are called", node.what()),
            )
            .also(self.items.span(node), "declared here")
            .help(format!("name it without arguments: `{name}`"))
        } else if name == INCLUDE {
            Diagnostic::error(
                Code::INSTANCE,
                span,
                "`include` stands only behind `with`, as the whole value of an input or parameter",
            )
            .help("take it as an `input`, and bind it in an instance: `policy … = … with { rules: include(\"rules.json\") }`")
        } else {
            let finding =
                Diagnostic::error(Code::UNKNOWN_NAME, span, format!("there is no table, `def` or library function `{name}`"));
            let own = self
                .names
                .values()
                .filter(|(_, node)| matches!(node, Node::Def(_) | Node::Table(_) | Node::Foreign(Foreign::Def(..))))
                .map(|(name, _)| name);
            let library = Function::ALL.iter().map(|function| -> &'t str { function.word() });
            match self.nearest(name, own.chain(library)) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("`docs/library.md` lists the functions of the library"),
            }
        };
        self.report(finding);
    }
}

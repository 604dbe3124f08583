//! `@allow`: which findings an author knows of. Whether they come is seen where everything has run.

use crate::diagnostic::{CODES, Code, Diagnostic, nearest};
use crate::policy::Allow;
use crate::source::Span;
use crate::syntax::tree::{self, ItemKind, SyntaxTree, TableBody};

use super::checker::Checker;

impl Checker<'_> {
    /// Collects them from all texts that the policy stands on.
    pub(super) fn allowed(&mut self, layers: &[&SyntaxTree]) {
        let last = layers.len().saturating_sub(1);
        for (layer, tree) in layers.iter().enumerate() {
            for item in &tree.items {
                self.allow_all(&item.allows, item.at.0, layer == last);
                let ItemKind::Table(table) = &item.kind else { continue };
                match &table.body {
                    TableBody::Rules(rules) => {
                        for rule in rules {
                            self.allow_all(&rule.allows, rule.at.0, layer == last);
                        }
                    }
                    TableBody::Grid(grid) => {
                        let rows = grid.rows.iter().map(|row| (&row.allows, row.at.0));
                        let last_rule = grid.otherwise.iter().map(|rule| (&rule.allows, rule.at.0));
                        for (allows, at) in rows.chain(last_rule) {
                            self.allow_all(allows, at, layer == last);
                        }
                    }
                }
            }
        }
    }

    fn allow_all(&mut self, allows: &[tree::Allow], range: Span, own: bool) {
        for allow in allows {
            let (word, span) = (allow.code.text.as_str(), allow.code.at.0);
            if allow.reason.value.trim().is_empty() && own {
                self.report(
                    Diagnostic::error(Code::ALLOW, allow.reason.at.0, "this `@allow` gives no reason")
                        .help("say in a few words why the finding is no fault: a reader will ask"),
                );
            }
            match Code::parse(word) {
                Some(code) => self.allows.push(Allow { code, reason: allow.reason.value.clone(), range, span: allow.at.0 }),
                None if own => {
                    let finding = Diagnostic::error(Code::ALLOW, span, format!("there is no code `{word}`"));
                    let known: Vec<String> = CODES.iter().map(|(code, _, _)| code.to_string()).collect();
                    self.report(match nearest(word, known.iter().map(String::as_str)) {
                        Some(near) => finding.help(format!("did you mean `{near}`?")),
                        None => finding.help("`polc explain` lists the codes"),
                    });
                }
                None => {}
            }
        }
    }
}

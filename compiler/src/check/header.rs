//! The `policy` line against the file's path.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources};
use crate::syntax::tree::SyntaxTree;

use super::findings::Findings;

/// The folder under which a policy's path is its whole name.
const ROOT: &str = "rules";
/// How a policy's file ends.
const EXTENSION: &str = ".pol";

/// Reports a name that the path contradicts. A path that does not end in `.pol` says nothing.
pub(super) fn check(tree: &SyntaxTree, sources: &Sources, id: SourceId, findings: &mut Findings) {
    let (Some(header), Some(source)) = (&tree.header, sources.get(id)) else { return };
    let Some(wanted) = wanted_name(source.path(), &header.text) else { return };
    // What is no name of a policy is reported as that.
    if is_policy_name(&header.text) && header.text != wanted {
        let message = format!("the policy is called `{}`, but its file is `{}`", header.text, source.path());
        let file = format!("{ROOT}/{}{EXTENSION}", header.text.replace('.', "/"));
        let help = if is_policy_name(&wanted) {
            format!("write `policy {wanted}`, or move the file to `{file}`")
        } else {
            // No policy can have the name that this path asks for.
            format!("rename the file to `{file}`: its path is the policy's name, in lower case letters, digits, `_` and `-`")
        };
        findings.report(Diagnostic::error(Code::POLICY_NAME, header.at.0, message).help(help));
    }
}

/// Words joined by `.`, as the parser demands them.
fn is_policy_name(name: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    name.split('.').all(|segment| {
        segment.bytes().next().is_some_and(letter) && segment.bytes().all(|b| letter(b) || matches!(b, b'_' | b'-'))
    })
}

/// The name that the path asks for: all folders below `rules`, else only the file's own name after the folders that the
/// policy says.
fn wanted_name(path: &str, name: &str) -> Option<String> {
    let stem = path.strip_suffix(EXTENSION)?;
    let parts: Vec<&str> = stem.split(['/', '\\']).collect();
    match parts.iter().rposition(|part| *part == ROOT) {
        Some(root) if root + 1 < parts.len() => Some(parts.get(root + 1..)?.join(".")),
        _ => {
            let file = parts.last()?;
            let folders = name.rsplit_once('.').map(|(folders, _)| folders);
            Some(folders.map_or_else(|| (*file).to_owned(), |folders| format!("{folders}.{file}")))
        }
    }
}

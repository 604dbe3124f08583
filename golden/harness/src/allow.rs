//! What `@allow` silences, and which of them silence nothing.

use std::collections::BTreeSet;

use polc_compiler::diagnostic::{Code, Diagnostic};
use polc_compiler::policy::Policy;

/// Takes out the warnings that the policies' authors know of. Where everything of a policy ran, an `@allow` that silenced
/// nothing is a warning itself.
pub(crate) fn silence(policies: &[Policy], ran: impl Fn(&Policy) -> bool, findings: &mut Vec<Diagnostic>) {
    let mut used = BTreeSet::new();
    for allow in policies.iter().flat_map(|policy| &policy.allows) {
        let before = findings.len();
        findings.retain(|finding| !allow.covers(finding));
        if findings.len() < before {
            used.insert(allow.span);
        }
    }
    for policy in policies.iter().filter(|policy| ran(policy)) {
        // Those of the policy that an instance stands on are that policy's.
        let own = policy.allows.iter().filter(|allow| allow.span.source == policy.name_span.source);
        for allow in own.filter(|allow| !used.contains(&allow.span)) {
            let message = format!("this `@allow` silences nothing: there is no warning {} here", allow.code);
            findings.push(Diagnostic::warning(Code::ALLOW, allow.span, message).help("delete the line"));
        }
    }
}

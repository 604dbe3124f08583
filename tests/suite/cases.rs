//! Cases of our own, read out of the specification where no recorded case says it.

use polc_golden::workspace::Workspace;

use crate::guards::project;

#[test]
fn our_own_cases_agree() {
    let folder = project().join("tests/cases");
    let files = crate::corpus::files(&folder);
    let report = Workspace::parity(project(), &files).expect("the project's policies").run_parity();
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
    assert_eq!((report.cases.passed, report.cases.failed), (34, 0));
}

//! Files that somebody got wrong: what is wrong is said at its place, and the other files are checked all the same.

use insta::assert_snapshot;

use crate::folder::{Folder, POLICY};

#[test]
fn every_mistake_in_a_project_file_is_said_in_one_run() {
    let folder = Folder::new()
        .with("polc.toml", "[project]\nlanguage = \"1\"\nrulse = [\"rules\"]\nparity = [\"../systems.toml\", \"none.toml\"]\n");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_newer_language_is_refused() {
    let folder = Folder::project().changed("polc.toml", "language = 1", "language = 2");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_project_file_that_is_no_toml_is_located() {
    let folder = Folder::project().changed("polc.toml", "rules = [\"rules\"]", "rules = [\"rules\"");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_windows_file_with_a_byte_order_mark_is_no_problem() {
    let folder = Folder::project();
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let read = |path: &str| std::fs::read_to_string(folder.path(path)).unwrap();
    let (project, systems, cases) = (read("polc.toml"), read("golden/systems.toml"), read("golden/tools.jsonl"));
    let folder = folder.with("polc.toml", windows(&project)).with("golden/systems.toml", windows(&systems));
    let folder = folder.with("rules/tools.pol", windows(POLICY)).with("golden/tools.jsonl", windows(&cases));
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_policy_that_is_not_utf8_does_not_hide_the_others() {
    let folder = Folder::project().with("rules/bad.pol", b"policy bad\n\nlet a = \"\xff\"\n").with(
        "rules/worse.pol",
        POLICY.replace("policy tools", "policy worse").replace("(\"Search\") => \"deferred\"", "(\"Search\") => \"x\""),
    );
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_nul_in_a_policy_is_located() {
    let folder = Folder::project().with("rules/nul.pol", "policy nul\n\nlet a = \0 1\n");
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_policy_of_50_megabytes_is_not_looked_at() {
    let folder = Folder::project().with("rules/large.pol", vec![b' '; 50_000_000]);
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_fails_the_run_and_findings_are_still_printed() {
    let folder = Folder::project()
        .changed("rules/tools.pol", "(\"Search\") => \"deferred\"", "(\"Search\") => \"x\"")
        .with("rules/gone.pol/inside.txt", "");
    std::os::unix::fs::symlink("nowhere.pol", folder.path("rules/broken.pol")).unwrap();
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_policies_does_not_make_the_run_wait() {
    let folder = Folder::project();
    let made = std::process::Command::new("mkfifo").arg(folder.path("rules/pipe.pol")).status();
    if made.is_ok_and(|status| status.success()) {
        assert_snapshot!(folder.polc("check").text(), @"");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_project_is_refused() {
    let outside = Folder::new().with("secret.pol", POLICY);
    let folder = Folder::project();
    std::os::unix::fs::symlink(outside.path("secret.pol"), folder.path("rules/secret.pol")).unwrap();
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn systems_that_fit_no_policy_are_located() {
    let folder = Folder::project().with(
        "golden/systems.toml",
        "[[system]]\nname = \"tools\"\npolicy = \"tols\"\noutputs = [\"deferred\"]\n\n\
         [[system]]\nname = \"more\"\npolicy = \"tools\"\noutputs = [\"defered\"]\nsets = [\"x\"]\nroute = \"y\"\n",
    );
    assert_snapshot!(folder.polc("check").text(), @"");
}

#[test]
fn a_broken_policy_is_not_blamed_on_its_system() {
    let folder = Folder::project().changed("rules/tools.pol", "name == \"Bash\"", "nmae == \"Bash\"");
    assert_snapshot!(folder.polc("check").text(), @"");
    assert_snapshot!(folder.polc("parity").text(), @"");
}

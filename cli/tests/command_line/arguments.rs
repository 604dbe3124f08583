//! The command line itself, and `explain`.

use insta::assert_snapshot;

use crate::folder::Folder;

#[test]
fn polc_alone_shows_help_and_fails() {
    let run = Folder::new().polc("");
    assert_eq!(run.exit, Some(2));
    assert_eq!(run.stdout, "");
    assert!(run.stderr.contains("Usage: polc [OPTIONS] <COMMAND>"), "{}", run.stderr);
}

#[test]
fn help_is_a_result() {
    for arguments in
        ["--help", "check --help", "decide --help", "parity --help", "fmt --help", "init --help", "explain --help", "help check"]
    {
        let run = Folder::new().polc(arguments);
        assert_eq!((run.exit, run.stderr.as_str()), (Some(0), ""), "{arguments}");
        assert!(run.stdout.contains("polc check") || run.stdout.contains("Examples:"), "{}", run.stdout);
    }
}

#[test]
fn version_is_told() {
    assert_snapshot!(Folder::new().polc("--version").text(), @r"
    exit 0
    --- stdout
    polc 0.1.0
    ");
}

#[test]
fn a_misspelt_verb_is_corrected() {
    assert_snapshot!(Folder::new().polc("chekc").text(), @r"
    exit 2
    --- stderr
    error: unrecognized subcommand 'chekc'

      tip: a similar subcommand exists: 'check'

    Usage: polc [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn a_misspelt_flag_is_corrected() {
    assert_snapshot!(Folder::project().polc("check --dney warnings").text(), @r"
    exit 2
    --- stderr
    error: unexpected argument '--dney' found

      tip: a similar argument exists: '--deny'

    Usage: polc check --deny <WHAT> [PATH]...

    For more information, try '--help'.
    ");
}

#[test]
fn a_wrong_format_names_the_right_ones() {
    assert_snapshot!(Folder::project().polc("check --format xml").text(), @r"
    exit 2
    --- stderr
    error: invalid value 'xml' for '--format <FORMAT>'
      [possible values: human, json, github]

    For more information, try '--help'.
    ");
}

#[test]
fn explain_prints_the_page() {
    assert_snapshot!(Folder::new().polc("explain p612").text(), @r#"
    exit 0
    --- stdout
    # P612: nothing was checked

    ## What it means

    The run found nothing to do: no policy, or neither an example, nor a test, nor a recorded case.
    Or a part of it did: a system without a recorded case, or a `systems.toml` without a system.

    ## Why it matters

    A check that is green because it looked at nothing is worse than none.
    Often a folder was renamed, and `polc.toml` still names the old one.

    ## Example

    ```toml
    [project]
    language = 1
    rules = ["rules"]
    ```

    where no file in `rules` ends in `.pol`.

    ## How to fix

    See that `rules` names the folders with the policies, and that the policies have `examples` or a `test`, or recorded cases.
    "#);
}

#[test]
fn explain_knows_every_code() {
    let list = Folder::new().polc("explain");
    assert_eq!((list.exit, list.stderr.as_str()), (Some(0), ""));
    let codes: Vec<&str> = list.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(codes.contains(&"P001") && codes.contains(&"P613"), "{codes:?}");
    for code in codes {
        let page = Folder::new().polc(&format!("explain {code}"));
        assert_eq!(page.exit, Some(0), "{code}");
        assert!(page.stdout.starts_with(&format!("# {code}")), "{code}: {}", page.stdout);
    }
}

#[test]
fn explain_suggests_the_nearest_code() {
    assert_snapshot!(Folder::new().polc("explain 304").text(), @r"
    exit 2
    --- stderr
    error: there is no code `304`
    help: did you mean `P304`? `polc explain` lists all codes
    ");
    assert_snapshot!(Folder::new().polc("explain P9").text(), @r"
    exit 2
    --- stderr
    error: there is no code `P9`
    help: `polc explain` lists all codes
    ");
}

#[test]
fn colours_are_for_terminals_only_unless_asked_for() {
    let folder = Folder::project().changed("polc.toml", "parity", "partiy");
    let escapes = |arguments: &str| folder.polc(arguments).stdout.contains('\u{1b}');
    assert!(!escapes("check"));
    assert!(!escapes("check --color never"));
    assert!(escapes("check --color always"));
    let no_color = folder.command("check --color auto").env("NO_COLOR", "1").output().unwrap();
    assert!(!no_color.stdout.contains(&0x1b));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    let mut child = folder.command("explain").spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stderr, b"");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::create("/dev/full").unwrap();
    let output = Folder::new().command("explain").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write the results"));
}

#[test]
fn what_was_probably_meant_is_proposed() {
    for (arguments, help) in [
        ("decide tools.pol in.json", "help: a document is given with `--input in.json`\n"),
        ("check --json", "help: write `--format json`\n"),
        ("decide in.json --input in.json", "help: the policy comes first; a document is given with `--input in.json`\n"),
        (
            "decide tools --input in.json",
            "help: give the path of a policy, as in `rules/elowen/deferral.pol`; its name is not enough\n",
        ),
    ] {
        let run = Folder::new().with("in.json", "{}").polc(arguments);
        assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(run.stderr.ends_with(help), "{arguments}: {}", run.stderr);
    }
}

//! `polc init`: a project that is whole, or nothing.

use std::fs;

use insta::assert_snapshot;

use crate::folder::Folder;

/// The names of everything in the folder, sorted.
fn everything(folder: &Folder, inside: &str) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.path(inside))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .flat_map(|path| {
            let name = path.strip_prefix(folder.path("")).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() { [vec![name.clone()], everything(folder, &name)].concat() } else { vec![name] }
        })
        .collect();
    names.sort();
    names
}

#[test]
fn what_it_writes_is_a_clean_project() {
    let folder = Folder::new();
    assert_snapshot!(folder.polc("init").text(), @r"
    exit 0
    --- stdout
    wrote `rules/team/loading.pol`
    wrote `golden/upstream/systems.toml`
    wrote `golden/upstream/team.loading.jsonl`
    wrote `polc.toml`
    next: run `polc check`, then make the policy yours
    ");
    assert_snapshot!(folder.polc("check --deny warnings").text(), @r"
    exit 0
    --- stdout
    checked 1 policy: 1 table, 4 rules, 4 examples, 2 tests, 2 invariants, 1 recorded case
    no findings
    ");
    assert_snapshot!(folder.polc("fmt --check").text(), @r"
    exit 0
    --- stdout
    0 policies of 1 would be laid out anew
    ");
    assert_eq!(
        everything(&folder, ""),
        [
            "golden",
            "golden/upstream",
            "golden/upstream/systems.toml",
            "golden/upstream/team.loading.jsonl",
            "polc.toml",
            "rules",
            "rules/team",
            "rules/team/loading.pol",
        ]
    );
}

/// Where the policy answers otherwise, the case tells: it is compared with something.
#[test]
fn the_recorded_case_is_run() {
    let folder = Folder::new();
    folder.polc("init");
    let folder = folder.changed("golden/upstream/team.loading.jsonl", r#""deferred": ["DrawChart"]"#, r#""deferred": []"#);
    assert_eq!(folder.polc("parity").exit, Some(1));
}

#[test]
fn a_missing_folder_is_made() {
    let folder = Folder::new();
    assert_snapshot!(folder.polc("init ./team/policies").text(), @r"
    exit 0
    --- stdout
    wrote `team/policies/rules/team/loading.pol`
    wrote `team/policies/golden/upstream/systems.toml`
    wrote `team/policies/golden/upstream/team.loading.jsonl`
    wrote `team/policies/polc.toml`
    next: run `polc check` in `team/policies`, then make the policy yours
    ");
    assert_eq!(folder.polc_in("team/policies", "check --deny warnings").exit, Some(0));
}

#[test]
fn a_folder_with_other_files_keeps_them() {
    let folder = Folder::new().with("rules/team/other.txt", "mine").with("README.md", "mine");
    assert_eq!(folder.polc("init").exit, Some(0));
    for path in ["rules/team/other.txt", "README.md"] {
        assert_eq!(fs::read_to_string(folder.path(path)).unwrap(), "mine", "{path}");
    }
    assert_eq!(folder.polc("check --deny warnings").exit, Some(0));
}

#[test]
fn programs_are_told_what_was_written() {
    assert_snapshot!(Folder::new().polc("init new --format json").text(), @r#"
    exit 0
    --- stdout
    {
      "version": 1,
      "command": "init",
      "files": [
        "new/rules/team/loading.pol",
        "new/golden/upstream/systems.toml",
        "new/golden/upstream/team.loading.jsonl",
        "new/polc.toml"
      ]
    }
    "#);
    assert_snapshot!(Folder::project().polc("init --format json").text(), @r#"
    exit 2
    --- stdout
    {
      "version": 1,
      "command": "init",
      "errors": [
        "`.` belongs to a project already, that of `polc.toml`"
      ]
    }
    --- stderr
    error: `.` belongs to a project already, that of `polc.toml`
    help: add a policy to the folders that its `rules` name, or give a folder outside of it
    "#);
}

#[test]
fn the_second_time_it_refuses() {
    let folder = Folder::new();
    folder.polc("init new");
    let folder = folder.changed("new/rules/team/loading.pol", "Bash", "Shell");
    let before = everything(&folder, "");
    assert_snapshot!(folder.polc("init new").text(), @r"
    exit 2
    --- stderr
    error: `new` belongs to a project already, that of `new/polc.toml`
    help: add a policy to the folders that its `rules` name, or give a folder outside of it
    ");
    assert_eq!(everything(&folder, ""), before);
    assert!(fs::read_to_string(folder.path("new/rules/team/loading.pol")).unwrap().contains("Shell"));
}

#[test]
fn inside_a_project_it_refuses() {
    let folder = Folder::project();
    let before = everything(&folder, "");
    for arguments in ["init rules", "init rules/new/more", "init ./rules/../new"] {
        let run = folder.polc(arguments);
        assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(run.stderr.contains("belongs to a project already, that of `polc.toml`"), "{}", run.stderr);
        assert_eq!(everything(&folder, ""), before, "{arguments}");
    }
    // From inside, the project has no shorter name than the whole path.
    let run = folder.polc_in("rules", "init");
    let file = folder.path("polc.toml").canonicalize().unwrap();
    assert!(run.stderr.contains(&format!("that of `{}`", file.display())), "{}", run.stderr);
    assert_eq!(everything(&folder, ""), before);
}

#[test]
fn an_existing_file_is_named_and_nothing_is_written() {
    let folder = Folder::new().with("golden/upstream/systems.toml", "").with("rules/team/loading.pol", "");
    let before = everything(&folder, "");
    assert_snapshot!(folder.polc("init").text(), @r"
    exit 2
    --- stderr
    error: already there: `rules/team/loading.pol`, `golden/upstream/systems.toml`; nothing is overwritten
    help: give another folder, as in `polc init policies`
    ");
    assert_eq!(everything(&folder, ""), before);
}

#[test]
fn what_is_no_folder_is_refused() {
    let folder = Folder::new().with("file", "").with("new/golden", "");
    let before = everything(&folder, "");
    for (arguments, message) in [
        ("init file", "error: `file` is no folder\n"),
        ("init file/new", "error: `file` is no folder\n"),
        ("init new", "error: `new/golden` is no folder\n"),
        ("init none/../x", "error: `none/../x` leads upwards from a folder that does not exist\n"),
    ] {
        let run = folder.polc(arguments);
        assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(run.stderr.starts_with(message), "{}", run.stderr);
        assert_eq!(everything(&folder, ""), before, "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let folder = Folder::new().with("new/readme.txt", "").with("outside/readme.txt", "");
    std::os::unix::fs::symlink("../outside", folder.path("new/rules")).unwrap();
    let run = folder.polc("init new");
    assert_eq!(run.exit, Some(2));
    assert!(run.stderr.starts_with("error: `new/rules` is no folder\n"), "{}", run.stderr);
    assert_eq!(everything(&folder, "outside"), ["outside/readme.txt"]);
}

/// The folders before the one that cannot be made are taken back.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_made_leaves_nothing() {
    let folder = Folder::new();
    let name = "x".repeat(256);
    let run = folder.polc(&format!("init a/b/{name}"));
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with(&format!("error: cannot write `a/b/{name}`: ")), "{}", run.stderr);
    assert!(run.stderr.ends_with("; nothing was written\n"), "{}", run.stderr);
    assert_eq!(everything(&folder, ""), [""; 0]);
}

/// A folder in which nobody can write, not even an administrator.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_told() {
    let run = Folder::new().polc("init /proc/polc");
    assert_eq!((run.exit, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.starts_with("error: cannot write `/proc/polc`: "), "{}", run.stderr);
    assert!(run.stderr.ends_with("; nothing was written\n"), "{}", run.stderr);
}

//! The one helper: a folder with files, in which `polc` is run.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A policy with everything that a check counts.
pub const POLICY: &str = r#"policy tools

input names: list<string>

table loading(name: string) -> string {
    rule core when name == "Bash" => "immediate"
    otherwise => "deferred"
}

examples loading {
    ("Bash") => "immediate" by core
    ("Search") => "deferred" by otherwise
}

output deferred = [n for n in names where loading(n) == "deferred"]

test "only others are deferred" {
    given { names: ["Bash", "Search"] }
    expect deferred == ["Search"]
}

invariant bash_stays { "Bash" not in deferred }
"#;

/// What answers the cases of the system `tools`.
pub const SYSTEMS: &str = "[[system]]\nname = \"tools\"\npolicy = \"tools\"\noutputs = [\"deferred\"]\n";

/// A recorded case: its id, and what is given and expected as JSON.
pub fn case(id: &str, given: &str, expected: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"system\":\"tools\",\"upstream\":{{\"repo\":\"a/b\",\"commit\":\"c\",\"path\":\"p\"}},\
         \"source\":\"document\",\"note\":\"\",\"input\":{given},\"expected\":{expected}}}\n"
    )
}

/// A folder that is removed with its value.
pub struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    /// An empty one.
    pub fn new() -> Folder {
        Folder { folder: tempfile::tempdir().unwrap() }
    }

    /// A project with the policy `tools` and one recorded case for it.
    pub fn project() -> Folder {
        Folder::new()
            .with("polc.toml", "[project]\nlanguage = 1\nrules = [\"rules\"]\nparity = [\"golden/systems.toml\"]\n")
            .with("rules/tools.pol", POLICY)
            .with("golden/systems.toml", SYSTEMS)
            .with("golden/tools.jsonl", case("one", r#"{"names":["Bash","Search"]}"#, r#"{"deferred":["Search"]}"#))
    }

    /// Also with this file, or with this text in it.
    #[must_use]
    pub fn with(self, path: &str, text: impl AsRef<[u8]>) -> Folder {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// The same with `new` in the place of `old` in one file.
    #[must_use]
    pub fn changed(self, path: &str, old: &str, new: &str) -> Folder {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(old), "{old}");
        self.with(path, text.replace(old, new))
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    /// Runs `polc` with these arguments, separated by blanks, in the folder.
    pub fn polc(&self, arguments: &str) -> Run {
        self.polc_in("", arguments)
    }

    /// Runs `polc` in a folder inside.
    pub fn polc_in(&self, inside: &str, arguments: &str) -> Run {
        self.run(inside, arguments, "")
    }

    /// Runs `polc` with a text on its standard input.
    pub fn polc_reading(&self, arguments: &str, input: &str) -> Run {
        self.run("", arguments, input)
    }

    /// The command, not yet started.
    pub fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polc"));
        command.args(arguments.split_whitespace()).current_dir(self.folder.path());
        // What the machine says about colours must not change what is compared.
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
            command.env_remove(variable);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, inside: &str, arguments: &str, input: &str) -> Run {
        let mut child = self.command(arguments).current_dir(self.path(inside)).spawn().unwrap();
        // A run that does not read its input closes the pipe; that is its right.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Run { exit: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// What a run gave.
pub struct Run {
    pub exit: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Everything in one text, to compare with.
    pub fn text(&self) -> String {
        let exit = self.exit.map_or("killed".to_owned(), |code| code.to_string());
        let mut text = format!("exit {exit}\n");
        for (name, stream) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !stream.is_empty() {
                text.push_str(&format!("--- {name}\n{stream}"));
            }
        }
        // Blanks at line ends are not what is compared, and editors eat them.
        text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }
}

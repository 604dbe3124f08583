//! Reads `systems.toml`: which policy answers the recorded cases of which system.
//!
//! ```toml
//! [[system]]
//! name = "elowen.deferral"                       # the cases are in elowen.deferral.jsonl beside this file
//! policy = "elowen.deferral"                     # the policy that answers them
//! outputs = ["decisions", "deferred"]            # what of its answer is compared
//! sets = ["deferred"]                            # of these, the lists whose order does not count
//! cases = ["deferral.jsonl", "more.jsonl"]       # the files of cases, where it is not the one of the name
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use polc_compiler::diagnostic::{Code, Diagnostic, nearest};
use polc_compiler::policy::Policy;
use polc_compiler::source::{SourceId, Span};

use crate::files::{Files, PROJECT_FILE_BYTES_MAX};
use crate::folder::{Folder, PathRefusal};
use crate::project::{Entry, refused};
use crate::toml_text::{Section, Text, Toml};

/// The end of the name of a file of recorded cases.
const CASES_EXTENSION: &str = "jsonl";

/// A system: recorded cases, and what answers them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// The name that the cases carry.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The policy that answers.
    pub policy: String,
    /// Where the policy is named.
    pub policy_span: Span,
    /// The members of the answer that are compared.
    pub outputs: Vec<String>,
    /// Those of them that are lists whose order does not count.
    pub sets: Vec<String>,
    /// Where they are listed.
    pub(crate) outputs_span: Span,
    outputs_at: Vec<Text>,
    /// The files named in `cases`, until they are looked up.
    cases_at: Option<Vec<Text>>,
    /// The files of recorded cases.
    pub(crate) cases: Vec<CasesFile>,
}

/// A file of recorded cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CasesFile {
    /// Where it is, for opening.
    pub(crate) path: PathBuf,
    /// As it is shown.
    pub(crate) shown: String,
}

/// Reads the systems of a project in the order of its files. A name that stands twice is an error.
pub(crate) fn read_all(entries: &[Entry], folder: &Folder, files: &mut Files) -> Vec<System> {
    let mut systems: Vec<System> = Vec::new();
    for entry in entries {
        let Some(source) = files.read(&entry.path, &entry.shown, PROJECT_FILE_BYTES_MAX) else {
            continue;
        };
        let text = files.sources.get(source).map(|source| source.text().to_owned()).unwrap_or_default();
        for mut system in read(source, &text, &mut files.findings) {
            if let Some(first) = systems.iter().find(|known| known.name == system.name) {
                let finding = refused(system.name_span, format!("the system `{}` stands twice", system.name))
                    .also(first.name_span, "first here");
                files.findings.push(finding.help("remove one of the two"));
                continue;
            }
            let beside = entry.shown.rsplit_once('/').map_or("", |(folder, _)| folder);
            system.find_cases(beside, folder, files);
            systems.push(system);
        }
    }
    systems
}

/// Reads one file.
fn read(source: SourceId, text: &str, findings: &mut Vec<Diagnostic>) -> Vec<System> {
    let mut toml = Toml::new(source, findings);
    let table = toml.parse(text);
    let whole = Section { name: "", table: table.get_ref(), span: Span::new(source, 0, 0) };
    let meant = toml.unknown_keys(whole, &["system"]);
    let value = table.get_ref().get("system");
    let sections = value.map(|value| toml.sections("[[system]]", value)).unwrap_or_default();
    let is_empty = value.is_none_or(|value| value.get_ref().as_array().is_some_and(|list| list.is_empty()));
    if is_empty && meant.is_empty() && !toml.is_broken() {
        let finding = Diagnostic::error(Code::NOTHING_CHECKED, whole.span, "no system is named, so no recorded case is run");
        toml.push(finding.help("add a `[[system]]`, or take the file out of `parity` in `polc.toml`"));
    }
    sections.into_iter().filter_map(|section| read_system(&mut toml, section)).collect()
}

fn read_system(toml: &mut Toml<'_>, section: Section<'_>) -> Option<System> {
    let meant = toml.unknown_keys(section, &["name", "policy", "outputs", "sets", "cases"]);
    for (key, help) in [
        ("name", "add `name = \"…\"`, as the cases' `system` says it"),
        ("policy", "add `policy = \"…\"`, the policy that answers the cases"),
        ("outputs", "add `outputs = [\"…\"]`, the members of the answer that are compared"),
    ] {
        if section.table.get(key).is_none() && !meant.contains(&key) && !toml.is_broken() {
            toml.push(refused(section.span, format!("a system does not say its `{key}`")).help(help));
        }
    }
    let name = section.table.get("name").and_then(|value| toml.text("name", value));
    let policy = section.table.get("policy").and_then(|value| toml.text("policy", value));
    let outputs = section.table.get("outputs").and_then(|value| toml.texts("outputs", value).map(|list| (list, value)));
    let sets = section.table.get("sets").and_then(|value| toml.texts("sets", value)).unwrap_or_default();
    let cases_value = section.table.get("cases");
    let cases = cases_value.and_then(|value| toml.texts("cases", value));
    let (name, policy, (outputs, outputs_value)) = (name?, policy?, outputs?);
    if !is_system_name(&name.text) {
        toml.push(
            refused(name.span, format!("`{}` is no name of a system", name.text))
                .help("a name consists of letters, digits, `-`, `_` and single dots, as in `elowen.deferral`"),
        );
        return None;
    }
    if outputs.is_empty() {
        toml.push(
            refused(toml.span(outputs_value.span()), "no output is compared, so every case would pass")
                .help("name the outputs that the cases record"),
        );
        return None;
    }
    if let Some(value) = cases_value.filter(|_| cases.as_ref().is_some_and(Vec::is_empty) && !toml.is_broken()) {
        let finding = refused(toml.span(value.span()), "no file is named, so no case would run");
        toml.push(finding.help(format!("name the files, or leave `cases` out: it is then `{}.{CASES_EXTENSION}`", name.text)));
    }
    for set in sets.iter().filter(|set| !outputs.iter().any(|output| output.text == set.text)) {
        let mut finding = refused(set.span, format!("`{}` in `sets` is not among the `outputs`", set.text));
        if let Some(near) = nearest(&set.text, outputs.iter().map(|output| output.text.as_str())) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        toml.push(finding);
    }
    Some(System {
        name: name.text,
        name_span: name.span,
        policy: policy.text,
        policy_span: policy.span,
        outputs: outputs.iter().map(|output| output.text.clone()).collect(),
        sets: sets.into_iter().map(|set| set.text).collect(),
        outputs_span: toml.span(outputs_value.span()),
        outputs_at: outputs,
        cases_at: cases,
        cases: Vec::new(),
    })
}

/// A system's name is also the name of a file, so it must not be a path.
fn is_system_name(name: &str) -> bool {
    name.split('.')
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'))
}

impl System {
    /// Looks the files of recorded cases up; `beside` is the folder of the file that lists the system.
    fn find_cases(&mut self, beside: &str, folder: &Folder, files: &mut Files) {
        let own = Text { text: format!("{}.{CASES_EXTENSION}", self.name), span: self.name_span };
        let named = self.cases_at.is_some();
        for text in self.cases_at.take().unwrap_or_else(|| vec![own]) {
            // What is no relative path is refused as it stands, not made one by what is put before it.
            let is_relative = !text.text.is_empty() && Path::new(&text.text).is_relative();
            let inside = if beside.is_empty() || !is_relative { text.text.clone() } else { format!("{beside}/{}", text.text) };
            let shown = Folder::tidy(&inside);
            match folder.resolve(&inside) {
                Ok(path) => self.cases.push(CasesFile { path, shown }),
                Err(PathRefusal::Io(error)) => files.refuse(&shown, &error),
                Err(PathRefusal::LinkLeaves) => {
                    let message = format!("`{shown}` is a symbolic link out of the project");
                    files.findings.push(refused(text.span, message).help("copy what it points at into the project"));
                }
                Err(refusal) if named => files.findings.push(refusal.finding(&text, "cases")),
                Err(_) => {
                    let message = format!("the system `{}` has no recorded cases", self.name);
                    let finding = refused(text.span, message)
                        .label(format!("there is no `{shown}`"))
                        .help("put the cases there, name their files in `cases`, or take the system out");
                    files.findings.push(finding);
                }
            }
        }
    }

    /// What of the entry does not fit the policies. `broken` names the policies that are there but have errors of their
    /// own; what hangs on them is not reported again.
    pub(crate) fn misfits(&self, policies: &BTreeMap<&str, &Policy>, broken: &[String]) -> Vec<Diagnostic> {
        let Some(policy) = policies.get(self.policy.as_str()) else {
            if broken.contains(&self.policy) {
                return Vec::new();
            }
            let message = format!("there is no policy `{}`", self.policy);
            let finding = Diagnostic::error(Code::SYSTEM_BROKEN, self.policy_span, message);
            let finding = match nearest(&self.policy, policies.keys().copied()) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help("write the policy, or take the system out"),
            };
            return vec![finding];
        };
        let known: Vec<&str> = policy.outputs.iter().map(|output| output.member.name.as_ref()).collect();
        let unknown = self.outputs_at.iter().filter(|output| !known.contains(&output.text.as_str()));
        unknown
            .map(|output| {
                let message = format!("the policy `{}` has no output `{}`", self.policy, output.text);
                let finding = Diagnostic::error(Code::SYSTEM_BROKEN, output.span, message);
                match nearest(&output.text, known.iter().copied()) {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None => finding.help(format!("its outputs: {}", in_backticks(&known))),
                }
            })
            .collect()
    }
}

pub(crate) fn in_backticks(words: &[&str]) -> String {
    if words.is_empty() {
        return "none".to_owned();
    }
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use polc_compiler::source::Sources;

    /// Reads `text` as `systems.toml` and gives the names of the systems and the findings as `underlined: message`.
    fn systems(text: &str) -> (Vec<String>, Vec<String>) {
        let mut sources = Sources::new();
        let id = sources.add("systems.toml", text);
        let mut findings = Vec::new();
        let systems = read(id, text, &mut findings);
        let shown = findings.iter().map(|f| format!("{}: {}", sources.slice(f.primary.span), f.message));
        (systems.into_iter().map(|system| system.name).collect(), shown.collect())
    }

    const GOOD: &str = "[[system]]\nname = \"a.b\"\npolicy = \"a\"\noutputs = [\"x\", \"y\"]\nsets = [\"y\"]\n";

    #[test]
    fn a_good_file_has_no_findings() {
        assert_eq!(systems(GOOD), (vec!["a.b".to_owned()], Vec::new()));
        assert_eq!(systems("# none yet\n").1, [": no system is named, so no recorded case is run"]);
        assert_eq!(systems("system = []\n").1, [": no system is named, so no recorded case is run"]);
    }

    #[test]
    fn a_bad_entry_does_not_hide_the_others() {
        let text = format!("[[system]]\nnmae = \"c\"\npolicy = 1\noutputs = []\n{GOOD}");
        let (names, findings) = systems(&text);
        assert_eq!(names, ["a.b"]);
        assert_eq!(findings, ["nmae: unknown key `nmae` in `[[system]]`", "1: `policy` must be a text in quotes"]);
    }

    #[test]
    fn what_would_compare_nothing_is_refused() {
        let (names, findings) = systems("[[system]]\nname = \"a\"\npolicy = \"a\"\noutputs = []\n");
        assert_eq!(names, [""; 0]);
        assert_eq!(findings, ["[]: no output is compared, so every case would pass"]);
    }

    #[test]
    fn no_file_of_cases_is_refused() {
        let (_, findings) = systems(&GOOD.replace("sets", "cases = []\nsets"));
        assert_eq!(findings, ["[]: no file is named, so no case would run"]);
    }

    #[test]
    fn sets_are_outputs() {
        let (_, findings) = systems(&GOOD.replace("sets = [\"y\"]", "sets = [\"yy\"]"));
        assert_eq!(findings, ["\"yy\": `yy` in `sets` is not among the `outputs`"]);
    }

    #[test]
    fn a_name_is_no_path() {
        for name in ["../a", "a/b", ".", "", "a..b", "a\\\\b", "ä"] {
            let (names, findings) = systems(&GOOD.replace("a.b", name));
            assert_eq!((names.len(), findings.len()), (0, 1), "{name}");
        }
    }

    #[test]
    fn one_table_instead_of_a_list_is_explained() {
        let (_, findings) = systems("[system]\nname = \"a\"\n");
        assert_eq!(findings, ["[system]: `[[system]]` must be a list of tables, each headed `[[…]]`"]);
    }
}

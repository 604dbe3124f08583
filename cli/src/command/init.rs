//! `polc init`: the first files of a project.

use polc_golden::starter::{self, StarterError};

use crate::arguments::{Format, Init};
use crate::output::{Exit, Output};
use crate::report::{human, json};

pub(super) fn run(arguments: &Init, format: Format, output: &mut Output) -> Exit {
    let written = match starter::write(&arguments.folder) {
        Ok(written) => written,
        Err(error) => return refused(&error, format, output),
    };
    if format == Format::Json {
        output.print(&json::document("init", [("files", json::texts(Some(&written)))]));
        return Exit::Clean;
    }
    for path in &written {
        output.print(&human::visible_line(&format!("wrote `{path}`")));
        output.print("\n");
    }
    let folder = starter::shown(&arguments.folder);
    let place = if folder == "." { String::new() } else { human::visible_line(&format!(" in `{folder}`")) };
    output.print(&format!("next: run `polc check`{place}, then make the policy yours\n"));
    Exit::Clean
}

fn refused(error: &StarterError, format: Format, output: &mut Output) -> Exit {
    // A path may hold anything, line ends too.
    super::not_run("init", &human::visible_line(&error.to_string()), format, output);
    match error {
        StarterError::InProject { .. } => {
            output.help("add a policy to the folders that its `rules` name, or give a folder outside of it");
        }
        StarterError::Exists(_) | StarterError::NotAFolder(_) => output.help("give another folder, as in `polc init policies`"),
        StarterError::Upwards(_) => output.help("give the folder without `..`"),
        StarterError::Write { .. } => {}
    }
    Exit::Failed
}

//! What fuzzing starts from and what it found, through the same functions.

use std::path::{Path, PathBuf};

use polc_tests::targets;

use crate::guards::project;

/// Every file below a folder, in the order of their paths.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files.extend(self::files(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

#[test]
fn front_end() {
    let mut run = 0;
    for folder in ["fuzz/corpus/front_end", "rules", "tests/diagnostics"] {
        for file in files(&project().join(folder)) {
            targets::front_end(&std::fs::read(&file).expect("a readable file"));
            run += 1;
        }
    }
    assert!(run > 3, "only {run} files");
}

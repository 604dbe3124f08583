//! The page of the library is what the definitions say; its examples are run as the reference's are.
//!
//! `POLC_UPDATE_PAGES=1 cargo test -p polc-tests library` writes the page anew.

use polc_compiler::library::reference;

use crate::language::{blocks, findings, stated, text};

#[test]
fn the_page_is_what_the_definitions_say() {
    let page = reference();
    if std::env::var_os("POLC_UPDATE_PAGES").is_some() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/library.md");
        std::fs::write(path, &page).expect("writing docs/library.md");
    }
    assert!(text("docs/library.md") == page, "docs/library.md is stale: run this test with POLC_UPDATE_PAGES=1");
}

#[test]
fn every_example_holds() {
    let page = reference();
    let mut wrong = String::new();
    let mut examples = 0;
    for block in blocks(&page).iter().filter(|block| block.info == "expr") {
        for (number, line) in block.text.lines().enumerate() {
            examples += 1;
            let (policy, codes) = stated("", line).expect("an expression and its value");
            let (found, words) = findings(&policy, &[]);
            if found != codes {
                wrong += &format!("docs/library.md:{}: {line}{words}\n", block.line + number);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(examples >= polc_compiler::policy::Function::ALL.len(), "only {examples} examples");
}

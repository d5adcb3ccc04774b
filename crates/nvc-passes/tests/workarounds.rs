//! Checks that `docs/workarounds.md` contains the current table of workarounds. `NVC_BLESS=1` updates the page.

use nvc_passes::workarounds::{Workaround, reference};
use std::path::Path;

/// The generated part starts after this line.
const MARK: &str = "Generated from the table in `crates/nvc-passes/src/workarounds/table.rs`.\n";

#[test]
fn the_page_has_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/workarounds.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (head, _) = page.split_once(MARK).expect("the mark of the generated part");
    let made = format!("{head}{MARK}\n{}\n", reference().trim_end());
    nvc_goldens::page(&path, &made);
}

#[test]
fn ids_are_unique_and_name_files() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/workarounds");
    // Workarounds that change decisions of a front end or the back end have no pass.
    let elsewhere = [Workaround::ImageR64i, Workaround::NonwritableStruct, Workaround::NonreadableStruct];
    for (at, &workaround) in Workaround::ALL.iter().enumerate() {
        let id = workaround.id();
        assert!(Workaround::ALL[..at].iter().all(|other| other.id() != id), "{id} twice");
        let file = id.replace('-', "_");
        let exists = sources.join(format!("{file}.rs")).exists() || sources.join(file).is_dir();
        assert_eq!(exists, !elsewhere.contains(&workaround), "{id}");
        let pass = nvc_passes::pipeline::passes().iter().any(|pass| pass.name == id);
        assert_eq!(pass, exists, "{id}");
    }
}

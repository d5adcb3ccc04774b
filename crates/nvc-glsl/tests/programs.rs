//! Checks whole programs as users write them: preprocessing, parsing and checking must report no diagnostics.
//!
//! The programs are in `testdata/glsl/programs` and `testdata/glsl/coopmat`. Included files have the extension `.glsl`.

mod common;

use common::{Folder, preprocess, testdata};

/// Returns the diagnostics of all stages for a program.
fn findings(name: &str, text: &str, folder: &std::path::Path) -> String {
    let mut run = preprocess(name, text, &Folder(folder.to_owned()));
    let checked = run.output.take().is_some_and(|output| {
        let unit = nvc_glsl::parse::parse(&output, &mut run.names, &run.sources, &mut run.diags);
        let options = common::options(text);
        nvc_glsl::check::check(&unit, &output, &mut run.names, &options, &mut run.diags).is_ok()
    });
    assert!(checked || run.diags.has_errors(), "{name}: a failure without an error");
    common::findings(&run.diags, &run.sources)
}

#[test]
fn programs_have_no_diagnostics() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for folder in ["glsl/programs", "glsl/coopmat"].map(testdata) {
        for (stem, path) in common::files(&folder, "comp") {
            count += 1;
            let found = findings(&format!("{stem}.comp"), &common::read(&path), &folder);
            if !found.is_empty() {
                wrong.push(found);
            }
        }
    }
    assert!(count > 60, "programs are missing");
    assert!(wrong.is_empty(), "{} programs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

//! Golden-file tests of lowering. Every program without errors must lower to a module that the verifier accepts.

mod common;

use common::{Folder, testdata};
use nvc_diag::{Diagnostics, Source, SourceMap};
use nvc_glsl::options::{Loader, NoIncludes};
use nvc_goldens::Kind;
use nvc_ir::{BindingMap, Module};

/// Returns the module of a program, if it compiles, and the diagnostics.
fn lower(name: &str, text: &str, loader: &dyn Loader) -> (Option<Module>, String) {
    let mut sources = SourceMap::new();
    let mut diags = Diagnostics::new();
    let main = sources.add(Source::new(name, text));
    let options = common::options(text);
    let map = BindingMap::classes();
    let module = nvc_glsl::compile(&mut sources, main, &options, &map, loader, &mut diags).ok();
    (module, common::findings(&diags, &sources))
}

/// Returns the verified module of a program without errors.
fn module(name: &str, text: &str, loader: &dyn Loader) -> Module {
    let (module, findings) = lower(name, text, loader);
    let Some(module) = module else { panic!("{name}:\n{findings}") };
    if let Err(errors) = nvc_ir::verify::verify(&module) {
        panic!("{name}:\n{}\n{}", nvc_ir::verify::render(&module, &errors), nvc_ir::text::print(&module));
    }
    module
}

#[test]
fn modules() {
    let folder = testdata("glsl/lower");
    common::compare(&folder, Kind::Ir, |stem, text| {
        let module = module(&format!("{stem}.comp"), text, &Folder(folder.clone()));
        nvc_ir::text::print(&module)
    });
}

#[test]
fn errors() {
    let folder = testdata("glsl/lower/errors");
    common::compare(&folder, Kind::Diagnostics, |stem, text| {
        let (module, findings) = lower(&format!("{stem}.comp"), text, &NoIncludes);
        assert!(module.is_none(), "{stem}: a program with errors has no module");
        findings
    });
}

#[test]
fn the_corpus_lowers() {
    for (case, text) in common::corpus() {
        module(&case, &text, &NoIncludes);
    }
}

#[test]
fn checked_programs_lower() {
    let folder = testdata("glsl/check");
    for (stem, path) in common::files(&folder, "comp") {
        let text = common::read(&path);
        module(&stem, &text, &Folder(folder.clone()));
    }
}

#[test]
fn the_same_program_gives_the_same_module() {
    for (case, text) in common::corpus() {
        let print = |module: Module| nvc_ir::text::print(&module);
        assert_eq!(print(module(&case, &text, &NoIncludes)), print(module(&case, &text, &NoIncludes)));
    }
}

//! Golden tests of passes. Every `testdata/passes/PASS/*.nvcir` is a module in text form. The `*.ir` next to it is the
//! expected output of the pass; a `*.diag` contains the expected errors instead.
//!
//! Directives are comments at the start of a line: `; run: simplify, dce` selects passes other than the directory's,
//! `; target: vulkan1.1` another target environment, `; opt: none` and `; opt: size` another optimisation level, and
//! `; coopmat: khr` the cooperative-matrix extension. A module without an entry point gets `f0` as its entry point.

use nvc_diag::Diagnostics;
use nvc_goldens::{Goldens, Kind, inputs, stem, testdata};
use nvc_ir::{EntryPoint, Extent, Module, TargetEnv, text, verify};
use nvc_passes::{Context, CoopMatrices, OptLevel, Options, Pass, pipeline};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with tests, each named after a pass.
fn folders() -> Vec<PathBuf> {
    let list = fs::read_dir(testdata("passes")).expect("the folder of tests");
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("a directory entry").path()).collect();
    paths.retain(|path| path.is_dir());
    paths.sort();
    paths
}

fn directive<'t>(source: &'t str, name: &str) -> Option<&'t str> {
    source.lines().find_map(|line| line.strip_prefix("; ")?.strip_prefix(name)?.strip_prefix(": "))
}

fn pass(name: &str) -> &'static Pass {
    let all = pipeline::passes();
    let found = all.iter().find(|pass| pass.name == name);
    found.unwrap_or_else(|| panic!("no pass is called `{name}`: {all:?}"))
}

fn check(module: &Module, when: &str) -> Result<(), String> {
    verify::verify(module).map_err(|errors| {
        let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
        format!("invalid {when}:\n{}\n{}", list.join("\n"), text::print(module))
    })
}

/// Runs the passes on a test. Returns the kind of golden and the text to compare with it.
fn run(path: &Path, default_pass: &str) -> Result<(Kind, String), String> {
    let source = fs::read_to_string(path).expect("a readable test");
    let mut module = text::parse(&source).map_err(|error| error.to_string())?;
    if module.entry.is_none()
        && let Some(function) = module.functions.keys().next()
    {
        let workgroup_size = [Extent::Fixed(32), Extent::Fixed(1), Extent::Fixed(1)];
        module.entry = Some(EntryPoint {
            name: "main".to_owned(),
            function,
            workgroup_size,
            derivatives: None,
            khr_derivatives: false,
            modes: Vec::new(),
        });
    }
    let mut options = Options::default();
    if let Some(name) = directive(&source, "target") {
        let known = TargetEnv::ALL.iter().find(|env| env.name() == name);
        let known = *known.unwrap_or_else(|| panic!("{}: no target `{name}`", path.display()));
        options.target_env = known.into();
    }
    options.coopmat = match directive(&source, "coopmat") {
        Some("nv") => CoopMatrices::Nv,
        Some("khr") => CoopMatrices::Khr,
        Some("nv2") => CoopMatrices::Nv2,
        Some("emulate") => CoopMatrices::Emulate,
        _ => CoopMatrices::Source,
    };
    options.opt_level = match directive(&source, "opt") {
        Some("none") => OptLevel::None,
        Some("size") => OptLevel::Size,
        _ => OptLevel::Full,
    };
    check(&module, "before the passes")?;
    for name in directive(&source, "run").unwrap_or(default_pass).split(", ") {
        let pass = pass(name);
        let mut diags = Diagnostics::new();
        pass.apply(&mut module, &mut Context { options: &options, diags: &mut diags });
        if diags.has_errors() {
            let lines = diags.iter().map(|d| format!("{}: {}\n", d.code.as_str(), d.message));
            return Ok((Kind::Diagnostics, lines.collect()));
        }
        check(&module, &format!("after {name}"))?;
    }
    Ok((Kind::Ir, text::print(&module)))
}

#[test]
fn golden_files() {
    let mut failures = Vec::new();
    for folder in folders() {
        let mut goldens = Goldens::new(&folder, &[Kind::Ir, Kind::Diagnostics]);
        for path in inputs(&folder, &["nvcir"]) {
            match run(&path, &stem(&folder)) {
                Ok((kind, text)) => goldens.check(&path, kind, &text),
                Err(error) => goldens.fail(format!("{}: {error}", path.display())),
            }
        }
        failures.extend(goldens.failures());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_pass_has_a_folder_of_tests() {
    for pass in pipeline::passes() {
        assert!(testdata("passes").join(pass.name).is_dir(), "no tests of `{}`", pass.name);
    }
}

#[test]
fn passes_reach_a_fixed_point() {
    // Running an optimisation on its own output must change nothing.
    for name in ["simplify", "dce", "cse", "simplify-cfg", "infer-param-types"] {
        for path in inputs(&testdata("passes").join(name), &["ir"]) {
            let once = fs::read_to_string(&path).expect("a readable golden");
            assert_eq!(run(&path, name), Ok((Kind::Ir, once)), "{}", path.display());
        }
    }
}

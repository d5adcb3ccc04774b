//! Golden tests of passes: every `testdata/passes/PASS/*.nvcir` is a module in text form; the pass's output is the
//! `*.golden` file beside it.
//!
//! Directives are comments at the start of a line: `; run: simplify, dce` selects other passes than the directory's,
//! `; target: vulkan1.1` another target environment, `; opt: none` turns optimisation off, `; coopmat: khr` selects the
//! cooperative-matrix extension. A module without an entry point gets `f0` as entry point. Errors of a pass are part of
//! the golden file. `NVC_BLESS=1` rewrites the golden files.

use nvc_diag::Diagnostics;
use nvc_ir::{EntryPoint, Extent, Module, TargetEnv, text, verify};
use nvc_passes::{Context, CoopMatrices, OptLevel, Options, Pass, pipeline};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/passes")
}

/// The entries of a directory, sorted.
fn entries(dir: &Path) -> Vec<PathBuf> {
    let list = fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("a directory entry").path()).collect();
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

/// The expected content of the golden file.
fn run(path: &Path, default_pass: &str) -> Result<String, String> {
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
            modes: Vec::new(),
        });
    }
    let mut options = Options::default();
    if let Some(name) = directive(&source, "target") {
        let known = TargetEnv::ALL.iter().find(|env| env.name() == name);
        let known = *known.unwrap_or_else(|| panic!("{}: no target `{name}`", path.display()));
        options.target_env = known.into();
    }
    options.coopmat = match directive(&source, "coopmat").as_deref() {
        Some("nv") => CoopMatrices::Nv,
        Some("khr") => CoopMatrices::Khr,
        _ => CoopMatrices::Source,
    };
    if directive(&source, "opt") == Some("none") {
        options.opt_level = OptLevel::None;
    }
    check(&module, "before")?;
    for name in directive(&source, "run").unwrap_or(default_pass).split(", ") {
        let pass = pass(name);
        let mut diags = Diagnostics::new();
        pass.apply(&mut module, &mut Context { options: &options, diags: &mut diags });
        if diags.has_errors() {
            return Ok(diags.iter().map(|d| format!("{}: {}\n", d.code.as_str(), d.message)).collect());
        }
        check(&module, &format!("after {name}"))?;
    }
    Ok(text::print(&module))
}

#[test]
fn golden_files() {
    let bless = std::env::var_os("NVC_BLESS").is_some();
    let mut failures = Vec::new();
    for dir in entries(&root()).iter().filter(|path| path.is_dir()) {
        let pass = dir.file_name().and_then(|name| name.to_str()).expect("a pass name");
        for path in entries(dir).iter().filter(|path| path.extension().is_some_and(|e| e == "nvcir")) {
            let golden = path.with_extension("golden");
            let actual = match run(path, pass) {
                Ok(actual) => actual,
                Err(error) => {
                    failures.push(format!("{}: {error}", path.display()));
                    continue;
                }
            };
            if bless {
                fs::write(&golden, &actual).expect("a writable golden file");
                continue;
            }
            match fs::read_to_string(&golden) {
                Ok(expected) if expected == actual => {}
                Ok(_) => failures.push(format!("{} differs; now:\n{actual}", golden.display())),
                Err(_) => failures.push(format!("{} is missing", golden.display())),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_file_belongs_to_a_test() {
    for dir in entries(&root()).iter().filter(|path| path.is_dir()) {
        for path in entries(dir) {
            let input = path.with_extension("nvcir");
            assert!(input.exists(), "{} has no input file", path.display());
        }
    }
}

#[test]
fn every_pass_has_a_test() {
    for pass in pipeline::passes() {
        assert!(root().join(pass.name).is_dir(), "no tests of `{}`", pass.name);
    }
}

#[test]
fn passes_reach_a_fixed_point() {
    // A second run of an optimisation must change nothing.
    for name in ["simplify", "dce", "cse", "simplify-cfg", "infer-param-types"] {
        for path in
            entries(&root().join(name)).iter().filter(|path| path.extension().is_some_and(|e| e == "golden"))
        {
            let once = fs::read_to_string(path).expect("a readable golden file");
            assert_eq!(run(path, name).as_deref(), Ok(once.as_str()), "{}", path.display());
        }
    }
}

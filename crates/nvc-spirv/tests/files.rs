//! File tests. Every `testdata/spirv/*.nvcir` has a golden file: `.spvasm` if emission succeeds, `.diag` if
//! it must fail.
//!
//! Comments at the start of an input file are directives:
//! - `env:` sets the environment for the golden file.
//! - `also:` lists further environments in which the module must be valid.
//! - `fails` means that emission must report errors.
//! - `unverified` means that the verifier may reject the module.
//! - `newer` means that the module uses features that the built-in validator and assembler do not support.

use nvc_diag::{Diagnostic, Diagnostics};
use nvc_goldens::{Goldens, Kind, inputs, testdata};
use nvc_ir::{Environment, Module, SPIRV_VERSIONS, TargetEnv};
use nvc_spirv::{Binary, Options, Validation, built_in_validator, emit, validate};
use std::fs;
use std::path::{Path, PathBuf};

struct Case {
    name: String,
    module: Module,
    env: Environment,
    also: Vec<Environment>,
    fails: bool,
    newer: bool,
}

fn directory() -> PathBuf {
    testdata("spirv")
}

fn modules() -> Vec<PathBuf> {
    inputs(&directory(), &["nvcir"])
}

/// Parses an environment: a Vulkan version such as `vulkan1.3`, optionally with a SPIR-V version, as in
/// `vulkan1.3+spv1.0`.
fn environment(name: &str) -> Environment {
    let both = |env: TargetEnv| {
        SPIRV_VERSIONS
            .into_iter()
            .filter(move |(major, minor)| format!("{}+spv{major}.{minor}", env.name()) == name)
            .filter_map(move |spirv| Environment::with_spirv_version(env, spirv))
    };
    let own = TargetEnv::ALL.into_iter().find(|env| env.name() == name).map(Environment::from);
    own.or_else(|| TargetEnv::ALL.into_iter().flat_map(both).next())
        .unwrap_or_else(|| panic!("`{name}` is not a target environment"))
}

fn read(path: &Path) -> Case {
    let text = fs::read_to_string(path).expect("a readable file");
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let module = nvc_ir::text::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    if let Err(errors) = nvc_ir::verify::verify(&module) {
        // Some inputs test the back end on modules that the verifier rejects.
        let why = nvc_ir::verify::render(&module, &errors);
        assert!(text.contains("; unverified"), "{name}: {why}");
    }
    let mut case =
        Case { name, module, env: Environment::default(), also: Vec::new(), fails: false, newer: false };
    for comment in text.lines().map_while(|line| line.strip_prefix(';')) {
        match comment.trim().split_once(':') {
            Some(("env", env)) => case.env = environment(env.trim()),
            Some(("also", list)) => case.also = list.split_whitespace().map(environment).collect(),
            _ => {
                case.fails |= comment.trim() == "fails";
                case.newer |= comment.trim() == "newer";
            }
        }
    }
    case
}

fn emitted(module: &Module, env: Environment) -> Result<Binary, String> {
    let mut diags = Diagnostics::new();
    let options = Options { target_env: env, text: true, ..Options::default() };
    let result = emit(module, &options, &mut diags);
    assert_eq!(result.is_err(), diags.has_errors(), "emission fails exactly if it reports an error");
    result.map_err(|_| diags.iter().map(line).collect())
}

fn text(binary: &Binary) -> &str {
    binary.text.as_deref().expect("the options ask for text")
}

/// Formats a diagnostic as in `.diag` files.
fn line(diagnostic: &Diagnostic) -> String {
    let span = diagnostic.span.map_or("-".to_owned(), |span| format!("{span:?}"));
    let mut text = format!("{span} {}: {}\n", diagnostic.code, diagnostic.message);
    for note in &diagnostic.notes {
        text += &format!("  note: {note}\n");
    }
    if let Some(help) = &diagnostic.help {
        text += &format!("  help: {help}\n");
    }
    text
}

/// Checks that a module is valid, if a validator is compiled in.
fn check_valid(case: &Case, env: Environment, goldens: &mut Goldens) {
    match emitted(&case.module, env) {
        Err(found) => goldens.fail(format!("{} for {env}: {found}", case.name)),
        Ok(binary) => match validate(&binary.words, env) {
            Validation::Valid(validator) => assert_eq!(Some(validator), built_in_validator()),
            Validation::Invalid { message, .. } => {
                goldens.fail(format!("{} for {env}: {message}", case.name))
            }
            other if cfg!(feature = "validate") && !case.newer => goldens.fail(format!("{other:?}")),
            _ => {}
        },
    }
}

#[test]
fn goldens_match_and_modules_are_valid() {
    let mut goldens = Goldens::new(&directory(), &[Kind::Spirv, Kind::Diagnostics]);
    for path in modules() {
        let case = read(&path);
        match emitted(&case.module, case.env) {
            Ok(binary) if !case.fails => {
                goldens.check(&path, Kind::Spirv, text(&binary));
                for env in std::iter::once(case.env).chain(case.also.iter().copied()) {
                    check_valid(&case, env, &mut goldens);
                }
            }
            Err(found) if case.fails => goldens.check(&path, Kind::Diagnostics, &found),
            Ok(_) => goldens.fail(format!("{} emits, but must fail", case.name)),
            Err(found) => goldens.fail(format!("{}: {found}", case.name)),
        }
    }
    goldens.finish();
}

#[test]
fn emission_is_deterministic_and_reports_what_it_declares() {
    for path in modules() {
        let case = read(&path);
        let (Ok(first), Ok(second)) = (emitted(&case.module, case.env), emitted(&case.module, case.env))
        else {
            assert!(case.fails, "{}", case.name);
            continue;
        };
        assert_eq!(first.words, second.words, "{}", case.name);
        assert_eq!(first.to_bytes().len(), first.words.len() * 4);
        assert_eq!(first.to_bytes()[..4], [3, 2, 0x23, 7]);
        let text = text(&first);
        for capability in &first.capabilities {
            let named = text.contains(&format!("OpCapability {capability}\n"));
            assert!(named || case.newer, "{}: {capability}", case.name);
        }
        for extension in &first.extensions {
            assert!(text.contains(&format!("OpExtension \"{extension}\"\n")), "{}: {extension}", case.name);
        }
    }
}

/// Checks that disassembly is lossless: the text assembles to the same module.
#[cfg(feature = "validate")]
#[test]
fn text_assembles_to_the_same_words() {
    use spirv_tools::assembler::{Assembler, AssemblerOptions, create};
    for path in modules() {
        let case = read(&path);
        let Ok(binary) = emitted(&case.module, case.env) else { continue };
        if case.newer {
            continue;
        }
        let environment = spirv_tools::TargetEnv::Universal_1_6;
        let options = AssemblerOptions { preserve_numeric_ids: true };
        let assembled = create(Some(environment)).assemble(text(&binary), options);
        let assembled = assembled.unwrap_or_else(|error| panic!("{}: {error}", case.name));
        // Skip the header, in which the assembler writes its own version, generator and bound.
        assert_eq!(assembled.as_words()[4..], binary.words[4..], "{}", case.name);
    }
}

#[test]
fn debug_names_are_optional() {
    let case = read(&directory().join("views.nvcir"));
    let options = Options { target_env: case.env, debug_names: false, text: true, ..Options::default() };
    let binary = emit(&case.module, &options, &mut Diagnostics::new()).expect("a module");
    assert!(!text(&binary).contains("OpName"));
}

#[test]
fn other_phases_are_internal_errors() {
    let mut case = read(&directory().join("views.nvcir"));
    case.module.phase = nvc_ir::Phase::Lowered;
    let found = emitted(&case.module, case.env).expect_err("the module is not legal");
    assert!(found.contains("N0901") && found.contains("`lowered`"), "{found}");
}

#[cfg(feature = "validate")]
#[test]
fn the_built_in_validator_has_the_locked_version() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let lock = fs::read_to_string(lock).expect("the workspace has a lock file");
    let mut lines = lock.lines().skip_while(|line| *line != "name = \"spirv-tools\"");
    let version = lines.nth(1).and_then(|line| line.split('"').nth(1)).expect("a version");
    let validator = built_in_validator().expect("a validator is compiled in");
    assert_eq!(validator.to_string(), format!("spirv-tools {version}, built in"));
}

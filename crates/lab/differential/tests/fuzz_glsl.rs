//! Tests generated GLSL shaders with fixed seeds: the compiler accepts them, a seed always gives the same
//! shader, together they use the important constructs of the generator, the interpreter finds no undefined
//! behaviour, and the passes do not change the results.

use nvc::internals::Phase;
use nvc::{BindingScheme, Compiler, Language, OptLevel, Options, internals};
use nvc_exec::case::{Case, Mapping, Outputs};
use nvc_interp::Config;
use nvc_lab::fuzz::asm::Profile;
use nvc_lab::fuzz::outcome::{Outcome, compile};
use nvc_lab::fuzz::{Generated, glsl};

fn program(seed: u64) -> Generated {
    Generated::new(Language::Glsl, seed, &Profile::EXACT)
}

#[test]
fn programs_compile() {
    for seed in 0..60 {
        let level = if seed % 2 == 0 { OptLevel::Full } else { OptLevel::None };
        let outcome = compile(&program(seed).text, level);
        assert!(matches!(outcome, Outcome::Module { .. }), "seed {seed}: {outcome:?}");
    }
}

/// Runs the program on the interpreter and returns the resulting memory contents. Panics if the run-time
/// checks find an error.
fn outputs(program: &Generated, phase: Phase) -> Outputs {
    let compiler = Compiler::new(Options::new().with_bindings(BindingScheme::Classes));
    let made = internals::module(&compiler, "generated", program.text.as_bytes(), phase);
    let (module, _) = made.unwrap_or_else(|error| panic!("{error}"));
    let case: Case = toml::from_str(&program.case_toml).expect("a case");
    let mapping = Mapping::glsl(&case).expect("a mapping");
    let mut memory = nvc_exec::case::resources(&case, &mapping);
    let config = Config { check: true, ..Config::default() };
    let report = nvc_interp::run(&module, &nvc_exec::case::dispatch(&case), &mut memory, &config, None);
    let report = report.unwrap_or_else(|fault| panic!("seed {}: {}", program.seed, fault.message));
    if let Some(finding) = report.findings.iter().next() {
        panic!("seed {}: {}: {}", program.seed, finding.code, finding.message);
    }
    nvc_exec::case::outputs(&case, &memory)
}

#[test]
fn programs_have_no_undefined_behaviour_and_passes_preserve_their_results() {
    for seed in 0..25 {
        let program = program(seed);
        assert_eq!(outputs(&program, Phase::Built), outputs(&program, Phase::Legal), "seed {seed}");
    }
}

#[test]
fn important_constructs_are_generated() {
    let texts: Vec<String> = (0..150).map(|seed| glsl::generate(seed).text).collect();
    for wanted in [
        "shuffleNV(",
        "shuffleUpNV(",
        "shuffleDownNV(",
        "shuffleXorNV(",
        "barrier();",
        "atomicAdd(",
        "atomicXor(",
        "uaddCarry(",
        "usubBorrow(",
        "umulExtended(",
        "imulExtended(",
        "bitfieldInsert(",
        "bitfieldExtract(",
        "bitfieldReverse(",
        "findMSB(",
        "switch (",
        "} while (",
        "while (++",
        "for (int i",
        "break;",
        "continue;",
        "else {",
        "inout ",
        "return ",
        "int64_t",
        "uint64_t",
        "ivec3(",
        "uvec4(",
        "any(",
        "all(",
        " ? ",
        ">> ",
        "% ",
        "mix(",
    ] {
        assert!(texts.iter().any(|text| text.contains(wanted)), "{wanted}");
    }
}

#[test]
fn a_seed_always_gives_the_same_shader() {
    assert_eq!(glsl::generate(7), glsl::generate(7));
    assert_ne!(glsl::generate(7).text, glsl::generate(8).text);
    let first = glsl::generate(7).text;
    assert!(first.starts_with("#version 450\n// seed 7\n"), "{first}");
}

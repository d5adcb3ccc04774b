//! Random structured programs: checks that the optimisation passes leave a valid module with unchanged behaviour.
//!
//! [`generate`] generates programs like those of front ends: 32-bit registers, bools as words, bitcast floats, breaks and
//! continues out of nested constructs, functions that return from anywhere. [`interpret`] executes them, independently of
//! the passes' constant folder.

#[path = "random/generate.rs"]
mod generate;
#[path = "random/interpret.rs"]
mod interpret;

use nvc_diag::Diagnostics;
use nvc_ir::{Module, text, verify};
use nvc_passes::{Context, Options, pipeline};

const PROGRAMS: u32 = 400;

fn check(module: &Module, when: &str) {
    if let Err(errors) = verify::verify(module) {
        let list: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("{when}:\n{}\n{}", list.join("\n"), text::print(module));
    }
}

fn run(module: &mut Module, name: &str) {
    let options = Options::default();
    let mut diags = Diagnostics::new();
    let passes = pipeline::passes();
    let pass = passes.iter().find(|pass| pass.name == name).unwrap_or_else(|| panic!("no pass `{name}`"));
    pass.apply(module, &mut Context { options: &options, diags: &mut diags });
    assert!(!diags.has_errors(), "{name} reports errors");
}

/// Runs passes one after another on a program, and asserts that each preserves the program's behaviour. Returns false if the
/// program executes an undefined operation, so that there is nothing to compare.
fn same_behaviour(seed: u32, mut module: Module, names: &[&str]) -> bool {
    check(&module, "generated");
    let Some(expected) = interpret::run(&module) else { return false };
    for name in names {
        let before = text::print(&module);
        run(&mut module, name);
        check(&module, &format!("program {seed} after {name}, was\n{before}"));
        let actual = interpret::run(&module);
        assert!(
            actual.as_ref() == Some(&expected),
            "program {seed} differs after {name}\n{before}\n{}\n{expected:x?}\n{actual:x?}",
            text::print(&module)
        );
    }
    true
}

/// Asserts that most programs could be compared: few execute undefined operations.
fn enough(compared: usize) {
    assert!(compared > PROGRAMS as usize / 2, "only {compared} programs are defined");
}

#[test]
fn each_optimisation_alone() {
    for name in ["simplify", "dce", "cse", "simplify-cfg", "infer-param-types", "unroll"] {
        enough((0..PROGRAMS).filter(|&seed| same_behaviour(seed, generate::program(seed), &[name])).count());
    }
}

#[test]
fn optimisations_together() {
    let names = [
        "simplify",
        "simplify-cfg",
        "dce",
        "unroll",
        "infer-param-types",
        "simplify",
        "cse",
        "simplify-cfg",
        "dce",
        "infer-param-types",
        "simplify",
        "dce",
    ];
    enough(
        (1000..1000 + PROGRAMS).filter(|&seed| same_behaviour(seed, generate::program(seed), &names)).count(),
    );
}

#[test]
fn functions_are_inlined() {
    let names = ["inline", "simplify", "simplify-cfg", "dce", "cse", "simplify-cfg", "dce"];
    let mut kept = 0;
    let compared = (0..PROGRAMS).filter(|&seed| {
        let module = generate::program_with_calls(seed);
        let mut expanded = module.clone();
        run(&mut expanded, "inline");
        kept += u32::from(expanded.functions.len() > 1);
        same_behaviour(seed, module, &names)
    });
    enough(compared.count());
    // Calls stay in continue constructs if the callee has a loop or switch.
    assert!(kept < PROGRAMS / 2, "{kept} programs still have calls");
}

//! Tasks of the workspace: testing, checking, measuring and packaging. `cargo xtask --help` lists them.
//!
//! This package depends on none of the compiler's crates, so that every task starts in seconds.
#![forbid(unsafe_code)]

mod artefacts;
mod bench;
mod bless;
mod bounds;
mod ci;
mod command;
mod conformance;
mod deny;
mod dist;
mod editors;
mod footprint;
mod fuzz;
mod grammar;
mod install_c;
mod needs;
mod package;
mod playground;
mod prove;
mod python;
mod readme;
mod real;
mod sanitize;
mod summary;
mod test;
mod tidy;
mod timing;
mod validation_layer;

use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Tasks of the nvc workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

/// Arguments that are passed on to a tool of the workspace, `--help` included.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
struct Forwarded {
    /// The tool's own arguments; `--help` lists them.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

#[derive(Subcommand)]
enum Task {
    /// Run every test of every crate, after checking that the machine has what they need.
    Test(test::Args),
    /// Run the tests, and accept the output of the file tests as the new goldens.
    Bless(bless::Args),
    /// Check the project's own rules: layout, dependencies between crates, diagnostics, goldens, links.
    Tidy(tidy::Args),
    /// Measure the compiler on the corpus, or with --gpu the code that it generates; with --plot, draw the charts of the book.
    Bench(Forwarded),
    /// Measure the time and memory that nvc takes to compile or run adversarial inputs, and fail if a bound is exceeded.
    Bounds(Forwarded),
    /// Compile, validate and mutate random programs, and optionally run them on several engines.
    Fuzz(Forwarded),
    /// Shrink a failing program as long as a command still succeeds, or it still fails on the same engines.
    Reduce(Forwarded),
    /// Find the statement that an engine miscompiles, from the memory after the engine's run.
    Blame(Forwarded),
    /// Run all cases on all engines, and update the tables of crates/lab/logs/conformance.md.
    Conformance(Forwarded),
    /// Run the reproducer of each driver workaround with the workaround off and on, and report which devices need it.
    Workarounds(Forwarded),
    /// Record new cases on NVIDIA's OpenGL driver.
    Record(Forwarded),
    /// Compile the shaders of llama.cpp, fetched from the package registry, and compare the rejected ones with a list.
    Real(real::Args),
    /// Prove the simplifier's rules, the analyses and passes with z3, test constant folding; with --short in about a minute.
    Prove(Forwarded),
    /// Run the tests of unsafe code under the address sanitizer (Linux).
    Sanitize,
    /// Generate the assembly parser from the grammar.
    Grammar,
    /// Package every crate and build the packages.
    Package(package::Args),
    /// Build the C library, and install it with its header, pkg-config file and CMake package.
    InstallC(install_c::Args),
    /// Build the Python package, and test it in a fresh environment.
    Python,
    /// Build the npm package and the playground page, serve the page, or test both in Node and Chromium.
    Playground(playground::Args),
    /// Package the VS Code extension; with --check, test it and the grammars.
    Editors(editors::Args),
    /// Build the archives of a release, with checksums, bills of materials and a Debian package.
    Dist(dist::Args),
    /// Measure sizes, start-up times and build times of what users install, as a table.
    Artefacts(artefacts::Args),
    /// Build an empty project that depends on nvc-build, and compare what that costs with the limits.
    Footprint,
    /// Run the checks that a change must pass: tidy, formatting, lints, dependencies, packaging, the Python package, the
    /// shaders of `real`, and the commands of the README.
    Ci(ci::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().task {
        Task::Test(args) => test::run(&args),
        Task::Bless(args) => bless::run(&args),
        Task::Tidy(args) => tidy::run(&args),
        Task::Bench(args) => bench::run(&args.args),
        Task::Bounds(args) => bounds::run(&args.args),
        Task::Fuzz(args) => fuzz::fuzz(&args.args),
        Task::Reduce(args) => fuzz::reduce(&args.args),
        Task::Blame(args) => fuzz::blame(&args.args),
        Task::Conformance(args) => conformance::matrix(&args.args),
        Task::Workarounds(args) => conformance::workarounds(&args.args),
        Task::Record(args) => conformance::record(&args.args),
        Task::Real(args) => real::run(&args),
        Task::Prove(args) => prove::run(&args.args),
        Task::Sanitize => sanitize::run(),
        Task::Grammar => grammar::run(),
        Task::Package(args) => package::run(&args),
        Task::InstallC(args) => install_c::run(&args),
        Task::Python => python::run(),
        Task::Playground(args) => playground::run(&args),
        Task::Editors(args) => editors::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Artefacts(args) => artefacts::run(&args),
        Task::Footprint => footprint::run(),
        Task::Ci(args) => ci::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

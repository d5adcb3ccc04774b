//! `cargo xtask sanitize`: runs the tests of unsafe code under the address sanitizer.

use crate::command;
use anyhow::{Result, bail};

/// Tests that exercise unsafe code, as arguments of `cargo test`, and options of the sanitizer. `docs/unsafe.md` lists
/// the code.
const TESTS: &[(&[&str], &str)] = &[
    (&["--package", "nvc-c", "--test", "memory"], ""),
    // Vulkan drivers may keep memory until the process ends.
    (&["--package", "nvc-vulkan-tests"], "detect_leaks=0"),
];

/// Builds the tests and all packages that are linked into them with the sanitizer enabled, and runs them. The standard
/// library is not rebuilt; the sanitizer still sees its allocations.
pub fn run() -> Result<()> {
    let triple = command::host()?;
    if !triple.contains("linux") {
        bail!("the address sanitizer is supported on Linux only; this is {triple}");
    }
    for (tests, options) in TESTS {
        // With an explicit target triple, build scripts are not instrumented, and the results are in a folder of their own.
        let mut line = command::cargo(&["test", "--target", &triple]);
        line.args(*tests).env("ASAN_OPTIONS", options);
        // `-Z` options need a nightly compiler, or a stable one that is told to accept them.
        line.env("RUSTC_BOOTSTRAP", "1");
        line.env("CARGO_ENCODED_RUSTFLAGS", "-Zsanitizer=address").env_remove("RUSTFLAGS");
        command::run(&mut line)?;
    }
    Ok(())
}

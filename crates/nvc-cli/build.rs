//! Tells the command which versions of the libraries that shape its output it is built with.

use std::path::Path;

/// Packages, and the variables that hold their versions.
const PACKAGES: [(&str, &str); 3] =
    [("rspirv", "NVC_RSPIRV"), ("naga", "NVC_NAGA"), ("spirv-tools", "NVC_SPIRV_TOOLS")];

fn main() {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let lock = Path::new(&manifest).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", lock.display());
    let text = std::fs::read_to_string(lock).unwrap_or_default();
    for (package, variable) in PACKAGES {
        let version = version(&text, package).unwrap_or("of an unknown version");
        println!("cargo::rustc-env={variable}={version}");
    }
}

/// The version of a package in a lock file: the line behind its name.
fn version<'t>(lock: &'t str, package: &str) -> Option<&'t str> {
    let name = format!("name = \"{package}\"");
    let line = lock.lines().skip_while(|line| *line != name).nth(1)?;
    line.strip_prefix("version = \"")?.strip_suffix('"')
}

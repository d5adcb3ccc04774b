//! Passes library versions from `Cargo.lock` to `nvc --version -v`, and links the command at a fixed address
//! where that speeds up its start.

use std::path::Path;

/// Packages, with the environment variables that receive their versions.
const PACKAGES: [(&str, &str); 2] = [("rspirv", "NVC_RSPIRV"), ("naga", "NVC_NAGA")];

/// Possible paths of the lock file: in the workspace root, or in the root of a published package.
const LOCK_FILES: [&str; 2] = ["../../Cargo.lock", "Cargo.lock"];

fn main() {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo::rerun-if-changed=build.rs");
    let lock = LOCK_FILES.iter().map(|name| Path::new(&manifest).join(name)).find(|lock| lock.exists());
    let text = lock.map(|lock| {
        println!("cargo::rerun-if-changed={}", lock.display());
        std::fs::read_to_string(lock).unwrap_or_default()
    });
    for (package, variable) in PACKAGES {
        let version = text.as_deref().and_then(|text| version(text, package)).unwrap_or("(unknown version)");
        println!("cargo::rustc-env={variable}={version}");
    }
    link_at_a_fixed_address();
}

/// Links the command without position independence on x86-64 Linux. Relocating the 50,000 addresses in
/// constant tables takes half of the start-up time of a position-independent `nvc`. Start-up time matters
/// because builds call the command once per shader. On other systems, executables must be
/// position-independent, or relocation costs less.
fn link_at_a_fixed_address() {
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// Returns the version of a package in a lock file, which is on the line after its name.
fn version<'t>(lock: &'t str, package: &str) -> Option<&'t str> {
    let name = format!("name = \"{package}\"");
    let line = lock.lines().skip_while(|line| *line != name).nth(1)?;
    line.strip_prefix("version = \"")?.strip_suffix('"')
}

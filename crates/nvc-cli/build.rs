//! Passes library versions from `Cargo.lock` to `nvc --version -v`, and links the command at a fixed address and with a static
//! unwinder where that speeds up its start.

use std::path::{Path, PathBuf};
use std::process::Command;

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
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        link_at_a_fixed_address();
        link_the_unwinder_statically();
    }
}

/// Links the command without position independence on x86-64 Linux. Relocating the 50,000 addresses in
/// constant tables takes half of the start-up time of a position-independent `nvc`. Start-up time matters
/// because builds call the command once per shader. On other systems, executables must be
/// position-independent, or relocation costs less.
fn link_at_a_fixed_address() {
    println!("cargo::rustc-link-arg-bins=-no-pie");
}

/// Links the static form of GCC's unwinder, which saves the loading of the shared library `libgcc_s.so` at each start, if the
/// linker's driver has it. The standard library passes `-lgcc_s` to the linker. This adds a folder in which that name is a
/// linker script, which names the static library. Not with a shared C++ runtime, which loads `libgcc_s.so` anyway: there should
/// be one unwinder in a process.
fn link_the_unwinder_statically() {
    if has_shared_cpp_runtime() {
        return;
    }
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else { return };
    let Some(library) = static_unwinder().filter(|library| library.is_absolute() && library.exists()) else {
        return;
    };
    let script = format!("INPUT(\"{}\")\n", library.display());
    if std::fs::write(out.join("libgcc_s.so"), script).is_ok() {
        println!("cargo::rustc-link-search=native={}", out.display());
    }
}

/// Whether the validator, which is written in C++, is built in with a shared runtime. The variables are those of the crate `cc`,
/// with which the validator is built.
fn has_shared_cpp_runtime() -> bool {
    let target = std::env::var("TARGET").unwrap_or_default().replace('-', "_");
    let variables = [format!("CXXSTDLIB_{target}"), "CXXSTDLIB".to_owned()];
    for variable in &variables {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let runtime = variables.iter().find_map(|variable| std::env::var(variable).ok()).unwrap_or_default();
    std::env::var_os("CARGO_FEATURE_VALIDATE").is_some() && !runtime.starts_with("static")
}

/// Asks the linker's driver, `cc` if none is configured, for its `libgcc_eh.a`. A driver that does not have it prints the bare
/// name.
fn static_unwinder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name);
    println!("cargo::rerun-if-env-changed=RUSTC_LINKER");
    let linker = match variable("RUSTC_LINKER") {
        Some(linker) => linker,
        None if variable("HOST") == variable("TARGET") => "cc".into(),
        None => return None,
    };
    let output = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().into())
}

/// Returns the version of a package in a lock file, which is on the line after its name.
fn version<'t>(lock: &'t str, package: &str) -> Option<&'t str> {
    let name = format!("name = \"{package}\"");
    let line = lock.lines().skip_while(|line| *line != name).nth(1)?;
    line.strip_prefix("version = \"")?.strip_suffix('"')
}

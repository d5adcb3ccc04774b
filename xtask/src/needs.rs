//! Detects and installs the programs and libraries that the tests need besides Rust.

use crate::command;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A required program or library.
struct Requirement {
    /// Name in messages.
    name: &'static str,
    /// What it does in the tests, as a relative clause: "NAME, which WHY".
    why: &'static str,
    /// Name of the Debian package that contains it.
    package: &'static str,
    /// Whether only the Vulkan tests need it.
    vulkan: bool,
    /// Returns whether it is installed, or not needed or not detectable on this system.
    present: fn() -> bool,
}

const NEEDS: &[Requirement] = &[
    Requirement {
        name: "a C++ compiler",
        why: "builds the SPIR-V validator",
        package: "g++",
        vulkan: false,
        present: has_cxx,
    },
    Requirement {
        name: "CMake",
        why: "builds an example",
        package: "cmake",
        vulkan: false,
        present: || command::is_installed("cmake"),
    },
    Requirement {
        name: "make",
        why: "runs the build files that CMake generates, and reads dependency files",
        package: "make",
        vulkan: false,
        // On Windows, CMake does not use make.
        present: || cfg!(windows) || command::is_installed("make"),
    },
    Requirement {
        name: "ninja",
        why: "reads dependency files",
        package: "ninja-build",
        vulkan: false,
        present: || command::is_installed("ninja"),
    },
    Requirement {
        name: "pkg-config",
        why: "prints the compiler flags for programs that use the C library",
        package: "pkg-config",
        vulkan: false,
        present: || command::is_installed("pkg-config"),
    },
    Requirement {
        name: "Python 3",
        why: "checks the Python program of the book",
        package: "python3",
        vulkan: false,
        present: || command::is_installed("python3"),
    },
    Requirement {
        name: "Python's module venv",
        why: "tests the Python package",
        package: "python3-venv",
        vulkan: false,
        present: crate::python::can_make_environments,
    },
    Requirement {
        name: "z3",
        why: "proves the optimiser's rules",
        package: "z3",
        vulkan: false,
        present: || command::is_installed("z3"),
    },
    Requirement {
        name: "strace",
        why: "shows which files a compilation opens",
        package: "strace",
        vulkan: false,
        // strace exists for Linux only.
        present: || !cfg!(target_os = "linux") || command::is_installed("strace"),
    },
    Requirement {
        name: "the Vulkan loader (libvulkan.so.1)",
        why: "runs compiled programs",
        package: "libvulkan1",
        vulkan: true,
        present: has_loader,
    },
    Requirement {
        name: "lavapipe, Mesa's Vulkan driver for the CPU",
        why: "runs compiled programs without a GPU",
        package: "mesa-vulkan-drivers",
        vulkan: true,
        present: has_lavapipe,
    },
    Requirement {
        name: "Vulkan's validation layer",
        why: "checks how tests and compiled programs use Vulkan",
        package: "vulkan-validationlayers",
        vulkan: true,
        present: has_validation_layer,
    },
];

/// Ensures that all requirements are present; with `vulkan`, also those of the Vulkan tests. Missing ones are installed if
/// `install` is set, or on a Debian machine in continuous integration if this program runs as root. Otherwise, fails with
/// instructions.
pub fn ensure(vulkan: bool, install: bool) -> Result<()> {
    let missing = || -> Vec<&Requirement> {
        NEEDS.iter().filter(|need| (vulkan || !need.vulkan) && !(need.present)()).collect()
    };
    let before = missing();
    if before.is_empty() {
        return Ok(());
    }
    let automatic = std::env::var_os("CI").is_some_and(|v| v == "true") && is_root() && has_apt();
    if !(install || automatic) {
        bail!("{}", instructions(&before));
    }
    if !has_apt() {
        bail!("--install supports only Debian's apt-get.\n{}", instructions(&before));
    }
    if !is_root() {
        bail!("--install must run as root.\n{}", instructions(&before));
    }
    apt_install(&before)?;
    let after = missing();
    if !after.is_empty() {
        bail!("some requirements are still missing after the installation\n{}", instructions(&after));
    }
    Ok(())
}

fn apt_install(needs: &[&Requirement]) -> Result<()> {
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.args(args).env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null());
        command::run(&mut apt)
    };
    apt(&["update", "--quiet"])?;
    let mut args = vec!["install", "--yes", "--quiet", "--no-install-recommends"];
    args.extend(needs.iter().map(|need| need.package));
    apt(&args)
}

/// Returns a message with the missing requirements and the commands that install them.
fn instructions(needs: &[&Requirement]) -> String {
    let mut text = String::from("the tests need\n");
    for need in needs {
        text += &format!("  - {}, which {} (Debian package {})\n", need.name, need.why, need.package);
    }
    let packages: Vec<&str> = needs.iter().map(|need| need.package).collect();
    text += &format!("install with: apt-get install --no-install-recommends {}\n", packages.join(" "));
    text += "or let `cargo xtask test --install` do it";
    if needs.iter().any(|need| need.vulkan) {
        text += "; `cargo xtask test --quick` skips the tests that need Vulkan";
    }
    text
}

fn has_cxx() -> bool {
    if let Ok(chosen) = std::env::var("CXX") {
        // `CXX` may contain a wrapper and a compiler, such as `ccache g++`.
        return chosen.split_whitespace().next().is_some_and(command::is_installed);
    }
    // On Windows, the build finds MSVC through the registry, not through PATH.
    cfg!(windows) || ["c++", "g++", "clang++"].iter().any(|name| command::is_installed(name))
}

fn has_loader() -> bool {
    const DIRS: &[&str] = &["/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"];
    if !cfg!(target_os = "linux") {
        // On other systems there is no cheap lookup; the tests themselves report a missing loader.
        return true;
    }
    let multiarch = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let from_environment = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let dirs = DIRS.iter().map(PathBuf::from).chain([PathBuf::from(multiarch)]);
    dirs.chain(std::env::split_paths(&from_environment)).any(|dir| dir.join("libvulkan.so.1").exists())
}

fn has_lavapipe() -> bool {
    const DIRS: &[&str] = &["/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
    let chosen = ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"];
    // A driver that the user chose is used instead of lavapipe.
    if !cfg!(target_os = "linux") || chosen.iter().any(|name| std::env::var_os(name).is_some()) {
        return true;
    }
    DIRS.iter().any(|dir| has_entry(Path::new(dir), "lvp_icd"))
}

fn has_validation_layer() -> bool {
    const DIRS: &[&str] = &["/usr/share", "/usr/local/share", "/etc"];
    if !cfg!(target_os = "linux") || std::env::var_os("VK_LAYER_PATH").is_some() {
        return true;
    }
    let dirs = DIRS.iter().map(|dir| Path::new(dir).join("vulkan/explicit_layer.d"));
    dirs.into_iter().any(|dir| has_entry(&dir, "VkLayer_khronos_validation"))
}

fn has_entry(dir: &Path, prefix: &str) -> bool {
    let Ok(entries) = std::fs::read_dir(dir) else { return false };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with(prefix))
}

fn has_apt() -> bool {
    Path::new("/etc/debian_version").exists() && command::is_installed("apt-get")
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_name_the_packages() {
        let text = instructions(&NEEDS.iter().collect::<Vec<_>>());
        assert!(text.contains(
            "apt-get install --no-install-recommends g++ cmake make ninja-build pkg-config python3 python3-venv z3 strace libvulkan1 mesa-vulkan-drivers vulkan-validationlayers"
        ));
        assert!(text.contains("--quick"));
        let without_vulkan = instructions(&[&NEEDS[0]]);
        assert!(!without_vulkan.contains("--quick"), "{without_vulkan}");
    }

    #[test]
    fn installed_programs_are_detected() {
        assert!(command::is_installed("cargo"));
        assert!(!command::is_installed("no-such-program-in-any-path"));
    }
}

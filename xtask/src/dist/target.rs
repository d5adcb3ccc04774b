//! The table of release targets.

use super::VERSION;
use crate::install_c;

/// A release target.
pub struct Target {
    /// Target triple of rustc.
    pub triple: &'static str,
    /// Format of the archive.
    pub archive: Archive,
    /// Whether the SPIR-V validator is built in, unless `--no-validator` is given. Since it is written in C++, it needs a C++
    /// compiler for the target, which Debian lacks for musl.
    pub validator: bool,
    /// How the C library is installed; `None` if the archive does not contain it.
    pub c_library: Option<&'static install_c::System>,
    /// Whether a Debian package is made.
    pub debian: bool,
    /// Flags for rustc.
    pub flags: &'static [&'static str],
    /// Command and arguments that run a program of this target on a machine that cannot run it directly; empty if there is
    /// no default. Cargo's variable `CARGO_TARGET_<TRIPLE>_RUNNER` overrides them.
    pub runner: &'static [&'static str],
}

/// An archive format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// `.tar.gz`
    TarGz,
    /// `.zip`
    Zip,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target {
        triple: "x86_64-unknown-linux-gnu",
        archive: Archive::TarGz,
        validator: true,
        c_library: Some(&install_c::LINUX),
        debian: true,
        flags: &[],
        runner: &[],
    },
    Target {
        triple: "x86_64-unknown-linux-musl",
        archive: Archive::TarGz,
        validator: false,
        c_library: None,
        debian: false,
        // At a fixed address. Relocating the 50,000 addresses in constant tables takes half of the start-up time of a
        // position-independent command. For glibc, crates/nvc-cli/build.rs does that. Not in Cargo's configuration: on a musl
        // host it would apply to procedural macros, which must be position-independent.
        flags: &["-Crelocation-model=static"],
        runner: &[],
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        archive: Archive::TarGz,
        validator: true,
        c_library: Some(&install_c::LINUX),
        debian: false,
        flags: &[],
        runner: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        archive: Archive::Zip,
        validator: true,
        c_library: None,
        debian: false,
        flags: &[],
        runner: &["wine"],
    },
];

impl Target {
    /// Returns the name of the archive without extension, which is also the name of the archive's top folder.
    pub fn name(&self) -> String {
        format!("nvc-{VERSION}-{}", self.triple)
    }

    /// Returns the file name of the command.
    pub fn command(&self) -> &'static str {
        if self.is_windows() { "nvc.exe" } else { "nvc" }
    }

    /// Returns whether the target is Windows.
    pub fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// Returns the name of Cargo's environment variable for a setting of the target, such as `RUNNER`.
    pub fn variable(&self, key: &str) -> String {
        format!("CARGO_TARGET_{}_{key}", self.triple.to_uppercase().replace('-', "_"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_all_archives() {
        let page =
            std::fs::read_to_string(crate::command::root().join("docs/releases.md")).expect("the page");
        for target in TARGETS {
            let extension = if target.archive == Archive::Zip { "zip" } else { "tar.gz" };
            let row = format!("| `nvc-VERSION-{}.{extension}` |", target.triple);
            assert!(page.contains(&row), "{row}");
        }
    }

    #[test]
    fn variables_are_named_as_cargo_names_them() {
        let musl = TARGETS.iter().find(|target| target.triple.ends_with("musl")).expect("musl");
        assert_eq!(musl.variable("RUNNER"), "CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_RUNNER");
        assert_eq!((musl.command(), musl.is_windows()), ("nvc", false));
    }
}

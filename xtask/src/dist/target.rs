//! The targets that a release is made for.

use super::VERSION;
use crate::install_c;

/// A target.
pub struct Target {
    /// Its name for rustc.
    pub triple: &'static str,
    /// The form of its archive.
    pub archive: Archive,
    /// Whether the SPIR-V validator is built in. It is C++: there must be a C++ compiler for the target, which Debian does
    /// not have for musl, and the target's systems must have the C++ runtime.
    pub validator: bool,
    /// How the C library is installed; `None` if the archive does not contain it.
    pub library: Option<&'static install_c::System>,
    /// Whether a Debian package is made.
    pub debian: bool,
    /// The command that runs its programs on a host of another kind, unless Cargo's variable
    /// `CARGO_TARGET_<TRIPLE>_RUNNER` names one.
    pub runner: &'static [&'static str],
}

/// The form of an archive.
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
        library: Some(&install_c::LINUX),
        debian: true,
        runner: &[],
    },
    Target {
        triple: "x86_64-unknown-linux-musl",
        archive: Archive::TarGz,
        validator: false,
        library: None,
        debian: false,
        runner: &[],
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        archive: Archive::TarGz,
        validator: false,
        library: Some(&install_c::LINUX),
        debian: false,
        runner: &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"],
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        archive: Archive::Zip,
        validator: false,
        library: None,
        debian: false,
        runner: &["wine"],
    },
];

impl Target {
    /// The name of its archive without extension, and of the archive's only folder.
    pub fn name(&self) -> String {
        format!("nvc-{VERSION}-{}", self.triple)
    }

    /// The file name of the command.
    pub fn command(&self) -> &'static str {
        if self.is_windows() { "nvc.exe" } else { "nvc" }
    }

    /// Whether its programs run on Windows.
    pub fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// The name of one of Cargo's variables for the target.
    pub fn variable(&self, key: &str) -> String {
        format!("CARGO_TARGET_{}_{key}", self.triple.to_uppercase().replace('-', "_"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_page() {
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

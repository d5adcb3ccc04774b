//! Installs the C library that was built with the tests, through `cargo xtask install-c`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a command, which must succeed, and returns its standard output.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{printed}{}", String::from_utf8_lossy(&output.stderr));
    printed
}

/// Returns the folder of the libraries. Cargo builds them before these tests, because this package's
/// dev-dependencies include them.
pub fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("the test");
    test.parent().expect("a folder").to_owned()
}

/// A temporary folder in which the library is installed.
pub struct Prefix {
    folder: tempfile::TempDir,
}

impl Prefix {
    /// Installs the library.
    pub fn new() -> Self {
        let prefix = Prefix { folder: tempfile::tempdir().expect("a folder") };
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--package", "xtask", "--", "install-c"]);
        cargo.arg("--prefix").arg(prefix.path()).arg("--libraries").arg(libraries());
        if nvc::built_in_validator().is_some() {
            cargo.args(["--features", "validate"]);
        }
        run(cargo.current_dir(env!("CARGO_MANIFEST_DIR")));
        prefix
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns the path of the installed libraries.
    pub fn lib(&self) -> PathBuf {
        self.path().join("lib")
    }

    /// Returns the flags that pkg-config prints for these arguments.
    pub fn pkg_config(&self, arguments: &[&str]) -> Vec<String> {
        let mut command = Command::new("pkg-config");
        command.args(arguments).env("PKG_CONFIG_PATH", self.lib().join("pkgconfig"));
        run(&mut command).split_whitespace().map(str::to_owned).collect()
    }
}

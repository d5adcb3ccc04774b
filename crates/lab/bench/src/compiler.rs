//! The commands that are compared: `nvc`, and other compilers of GLSL.

use crate::machine::first_line;
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// A command that compiles a GLSL file to SPIR-V. It is called as `PROGRAM ARGUMENTS SOURCE -o OUTPUT`.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// Name in the report.
    pub name: String,
    program: OsString,
    arguments: Vec<String>,
}

impl Compiler {
    /// The command `nvc` at `path`, without validation.
    pub fn nvc(path: &Path) -> Self {
        let arguments = ["compile", "--no-validate"].map(str::to_owned);
        Compiler { name: "nvc".to_owned(), program: path.into(), arguments: arguments.into() }
    }

    /// The name of the command linked with glibc, which is compared with the static one.
    pub const GLIBC: &str = "nvc, with glibc";

    /// The command linked with glibc at `path`.
    pub fn glibc(path: &Path) -> Self {
        Compiler { name: Self::GLIBC.to_owned(), ..Self::nvc(path) }
    }

    /// Parses `NAME=COMMAND`. COMMAND is split into words as by a shell.
    pub fn parse(text: &str) -> Result<Self> {
        let (name, command) = text.split_once('=').context("expected NAME=COMMAND")?;
        let mut words =
            shlex::split(command).context("the command has an unclosed quotation mark")?.into_iter();
        let program = words.next().context("the command is empty")?;
        Ok(Compiler { name: name.to_owned(), program: program.into(), arguments: words.collect() })
    }

    /// Returns the command that compiles `source` to `output`.
    pub fn command(&self, source: &Path, output: &Path) -> Command {
        let mut command = self.files(&[source]);
        command.arg("-o").arg(output);
        command
    }

    /// Returns the command without an output.
    pub fn files(&self, sources: &[impl AsRef<Path>]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).args(sources.iter().map(AsRef::as_ref));
        command
    }

    /// Returns the first line that `PROGRAM --version` prints.
    pub fn version(&self) -> Result<String> {
        first_line(Command::new(&self.program).arg("--version"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_into_words() -> Result<()> {
        let peer = Compiler::parse("glslc -O=some/glslc -O '-DTEXT=a b'")?;
        assert_eq!(peer.name, "glslc -O");
        let command = peer.command(Path::new("a.comp"), Path::new("a.spv"));
        let words: Vec<_> = command.get_args().collect();
        assert_eq!(words, ["-O", "-DTEXT=a b", "a.comp", "-o", "a.spv"]);
        assert_eq!(command.get_program(), "some/glslc");
        for wrong in ["glslc", "glslc=", "glslc='"] {
            assert!(Compiler::parse(wrong).is_err(), "{wrong}");
        }
        Ok(())
    }
}

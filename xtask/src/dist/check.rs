//! `cargo xtask dist --check`: checks that the artefacts work, that the commands of all targets produce the same modules, and
//! that a second build produces the same bytes.

use super::build::Builder;
use super::target::{self, Target};
use super::{Artefact, Release, checksums, container, deb, debian_root, runner, sbom, sources};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The inputs of the checks.
pub struct Check<'a> {
    /// The release.
    pub release: &'a Release,
    /// Folder for unpacked archives and other temporary files.
    pub folder: &'a Path,
    /// Folder of the artefacts.
    pub out: &'a Path,
}

/// The page of the book whose `sh` blocks install a release.
const PAGE: &str = "docs/releases.md";
/// The target whose archive the page's commands install, and that the container file uses.
const INSTALLED: &str = super::STATIC;

/// Folders of testdata whose programs the command compiles.
const SAMPLES: &[&str] = &["asm/examples", "glsl/programs"];
/// Minimum number of modules that the command must produce from the samples.
const FEWEST_MODULES: usize = 60;

impl Check<'_> {
    /// Runs the checks; the second build only if `rebuild` is set.
    pub fn run(&self, builders: &[Builder], artefacts: &[Artefact], rebuild: bool) -> Result<()> {
        std::fs::create_dir_all(self.folder)
            .with_context(|| format!("cannot create {}", self.folder.display()))?;
        let mut sums = Command::new("sha256sum");
        sums.args(["--check", "--strict", "--quiet", checksums::NAME]).current_dir(self.out);
        crate::command::run(&mut sums)?;
        let native = Command::new(&self.release.native);
        let expected = compile(native, false, &self.folder.join("native"))?;
        let modules = expected.1.len();
        ensure!(
            modules >= FEWEST_MODULES,
            "the samples produce only {modules} modules; at least {FEWEST_MODULES} are expected"
        );
        for builder in builders {
            let name = builder.target.triple;
            let prefix = self.unpack(builder)?;
            let program = prefix.join("bin").join(builder.target.command());
            version(builder, &program).with_context(|| format!("{name}: the check of `--version` failed"))?;
            if name == super::STATIC {
                ensure!(has_fixed_address(&program)?, "{name}: the command is position-independent");
            }
            let command = runner::command(builder.target, &program);
            let found = compile(command, builder.validator, &self.folder.join(format!("modules-{name}")))?;
            same(&expected, &found)
                .with_context(|| format!("{name}: the output differs from the native command's"))?;
            println!("{name}: {modules} modules are identical to those of the native command");
            let bill = self.out.join(format!("{}.cdx.json", builder.target.name()));
            sbom::check(builder, &std::fs::read(bill)?).context(name)?;
            if builder.target.c_library.is_some() {
                library(builder.target, &prefix, &self.folder.join(format!("embedded-{name}")))
                    .with_context(|| format!("{name}: the C library"))?;
            }
            if builder.target.debian {
                debian_root::check(&self.out.join(deb::name(builder)), &self.folder.join("debian"))?;
            }
        }
        if let Some(builder) = builders.iter().find(|builder| builder.target.triple == INSTALLED) {
            self.install()?;
            let archive = format!("{}.tar.gz", builder.target.name());
            container::check(self.out, &archive, &self.folder.join("container"))?;
        }
        if rebuild {
            self.rebuild(builders, artefacts)?;
        }
        Ok(())
    }

    /// Runs the page's commands in the folder of the artefacts, with an empty home folder.
    fn install(&self) -> Result<()> {
        let page = std::fs::read_to_string(crate::command::root().join(PAGE))?;
        let commands = crate::python::shell_lines(&page);
        ensure!(commands.iter().any(|line| line.contains(INSTALLED)), "{PAGE} does not install {INSTALLED}");
        let home = self.folder.join("home");
        if home.exists() {
            std::fs::remove_dir_all(&home)?;
        }
        std::fs::create_dir_all(&home)?;
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", &commands.join("\n")]).current_dir(self.out).env("HOME", &home);
        crate::command::run(&mut shell)
    }

    /// Unpacks the archive of a target. Returns the folder that the archive contains.
    fn unpack(&self, builder: &Builder) -> Result<PathBuf> {
        let name = builder.target.name();
        let folder = self.folder.join(&name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        match builder.target.archive {
            target::Archive::TarGz => {
                let mut tar = Command::new("tar");
                tar.arg("-xzf").arg(self.out.join(format!("{name}.tar.gz"))).arg("-C").arg(self.folder);
                crate::command::run(&mut tar)?;
            }
            target::Archive::Zip => {
                let file = std::fs::File::open(self.out.join(format!("{name}.zip")))?;
                zip::ZipArchive::new(file)?.extract(self.folder)?;
            }
        }
        Ok(folder)
    }

    /// Builds the artefacts again from a copy of the sources in another folder, and compares them with the first ones.
    fn rebuild(&self, builders: &[Builder], artefacts: &[Artefact]) -> Result<()> {
        let root = sources::copy(&self.folder.join("rebuild/sources"))?;
        let directory = self.folder.join("rebuild/target");
        if directory.exists() {
            std::fs::remove_dir_all(&directory)?;
        }
        std::fs::create_dir_all(&directory)?;
        let directory = directory.canonicalize()?;
        let mut second = Vec::new();
        for builder in builders {
            second.extend(super::artefacts_of(builder, self.release, &root, &directory)?);
        }
        let differs = |(first, second): &(&Artefact, &Artefact)| first.bytes != second.bytes;
        let different: Vec<&str> =
            artefacts.iter().zip(&second).filter(differs).map(|(first, _)| first.name.as_str()).collect();
        if !different.is_empty() {
            bail!(
                "these artefacts differ in a second build: {}; compare with {}",
                different.join(", "),
                directory.display()
            );
        }
        println!("a second build reproduces all {} artefacts byte for byte", second.len());
        Ok(())
    }
}

/// Checks that the command starts, and that it prints its version and whether the validator is built in.
fn version(builder: &Builder, program: &Path) -> Result<()> {
    let output = runner::command(builder.target, program).args(["--version", "-v"]).output();
    let output = output.with_context(|| {
        let variable = builder.target.variable("RUNNER");
        format!("cannot start the command or its runner; install the runner, or name another in {variable}")
    })?;
    let text = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ensure!(text.starts_with(&format!("nvc {}", super::VERSION)), "it prints\n{text}");
    ensure!(text.contains("built in") == builder.validator, "it prints\n{text}");
    Ok(())
}

/// Whether an ELF file is an executable at a fixed address, and so starts without relocation.
fn has_fixed_address(program: &Path) -> Result<bool> {
    /// The value of the header's field `e_type` in such files (`ET_EXEC`).
    const EXECUTABLE: &[u8] = &[2, 0];
    let bytes = std::fs::read(program).with_context(|| program.display().to_string())?;
    Ok(bytes.get(16..18) == Some(EXECUTABLE))
}

/// Checks that a program that uses the C library builds with the flags that pkg-config prints, and that it runs.
fn library(target: &Target, prefix: &Path, program: &Path) -> Result<()> {
    let libraries = prefix.join("lib");
    let flags = Command::new("pkg-config")
        .args(["--cflags", "--libs", "nvc"])
        .env("PKG_CONFIG_PATH", libraries.join("pkgconfig"))
        .output()
        .context("cannot start pkg-config")?;
    ensure!(flags.status.success(), "pkg-config: {}", String::from_utf8_lossy(&flags.stderr));
    // Cargo's linker for the target is a C compiler.
    let linker = std::env::var_os(target.variable("LINKER")).unwrap_or_else(|| "cc".into());
    let mut compiler = Command::new(linker);
    compiler
        .arg(format!("-Wl,-rpath,{}", libraries.display()))
        .args(["-std=c11", "-o"])
        .arg(program)
        .arg(crate::command::root().join("examples/c/compile.c"));
    compiler.args(String::from_utf8_lossy(&flags.stdout).split_whitespace());
    crate::command::run(&mut compiler)?;
    let output = runner::command(target, program).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    println!("{}: examples/c/compile.c builds with this library and runs", target.triple);
    Ok(())
}

/// The exit status of a compilation, and its modules by name.
type Compiled = (Option<i32>, BTreeMap<String, Vec<u8>>);

/// Copies the samples to `folder`, which is emptied first, and compiles them there. `validate` is whether the command
/// validates the modules.
fn compile(mut command: Command, validate: bool, folder: &Path) -> Result<Compiled> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let samples = folder.join("samples");
    std::fs::create_dir_all(&samples)?;
    let mut names = Vec::new();
    for sample in SAMPLES {
        let from = crate::command::root().join("testdata").join(sample);
        for entry in std::fs::read_dir(&from).with_context(|| format!("cannot read {}", from.display()))? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if [".nvcp", ".comp"].iter().any(|extension| name.ends_with(extension)) {
                std::fs::copy(&path, samples.join(&name))?;
                names.push(format!("samples/{name}"));
            }
        }
    }
    names.sort();
    // Relative names, because absolute paths are different under Wine.
    command.args(["compile", "--quiet", "--out-dir", "modules"]).args(&names);
    if !validate {
        command.arg("--no-validate");
    }
    let output: Output = command.current_dir(folder).output().context("the command does not start")?;
    let mut modules = BTreeMap::new();
    collect(&folder.join("modules"), "", &mut modules)
        .with_context(|| format!("no modules were written:\n{}", String::from_utf8_lossy(&output.stderr)))?;
    Ok((output.status.code(), modules))
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, std::fs::read(entry.path())?);
        }
    }
    Ok(())
}

/// Checks that two commands returned the same exit status and produced the same modules.
fn same(expected: &Compiled, found: &Compiled) -> Result<()> {
    ensure!(expected.0 == found.0, "it exits with status {:?}, not {:?}", found.0, expected.0);
    let names = |compiled: &Compiled| compiled.1.keys().cloned().collect::<Vec<_>>();
    ensure!(names(expected) == names(found), "it writes {:?}, not {:?}", names(found), names(expected));
    let different: Vec<&String> = expected
        .1
        .iter()
        .filter(|(name, bytes)| found.1.get(*name) != Some(bytes))
        .map(|(name, _)| name)
        .collect();
    ensure!(different.is_empty(), "these modules differ: {different:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_found() {
        let compiled = |status, modules: &[(&str, &[u8])]| -> Compiled {
            (Some(status), modules.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect())
        };
        let first = compiled(0, &[("a", b"1"), ("b", b"2")]);
        assert!(same(&first, &first).is_ok());
        assert!(same(&first, &compiled(1, &[("a", b"1"), ("b", b"2")])).is_err());
        assert!(same(&first, &compiled(0, &[("a", b"1")])).is_err());
        assert!(same(&first, &compiled(0, &[("a", b"1"), ("b", b"3")])).is_err());
    }
}

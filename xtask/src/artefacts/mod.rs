//! `cargo xtask artefacts`: measures the sizes and start-up times of what users install, and prints them with the recorded
//! build times as a table, or writes the table into the book.

mod measure;
mod page;

use crate::{command, editors, playground, python, timing};
use anyhow::{Context, Result};
use measure::Measured;
use std::path::PathBuf;

/// Options of `cargo xtask artefacts`.
#[derive(clap::Args)]
pub struct Args {
    /// First run `cargo build --release` in an empty target folder. The other artefacts are measured as `dist`,
    /// `python`, `playground` and `editors` left them
    #[arg(long)]
    build: bool,
    /// Write the table into docs/releases.md instead of printing it
    #[arg(long)]
    write: bool,
    /// Google's libshaderc.so to compare the C library with [default: the installed one]
    #[arg(long, value_name = "FILE")]
    shaderc: Option<PathBuf>,
    /// The Python that loads the libraries, such as a script that runs Python in another system
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: PathBuf,
}

/// A row of the table.
struct Row {
    /// Name of the artefact in the table.
    name: &'static str,
    /// Artefact to measure.
    what: What,
    /// Name of the build in `build-times.toml`; empty if the project does not build it.
    build: &'static str,
}

/// The artefact of a row. Paths are relative to the target folder.
enum What {
    /// A command for this machine; its start-up time is the CPU time of `--version`.
    Command(&'static str),
    /// A command for another release target, with that target's triple; its start-up time includes that of the emulator.
    Emulated(&'static str, &'static str),
    /// A file that is not started.
    File(&'static str),
    /// A shared library; its start-up time is the CPU time of loading it.
    Library(&'static str),
    /// The shared library of shaderc, given by `--shaderc` or installed.
    Shaderc,
    /// The folder of a Python wheel; its start-up time is the CPU time of the import.
    Wheel(&'static str),
    /// The folder of an npm package; its start-up time is the CPU time of loading the compiler in Node.
    Npm(&'static str),
    /// A folder of files that are not started; its size is the sum of its files.
    Folder(&'static str),
    /// The folder of a Debian package, and the end of the package's file name.
    Debian(&'static str, &'static str),
    /// A ZIP archive that is not started.
    Zip(&'static str),
}

impl What {
    /// Returns whether a start-up time is measured.
    fn starts(&self) -> bool {
        !matches!(self, What::File(_) | What::Folder(_) | What::Debian(..) | What::Zip(_))
    }
}

/// Name of the build `cargo build --release`.
const RELEASE: &str = "release";

/// The target folder of that build, so that it starts from scratch.
const SCRATCH: &str = "from-scratch";

const ROWS: &[Row] = &[
    Row {
        name: "command, `cargo build --release`",
        what: What::Command("from-scratch/release/nvc"),
        build: RELEASE,
    },
    Row {
        name: "command, Linux x86-64 (glibc), with the validator",
        what: What::Command("x86_64-unknown-linux-gnu/dist/nvc"),
        build: "x86_64-unknown-linux-gnu",
    },
    Row {
        name: "command, Linux x86-64 (musl, static)",
        what: What::Command("x86_64-unknown-linux-musl/dist/nvc"),
        build: "x86_64-unknown-linux-musl",
    },
    Row {
        name: "command, Linux AArch64, with the validator (started in QEMU)",
        what: What::Emulated("aarch64-unknown-linux-gnu/dist/nvc", "aarch64-unknown-linux-gnu"),
        build: "aarch64-unknown-linux-gnu",
    },
    Row {
        name: "command, Windows x86-64, with the validator (started in Wine)",
        what: What::Emulated("x86_64-pc-windows-gnu/dist/nvc.exe", "x86_64-pc-windows-gnu"),
        build: "x86_64-pc-windows-gnu",
    },
    Row {
        name: "`libnvc.so`, Linux x86-64, with the validator",
        what: What::Library("x86_64-unknown-linux-gnu/dist/libnvc_c.so"),
        build: "x86_64-unknown-linux-gnu",
    },
    Row {
        name: "`libnvc.a`, Linux x86-64, with the validator",
        what: What::File("x86_64-unknown-linux-gnu/dist/libnvc_c.a"),
        build: "x86_64-unknown-linux-gnu",
    },
    Row { name: "for comparison: `libshaderc.so`", what: What::Shaderc, build: "" },
    Row {
        name: "Debian package, x86-64",
        what: What::Debian("releases", "_amd64.deb"),
        build: "x86_64-unknown-linux-gnu",
    },
    Row { name: "Python wheel", what: What::Wheel("python/wheels"), build: python::BUILD },
    Row { name: "npm package", what: What::Npm("npm/nvc-wasm"), build: playground::PROFILE },
    Row { name: "playground", what: What::Folder("playground"), build: playground::BUILD },
    Row { name: "VS Code extension", what: What::Zip("editors/nvc.vsix"), build: editors::BUILD },
];

/// Measures the artefacts in the target folder, and prints or writes the table.
pub fn run(args: &Args) -> Result<()> {
    let directory = command::target_directory()?;
    if args.build {
        let scratch = directory.join(SCRATCH);
        let _ = std::fs::remove_dir_all(&scratch);
        let mut build = command::cargo(&["build", "--release", "--locked", "--target-dir"]);
        timing::build(&directory, RELEASE, &scratch, || command::run(build.arg(&scratch)))?;
    }
    let builds = timing::builds(&directory);
    let mut rows = Vec::new();
    for row in ROWS {
        let measured = measure::measure(&row.what, &directory, args.shaderc.as_deref(), &args.python)
            .with_context(|| format!("cannot measure: {}", row.name))?;
        let build = measured.as_ref().and_then(|_| builds.get(row.build)).copied();
        rows.push(page::Line {
            name: row.name,
            measured: measured.unwrap_or_default(),
            starts: row.what.starts(),
            build,
            built: !row.build.is_empty(),
        });
    }
    let table = page::table(&rows);
    if args.write {
        return page::write(&table);
    }
    print!("{table}");
    Ok(())
}

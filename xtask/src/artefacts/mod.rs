//! `cargo xtask artefacts`: measures the sizes, start-up times and build times of what users install, and writes them as a
//! table of the book.

mod measure;
mod page;

use crate::command;
use anyhow::{Context, Result};
use measure::Measured;
use std::path::PathBuf;

/// Options of `cargo xtask artefacts`.
#[derive(clap::Args)]
pub struct Args {
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
    /// Name of the build in `build-times.toml`; empty if its time is not recorded.
    build: &'static str,
}

/// The artefact of a row. Paths are relative to the target folder.
enum What {
    /// A command for this machine; its start-up time is the CPU time of `--version`.
    Command(&'static str),
    /// A file without a start-up time, such as a command for another machine.
    File(&'static str),
    /// A shared library; its start-up time is the CPU time of loading it.
    Library(&'static str),
    /// The shared library of shaderc, given by `--shaderc` or installed.
    Shaderc,
    /// The folder of a Python wheel; its start-up time is the CPU time of the import.
    Wheel(&'static str),
    /// A folder; its size is the sum of its files.
    Folder(&'static str),
}

const ROWS: &[Row] = &[
    Row { name: "command, `cargo build --release`", what: What::Command("release/nvc"), build: "" },
    Row {
        name: "command, Linux x86-64 (glibc), with the validator",
        what: What::Command("x86_64-unknown-linux-gnu/dist/nvc"),
        build: "x86_64-unknown-linux-gnu",
    },
    Row {
        name: "the same without the validator",
        what: What::Command("no-validator/x86_64-unknown-linux-gnu/dist/nvc"),
        build: "no-validator/x86_64-unknown-linux-gnu",
    },
    Row {
        name: "command, Linux x86-64 (musl, static)",
        what: What::Command("x86_64-unknown-linux-musl/dist/nvc"),
        build: "x86_64-unknown-linux-musl",
    },
    Row {
        name: "command, Linux AArch64",
        what: What::File("aarch64-unknown-linux-gnu/dist/nvc"),
        build: "aarch64-unknown-linux-gnu",
    },
    Row {
        name: "command, Windows x86-64",
        what: What::File("x86_64-pc-windows-gnu/dist/nvc.exe"),
        build: "x86_64-pc-windows-gnu",
    },
    Row {
        name: "`libnvc.so`, Linux x86-64, without the validator",
        what: What::Library("no-validator/x86_64-unknown-linux-gnu/dist/libnvc_c.so"),
        build: "",
    },
    Row { name: "for comparison: `libshaderc.so`", what: What::Shaderc, build: "" },
    Row { name: "Python wheel", what: What::Wheel("python/wheels"), build: "" },
    Row { name: "npm package", what: What::Folder("npm/nvc-wasm"), build: "wasm" },
    Row { name: "playground", what: What::Folder("playground"), build: "" },
];

/// Measures the artefacts in the target folder, and prints or writes the table.
pub fn run(args: &Args) -> Result<()> {
    let directory = command::target_directory()?;
    let builds = crate::timing::builds(&directory);
    let mut rows = Vec::new();
    for row in ROWS {
        let measured = measure::measure(&row.what, &directory, args.shaderc.as_deref(), &args.python)
            .with_context(|| format!("cannot measure: {}", row.name))?;
        let build = measured.as_ref().and_then(|_| builds.get(row.build)).copied();
        rows.push((row.name, measured.unwrap_or_default(), build));
    }
    let table = page::table(&rows);
    if args.write {
        return page::write(&table);
    }
    print!("{table}");
    Ok(())
}

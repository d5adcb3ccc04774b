//! The targets of the compiler's speed: measures each, and prints a table that says which are met. All times are CPU times.
//! What is compared is measured in turns, so that a change of the machine's speed affects both sides.

mod assembly;
mod batch;
mod large;
mod process;
mod start;
mod table;

use crate::compiler::Compiler;
use crate::corpus::Program;
use anyhow::Result;
use serde::Serialize;
use std::fmt;
use std::path::Path;
use table::Row;

/// What the targets are measured on.
pub struct Inputs<'a> {
    /// The `nvc` command.
    pub nvc: &'a Path,
    /// Other compilers of GLSL. The target is the ratio to the first.
    pub peers: &'a [Compiler],
    /// The command linked with glibc, if `nvc` is the static one.
    pub glibc: Option<&'a Path>,
    /// The folder of the corpus, whose GLSL is compiled by nvc and the peers.
    pub corpus: &'a Path,
    /// The assembly programs of the corpus.
    pub programs: &'a [Program],
    /// The manifest of llama.cpp's shaders, in the folder of its sources.
    pub manifest: Option<&'a Path>,
    /// Number of measurements of what takes milliseconds.
    pub runs: u32,
}

/// The measured targets.
#[derive(Serialize)]
pub struct Targets {
    /// Whether the measured command is the static one.
    is_static: bool,
    rows: Vec<Row>,
    peers: Vec<process::Comparison>,
    rates: Vec<assembly::Rate>,
}

impl Targets {
    /// Measures all targets.
    pub fn measure(inputs: &Inputs<'_>) -> Result<Self> {
        let mut rows = Vec::from(start::measure(inputs.nvc)?);
        let peers: Vec<Compiler> =
            inputs.peers.iter().cloned().chain(inputs.glibc.map(Compiler::glibc)).collect();
        let peers = process::measure(&Compiler::nvc(inputs.nvc), &peers, inputs.corpus, inputs.runs)?;
        rows.extend(process::rows(&peers));
        rows.push(assembly::corpus(inputs.programs, inputs.runs)?);
        let rates = assembly::rates(inputs.programs)?;
        rows.extend(assembly::rows(&rates));
        rows.push(batch::measure(inputs.nvc, inputs.manifest)?);
        Ok(Targets { is_static: inputs.glibc.is_some(), rows, peers, rates })
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_static {
            writeln!(f, "nvc is the static command of the release.")?;
        }
        table::HEADER.fmt(f)?;
        self.rows.iter().try_for_each(|row| row.fmt(f))
    }
}

//! Compiles the shaders in parallel.

use crate::Error;
use crate::inputs::Input;
use nvc::codegen::Shader;
use nvc::{Compiler, render};
use std::path::PathBuf;

/// The result of one shader.
pub(crate) struct Compiled {
    /// The Rust module, if there was no error.
    pub module: Option<String>,
    /// Its diagnostics as text.
    pub messages: String,
    /// The files read, in a deterministic order.
    pub read: Vec<PathBuf>,
}

/// Compiles all shaders on at most `threads` threads, each to a module with its name.
pub(crate) fn all(
    jobs: &[(&Input, &String)],
    compiler: &Compiler,
    threads: usize,
) -> Result<Vec<Compiled>, Error> {
    nvc::parallel::map(jobs, threads, |(input, name)| one(input, name, compiler))
        .map_err(|error| Error::Threads(error.to_string()))?
        .into_iter()
        .collect()
}

fn one(input: &Input, name: &str, compiler: &Compiler) -> Result<Compiled, Error> {
    let bytes =
        nvc::read_file(&input.path).map_err(|source| Error::Read { path: input.path.clone(), source })?;
    let shown = input.path.to_string_lossy();
    let (module, report) = match compiler.compile_bytes(&shown, &bytes) {
        Ok(compiled) => {
            let (words, reflection) = (compiled.artifact.words(), compiled.reflection.as_deref());
            let module = words
                .zip(reflection)
                .map(|(words, reflection)| nvc::codegen::rust(&Shader::new(name, &shown, words, reflection)));
            (module, compiled.report)
        }
        Err(error) => (None, error.into_report()),
    };
    let read = report.dependencies().map(PathBuf::from).collect();
    Ok(Compiled { module, messages: report.messages(render::Style::default()), read })
}

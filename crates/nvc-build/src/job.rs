//! Compiling the shaders, side by side.

use crate::Error;
use crate::inputs::Input;
use nvc::codegen::Shader;
use nvc::{Folders, Options, render};
use rayon::prelude::*;
use std::path::PathBuf;

/// Stack of the threads: what the first thread has on most systems.
const STACK_BYTES: usize = 8 << 20;

/// What became of a shader.
pub(crate) struct Compiled {
    /// The module, if there was no error.
    pub module: Option<String>,
    /// All that there is to say.
    pub messages: String,
    /// The files that were read, in a fixed order.
    pub read: Vec<PathBuf>,
}

/// Compiles all shaders, each to the module of its name, on at most `threads` threads.
pub(crate) fn all(
    jobs: &[(&Input, &String)],
    options: &Options,
    includes: &[PathBuf],
    threads: usize,
) -> Result<Vec<Compiled>, Error> {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(STACK_BYTES).num_threads(threads).build();
    let pool = pool.map_err(|error| Error::Threads(error.to_string()))?;
    pool.install(|| jobs.par_iter().map(|(input, name)| one(input, name, options, includes)).collect())
}

fn one(input: &Input, name: &str, options: &Options, includes: &[PathBuf]) -> Result<Compiled, Error> {
    let bytes =
        nvc::read_file(&input.path).map_err(|source| Error::Read { path: input.path.clone(), source })?;
    let shown = input.path.to_string_lossy();
    let output = nvc::compile_bytes_with(&shown, &bytes, options, &Folders::new(includes));
    let module = match (&output.artifact, &output.reflection) {
        (Some(artifact), Some(reflection)) => {
            artifact.words().map(|words| nvc::codegen::rust(&Shader::new(name, &shown, words, reflection)))
        }
        _ => None,
    };
    let read = output.inputs.iter().map(|name| PathBuf::from(&**name)).collect();
    Ok(Compiled { module, messages: output.messages(render::Style::default()), read })
}

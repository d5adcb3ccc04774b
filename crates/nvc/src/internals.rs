//! Access to the IR and to the front end's options, for other crates of this repository, such as those that run the IR
//! on the interpreter. This module is not part of the stable interface.

pub use crate::pipeline::dump;
use crate::{CompileError, Compiler, Report, pipeline};
pub use nvc_ir::{Module, Phase};
pub use nvc_spirv::without_names;

/// Compiles the content of a file to an IR module at a pipeline phase: before or after the passes.
///
/// # Errors
/// As for [`Compiler::compile_bytes`].
pub fn module(
    compiler: &Compiler,
    name: &str,
    bytes: &[u8],
    phase: Phase,
) -> Result<(Module, Report), CompileError> {
    linked_module(compiler, (name, bytes), &[], phase)
}

/// Links the contents of files, each with its name, to an IR module at a pipeline phase.
///
/// # Errors
/// As for [`Compiler::link_bytes`].
pub fn linked_module(
    compiler: &Compiler,
    first: (&str, &[u8]),
    others: &[(&str, &[u8])],
    phase: Phase,
) -> Result<(Module, Report), CompileError> {
    let source = compiler.decode(first.0, first.1)?;
    let others = others.iter().map(|(name, bytes)| compiler.decode(name, bytes));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let mut report = Report::new(source.clone(), &compiler.options, compiler.cancellation.as_ref());
    others.iter().for_each(|source| report.add(source));
    let module = pipeline::module(&source, &others, &compiler.options, phase, &*compiler.loader, &mut report);
    report.diagnostics.sort();
    match module {
        Ok(module) if !report.diagnostics.has_errors() => Ok((module, report)),
        _ => Err(CompileError::new(report)),
    }
}

/// Returns the options of the GLSL front end, which the language server calls directly.
pub fn glsl_options(options: &crate::Options) -> nvc_glsl::options::Options {
    options.glsl()
}

//! Access to the IR, for the command and the laboratory, which run it on the interpreter. Not part of the stable
//! interface.

use crate::{CompileError, Compiler, Report, pipeline};
pub use nvc_ir::{Module, Phase};

/// Compiles the content of a file to an IR module in a phase: before or after the passes.
///
/// # Errors
/// As [`Compiler::compile_bytes`].
pub fn module(
    compiler: &Compiler,
    name: &str,
    bytes: &[u8],
    phase: Phase,
) -> Result<(Module, Report), CompileError> {
    linked_module(compiler, (name, bytes), &[], phase)
}

/// Links the contents of files, each with its name, to an IR module in a phase.
///
/// # Errors
/// As [`Compiler::link_bytes`].
pub fn linked_module(
    compiler: &Compiler,
    first: (&str, &[u8]),
    others: &[(&str, &[u8])],
    phase: Phase,
) -> Result<(Module, Report), CompileError> {
    let source = compiler.decode(first.0, first.1)?;
    let others = others.iter().map(|(name, bytes)| compiler.decode(name, bytes));
    let others = others.collect::<Result<Vec<_>, _>>()?;
    let mut report = Report::new(source.clone(), &compiler.options);
    others.iter().for_each(|source| report.add(source));
    let module = pipeline::module(&source, &others, &compiler.options, phase, &*compiler.loader, &mut report);
    report.diagnostics.sort();
    match module {
        Ok(module) if !report.diagnostics.has_errors() => Ok((module, report)),
        _ => Err(CompileError::new(report)),
    }
}

/// The options of the GLSL front end, for the language server, which calls it.
pub fn glsl_options(options: &crate::Options) -> nvc_glsl::options::Options {
    options.glsl()
}

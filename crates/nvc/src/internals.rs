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
    let source = compiler.decode(name, bytes)?;
    let mut report = Report::new(source.clone(), &compiler.options);
    let module = pipeline::module(&source, &[], &compiler.options, phase, &*compiler.loader, &mut report);
    report.diagnostics.sort();
    match module {
        Ok(module) if !report.diagnostics.has_errors() => Ok((module, report)),
        _ => Err(CompileError::new(report)),
    }
}

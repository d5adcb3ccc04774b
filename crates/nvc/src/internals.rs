//! The compiler's intermediate representation, for the command and the laboratory: it runs on the interpreter.
//! No part of the stable interface.

use crate::{CompileError, Compiler, Report, pipeline};
pub use nvc_ir::{Module, Phase};

/// The module of a file's content in a phase: as the front end makes it, or after the passes.
///
/// # Errors
/// Those of [`Compiler::compile_bytes`].
pub fn module(
    compiler: &Compiler,
    name: &str,
    bytes: &[u8],
    phase: Phase,
) -> Result<(Module, Report), CompileError> {
    let source = compiler.decode(name, bytes)?;
    let mut report = Report::new(source.clone(), &compiler.options);
    let module = pipeline::module(&source, &compiler.options, phase, &*compiler.loader, &mut report);
    report.diagnostics.sort();
    match module {
        Ok(module) if !report.diagnostics.has_errors() => Ok((module, report)),
        _ => Err(CompileError::new(report)),
    }
}

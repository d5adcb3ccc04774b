//! Fuzz targets for the front ends: for any input, a front end returns either a valid IR module or errors.

use super::{file_name, findings};
use nvc::internals::Phase;
use nvc::{Compiler, Emit, Language, Options, internals};

/// Checks that the front end returns a module if and only if it reports no error, and that the verifier
/// accepts the module. For GLSL, also checks that `--emit preprocessed` causes no internal compiler error.
pub(super) fn check(language: Language, data: &[u8]) -> Result<(), String> {
    let options = Options::new().with_language(language);
    if language == Language::Glsl {
        preprocess(data, &options)?;
    }
    let made = internals::module(&Compiler::new(options), &file_name(language), data, Phase::Built);
    let report = made.as_ref().map_or_else(|error| error.report(), |(_, report)| report);
    let messages = findings(report)?;
    match &made {
        Err(_) if !report.diagnostics.has_errors() => {
            Err("the front end returned neither a module nor an error".to_owned())
        }
        Err(_) => Ok(()),
        Ok(_) if report.diagnostics.has_errors() => {
            Err(format!("the front end returned a module and errors:\n{messages}"))
        }
        Ok((module, _)) => nvc_ir::verify::verify(module).map_err(|errors| {
            let lines: Vec<String> = errors.iter().map(|error| error.render(module)).collect();
            format!("the front end's module is invalid:\n{}", lines.join("\n"))
        }),
    }
}

/// Compiles to preprocessed text. Compilation to a module does not run the code that prints this text.
fn preprocess(data: &[u8], options: &Options) -> Result<(), String> {
    let compiler = Compiler::new(options.clone().with_emit(Emit::Preprocessed));
    let compiled = compiler.compile_bytes(&file_name(Language::Glsl), data);
    findings(compiled.as_ref().map_or_else(|error| error.report(), |compiled| &compiled.report)).map(|_| ())
}

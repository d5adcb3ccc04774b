//! Fuzz targets: the front ends return either a valid module or errors.

use super::{file_name, findings};
use nvc::internals::Phase;
use nvc::{Compiler, Emit, Language, Options, internals};

/// Checks that the front end returns a module if and only if there are no errors, and that the verifier
/// accepts it.
pub(super) fn check(language: Language, data: &[u8]) -> Result<(), String> {
    let options = Options::new().with_language(language);
    if language == Language::Glsl {
        preprocess(data, &options)?;
    }
    let made = internals::module(&Compiler::new(options), &file_name(language), data, Phase::Built);
    let report = made.as_ref().map_or_else(|error| error.report(), |(_, report)| report);
    let messages = findings(report)?;
    match &made {
        Err(_) if !report.diagnostics.has_errors() => Err("no module and no error".to_owned()),
        Err(_) => Ok(()),
        Ok(_) if report.diagnostics.has_errors() => Err(format!("a module in spite of errors:\n{messages}")),
        Ok((module, _)) => nvc_ir::verify::verify(module).map_err(|errors| {
            let lines: Vec<String> = errors.iter().map(|error| error.render(module)).collect();
            format!("the front end's module is invalid:\n{}", lines.join("\n"))
        }),
    }
}

/// Runs the preprocessor and prints its output, a path that compilation does not use.
fn preprocess(data: &[u8], options: &Options) -> Result<(), String> {
    let compiler = Compiler::new(options.clone().with_emit(Emit::Preprocessed));
    let compiled = compiler.compile_bytes(&file_name(Language::Glsl), data);
    findings(compiled.as_ref().map_or_else(|error| error.report(), |compiled| &compiled.report)).map(|_| ())
}

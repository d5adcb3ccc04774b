//! The front ends alone.

use super::{file_name, findings};
use nvc::{Emit, Language, Options, Phase};

/// A module without errors exactly if nothing was found, and the verifier takes it.
pub(super) fn check(language: Language, data: &[u8]) -> Result<(), String> {
    let options = Options::new().language(language);
    if language == Language::Glsl {
        preprocess(data, &options)?;
    }
    let (module, output) = nvc::module_bytes(file_name(language), data, &options, Phase::Built);
    let words = findings(&output)?;
    match module {
        None if !output.diagnostics.has_errors() => Err("neither a module nor an error".to_owned()),
        None => Ok(()),
        Some(_) if output.diagnostics.has_errors() => Err(format!("a module in spite of\n{words}")),
        Some(module) => nvc_ir::verify::verify(&module).map_err(|errors| {
            let lines: Vec<String> = errors.iter().map(|error| error.render(&module)).collect();
            format!("the front end's module is broken:\n{}", lines.join("\n"))
        }),
    }
}

/// The preprocessor with its printer, which compiling does not use.
fn preprocess(data: &[u8], options: &Options) -> Result<(), String> {
    let output =
        nvc::compile_bytes(file_name(Language::Glsl), data, &options.clone().emit(Emit::Preprocessed));
    findings(&output).map(|_| ())
}

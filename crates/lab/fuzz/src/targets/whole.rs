//! The whole compiler.

use super::{Validator, file_name, findings};
use nvc::{Language, OptLevel, Options};

/// Compiles with and without optimisation; what comes out is valid.
pub(super) fn check(language: Language, data: &[u8], valid: &mut Validator<'_>) -> Result<(), String> {
    for level in [OptLevel::Full, OptLevel::None] {
        let options = Options::new().language(language).opt_level(level).reflect(true);
        let output = nvc::compile_bytes(file_name(language), data, &options);
        let words = findings(&output).map_err(|words| format!("{level:?}: {words}"))?;
        match &output.artifact {
            None if output.diagnostics.has_errors() => {}
            None => return Err(format!("{level:?}: neither a module nor an error")),
            Some(_) if output.diagnostics.has_errors() => {
                return Err(format!("{level:?}: a module in spite of\n{words}"));
            }
            Some(_) if output.validated => {}
            Some(module) => {
                valid(&module.to_bytes())
                    .map_err(|words| format!("{level:?}: the module is not valid: {words}"))?;
            }
        }
    }
    Ok(())
}

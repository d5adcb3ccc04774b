//! Fuzz targets for the whole compiler: every program that compiles must give a valid SPIR-V module.

use super::{Validator, file_name, findings};
use nvc::{Compiler, Language, OptLevel, Options};

/// Compiles with and without optimisation. Calls `valid` for modules that the compiler has not validated.
pub(super) fn check(language: Language, data: &[u8], valid: &mut Validator<'_>) -> Result<(), String> {
    for level in [OptLevel::Full, OptLevel::None] {
        let options = Options::new().with_language(language).with_opt_level(level).with_reflect(true);
        let compiled = Compiler::new(options).compile_bytes(&file_name(language), data);
        let report = compiled.as_ref().map_or_else(|error| error.report(), |compiled| &compiled.report);
        let messages = findings(report).map_err(|messages| format!("{level:?}: {messages}"))?;
        match &compiled {
            Err(_) if report.diagnostics.has_errors() => {}
            Err(_) => return Err(format!("{level:?}: the compiler returned neither a module nor an error")),
            Ok(_) if report.diagnostics.has_errors() => {
                return Err(format!("{level:?}: the compiler returned a module and errors:\n{messages}"));
            }
            Ok(compiled) if compiled.validator.is_some() => {}
            Ok(compiled) => {
                valid(&compiled.artifact.to_bytes())
                    .map_err(|messages| format!("{level:?}: the module is not valid: {messages}"))?;
            }
        }
    }
    Ok(())
}

//! Fuzz targets that compile generated programs. The input bytes determine the choices of the generator.

use super::agree::check_results;
use super::{Validator, whole};
use crate::fuzz::Generated;
use crate::fuzz::asm::Profile;
use crate::fuzz::outcome::{Outcome, compile};
use nvc::{Language, OptLevel};

/// Checks that the generated program compiles to a valid module, unless it needs an unsupported feature. If the
/// program is exact (see [`Profile::exact`]), also checks that the passes do not change its results.
pub(super) fn check(language: Language, data: &[u8], valid: &mut Validator<'_>) -> Result<(), String> {
    // An even first byte selects the exact profile for assembly. GLSL programs are always exact.
    let (first, choices) = data.split_first().unwrap_or((&0, &[]));
    let exact = first % 2 == 0 || language == Language::Glsl;
    let profile = if exact { Profile::EXACT } else { Profile::ANY };
    let program = Generated::from_choices(language, choices, &profile);
    let failure = |message: String| format!("{message}\n{}", program.text);
    match compile(&program.text, OptLevel::Full) {
        Outcome::Refused(messages) | Outcome::Fault(messages) => return Err(failure(messages)),
        Outcome::Module { .. } | Outcome::Unsupported(_) => {}
    }
    whole::check(language, program.text.as_bytes(), valid).map_err(failure)?;
    if !exact {
        return Ok(());
    }
    let (inputs, _, mapping) = program.inputs().map_err(|error| failure(format!("{error:#}")))?;
    let memory = nvc_exec::case::resources(&inputs, &mapping);
    check_results(language, program.text.as_bytes(), &nvc_exec::case::dispatch(&inputs), &memory)
        .map_err(failure)
}

//! Translates SPIR-V to WGSL, HLSL, MSL and GLSL with naga.
//!
//! naga supports a subset of SPIR-V. A module that naga or the target language does not support gives error
//! `N0603` with naga's message; `docs/output-forms.md` lists the limits.

#[cfg(feature = "translate")]
mod others;

use crate::Emit;
use naga::Module;
use naga::back;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use nvc_diag::{Code, Diagnostic};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A failed translation: the cause, and naga's message or, if nvc itself rejects the module, an explanation.
struct Failure {
    cause: &'static str,
    message: String,
}

impl Failure {
    fn new(cause: &'static str, error: &dyn Error) -> Self {
        let mut message = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            message.push_str(": ");
            message.push_str(&error.to_string());
            source = error.source();
        }
        Failure { cause, message }
    }
}

/// Translates a SPIR-V module to the language of `form`.
pub(crate) fn translate(words: &[u32], form: Emit) -> Result<String, Box<Diagnostic>> {
    let name = form.name();
    // naga panics on some modules. Unwind-safe, because no state is used after a panic.
    let done = catch_unwind(AssertUnwindSafe(|| write(words, form)));
    let failure = match done {
        Ok(Ok(text)) => return Ok(text),
        Ok(Err(failure)) => failure,
        Err(payload) => {
            let message = payload.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| payload.downcast_ref::<&str>().copied());
            Failure { cause: "naga panics", message: message.unwrap_or("no message").into() }
        }
    };
    Err(Box::new(
        Diagnostic::new(
            Code::N0603,
            None,
            format!("the program cannot be translated to {name}: {}", failure.cause),
        )
        .note(format!("naga: {}", failure.message))
        .help("emit SPIR-V, or see `nvc explain N0603` for the limits of the other formats"),
    ))
}

fn write(words: &[u32], form: Emit) -> Result<String, Failure> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let options = naga::front::spv::Options {
        adjust_coordinate_space: false,
        strict_capabilities: false,
        block_ctx_dump_prefix: None,
    };
    let module = naga::front::spv::parse_u8_slice(&bytes, &options)
        .map_err(|error| Failure::new("naga does not support the module", &error))?;
    let info = check(&module)?;
    if form == Emit::Wgsl {
        return back::wgsl::write_string(&module, &info, back::wgsl::WriterFlags::empty())
            .map_err(|error| unsupported(&error));
    }
    write_other(&module, &info, form)
}

#[cfg(feature = "translate")]
fn write_other(module: &Module, info: &ModuleInfo, form: Emit) -> Result<String, Failure> {
    others::write(module, info, form)
}

#[cfg(not(feature = "translate"))]
fn write_other(_: &Module, _: &ModuleInfo, form: Emit) -> Result<String, Failure> {
    let message = format!("{} needs the feature `translate` of the crate `nvc`", form.name());
    Err(Failure { cause: "this build translates to WGSL only", message })
}

fn check(module: &Module) -> Result<ModuleInfo, Failure> {
    Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(module)
        .map_err(|error| Failure::new("naga's validator rejects the module", error.as_inner()))
}

fn unsupported(error: &dyn Error) -> Failure {
    Failure::new("the language lacks a feature that the module uses", error)
}

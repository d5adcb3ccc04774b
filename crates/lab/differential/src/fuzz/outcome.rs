//! Compiles a program and classifies the result.

use nvc::render::Style;
use nvc::{BindingScheme, Code, Compiler, OptLevel, Options, Severity, Source};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The outcome of one compilation.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The program compiled.
    Module {
        /// SPIR-V binary.
        bytes: Vec<u8>,
        /// Whether the compiled-in validator validated the module.
        validated: bool,
    },
    /// The program needs a feature that the compiler or Vulkan does not support. Contains the diagnostics.
    Unsupported(String),
    /// The compiler rejects the program. Contains the diagnostics.
    Refused(String),
    /// Internal compiler error or panic. Contains the diagnostics or a message about the panic.
    Fault(String),
}

/// Diagnostic codes for features that the compiler or the target environment lacks, rather than errors in the
/// program.
const UNSUPPORTED: &[Code] = &[Code::N0601, Code::N0701];

/// Compiles a program at this optimisation level, with the binding scheme [`BindingScheme::Classes`] and
/// otherwise default options.
pub fn compile(text: &str, opt_level: OptLevel) -> Outcome {
    let options = Options::new().with_bindings(BindingScheme::Classes);
    compile_with(text, &options.with_opt_level(opt_level))
}

/// Compiles a program with these options.
pub fn compile_with(text: &str, options: &Options) -> Outcome {
    // The name has no extension, so the language is detected from the first line.
    let source = Source::new("generated", text);
    // `AssertUnwindSafe` is sound: the compiler keeps no state that a panic could corrupt.
    let compiler = Compiler::new(options.clone());
    let error = match catch_unwind(AssertUnwindSafe(|| compiler.compile(&source))) {
        Ok(Ok(compiled)) => {
            return Outcome::Module {
                bytes: compiled.artifact.to_bytes(),
                validated: compiled.validator.is_some(),
            };
        }
        Ok(Err(error)) => error,
        Err(_) => return Outcome::Fault("the compiler panicked".to_owned()),
    };
    let messages = error.messages(Style::default());
    let errors: Vec<Code> = error
        .diagnostics()
        .iter()
        .filter(|d| d.code.severity() != Severity::Warning)
        .map(|d| d.code)
        .collect();
    // N0901 is the internal compiler error. A failure that reports no error is a fault as well.
    if errors.is_empty() || errors.contains(&Code::N0901) {
        Outcome::Fault(messages)
    } else if errors.iter().all(|code| UNSUPPORTED.contains(code)) {
        Outcome::Unsupported(messages)
    } else {
        Outcome::Refused(messages)
    }
}

//! What the compiler makes of a program.

use nvc::render::Style;
use nvc::{Artifact, Code, OptLevel, Options, Severity, Source};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The outcome of one compilation.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A module, and whether the validator has seen it.
    Module {
        /// The SPIR-V.
        bytes: Vec<u8>,
        /// Whether it was validated in process.
        validated: bool,
    },
    /// A diagnostic says that the construct, or the environment, is not supported.
    Unsupported(String),
    /// The program is refused as wrong.
    Refused(String),
    /// The compiler says that it is at fault, or panics.
    Fault(String),
}

/// Diagnostics that name a limit of the compiler or of Vulkan, not a mistake of the program.
const LIMITS: &[Code] = &[Code::N0601, Code::N0701];

/// Compiles a program.
pub fn compile(text: &str, opt_level: OptLevel) -> Outcome {
    // What 64-bit atomics and small types need is in the core of the newer version.
    compile_with(text, &Options::new().opt_level(opt_level))
}

/// Compiles a program with these options.
pub fn compile_with(text: &str, options: &Options) -> Outcome {
    // Which language it is in is told by how it starts.
    let source = Source::new("generated", text);
    // A panic is what is looked for, and the library keeps no state that one could spoil.
    let Ok(output) = catch_unwind(AssertUnwindSafe(|| nvc::compile(&source, options))) else {
        return Outcome::Fault("the compiler panics".to_owned());
    };
    if let Some(Artifact::Spirv(_)) = &output.artifact {
        let bytes = output.artifact.as_ref().map(Artifact::to_bytes).unwrap_or_default();
        return Outcome::Module { bytes, validated: output.validated };
    }
    let messages = output.messages(Style::default());
    let errors: Vec<Code> = output
        .diagnostics
        .iter()
        .filter(|d| d.code.severity() != Severity::Warning)
        .map(|d| d.code)
        .collect();
    if errors.is_empty() || errors.contains(&Code::N0901) {
        Outcome::Fault(messages)
    } else if errors.iter().all(|code| LIMITS.contains(code)) {
        Outcome::Unsupported(messages)
    } else {
        Outcome::Refused(messages)
    }
}

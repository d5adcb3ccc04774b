//! The nvc compiler as a library: NVIDIA `!!NVcp5.0` assembly or GLSL compute shaders in, SPIR-V for
//! Vulkan out.
//!
//! ```
//! let source = nvc::Source::new("empty.nvcp", "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n");
//! let options = nvc::Options { validate: false, ..nvc::Options::default() };
//! let output = nvc::compile(&source, &options);
//! assert!(output.is_ok(), "{}", output.messages(nvc::render::Style::default()));
//! let spirv = output.artifact.map(|artifact| artifact.to_bytes());
//! # assert_eq!(spirv.as_deref().map(|b| &b[..4]), Some([3, 2, 0x23, 7].as_slice()));
//! ```
//!
//! There is no state between calls, and nothing here reads files, the environment or the terminal;
//! the command in `main.rs` does. The same source and options always give the same [`Output`].
//! No input makes a call panic: a fault of nvc itself is a finding with code `N0901`.

#![forbid(unsafe_code)]

mod decode;
mod extract;
mod grammar;
mod language;
mod loaded;
mod options;
mod output;
mod pipeline;
pub mod support;

pub use decode::MAX_INPUT_BYTES;
pub use grammar::{Grammar, grammar};
pub use language::{Language, UnknownLanguage};
pub use nvc_diag::{
    Code, Diagnostic, Diagnostics, Severity, Source, SourceMap, UnknownWarning, Warnings, render, warnings,
};
pub use nvc_glsl::options::{
    Flavour, Loader, MacroOption, NoIncludes, Options as GlslOptions, Quirks, Version as GlslVersion,
};
pub use nvc_ir::{
    Binding, BindingMap, InvalidSpecValue, Module, Phase, ResourceClass, SpecKey, SpecValue, Specialization,
    TargetEnv,
};
pub use nvc_passes::OptLevel;
pub use nvc_reflect as reflect;
pub use options::{BindRule, Emit, InvalidBindRule, Options, UnknownEmit};
pub use output::{Artifact, Dump, Output};
pub use pipeline::pass_names;

/// Compiles one source text that includes no other.
pub fn compile(source: &Source, options: &Options) -> Output {
    compile_with(source, options, &NoIncludes)
}

/// Compiles one source text; `loader` finds what it includes.
pub fn compile_with(source: &Source, options: &Options, loader: &dyn Loader) -> Output {
    let mut output = Output::of(source.clone(), options);
    let recorder = loaded::Recorder::new(source, loader);
    // The proof that an error was reported is in the findings; an artifact is all that is left.
    output.artifact = pipeline::compile(source, options, &recorder, &mut output).ok();
    output.inputs = recorder.into_names();
    output.finish()
}

/// Compiles the content of a file: source text, or an OpenGL program binary that holds one listing.
/// `name` is what messages call it. Lines of a listing count from where the listing starts.
pub fn compile_bytes(name: &str, bytes: &[u8], options: &Options) -> Output {
    compile_bytes_with(name, bytes, options, &NoIncludes)
}

/// The same with a `loader` that finds what the source includes.
pub fn compile_bytes_with(name: &str, bytes: &[u8], options: &Options, loader: &dyn Loader) -> Output {
    match decode::source(name, bytes) {
        Ok(source) => compile_with(&source, options, loader),
        Err((source, finding)) => {
            let mut output = Output::of(source, options);
            output.diagnostics.report(*finding);
            output.finish()
        }
    }
}

/// The module of a file's content in the IR, as [`compile_bytes`] reads it: as the front end makes it,
/// or behind the passes. It is `None` exactly if an error was found.
pub fn module_bytes(name: &str, bytes: &[u8], options: &Options, phase: Phase) -> (Option<Module>, Output) {
    match decode::source(name, bytes) {
        Ok(source) => {
            let mut output = Output::of(source.clone(), options);
            let module = pipeline::module(&source, options, phase, &NoIncludes, &mut output).ok();
            let failed = output.diagnostics.has_errors();
            (module.filter(|_| !failed), output.finish())
        }
        Err((source, finding)) => {
            let mut output = Output::of(source, options);
            output.diagnostics.report(*finding);
            (None, output.finish())
        }
    }
}

/// The assembly text in the content of a file: the content itself, or a compute listing in an OpenGL
/// program binary; of several the one with this number, counted from 1. `name` is what messages call
/// the file.
///
/// # Errors
/// If there is no such text; the output holds the finding.
pub fn listing(name: &str, bytes: &[u8], number: Option<usize>) -> Result<Source, Box<Output>> {
    decode::listing_of(name, bytes, number).map_err(|(source, finding)| {
        let mut output = Output::of(source, &Options::default());
        output.diagnostics.report(*finding);
        Box::new(output.finish())
    })
}

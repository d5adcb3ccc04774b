//! The nvc compiler as a library: NVIDIA `!!NVcp5.0` assembly or GLSL compute shaders in, SPIR-V for
//! Vulkan out.
//!
//! ```
//! let source = nvc::Source::new("empty.nvcp", "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n");
//! let output = nvc::compile(&source, &nvc::Options::new());
//! assert!(output.is_ok(), "{}", output.messages(nvc::render::Style::default()));
//! let spirv = output.artifact.map(|artifact| artifact.to_bytes());
//! # assert_eq!(spirv.as_deref().map(|b| &b[..4]), Some([3, 2, 0x23, 7].as_slice()));
//! ```
//!
//! - [`compile`] and [`compile_bytes`] take a text or a file's content; [`compile_with`] asks a
//!   [`Loader`] for what GLSL includes.
//! - [`Options`] says what to compile for and to what form; [`Options::bind`] moves resources.
//! - [`Output`] has the result, all findings and how to print them, and the shader's interface
//!   ([`reflect::Reflection`]).
//! - [`codegen`] writes Rust and C. Build scripts have the crate `nvc-build`.
//!
//! There is no state between calls, and compiling reads no files (but for whom passes [`Folders`]), nor
//! the environment or the terminal; the command in `main.rs` does. The same source and options always give the same [`Output`].
//! No input makes a call panic: a fault of nvc itself is a finding with code `N0901`.

#![forbid(unsafe_code)]

mod builder;
mod debug;
mod decode;
mod extract;
mod folders;
mod grammar;
mod language;
mod loaded;
#[cfg(feature = "translate")]
mod naga_backend;
#[cfg(feature = "translate")]
mod naga_unsupported;
mod options;
mod output;
mod pipeline;
pub mod support;

pub use decode::MAX_INPUT_BYTES;
pub use folders::{Folders, read_file};
pub use grammar::{Grammar, grammar};
pub use language::{Language, UnknownLanguage};
pub use nvc_codegen as codegen;
pub use nvc_diag::{
    Code, Diagnostic, Diagnostics, Severity, Source, SourceMap, UnknownWarning, Warnings, render, warnings,
};
pub use nvc_glsl::options::{
    Flavour, Loader, MacroOption, NoIncludes, Options as GlslOptions, Version as GlslVersion,
};
pub use nvc_ir::{
    Binding, BindingMap, InvalidSpecValue, Module, Phase, Quirks, ResourceClass, SpecKey, SpecValue,
    Specialization, TargetEnv,
};
pub use nvc_passes::{CoopMatrices, OptLevel, Warp};
pub use nvc_reflect as reflect;
pub use options::{BindRule, Emit, InvalidBindRule, Options, UnknownEmit};
pub use output::{Artifact, Dump, Output};
pub use pipeline::pass_names;

/// Compiles one source text that includes no other.
///
/// All errors of a text are found at once. Each has a place, a code that `nvc explain` knows, and what
/// to do:
///
/// ```
/// use nvc::{Options, Source, render};
///
/// let text = "!!NVcp5.0\nGROUP_SIZE 32;\nTEMP r;\nMOVE.U r.x, 1;\nADD.U r.x, r.x;\nEND\n";
/// let output = nvc::compile(&Source::new("wrong.nvcp", text), &Options::new());
/// let found: Vec<_> = output.diagnostics.iter().map(|d| (d.code.as_str(), d.message.as_str())).collect();
/// assert_eq!(found, [("N0301", "unknown instruction `MOVE`"), ("N0302", "`ADD` takes 3 operands, 2 given")]);
///
/// let style = render::Style { format: render::Format::Short, color: false };
/// assert_eq!(
///     output.messages(style).lines().next(),
///     Some("wrong.nvcp:4:1: error[N0301]: unknown instruction `MOVE`")
/// );
/// assert!(output.artifact.is_none());
/// ```
pub fn compile(source: &Source, options: &Options) -> Output {
    compile_with(source, options, &NoIncludes)
}

/// Compiles one source text; `loader` finds what it includes. The library itself reads no files: a loader
/// may, or may look in an archive, or in a table.
///
/// ```
/// use nvc::{Loader, Options, Source};
///
/// struct Table;
///
/// impl Loader for Table {
///     fn load(&self, path: &str, _system: bool, from: &str) -> Result<Source, String> {
///         match path {
///             "size.glsl" => Ok(Source::new("lib/size.glsl", "#define SIZE 128\n")),
///             _ => Err(format!("{from} wants what is not in the table")),
///         }
///     }
/// }
///
/// let text = "#version 460\n#extension GL_GOOGLE_include_directive : require\n\
///             #include \"size.glsl\"\nlayout(local_size_x = SIZE) in;\nvoid main() {}\n";
/// let options = Options::new().reflect(true);
/// let output = nvc::compile_with(&Source::new("main.comp", text), &options, &Table);
/// assert_eq!(output.dependencies().collect::<Vec<_>>(), ["main.comp", "lib/size.glsl"]);
/// let interface = output.reflection.ok_or("it compiles")?;
/// assert_eq!(interface.workgroup_size.map(|size| size.default_value()), [128, 1, 1]);
/// # Ok::<(), &str>(())
/// ```
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
///
/// ```
/// let binary = b"\x01\x00\xffwhat a driver writes\x00!!NVcp5.0\nGROUP_SIZE 32;\nEND\n\x00and more";
/// let output = nvc::compile_bytes("program.bin", binary, &nvc::Options::new());
/// assert!(output.is_ok(), "{}", output.messages(nvc::render::Style::default()));
/// ```
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
    module_bytes_with(name, bytes, options, phase, &NoIncludes)
}

/// The same with a `loader` that finds what the source includes.
pub fn module_bytes_with(
    name: &str,
    bytes: &[u8],
    options: &Options,
    phase: Phase,
    loader: &dyn Loader,
) -> (Option<Module>, Output) {
    match decode::source(name, bytes) {
        Ok(source) => {
            let mut output = Output::of(source.clone(), options);
            let module = pipeline::module(&source, options, phase, loader, &mut output).ok();
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

/// Pages of the book whose Rust is tested with this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod book {}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

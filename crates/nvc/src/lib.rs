//! The nvc compiler as a library: NVIDIA `!!NVcp5.0` assembly or GLSL compute shaders in, SPIR-V for
//! Vulkan out.
//!
//! ```
//! use nvc::{Compiler, Options, Source};
//!
//! let source = Source::new("empty.nvcp", "!!NVcp5.0\nGROUP_SIZE 32;\nEND\n");
//! let compiled = Compiler::new(Options::new()).compile(&source)?;
//! assert_eq!(compiled.artifact.to_bytes()[..4], [3, 2, 0x23, 7]);
//! # Ok::<(), nvc::CompileError>(())
//! ```
//!
//! - [`Compiler`] has [`Options`] and a [`Loader`] for includes; it compiles a [`Source`] or the bytes of a
//!   file.
//! - [`Compiled`] contains the artifact, the shader's [`reflect::Reflection`] and the warnings;
//!   [`CompileError`] contains the diagnostics of a program with errors.
//! - [`codegen`] writes Rust modules and C headers. Build scripts use the crate `nvc-build`.
//!
//! The library keeps no state, starts no process, and touches no file (except through [`Folders`] and [`read_file`]),
//! environment variable or terminal. No input makes it panic: an internal error is a diagnostic with code `N0901`.
//!
//! Features: `validate` compiles the SPIR-V validator in (C++, which takes minutes), `translate` adds WGSL, HLSL, MSL and GLSL
//! as output forms, `translate-wgsl` WGSL alone.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod artifact;
mod compiled;
mod compiler;
mod debug;
mod decode;
mod extract;
mod folders;
mod format;
mod grammar;
#[cfg(feature = "internals")]
pub mod internals;
mod language;
mod loaded;
#[cfg(feature = "translate-wgsl")]
mod naga_backend;
#[cfg(feature = "translate-wgsl")]
mod naga_unsupported;
mod named;
mod options;
pub mod parallel;
mod pipeline;
pub mod reflect;
mod report;
pub mod support;
mod type_members;

pub use artifact::Artifact;
pub use compiled::{CompileError, Compiled};
pub use compiler::Compiler;
pub use decode::{MAX_INPUT_BYTES, listing};
pub use folders::{Folders, read_file};
pub use format::{FormatStyle, format};
pub use grammar::{Grammar, grammar};
pub use language::{Language, UnknownLanguage};
pub use named::{InvalidOption, option_names};
pub use nvc_codegen as codegen;
pub use nvc_diag::{
    Cancellation, Code, Diagnostic, Diagnostics, Fix, InvalidLimit, Limit, Limits, Severity, Source,
    SourceMap, UnknownWarning, Warnings, render, warnings,
};
pub use nvc_glsl::options::{
    Flavour, Limits as GlslLimits, LoadError, Loader, MacroOption, NoIncludes, Version as GlslVersion,
};
pub use nvc_ir::{
    Binding, BindingMap, BindingScheme, Environment, InvalidSpecValue, Quirks, ResourceClass, SPIRV_VERSIONS,
    SpecKey, SpecValue, Specialization, SpirvVersion, TargetEnv,
};
pub use nvc_passes::workarounds::{UnknownWorkaround, Workaround, Workarounds};
pub use nvc_passes::{CoopMatrices, OptLevel, Warp};
pub use nvc_spirv::{Validator, built_in_validator, extension_names};
pub use options::{BindRule, Emit, InvalidBindRule, Options, UnknownEmit};
pub use pipeline::pass_names;
pub use report::{Dump, Report};

/// Compiles the Rust examples in the book as doc tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
mod book {}

#[cfg(doctest)]
#[doc = include_str!("../../../docs/limits.md")]
mod limits_page {}

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

//! Runs compute shaders in the interpreter, without a device: compiles a source, binds inputs by name, dispatches, and returns
//! outputs by name.
//!
//! A [`Program`] is a shader compiled for the interpreter, with its reflection. A [`Run`] binds memory to the program by name
//! and dispatches it; [`Results`] contains the memory afterwards.
//!
//! ```
//! use nvc::{Compiler, Source};
//! use nvc_run::{Error, Program, Run};
//!
//! let text = "#version 460
//! layout(local_size_x = 4) in;
//! layout(std430, binding = 0) readonly buffer Input { uint x[]; };
//! layout(std430, binding = 1) writeonly buffer Output { uint y[]; };
//! layout(push_constant) uniform Parameters { uint factor; };
//! void main() { y[gl_GlobalInvocationID.x] = factor * x[gl_GlobalInvocationID.x]; }
//! ";
//! let program = Program::compile(&Compiler::default(), &Source::new("scale.comp", text))?;
//! assert_eq!(program.names(), ["Input", "Output", "factor"]);
//!
//! let words = |words: [u32; 4]| words.map(u32::to_le_bytes).concat();
//! let run = Run::new(&program).buffer("Input", words([1, 2, 3, 4]))?.buffer("Output", words([0; 4]))?;
//! let results = run.clone().values("factor", &[10.into()])?.execute()?;
//! assert_eq!(results.buffer("Output"), Some(&words([10, 20, 30, 40])[..]));
//!
//! // What the shader uses must be given.
//! assert!(matches!(run.execute(), Err(Error::Missing { name, .. }) if name == "factor"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Names.** A resource can be named by its name in the [reflection](Program::reflection), by the name of its block, or by
//! its class and index, such as `storage[0]` (`docs/interface.md`). An element of an array has its index in brackets. A
//! parameter (push constant, loose uniform, `program.local`) has the name of its member. Buffers without a binding, which
//! programs access by [`address`], are named `memory[0]`, `memory[1]` and so on.
//!
//! Descriptor sets are ignored: a run rejects programs with two resources of the same class and index that differ only in
//! their sets.
//!
//! **Requirements.** As on a device, a buffer must be as long as its block, and everything that the shader uses must be bound
//! ([`Run::allow_unbound`] makes it optional). Specialization constants and the work-group size are options of the
//! [compiler](nvc::Compiler): [`nvc::Options::with_specialization`], or [`nvc::Options::set`] with `spec` and `local-size`.
//!
//! **Limits.** A run fails with [`Error::Fault`] after [`Run::steps`] steps, and with [`Error::TooLarge`] if more than
//! [`Run::bytes`] bytes are bound.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod compatibility;
mod dump;
mod error;
mod interface;
mod parameters;
mod program;
mod results;
mod run;
mod trace;

pub use compatibility::check_resources;
pub use dump::{Element, UnknownElement};
pub use error::Error;
pub use interface::address;
pub use nvc_exec::{Compare, Dispatch, Filter, Format, Image, Mip, Resources, Sampler, Shape, Texture, Wrap};
pub use nvc_interp::{DEFAULT_STEPS, Invocation, Traced, TracedValue, TracedWarp, Tracer};
pub use nvc_ir::{Phase, ResourceClass};
pub use parameters::Number;
pub use program::Program;
pub use results::Results;
pub use run::Run;
pub use trace::{TraceText, WarpStep, WarpTrace, WarpValue};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

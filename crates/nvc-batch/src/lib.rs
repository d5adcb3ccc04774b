//! Compiles the shader permutations that a manifest lists.
//!
//! [`read`] expands a manifest (`docs/permutations.md`) into [`Variant`]s. A variant has a source, options
//! and an output. [`run`] compiles them in parallel in one process and skips those whose inputs did not
//! change. The command and the build-script crate both use this library, so that a manifest has the same
//! meaning in both.
//!
//! 1. `manifest` parses TOML into groups, whose settings are still templates.
//! 2. `expand` enumerates the combinations of each group's axes and evaluates the templates for each
//!    combination.
//! 3. `run` compiles. `state` stores the digests of all inputs of a variant. `files` reads each source and
//!    each included file once per run.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod digest;
mod errors;
mod expand;
mod files;
mod manifest;
mod options;
mod pattern;
mod replace;
mod run;
mod state;
mod template;
mod variant;

pub use errors::ManifestError;
pub use expand::{expand, read};
pub use pattern::Patterns;
pub use replace::{replace, write};
pub use run::{Batch, Failure, Host, Library, Outcome, Status, run};
pub use variant::Variant;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

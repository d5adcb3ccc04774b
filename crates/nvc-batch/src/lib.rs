//! Compiles the shader permutations that a manifest lists.
//!
//! [`read`] expands a manifest (`docs/permutations.md`) to [`Variant`]s: a source, its options and its output.
//! [`run`] compiles them in parallel in one process and skips those whose inputs did not change. Both the command
//! and build scripts are built on this, so a manifest means the same in either.
//!
//! 1. `manifest` reads TOML into groups, whose settings are still templates.
//! 2. `expand` enumerates the combinations of a group's axes and evaluates the templates for each.
//! 3. `run` compiles. `state` remembers the digests of everything that a variant was compiled from, `files` reads
//!    each file once per run.

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

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

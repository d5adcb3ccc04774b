//! Fuzzes the compiler: generators of valid random programs, a mutator, a classifier of compilation results,
//! a test-case reducer, a search for the miscompiled statement, and the targets and dictionaries of a
//! coverage-guided fuzzer.
//!
//! `docs/fuzzing.md` is the user guide. This module does no input or output. The command `nvc-fuzz` does;
//! `cargo xtask fuzz`, `cargo xtask reduce` and `cargo xtask blame` run that command.
#![forbid(unsafe_code)]

pub mod asm;
pub mod blame;
pub mod dictionary;
mod generated;
pub mod glsl;
pub mod mutate;
pub mod outcome;
pub mod reduce;
mod rng;
pub mod targets;

pub use generated::Generated;
pub use rng::Rng;

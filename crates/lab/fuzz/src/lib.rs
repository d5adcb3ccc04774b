//! Random programs for the compiler: a generator of valid ones, a mutator that spoils them, what a
//! compilation makes of each, a reducer for those that show a fault, the changes that explain one, and the
//! targets of a coverage-guided fuzzer.
//!
//! `docs/fuzzing.md` says how they are used. The library does no input and output; the command
//! `nvc-fuzz` does, which `cargo xtask fuzz` and `cargo xtask reduce` run.
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

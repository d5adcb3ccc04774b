//! Differential testing: recorded cases and generated programs run on several engines, which must leave the same
//! memory. The commands are in `src/bin`: `nvc-conformance` runs the cases, `nvc-fuzz` and `nvc-fuzz-targets` random
//! programs.
//!
//! One package holds them because Cargo cannot package an unpublished crate that depends on another unpublished one
//! (`cargo package --workspace`). The modules do not use each other.

pub mod cases;
pub mod fuzz;
pub mod opengl;
pub mod validator;
pub mod vulkan;
pub mod worker;

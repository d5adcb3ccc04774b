//! Differential testing: runs recorded cases and generated programs on several engines and compares the
//! resulting memory. The commands are in `src/bin`: `nvc-conformance` runs the cases, `nvc-fuzz` and
//! `nvc-fuzz-targets` run random programs.
//!
//! The modules are independent of each other. They are in one package because Cargo cannot package an
//! unpublished crate that depends on another unpublished one (`cargo package --workspace`).

pub mod cases;
pub mod fuzz;
pub mod opengl;
pub mod validator;
pub mod vulkan;
pub mod worker;

//! Generates random GLSL compute shaders with integer arithmetic, structured control flow, functions, shared
//! memory and NVIDIA's shuffles.
//!
//! [`generate`] expands the grammar top-down. Every program terminates (loops are counted), reads no
//! undefined values (variables are initialised, indices and shift amounts are masked, divisors are odd) and
//! is free of data races. Shuffles are in uniform control flow and stay within segments of 8 lanes, so that
//! the subgroup size does not matter if it is at least 8. All devices therefore compute the same memory
//! contents.

mod case;
mod expression;
mod program;
mod statement;
mod types;

pub use case::Case;
pub use program::{from_choices, generate};

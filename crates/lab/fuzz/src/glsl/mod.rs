//! Random GLSL compute shaders with integer arithmetic, structured flow, functions, shared memory and
//! NVIDIA's shuffles.
//!
//! [`generate`] walks the grammar from the top. Every program terminates (loops are counted), reads nothing
//! undefined (variables are initialised, indices and shift amounts are masked, divisors are odd) and races
//! with nothing. Shuffles stay within segments of 8 lanes and stand in flow that all invocations share, so
//! that the results are the same on subgroups of 8 and more. So every device leaves the same memory.

mod case;
mod expression;
mod program;
mod statement;
mod types;

pub use case::Case;
pub use program::{from_choices, generate};

//! Values of expressions and the operations on them.
//!
//! | file | lowers |
//! |---|---|
//! | [`rvalue`] | the representation of a value: an IR value or an aggregate of them |
//! | [`constant`] | constants and specialization constants |
//! | [`conversion`] | conversions between component types |
//! | [`operator`] | operators on scalars, vectors and aggregates |
//! | [`matrix`] | operators on matrices |

mod constant;
mod conversion;
mod matrix;
mod operator;
pub(super) mod rvalue;

//! Rvalues and the operations on them.
//!
//! | file | lowers |
//! |---|---|
//! | [`rvalue`] | values: a single IR value, or a composite split into its constituents |
//! | [`constant`] | constants and specialization constants |
//! | [`conversion`] | conversions between component types, and between addresses, handles and integers |
//! | [`operator`] | binary operators on scalars, vectors and composites |
//! | [`matrix`] | operators on matrices, and matrix constructors |

mod constant;
mod conversion;
mod matrix;
mod operator;
pub(super) mod rvalue;

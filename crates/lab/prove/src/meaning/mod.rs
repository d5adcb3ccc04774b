//! Defines the pure operations of the IR in SMT-LIB. Operations without an exact definition are uninterpreted functions or,
//! if their types have no bit representation or are not IEEE floats, have no definition.
//!
//! Integers are bit vectors. Floats use SMT-LIB's floating-point theory; operations round to nearest even. A result that the
//! IR leaves undefined is a choice, an unconstrained variable (see [`crate::encode`]).

mod convert;
mod dot;
mod float;
mod integer;
mod operation;
mod table;
mod vector;

pub use operation::{ScalarOp, Whole};
pub use table::of;

use crate::lane::Lane;
use anyhow::Result;

/// The definition of an operation.
pub enum Meaning {
    /// Computes each component of the result from the same component of the operands.
    Lanes(fn(&mut ScalarOp<'_, '_>) -> Lane),
    /// Computes all components of the result together.
    Whole(fn(&mut Whole<'_, '_>) -> Result<Vec<Lane>>),
    /// An uninterpreted function: equal operands give equal results. Contains the reason why it has no exact definition.
    Function(&'static str),
    /// No definition, and the reason.
    None(&'static str),
}

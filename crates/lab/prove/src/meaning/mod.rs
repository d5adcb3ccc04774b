//! The meaning of every pure operation of the IR in SMT-LIB: one row for each row of the operation table.
//!
//! Integers are bit vectors, floats are those of the theory of floats rounded to nearest even. A result that the IR
//! leaves undefined is a choice of the encoder: it may be anything.

mod convert;
mod dot;
mod float;
mod integer;
mod row;
mod table;
mod vector;

pub use row::{Row, Whole};
pub use table::of;

use crate::lane::Lane;
use anyhow::Result;

/// What is known of an operation.
pub enum Meaning {
    /// A result for each component.
    Lanes(fn(&mut Row<'_, '_>) -> Lane),
    /// A result of all components together.
    Whole(fn(&mut Whole<'_, '_>) -> Result<Vec<Lane>>),
    /// Only that equal operands give equal results, and why no more.
    Function(&'static str),
    /// Nothing, and why.
    None(&'static str),
}

//! Constants: values of a function that are not in a block, interned by type and contents.

use crate::entity::{SpecConst, Value};

/// The contents of a constant. The type is stored with the value ([`crate::ValueData::ty`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// The bits of a scalar: 0 or 1 for a bool, the low bits for an integer, the encoding for a
    /// float. Bits above the type's width are zero.
    Bits(u64),
    /// An undefined value: arbitrary bits, which may differ at each use.
    Undef,
    /// All bits zero, of any sized type.
    Null,
    /// One constant value per component, element or member.
    Composite(Vec<Value>),
    /// A specialization constant.
    Spec(SpecConst),
}

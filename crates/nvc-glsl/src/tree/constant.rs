//! Constants: values known at compile time, and expressions of specialization constants.

use crate::name::Name;
use crate::types::Type;
use naga::{Handle, Scalar};
use nvc_diag::Span;

/// A constant, interned in [`super::Program::constants`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// A scalar: the bits of its encoding (0 or 1 for a bool), zero above its width.
    Scalar(Scalar, u64),
    /// Components, columns, elements or members in order.
    Composite(Type, Vec<Handle<Const>>),
    /// All bits zero.
    Null(Type),
    /// A specialization constant.
    Spec(Handle<SpecConstant>),
    /// An operation on constants of which at least one depends on a specialization constant:
    /// becomes `OpSpecConstantOp`. The operation is one of the IR's, of scalar operands.
    Op(Type, nvc_ir::Op, Vec<Handle<Const>>),
}

/// A specialization constant that the API sets by number.
#[derive(Clone, Debug)]
pub struct SpecConstant {
    /// Its name.
    pub name: Name,
    /// `constant_id`.
    pub id: u32,
    /// Its type.
    pub scalar: Scalar,
    /// Bits of the default.
    pub default: u64,
    /// Where it is declared.
    pub span: Span,
}

//! Constants: values known at compile time, and expressions of specialization constants.

use super::Type;
use crate::name::Name;
use naga::{Arena, Handle, Scalar, UniqueArena};
use nvc_diag::Span;

/// A constant, interned in the table of constants of a program.
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
    /// becomes `OpSpecConstantOp`. Everything is a scalar: operations on vectors are composites of
    /// operations. Signs are the operation's; `Bitcast` between integers changes the sign alone.
    /// Operands are interned before what uses them, so going through the arena in order needs no
    /// recursion.
    Op {
        /// Result.
        scalar: Scalar,
        /// One of the IR's operations.
        op: nvc_ir::Op,
        /// Scalars.
        operands: Vec<Handle<Const>>,
        /// Its bits where all specialization constants have their defaults.
        default: u64,
    },
    /// How many components of a cooperative matrix each invocation holds, an `int`: known when the API
    /// makes the pipeline, as specialization constants are (GL_NV_cooperative_matrix).
    Components {
        /// Its type.
        matrix: Type,
        /// How many there are if 32 invocations share the matrix, and specialization constants have their
        /// defaults.
        default: u64,
    },
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

/// The bits of an integer or bool constant, with specialization constants at their defaults; `None`
/// for other constants.
pub fn default_bits(
    constants: &UniqueArena<Const>,
    specs: &Arena<SpecConstant>,
    handle: Handle<Const>,
) -> Option<u64> {
    match &constants[handle] {
        Const::Scalar(_, bits) => Some(*bits),
        Const::Null(_) => Some(0),
        Const::Spec(spec) => Some(specs[*spec].default),
        Const::Composite(..) => None,
        Const::Op { default, .. } | Const::Components { default, .. } => Some(*default),
    }
}

/// The scalar that a constant is; `None` for composites.
pub fn scalar_of(
    constants: &UniqueArena<Const>,
    specs: &Arena<SpecConstant>,
    handle: Handle<Const>,
) -> Option<Scalar> {
    match &constants[handle] {
        Const::Scalar(scalar, _) | Const::Op { scalar, .. } => Some(*scalar),
        Const::Spec(spec) => Some(specs[*spec].scalar),
        Const::Components { .. } => Some(super::scalar::I32),
        Const::Composite(..) | Const::Null(_) => None,
    }
}

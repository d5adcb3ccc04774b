//! Constants, including constant expressions that depend on specialization constants.

use super::Type;
use crate::name::Name;
use crate::types::Scalar;
use naga::{Arena, Handle, UniqueArena};
use nvc_diag::Span;

/// A constant. Constants are interned per program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// A scalar, as its zero-extended bits (0 or 1 for a bool).
    Scalar(Scalar, u64),
    /// A composite: its components, columns, elements or members in order.
    Composite(Type, Vec<Handle<Const>>),
    /// A constant of any type with all bits zero.
    Null(Type),
    /// A specialization constant.
    Spec(Handle<SpecConstant>),
    /// An operation on an operand that depends on a specialization constant; it becomes an
    /// `OpSpecConstantOp`. Operands and results are scalars: a vector operation is a composite of scalar
    /// operations. The operation determines signedness, and a `Bitcast` between integers changes only the
    /// signedness. Operands are interned before their users, so the arena can be processed in order without
    /// recursion.
    Op {
        /// The result type.
        scalar: Scalar,
        /// The IR operation.
        op: nvc_ir::Op,
        /// The operands, which are scalars.
        operands: Vec<Handle<Const>>,
        /// The bits of the result if all specialization constants have their default values.
        default: u64,
    },
    /// The length of a cooperative matrix, an `int`: the number of components per invocation. Like a
    /// specialization constant, it is known when the pipeline is created (GL_NV_cooperative_matrix).
    Components {
        /// The matrix type.
        matrix: Type,
        /// The length if 32 invocations share the matrix and all specialization constants have their default
        /// values.
        default: u64,
    },
}

/// A specialization constant that the API can set.
#[derive(Clone, Debug)]
pub struct SpecConstant {
    /// The name of the constant.
    pub name: Name,
    /// The value of `constant_id`.
    pub id: u32,
    /// The scalar type.
    pub scalar: Scalar,
    /// The bits of the default value.
    pub default: u64,
    /// The span of the declaration.
    pub span: Span,
}

/// Returns the bits of a scalar constant if all specialization constants have their default values; `None`
/// for composites.
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

/// Returns the length of an array if all specialization constants have their default values. Returns 1 if that
/// length is zero or, read as a signed integer, negative (such as `N - 1u` with N = 0), because such a length is
/// never valid in a pipeline.
pub fn default_length(
    constants: &UniqueArena<Const>,
    specs: &Arena<SpecConstant>,
    handle: Handle<Const>,
) -> u32 {
    let bits = default_bits(constants, specs, handle).unwrap_or(1);
    u32::try_from(bits).map_or(u32::MAX, |bits| bits.cast_signed().max(1).cast_unsigned())
}

/// Returns the scalar type of a constant; `None` for composites and null constants.
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

//! Typed expressions.

use super::{Function, Global, LocalId};
use crate::builtins::Builtin;
use crate::types::Type;
use crate::types::constant::Const;
use naga::{BinaryOperator, Handle, UnaryOperator};
use nvc_diag::Span;

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its text.
    pub span: Span,
}

/// What an expression is. Places (what can be assigned) are built of `Global`, `Local`, `Member`,
/// `Index`, `Swizzle` and `Deref`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant, or an expression of specialization constants.
    Const(Handle<Const>),
    /// A variable or block of the module. A block without instance name is the base of a `Member`.
    Global(Handle<Global>),
    /// A variable or parameter of the function.
    Local(LocalId),
    /// A member of a struct, block or what a buffer reference points to.
    Member(Handle<Expr>, u32),
    /// A component of a vector, column of a matrix, element of an array or cooperative matrix. The
    /// index is an integer of any width. (Indexing a pointer is `Deref` of a sum.)
    Index(Handle<Expr>, Handle<Expr>),
    /// Components of a vector by number; of a scalar, which is repeated. A place if no number is
    /// there twice.
    Swizzle {
        /// The vector.
        base: Handle<Expr>,
        /// Component numbers.
        components: [u8; 4],
        /// How many of them.
        count: u8,
    },
    /// What a buffer reference or pointer points to.
    Deref(Handle<Expr>),
    /// The address of a place in a buffer (GL_NV_shader_buffer_load).
    AddressOf(Handle<Expr>),
    /// `.length()` of what has no constant one: a runtime array (the operand is its place), or a
    /// cooperative matrix.
    Length(Handle<Expr>),
    /// An array or struct of parts with exactly its elements' or members' types; a vector or matrix of
    /// the components of scalars, vectors and matrices in order, which have its component type (those
    /// too many at the end are dropped); one scalar for a cooperative matrix; a texture and a sampler
    /// for a texture with sampler.
    Construct(Vec<Handle<Expr>>),
    /// A matrix with a scalar on its diagonal and zeros elsewhere.
    Diagonal(Handle<Expr>),
    /// A matrix of the columns and rows that another matrix of the same component type has, and of
    /// the identity matrix where it has none.
    Resize(Handle<Expr>),
    /// The value converted component by component to the expression's type, which has the same shape.
    /// Also between 64-bit integers or `uvec2` (low word first) and references, pointers, textures
    /// and images (bindless handles). Arithmetic on addresses is made of this: `p + n` is
    /// `Convert(Convert(p) + n * size)` in `uint64_t`.
    Convert(Handle<Expr>),
    /// `-a`, `!a`, `~a`.
    Unary(UnaryOperator, Handle<Expr>),
    /// Component-wise on operands of one type (shifts: any integer types), except that a matrix or
    /// vector may multiply as linear algebra says, and a scalar may stand beside a vector, matrix or
    /// cooperative matrix. `==` and `!=` compare whole values of any type. `LogicalAnd` and
    /// `LogicalOr` evaluate their right operand only where it counts.
    Binary(BinaryOperator, Handle<Expr>, Handle<Expr>),
    /// `a ^^ b`.
    LogicalXor(Handle<Expr>, Handle<Expr>),
    /// `condition ? accept : reject`: only one is evaluated.
    Conditional(Handle<Expr>, Handle<Expr>, Handle<Expr>),
    /// Writes a place; the value is what was written. With an operator: reads, computes, writes, the
    /// place evaluated once; the expression's type is the place's, and the operands are as for
    /// `Binary`. With `Add` and `Subtract` of a reference or pointer, the value is a byte count of
    /// type `uint64_t`.
    Assign {
        /// The operator of `op=`.
        op: Option<BinaryOperator>,
        /// The place.
        target: Handle<Expr>,
        /// The right operand.
        value: Handle<Expr>,
    },
    /// `++a` and the like.
    Step {
        /// `++` rather than `--`.
        increment: bool,
        /// Yields the new value rather than the old one.
        prefix: bool,
        /// The place.
        target: Handle<Expr>,
    },
    /// Both, in order; the value is the second's.
    Comma(Handle<Expr>, Handle<Expr>),
    /// A call of a function. `out` and `inout` arguments are places of the parameter's type, or
    /// [`ExprKind::Convert`] around a place of another type.
    Call(Handle<Function>, Vec<Handle<Expr>>),
    /// The value, which may differ among invocations where the API wants uniform ones
    /// (`nonuniformEXT`).
    NonUniform(Handle<Expr>),
    /// The text of a string literal: argument of `debugPrintfEXT` only.
    String(crate::name::Name),
    /// A call of a built-in function. The arguments have exactly the types of the chosen signature;
    /// out arguments are places.
    Builtin(Builtin, Vec<Handle<Expr>>),
    /// A built-in variable.
    BuiltinVariable(crate::builtins::Variable),
}

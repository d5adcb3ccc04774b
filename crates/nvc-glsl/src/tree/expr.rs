//! Typed expressions.

use super::{Function, Global, LocalId};
use crate::builtins::Builtin;
use crate::types::constant::Const;
use crate::types::{Memory, Type};
use naga::{BinaryOperator, Handle, UnaryOperator};
use nvc_diag::Span;

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its source.
    pub span: Span,
}

/// The kind of an expression. Lvalues consist of `Global`, `Local`, `Member`, `Index`, `Swizzle` and
/// `Deref`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant, which may depend on specialization constants.
    Const(Handle<Const>),
    /// A module-scope variable or block. A block without an instance name is only the base of a `Member`.
    Global(Handle<Global>),
    /// A local variable or parameter.
    Local(LocalId),
    /// A member of a struct, block or buffer reference's block.
    Member(Handle<Expr>, u32),
    /// A component of a vector, column of a matrix, or element of an array or cooperative matrix. The index
    /// is an integer of any width. (Indexing a pointer is a `Deref` of a sum.)
    Index(Handle<Expr>, Handle<Expr>),
    /// Components of a vector, or a repeated scalar. An lvalue if no component is repeated.
    Swizzle {
        /// The vector.
        base: Handle<Expr>,
        /// Component indices.
        components: [u8; 4],
        /// The number of components.
        count: u8,
    },
    /// The memory that a buffer reference or pointer points to, and the qualifiers of the variable or member that
    /// holds the reference, which apply to accesses through it.
    Deref(Handle<Expr>, Memory),
    /// The address of an lvalue in a buffer (GL_NV_shader_buffer_load).
    AddressOf(Handle<Expr>),
    /// A `.length()` that is not constant: of a runtime-sized array (the operand is its lvalue) or a
    /// cooperative matrix.
    Length(Handle<Expr>),
    /// A constructor. The operands of an array or struct have exactly the types of its elements or members.
    /// Those of a vector or matrix are scalars, vectors and matrices of its component type, whose
    /// components are used in order; excess components at the end are dropped. A cooperative matrix has one
    /// scalar operand, a combined sampler a texture and a sampler.
    Construct(Vec<Handle<Expr>>),
    /// A matrix with a scalar on its diagonal and zeros elsewhere.
    Diagonal(Handle<Expr>),
    /// A matrix of another size: elements outside the operand are those of the identity matrix.
    Resize(Handle<Expr>),
    /// A component-wise conversion to the expression's type, which has the same shape. Also a conversion
    /// between 64-bit integers or `uvec2` (low word first) and references, pointers and bindless handles.
    /// Pointer arithmetic uses it: `p + n` is `Convert(Convert(p) + n * size)` in `uint64_t`.
    Convert(Handle<Expr>),
    /// `-a`, `!a`, `~a`.
    Unary(UnaryOperator, Handle<Expr>),
    /// A component-wise operator on operands of one type (for shifts, any integer types). Products with a
    /// matrix are linear-algebraic, and one operand may be a scalar if the other is a vector, matrix or
    /// cooperative matrix. `==` and `!=` compare whole values of any type. `LogicalAnd` and `LogicalOr`
    /// short-circuit.
    Binary(BinaryOperator, Handle<Expr>, Handle<Expr>),
    /// `a ^^ b`.
    LogicalXor(Handle<Expr>, Handle<Expr>),
    /// `condition ? accept : reject`: only one of the last two is evaluated.
    Conditional(Handle<Expr>, Handle<Expr>, Handle<Expr>),
    /// An assignment; its value is the assigned one. With an operator, the lvalue is evaluated once, read,
    /// and written; the expression has the lvalue's type, and the operands are as for `Binary`. For `Add`
    /// and `Subtract` on a reference or pointer, the right operand is a byte count of type `uint64_t`.
    Assign {
        /// The operator of `op=`.
        op: Option<BinaryOperator>,
        /// The lvalue.
        target: Handle<Expr>,
        /// The right operand.
        value: Handle<Expr>,
    },
    /// `++a`, `a++`, `--a`, `a--`.
    Step {
        /// `++` rather than `--`.
        increment: bool,
        /// Prefix: yields the new value rather than the old one.
        prefix: bool,
        /// The lvalue.
        target: Handle<Expr>,
    },
    /// The comma operator: evaluates both in order and yields the second.
    Comma(Handle<Expr>, Handle<Expr>),
    /// A call of a user-defined function. `out` and `inout` arguments are lvalues of the parameter's type,
    /// or [`ExprKind::Convert`] of an lvalue of another type.
    Call(Handle<Function>, Vec<Handle<Expr>>),
    /// A call of a function that is a SPIR-V instruction, by its number in [`super::Program::spirv`]. Arguments of
    /// `spirv_by_reference` parameters are lvalues, those of `spirv_literal` ones constants.
    Spirv(usize, Vec<Handle<Expr>>),
    /// The name of functions, before checking chooses the one that a built-in function calls.
    Overloads(crate::name::Name),
    /// A function that a built-in function calls: only an argument of one.
    Callback(Handle<Function>),
    /// `nonuniformEXT`: the value may differ among invocations where a dynamically uniform one is expected.
    NonUniform(Handle<Expr>),
    /// A string literal: only an argument of `debugPrintfEXT`.
    String(crate::name::Name),
    /// A call of a built-in function. The arguments have exactly the types of the chosen signature; `out`
    /// arguments are lvalues.
    Builtin(Builtin, Vec<Handle<Expr>>),
    /// A built-in variable.
    BuiltinVariable(crate::builtins::Variable),
}

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
    /// The kind of the expression.
    pub kind: ExprKind,
    /// The type of the expression.
    pub ty: Type,
    /// The span of the expression in the source.
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
    /// A member of a struct, block or buffer reference's block, by index.
    Member(Handle<Expr>, u32),
    /// A component of a vector or cooperative vector, column of a matrix, or element of an array or cooperative
    /// matrix. The index is an integer of any width. Indexing a pointer is a `Deref` of a sum instead.
    Index(Handle<Expr>, Handle<Expr>),
    /// Components of a vector, or a repeated scalar. It is an lvalue if no component is repeated.
    Swizzle {
        /// The vector.
        base: Handle<Expr>,
        /// Component indices.
        components: [u8; 4],
        /// The number of components.
        count: u8,
    },
    /// The memory that a buffer reference or pointer points to. The qualifiers are those of the variable or
    /// member that contains the reference; they apply to accesses through the reference.
    Deref(Handle<Expr>, Memory),
    /// The address of an lvalue in a buffer (GL_NV_shader_buffer_load).
    AddressOf(Handle<Expr>),
    /// A `.length()` that is not constant: of a runtime-sized array, with its lvalue as the operand, or of a
    /// cooperative matrix.
    Length(Handle<Expr>),
    /// A constructor. The operands of an array or struct have exactly the types of its elements or members.
    /// The operands of a vector or matrix are scalars, vectors and matrices of its component type. Their
    /// components are used in order, and excess components at the end are dropped. A cooperative matrix has
    /// one scalar operand; a cooperative vector has one, or operands like a vector. A combined sampler has two
    /// operands, a texture and a sampler.
    Construct(Vec<Handle<Expr>>),
    /// A matrix with a scalar on its diagonal and zeros elsewhere.
    Diagonal(Handle<Expr>),
    /// A matrix of another size. Elements that the operand lacks are taken from the identity matrix.
    Resize(Handle<Expr>),
    /// A componentwise conversion to the expression's type, which has the same shape. Also a conversion
    /// between 64-bit integers or `uvec2` (low half first) and references, pointers and bindless handles.
    /// Pointer arithmetic uses it: `p + n` is `Convert(Convert(p) + n * size)` in `uint64_t`.
    Convert(Handle<Expr>),
    /// `-a`, `!a`, `~a`.
    Unary(UnaryOperator, Handle<Expr>),
    /// A componentwise operator. Both operands have the same type, except that the operands of shifts are any
    /// integer types, and that one operand may be a scalar if the other is a vector, matrix or cooperative
    /// matrix. Products with a matrix are linear-algebraic. `==` and `!=` compare whole values of any type.
    /// `LogicalAnd` and `LogicalOr` short-circuit.
    Binary(BinaryOperator, Handle<Expr>, Handle<Expr>),
    /// `a ^^ b`.
    LogicalXor(Handle<Expr>, Handle<Expr>),
    /// `condition ? accept : reject`. Only one of `accept` and `reject` is evaluated.
    Conditional(Handle<Expr>, Handle<Expr>, Handle<Expr>),
    /// An assignment, whose value is the assigned value. With an operator, the lvalue is evaluated once,
    /// read, and written; the expression has the lvalue's type, and the operands obey the rules of `Binary`.
    /// For `Add` and `Subtract` on a reference or pointer, the right operand is a byte count of type
    /// `uint64_t`.
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
        /// Whether the operator is `++` rather than `--`.
        increment: bool,
        /// Whether it is a prefix operator, which yields the new value rather than the old one.
        prefix: bool,
        /// The lvalue.
        target: Handle<Expr>,
    },
    /// The comma operator: evaluates both operands in order and yields the second.
    Comma(Handle<Expr>, Handle<Expr>),
    /// A call of a user-defined function. `out` and `inout` arguments are lvalues of the parameter's type,
    /// or [`ExprKind::Convert`] of an lvalue of another type.
    Call(Handle<Function>, Vec<Handle<Expr>>),
    /// A call of a function that is a SPIR-V instruction, by its index in [`super::Program::spirv`].
    /// Arguments of `spirv_by_reference` parameters are lvalues; arguments of `spirv_literal` parameters are
    /// constants.
    Spirv(usize, Vec<Handle<Expr>>),
    /// The name of a user-defined function as an argument of a built-in function, until checking selects an
    /// overload.
    Overloads(crate::name::Name),
    /// A function that a built-in function calls. It occurs only as an argument of a built-in function.
    Callback(Handle<Function>),
    /// `nonuniformEXT`: marks a value as possibly not dynamically uniform.
    NonUniform(Handle<Expr>),
    /// A string literal. It occurs only as an argument of `debugPrintfEXT` and `abortEXT`.
    String(crate::name::Name),
    /// A call of a built-in function. The arguments have exactly the types of the selected signature; `out`
    /// arguments are lvalues.
    Builtin(Builtin, Vec<Handle<Expr>>),
    /// A built-in variable.
    BuiltinVariable(crate::builtins::Variable),
}

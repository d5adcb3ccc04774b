//! The typed tree: the output of semantic analysis ([`crate::check`]) and the input of lowering
//! ([`crate::lower`]).
//!
//! Names and overloads are resolved, implicit conversions are explicit, constant expressions are folded, and
//! layouts are computed. The tree is always valid, since checking fails for a program with errors. Lowering
//! therefore needs no symbol table. Besides limits and unsupported constructs, it reports only the errors that
//! appear there first: binding collisions, invalid scopes and sizes of cooperative matrices, and bound resources
//! that are used as bindless handles.

pub mod expr;
pub mod global;
pub mod print;
pub mod stmt;

pub use expr::{Expr, ExprKind};
pub use global::{Global, GlobalKind, HeapBlock, HeapMember};
pub use stmt::{Stmt, StmtKind};

use crate::name::Name;
use crate::types::constant::{Const, SpecConstant};
use crate::types::spirv::{SpirvCode, SpirvParam};
use crate::types::{StructId, Type, Types};
use naga::{Arena, Handle, UniqueArena};
use nvc_diag::Span;
use rustc_hash::FxHashSet;

/// A checked program.
#[derive(Debug, Default)]
pub struct Program {
    /// Interned types.
    pub types: Types,
    /// Interned constants.
    pub constants: UniqueArena<Const>,
    /// Specialization constants that the API can set, in order of declaration.
    pub spec_constants: Arena<SpecConstant>,
    /// Module-scope variables and blocks; those that `main` does not reach are ignored.
    pub globals: Arena<Global>,
    /// Blocks in descriptor heaps.
    pub heap_blocks: Vec<HeapBlock>,
    /// Members of heap blocks that are separate globals.
    pub heap_members: Vec<HeapMember>,
    /// Storage blocks declared `writeonly` that atomics or compound assignments read.
    pub modified: FxHashSet<Handle<Global>>,
    /// Blocks with `writeonly` members that atomics or compound assignments read.
    pub modified_blocks: FxHashSet<StructId>,
    /// Functions.
    pub functions: Arena<Function>,
    /// The function `main`.
    pub entry: Option<Handle<Function>>,
    /// A function that runs before `main` and initializes the globals whose initializers are not constant.
    pub prologue: Option<Handle<Function>>,
    /// The workgroup size; `None` if the API chooses it (`local_size_variable`).
    pub local_size: Option<[Handle<Const>; 3]>,
    /// The derivative group; `None` if the program declares none, in which case derivatives are zero.
    pub derivatives: Option<nvc_ir::DerivativeGroup>,
    /// Whether ray queries cull primitives (`layout(primitive_culling);`).
    pub primitive_culling: bool,
    /// Whether the derivative group is that of GL_KHR_compute_shader_derivatives rather than NVIDIA's extension.
    pub khr_derivatives: bool,
    /// Execution modes that attributes of `main` request, such as maximal reconvergence.
    pub modes: Vec<nvc_ir::ExecutionMode>,
    /// Functions that are SPIR-V instructions (GL_EXT_spirv_intrinsics).
    pub spirv: Vec<SpirvFunction>,
    /// Execution modes that the program specifies by number.
    pub execution_modes: Vec<SpirvCode>,
    /// Whether indices of type `uint` are extended to 64 bits (`#pragma promote_uint32_indices`).
    pub promotes_indices: bool,
    /// Decorations that the program specifies by number, with the decorated global and the span.
    pub decorations: Vec<(Handle<Global>, SpirvCode, Span)>,
    /// The names of all enabled extensions. Some of them change the emitted code.
    pub extensions: Vec<&'static str>,
}

/// A function that is a SPIR-V instruction.
#[derive(Clone, Debug)]
pub struct SpirvFunction {
    /// The name of the function.
    pub name: Name,
    /// The extended instruction set; `None` for an opcode.
    pub set: Option<String>,
    /// The opcode or instruction number, with the required capabilities and extensions.
    pub code: SpirvCode,
    /// How each parameter becomes an operand.
    pub params: Vec<SpirvParam>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// The name of the function.
    pub name: Name,
    /// The result type.
    pub result: Type,
    /// The parameters. Their variables are the first entries of `locals`.
    pub params: Vec<Param>,
    /// The local variables: first the parameters, then the others in order of declaration.
    pub locals: Vec<Local>,
    /// The expressions of the body.
    pub exprs: Arena<Expr>,
    /// The statements of the body.
    pub stmts: Arena<Stmt>,
    /// The body.
    pub body: Vec<Handle<Stmt>>,
    /// Whether the result is `precise`.
    pub precise: bool,
    /// The span of the name.
    pub span: Span,
}

/// Index of a local variable in [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A parameter. Its variable has the same index in [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The direction.
    pub direction: Direction,
}

/// The direction of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `in`: copied at the call.
    In,
    /// `out`: copied back at the return.
    Out,
    /// `inout`: copied at the call, and copied back at the return.
    InOut,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name of the variable.
    pub name: Name,
    /// The type of the variable. It is opaque only for parameters and bindless handles.
    pub ty: Type,
    /// `precise`: computations of the variable's values must not be contracted.
    pub precise: bool,
    /// Whether any part of the variable is indexed by a non-constant expression, or is a cooperative matrix that is
    /// indexed.
    pub indexed: bool,
    /// The span of the name.
    pub span: Span,
}

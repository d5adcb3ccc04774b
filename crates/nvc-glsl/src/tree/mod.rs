//! The typed tree: the output of semantic analysis ([`crate::check`]) and the input of lowering
//! ([`crate::lower`]).
//!
//! Names and overloads are resolved, implicit conversions are explicit, constant expressions are folded,
//! and layouts are computed. The tree is always valid, since checking fails for a program with errors.
//! Lowering needs no symbol table and reports only limits.

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
use crate::types::{Type, Types};
use naga::{Arena, Handle, UniqueArena};
use nvc_diag::Span;
use rustc_hash::FxHashSet;

/// A checked program.
#[derive(Debug, Default)]
pub struct Program {
    /// Types, interned.
    pub types: Types,
    /// Constants, interned.
    pub constants: UniqueArena<Const>,
    /// Specialization constants that the API can set, in order of declaration.
    pub spec_constants: Arena<SpecConstant>,
    /// Module-scope variables and blocks; those that `main` does not reach are ignored.
    pub globals: Arena<Global>,
    /// Blocks in descriptor heaps.
    pub heap_blocks: Vec<HeapBlock>,
    /// The parts of heap blocks that are globals.
    pub heap_members: Vec<HeapMember>,
    /// Storage blocks declared `writeonly` that atomics or compound assignments read.
    pub modified: FxHashSet<Handle<Global>>,
    /// Functions.
    pub functions: Arena<Function>,
    /// `main`.
    pub entry: Option<Handle<Function>>,
    /// Initializes the globals whose initializers are not constant; runs before `main`.
    pub prologue: Option<Handle<Function>>,
    /// The workgroup size; `None` if the API chooses it (`local_size_variable`).
    pub local_size: Option<[Handle<Const>; 3]>,
    /// The derivative group; without one, derivatives are zero.
    pub derivatives: Option<nvc_ir::DerivativeGroup>,
    /// Whether ray queries cull primitives (`layout(primitive_culling);`).
    pub primitive_culling: bool,
    /// Whether the derivative group is that of GL_KHR_compute_shader_derivatives rather than NVIDIA's extension.
    pub khr_derivatives: bool,
    /// Promises that attributes of `main` make.
    pub modes: Vec<nvc_ir::ExecutionMode>,
    /// Functions that are SPIR-V instructions (GL_EXT_spirv_intrinsics).
    pub spirv: Vec<SpirvFunction>,
    /// Execution modes that the program gives by number.
    pub execution_modes: Vec<SpirvCode>,
    /// Whether indices of type `uint` are extended to 64 bits (`#pragma promote_uint32_indices`).
    pub promotes_indices: bool,
    /// Decorations that the program gives globals by number, and where.
    pub decorations: Vec<(Handle<Global>, SpirvCode, Span)>,
    /// The names of all extensions that the program enables; some change what is emitted.
    pub extensions: Vec<&'static str>,
}

/// A function that is a SPIR-V instruction.
#[derive(Clone, Debug)]
pub struct SpirvFunction {
    /// Its name.
    pub name: Name,
    /// The extended instruction set; `None` for an opcode.
    pub set: Option<String>,
    /// The number, and what it requires.
    pub code: SpirvCode,
    /// How each parameter becomes an operand.
    pub params: Vec<SpirvParam>,
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Result type.
    pub result: Type,
    /// Parameters; their variables are the first locals.
    pub params: Vec<Param>,
    /// Local variables: the parameters, then the others in order of declaration.
    pub locals: Vec<Local>,
    /// The expressions of the body.
    pub exprs: Arena<Expr>,
    /// The statements of the body.
    pub stmts: Arena<Stmt>,
    /// The body.
    pub body: Vec<Handle<Stmt>>,
    /// `precise` result.
    pub precise: bool,
    /// The location of its name.
    pub span: Span,
}

/// Index of a local variable in [`Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A parameter; its variable has the same index.
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
    /// `inout`: both.
    InOut,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type; opaque only for parameters and bindless handles.
    pub ty: Type,
    /// `precise`: computations of its values must not be contracted.
    pub precise: bool,
    /// Whether any part of it is indexed by an expression that is not constant.
    pub indexed: bool,
    /// The location of its name.
    pub span: Span,
}

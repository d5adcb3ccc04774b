//! The typed tree: what checking makes of the syntax tree and lowering reads.
//!
//! Names are resolved, overloads chosen, implicit conversions explicit, constant expressions
//! evaluated, layouts laid out. Nothing here can be wrong: a program with errors never gets this
//! far. Lowering needs no symbol table and reports nothing but limits.

pub mod expr;
pub mod global;
pub mod print;
pub mod stmt;

pub use expr::{Expr, ExprKind};
pub use global::{Global, GlobalKind};
pub use stmt::{Stmt, StmtKind};

use crate::name::Name;
use crate::types::constant::{Const, SpecConstant};
use crate::types::{Type, Types};
use naga::{Arena, Handle, UniqueArena};
use nvc_diag::Span;

/// A checked program.
#[derive(Debug, Default)]
pub struct Program {
    /// Its types.
    pub types: Types,
    /// Constants, interned.
    pub constants: UniqueArena<Const>,
    /// Specialization constants that the API can set, by the order of declaration.
    pub spec_constants: Arena<SpecConstant>,
    /// Variables and blocks of the module, only those that `main` reaches matter.
    pub globals: Arena<Global>,
    /// Functions with bodies.
    pub functions: Arena<Function>,
    /// `main`.
    pub entry: Option<Handle<Function>>,
    /// Assigns the globals whose initial values are not constant; runs before `main`.
    pub prologue: Option<Handle<Function>>,
    /// Size of the work group: constants, or `None` where the API chooses
    /// (`local_size_variable`).
    pub local_size: Option<[Handle<Const>; 3]>,
    /// Which invocations derivatives are taken among; without, they are zero.
    pub derivatives: Option<nvc_ir::DerivativeGroup>,
    /// Attributes of `main`.
    pub modes: Modes,
    /// Extensions that are enabled and change what is emitted, by name.
    pub extensions: Vec<&'static str>,
}

/// What attributes of `main` ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modes {
    /// GL_EXT_subgroup_uniform_control_flow.
    pub subgroup_uniform_control_flow: bool,
    /// GL_EXT_maximal_reconvergence.
    pub maximally_reconverges: bool,
}

/// A function with its body.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Result type.
    pub result: Type,
    /// Parameters: the first locals.
    pub params: Vec<Param>,
    /// Variables: the parameters first, then the rest in order of declaration.
    pub locals: Vec<Local>,
    /// All expressions of the body.
    pub exprs: Arena<Expr>,
    /// All statements of the body.
    pub stmts: Arena<Stmt>,
    /// The body.
    pub body: Vec<Handle<Stmt>>,
    /// `precise` result.
    pub precise: bool,
    /// Where its name stands.
    pub span: Span,
}

/// Number of a variable of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A parameter; its variable has the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// What goes which way.
    pub direction: Direction,
}

/// What goes which way at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The value at the call.
    In,
    /// The value at the return.
    Out,
    /// Both.
    InOut,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name.
    pub name: Name,
    /// Its type; opaque types only for parameters and bindless handles.
    pub ty: Type,
    /// Values computed into it must not be contracted.
    pub precise: bool,
    /// An array or matrix in it, or a component of it, is indexed by something that is not constant.
    pub indexed: bool,
    /// Where its name stands.
    pub span: Span,
}

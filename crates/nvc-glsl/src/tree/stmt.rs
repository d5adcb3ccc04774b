//! Typed statements.

use super::{Expr, LocalId};
use naga::Handle;
use nvc_diag::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its text.
    pub span: Span,
}

/// Loop and selection hints (GL_EXT_control_flow_attributes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints {
    /// `unroll`, `flatten`: `Some(true)`; `dont_unroll`, `dont_flatten`: `Some(false)`.
    pub unroll: Option<bool>,
    /// `dependency_infinite`.
    pub independent: bool,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Statements in order.
    Block(Vec<Handle<Stmt>>),
    /// A variable comes to life: with its value, or with none. It does so anew in each round of a
    /// loop.
    Declare(LocalId, Option<Handle<Expr>>),
    /// An expression for its effects.
    Expr(Handle<Expr>),
    /// `if`, with all that is chained to it by `else if`.
    If {
        /// `if` and each `else if`.
        arms: Vec<Arm>,
        /// Else.
        reject: Vec<Handle<Stmt>>,
    },
    /// `switch`. Cases in order; one without `break` falls into the next. The default's position is
    /// that of the case without values in it.
    Switch {
        /// A 32-bit integer.
        selector: Handle<Expr>,
        /// Cases.
        cases: Vec<Case>,
        /// Hints.
        hints: Hints,
    },
    /// `for`, `while`, `do`: `prologue; loop { if (!condition) break; body; continuing: step }`, with
    /// the condition tested at the end of each round where `test_last`.
    Loop {
        /// What must hold for a round; `None` for endless ones. A variable that the condition
        /// declares is declared by `head`.
        condition: Option<Handle<Expr>>,
        /// Statements in front of the condition, each round.
        head: Vec<Handle<Stmt>>,
        /// Body.
        body: Vec<Handle<Stmt>>,
        /// What runs behind the body and on `continue`.
        step: Option<Handle<Expr>>,
        /// `do ... while`.
        test_last: bool,
        /// Hints.
        hints: Hints,
    },
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`
    Return(Option<Handle<Expr>>),
}

/// A condition of an `if` and what runs where it holds.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its text.
    pub span: Span,
    /// Condition, a bool.
    pub condition: Handle<Expr>,
    /// What runs.
    pub body: Vec<Handle<Stmt>>,
    /// Hints.
    pub hints: Hints,
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its values, as patterns of the selector's 32 or 64 bits.
    pub values: Vec<u64>,
    /// Whether `default:` is among its labels.
    pub default: bool,
    /// Statements up to the next label.
    pub body: Vec<Handle<Stmt>>,
}

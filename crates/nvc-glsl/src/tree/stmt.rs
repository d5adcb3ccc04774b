//! Typed statements.

use super::{Expr, LocalId};
use naga::Handle;
use nvc_diag::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Its kind.
    pub kind: StmtKind,
    /// Its source.
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

/// The kind of a statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Statements in order.
    Block(Vec<Handle<Stmt>>),
    /// A declaration of a local variable, with its initializer if there is one. In a loop, each iteration
    /// has a new variable.
    Declare(LocalId, Option<Handle<Expr>>),
    /// An expression evaluated for its side effects.
    Expr(Handle<Expr>),
    /// An `if`, `else if`, `else` chain.
    If {
        /// The `if` and each `else if`.
        arms: Vec<Arm>,
        /// The `else` branch.
        reject: Vec<Handle<Stmt>>,
    },
    /// A `switch`. A case without `break` falls through to the next.
    Switch {
        /// A 32- or 64-bit integer.
        selector: Handle<Expr>,
        /// Cases.
        cases: Vec<Case>,
        /// Hints.
        hints: Hints,
    },
    /// `for`, `while`, `do`: `loop { head; if (!condition) break; body; continuing: step }`. With
    /// `test_last`, the condition is tested at the end of each iteration.
    Loop {
        /// The condition; `None` for an infinite loop. A variable that it declares is declared by `head`.
        condition: Option<Handle<Expr>>,
        /// Statements that each iteration runs before the condition.
        head: Vec<Handle<Stmt>>,
        /// Body.
        body: Vec<Handle<Stmt>>,
        /// Runs after the body and on `continue`.
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

/// A condition of an `if` chain and its body.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Its source.
    pub span: Span,
    /// Condition, a bool.
    pub condition: Handle<Expr>,
    /// The body.
    pub body: Vec<Handle<Stmt>>,
    /// Hints.
    pub hints: Hints,
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// The label values, as bits of the selector's type.
    pub values: Vec<u64>,
    /// Whether `default:` is among its labels.
    pub default: bool,
    /// Statements up to the next label.
    pub body: Vec<Handle<Stmt>>,
}

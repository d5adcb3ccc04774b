//! Typed statements.

use super::{Expr, LocalId};
use naga::Handle;
use nvc_diag::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of the statement.
    pub kind: StmtKind,
    /// The span of the statement in the source.
    pub span: Span,
}

/// Loop and selection hints (GL_EXT_control_flow_attributes).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hints {
    /// `Some(true)` for `unroll` and `flatten`, `Some(false)` for `dont_unroll` and `dont_flatten`.
    pub unroll: Option<bool>,
    /// Whether `dependency_infinite` is given: iterations do not depend on each other.
    pub independent: bool,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Statements in order.
    Block(Vec<Handle<Stmt>>),
    /// A declaration of a local variable, with its initializer if it has one. In a loop, each iteration has a
    /// new variable.
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
        /// The selector, a 32- or 64-bit integer.
        selector: Handle<Expr>,
        /// Cases.
        cases: Vec<Case>,
        /// Hints.
        hints: Hints,
    },
    /// A `for`, `while` or `do` loop: `loop { head; if (!condition) break; body; continuing: step }`. With
    /// `test_last`, the condition is tested at the end of each iteration.
    Loop {
        /// The condition; `None` for an infinite loop. If the condition declares a variable, `head` contains
        /// the declaration.
        condition: Option<Handle<Expr>>,
        /// Statements that run before the condition in each iteration.
        head: Vec<Handle<Stmt>>,
        /// The body of the loop.
        body: Vec<Handle<Stmt>>,
        /// The expression that runs after the body and on `continue`.
        step: Option<Handle<Expr>>,
        /// Whether the loop is a `do ... while` loop.
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
    /// The span of the condition and body in the source.
    pub span: Span,
    /// The condition, a bool.
    pub condition: Handle<Expr>,
    /// The body.
    pub body: Vec<Handle<Stmt>>,
    /// Hints.
    pub hints: Hints,
}

/// A case of a switch.
#[derive(Clone, Debug)]
pub struct Case {
    /// The values of the labels, as bits of the selector's type.
    pub values: Vec<u64>,
    /// Whether the case has a `default:` label.
    pub default: bool,
    /// The statements up to the next label.
    pub body: Vec<Handle<Stmt>>,
}

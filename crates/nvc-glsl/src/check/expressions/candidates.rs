//! Candidates of overload resolution: what a call may mean, and why a built-in row yields none.

use crate::builtins::signature::{Flow, Row};
use crate::types::Type;
use smallvec::SmallVec;

/// What a candidate calls.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A function of the program, by its index.
    Function(usize),
    /// A built-in function.
    Builtin(&'static Row),
}

/// Types of parameters, and which way values go.
pub(super) type Params = SmallVec<[(Type, Flow); 4]>;

/// A function that a call may mean.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(in crate::check) target: Target,
    pub(in crate::check) params: Params,
    pub(in crate::check) result: Type,
    /// Arguments of any type may follow.
    pub(super) variadic: bool,
}

/// Why a row has no overload for some arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rejection {
    /// It takes another number of them.
    Count(&'static Row),
    /// It takes nothing like the argument at this position.
    Argument(&'static Row, usize),
}

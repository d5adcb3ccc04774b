//! The candidates of overload resolution, and the reasons why a row of the table of built-in functions has none.

use crate::builtins::signature::{Flow, Row};
use crate::types::Type;
use smallvec::SmallVec;

/// The callee of a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// A user-defined function, by its index.
    Function(usize),
    /// A built-in function.
    Builtin(&'static Row),
}

/// The type and direction of each parameter.
pub(super) type Params = SmallVec<[(Type, Flow); 4]>;

/// A function that a call may resolve to.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(in crate::check) target: Target,
    pub(in crate::check) params: Params,
    pub(in crate::check) result: Type,
    /// Whether additional arguments of any type are accepted.
    pub(super) variadic: bool,
}

/// Why a row of the table of built-in functions has no overload for the arguments.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rejection {
    /// The number of arguments is wrong.
    Count(&'static Row),
    /// No overload fits, and the first one tried does not accept the argument at this index.
    Argument(&'static Row, usize),
}

//! The types that a web of block parameters can change to.

use nvc_ir::{Type, Value};

/// The new type of a web, and how old values convert to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewType {
    /// Another type of the same width; values are bitcast.
    Cast(Type),
    /// `bool`, for a web whose only values are two constants.
    Bool {
        /// The old value that becomes `true`.
        on: Value,
        /// The old value that becomes `false`.
        off: Value,
    },
    /// `i32`, for a web of bools: 1 or 0.
    Int,
}

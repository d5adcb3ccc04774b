//! The types that a web of block parameters can change to.

use nvc_ir::{Type, Value};

/// The new type of a web, with the conversion from the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NewType {
    /// A type of the same width, by bitcast.
    Cast(Type),
    /// `bool`, for a web whose only values are two constants.
    Bool {
        /// The old value that becomes `true`.
        on: Value,
        /// The old value that becomes `false`.
        off: Value,
    },
    /// `i32` for a web of bools: 1 or 0.
    Int,
}

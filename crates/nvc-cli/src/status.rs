//! The exit status of the command.

/// The exit status. With several inputs, the highest status applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Success, possibly with warnings.
    Done = 0,
    /// An input has errors.
    Input = 1,
    /// Usage, I/O or environment error.
    Environment = 2,
    /// A bug in nvc.
    Fault = 101,
}

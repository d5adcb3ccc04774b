//! The exit status of the command.

/// How a run ended; the number is the exit status. Of several inputs the worst counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All is done.
    Done = 0,
    /// An input is wrong.
    Input = 1,
    /// The command line, a file or the environment is wrong.
    Environment = 2,
    /// A fault of nvc.
    Fault = 101,
}

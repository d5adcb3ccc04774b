//! The parts of the command: what it is told, which files it reads and writes, what it says.

pub(crate) mod args;
pub(crate) mod compile;
pub(crate) mod devices;
pub(crate) mod explain;
mod files;
mod guard;
mod include;
mod macros;
mod naming;
pub(crate) mod planned;
pub(crate) mod report;
pub(crate) mod run;
mod validator;

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

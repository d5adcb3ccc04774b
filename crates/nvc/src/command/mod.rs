//! The parts of the command: what it is told, which files it reads and writes, what it says.

pub(crate) mod args;
mod batch;
pub(crate) mod compile;
mod coopmat;
mod depfile;
pub(crate) mod devices;
pub(crate) mod explain;
pub(crate) mod extract;
mod files;
pub(crate) mod generate;
mod guard;
mod macros;
mod naming;
pub(crate) mod reflect;
pub(crate) mod report;
pub(crate) mod response;
pub(crate) mod run;
pub(crate) mod spelling;
pub(crate) mod supports;
pub(crate) mod usage;
mod validator;
pub(crate) mod version;

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

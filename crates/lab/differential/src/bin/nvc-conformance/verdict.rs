//! The result of running a program of a test case.

use nvc_exec::case::{Folder, Outputs, compare};
use serde::{Deserialize, Serialize};

/// The result of running a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// The memory after the run matches the expected memory.
    Same,
    /// The memory after the run differs from the expected memory. Contains the differences.
    Differs(String),
    /// The program cannot be compiled or run. Contains the reason.
    CannotRun(String),
}

/// The results of all programs on one engine: one column of the tables.
pub(crate) struct ColumnResults {
    /// Title of the column.
    pub(crate) title: String,
    /// Verdicts in the order of the programs.
    pub(crate) verdicts: Vec<Verdict>,
}

impl Verdict {
    /// Compares the memory after a run with the expected memory.
    pub(crate) fn of(folder: &Folder, outputs: &Outputs) -> Self {
        let differences = compare(&folder.case, outputs, &folder.truth);
        let messages: Vec<String> = differences.iter().map(ToString::to_string).collect();
        if messages.is_empty() { Verdict::Same } else { Verdict::Differs(messages.join("\n")) }
    }

    /// Returns an error unless the memory matches the expected memory.
    pub(crate) fn result(&self) -> Result<(), String> {
        match self {
            Verdict::Same => Ok(()),
            Verdict::Differs(message) => Err(message.clone()),
            Verdict::CannotRun(message) => Err(format!("cannot run: {message}")),
        }
    }
}

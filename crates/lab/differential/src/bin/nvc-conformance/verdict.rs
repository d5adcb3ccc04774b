//! The result of running a program of a case.

use nvc_exec::case::{Folder, Outputs, compare};
use serde::{Deserialize, Serialize};

/// The result of running a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// It leaves the recorded memory.
    Same,
    /// It leaves other memory.
    Differs(String),
    /// It does not run.
    CannotRun(String),
}

/// The results of all programs in one column of the table.
pub(crate) struct ColumnResults {
    /// The column's title.
    pub(crate) title: String,
    /// In the order of the programs.
    pub(crate) verdicts: Vec<Verdict>,
}

impl Verdict {
    /// Compares the memory that a program left with the recorded memory.
    pub(crate) fn of(folder: &Folder, outputs: &Outputs) -> Self {
        let differences = compare(&folder.case, outputs, &folder.truth);
        let messages: Vec<String> = differences.iter().map(ToString::to_string).collect();
        if messages.is_empty() { Verdict::Same } else { Verdict::Differs(messages.join("\n")) }
    }

    /// An error unless the memory is the recorded one.
    pub(crate) fn result(&self) -> Result<(), String> {
        match self {
            Verdict::Same => Ok(()),
            Verdict::Differs(message) => Err(message.clone()),
            Verdict::CannotRun(message) => Err(format!("cannot run: {message}")),
        }
    }
}

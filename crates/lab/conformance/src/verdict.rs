//! What comes of a program.

use nvc_exec::case::{Folder, Outputs, compare};
use serde::{Deserialize, Serialize};

/// What comes of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// It leaves the recorded memory.
    Same,
    /// It leaves other memory.
    Differs(String),
    /// It does not run.
    CannotRun(String),
}

impl Verdict {
    /// Compares what a program left with the record.
    pub(crate) fn of(folder: &Folder, outputs: &Outputs) -> Self {
        let differences = compare(&folder.case, outputs, &folder.truth);
        let words: Vec<String> = differences.iter().map(ToString::to_string).collect();
        if words.is_empty() { Verdict::Same } else { Verdict::Differs(words.join("\n")) }
    }

    /// Nothing, or what is wrong.
    pub(crate) fn result(&self) -> Result<(), String> {
        match self {
            Verdict::Same => Ok(()),
            Verdict::Differs(words) => Err(words.clone()),
            Verdict::CannotRun(words) => Err(format!("cannot run: {words}")),
        }
    }
}

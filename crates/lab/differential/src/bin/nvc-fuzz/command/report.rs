//! The protocol between a worker process and its supervisor: one JSON message per line.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// A message from a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The engines are open. Contains their names and descriptions.
    Opened(Vec<(String, String)>),
    /// An engine failed to open, or the original program of `reduce` failed to run. Contains the reason.
    OpenFailed(String),
    /// The worker starts on the program of this seed; for `reduce`, on the candidate of this number.
    Begin(u64),
    /// This engine starts to run the program.
    At(String),
    /// The program is finished.
    End(Report),
}

impl Message {
    /// Sends the message to the supervisor.
    pub(crate) fn send(&self) -> Result<()> {
        let mut out = std::io::stdout();
        writeln!(out, "{}", serde_json::to_string(self)?)?;
        Ok(out.flush()?)
    }
}

/// The result of checking one program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// Seed of the program; for `reduce`, the number of the candidate.
    pub(crate) seed: u64,
    /// Whether the compiler supports every feature that the program uses.
    pub(crate) supported: bool,
    /// Why the program, or a mutated copy of it, could not be compiled or checked; for `reduce`, also that the
    /// candidate has more undefined behaviour than the original. `None` if there was no such failure. Failures
    /// on an engine are among the verdicts.
    pub(crate) fault: Option<String>,
    /// Verdict of each engine, by the engine's name, and the verdict on NVIDIA's listing, by
    /// [`LISTING`](super::engines::LISTING).
    pub(crate) verdicts: Vec<(String, Verdict)>,
    /// NVIDIA's assembly listing, if the listing fails to run or gives different memory.
    pub(crate) listing: Option<String>,
}

/// The result of a program on one engine, or of NVIDIA's listing of the program. The listing's memory is compared with
/// that of the driver's own run instead of that of the first engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// The memory is the same as on the first engine.
    Same,
    /// The memory after the run on NVIDIA's driver is the memory that its known quirks predict (`--quirks driver`).
    Quirks,
    /// NVIDIA's compiler introduced a data race. Contains its description.
    Races(String),
    /// The engine lacks a feature that the program needs. Contains the feature's name, or the log of the driver's
    /// GLSL compiler.
    MissingFeature(String),
    /// The memory differs from that of the first engine. Contains the differences.
    Differs(String),
    /// The program could not be compiled for the engine or failed to run. Contains the error.
    Fails(String),
    /// The process died. Contains its exit status.
    Crashes(String),
    /// The process hung.
    Hangs,
}

impl Verdict {
    /// Returns the heading under which the summary counts the verdict.
    pub(crate) fn heading(&self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Quirks => "same with the driver's quirks",
            Verdict::Races(_) => "data race in the driver's listing",
            Verdict::MissingFeature(_) => "not run",
            Verdict::Differs(_) => "differs",
            Verdict::Fails(_) => "fails",
            Verdict::Crashes(_) => "crashes",
            Verdict::Hangs => "hangs",
        }
    }

    /// Returns the severity of the verdict; higher is worse.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Verdict::Same => 0,
            Verdict::Quirks => 1,
            Verdict::Races(_) => 2,
            Verdict::MissingFeature(_) => 3,
            Verdict::Differs(_) => 4,
            Verdict::Fails(_) => 5,
            Verdict::Crashes(_) => 6,
            Verdict::Hangs => 7,
        }
    }

    /// Returns whether the verdict is a failure or a difference.
    pub(crate) fn is_failure(&self) -> bool {
        self.rank() > Verdict::MissingFeature(String::new()).rank()
    }

    /// Returns the text that the verdict contains, or the heading if it contains none.
    pub(crate) fn description(&self) -> &str {
        match self {
            Verdict::MissingFeature(text) | Verdict::Differs(text) | Verdict::Fails(text) => text,
            Verdict::Crashes(text) | Verdict::Races(text) => text,
            _ => self.heading(),
        }
    }
}

impl Report {
    /// Returns the heading under which the summary counts the program: that of its worst verdict. A program with a fault
    /// counts as `fails`.
    pub(crate) fn heading(&self) -> &'static str {
        if self.fault.is_some() {
            return "fails";
        }
        match self.verdicts.iter().map(|(_, verdict)| verdict).max_by_key(|verdict| verdict.rank()) {
            None if self.supported => "valid",
            None => "unsupported",
            Some(Verdict::MissingFeature(_)) => "not run on some engines",
            Some(verdict) => verdict.heading(),
        }
    }

    /// Returns all failures: the engine (empty if the compiler failed), the heading and the description.
    pub(crate) fn failures(&self) -> Vec<(&str, &'static str, &str)> {
        let fault = self.fault.iter().map(|message| ("", "fails", message.as_str()));
        let failures = self.verdicts.iter().filter(|(_, verdict)| verdict.is_failure());
        let engines =
            failures.map(|(name, verdict)| (name.as_str(), verdict.heading(), verdict.description()));
        fault.chain(engines).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdicts: &[Verdict]) -> Report {
        let verdicts = verdicts.iter().map(|verdict| ("engine".to_owned(), verdict.clone())).collect();
        Report { seed: 1, supported: true, fault: None, verdicts, listing: None }
    }

    #[test]
    fn the_heading_is_that_of_the_worst_verdict() {
        let lacks = Verdict::MissingFeature("doubles".into());
        let differs = Verdict::Differs("a word".into());
        assert_eq!(report(&[]).heading(), "valid");
        assert_eq!(report(&[Verdict::Same, Verdict::Quirks]).heading(), "same with the driver's quirks");
        assert_eq!(report(&[Verdict::Quirks, lacks.clone()]).heading(), "not run on some engines");
        let report = report(&[differs, lacks, Verdict::Same]);
        assert_eq!(report.heading(), "differs");
        assert_eq!(report.failures(), [("engine", "differs", "a word")]);
    }

    #[test]
    fn a_fault_is_a_failure_without_an_engine() {
        let report = Report { fault: Some("not valid".into()), ..report(&[Verdict::Same]) };
        assert_eq!((report.heading(), report.failures()), ("fails", vec![("", "fails", "not valid")]));
    }
}

//! The protocol between a worker process and its supervisor: one JSON message per line.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::io::Write;

/// A message from a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The engines are open. Contains their names and descriptions.
    Opened(Vec<(String, String)>),
    /// An engine failed to open. Contains the reason.
    Shut(String),
    /// The worker starts on the program of this seed.
    Begin(u64),
    /// This engine starts to run the program.
    At(String),
    /// The program is finished.
    End(Report),
}

impl Message {
    /// Sends the message to the supervisor.
    pub(crate) fn say(&self) -> Result<()> {
        let mut out = std::io::stdout();
        writeln!(out, "{}", serde_json::to_string(self)?)?;
        Ok(out.flush()?)
    }
}

/// The result of checking one program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// Seed of the program.
    pub(crate) seed: u64,
    /// Whether the compiler supports every feature that the program uses.
    pub(crate) supported: bool,
    /// Why the program could not be compiled or checked, before it ran on any engine.
    pub(crate) fault: Option<String>,
    /// Verdict of each engine, by the engine's name.
    pub(crate) verdicts: Vec<(String, Verdict)>,
    /// NVIDIA's assembly listing, if its verdict is wrong.
    pub(crate) listing: Option<String>,
}

/// The result of a program on one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// The memory is the same as on the first engine.
    Same,
    /// NVIDIA's driver leaves the memory that its known quirks predict (`--quirks driver`).
    Quirks,
    /// NVIDIA's compiler introduced a data race. Contains its description.
    Races(String),
    /// The engine lacks a feature that the program needs. Contains its name.
    Lacks(String),
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
            Verdict::Races(_) => "the driver's listing races",
            Verdict::Lacks(_) => "not run",
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
            Verdict::Lacks(_) => 3,
            Verdict::Differs(_) => 4,
            Verdict::Fails(_) => 5,
            Verdict::Crashes(_) => 6,
            Verdict::Hangs => 7,
        }
    }

    /// Returns whether the verdict is a failure or a difference.
    pub(crate) fn is_wrong(&self) -> bool {
        self.rank() > Verdict::Lacks(String::new()).rank()
    }

    /// Returns the description of the failure, or the heading if there is none.
    pub(crate) fn words(&self) -> &str {
        match self {
            Verdict::Lacks(words) | Verdict::Differs(words) | Verdict::Fails(words) => words,
            Verdict::Crashes(words) | Verdict::Races(words) => words,
            _ => self.heading(),
        }
    }
}

impl Report {
    /// Returns the heading under which the summary counts the program: that of its worst verdict.
    pub(crate) fn heading(&self) -> &'static str {
        if self.fault.is_some() {
            return "fails";
        }
        match self.verdicts.iter().map(|(_, verdict)| verdict).max_by_key(|verdict| verdict.rank()) {
            None if self.supported => "valid",
            None => "unsupported",
            Some(Verdict::Lacks(_)) => "same on engines that support it",
            Some(verdict) => verdict.heading(),
        }
    }

    /// Returns all failures: the engine (empty if the compiler failed), the heading and the description.
    pub(crate) fn wrong(&self) -> Vec<(&str, &'static str, &str)> {
        let fault = self.fault.iter().map(|words| ("", "fails", words.as_str()));
        let wrong = self.verdicts.iter().filter(|(_, verdict)| verdict.is_wrong());
        let engines = wrong.map(|(name, verdict)| (name.as_str(), verdict.heading(), verdict.words()));
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
    fn the_worst_verdict_counts() {
        let lacks = Verdict::Lacks("doubles".into());
        let differs = Verdict::Differs("a word".into());
        assert_eq!(report(&[]).heading(), "valid");
        assert_eq!(report(&[Verdict::Same, Verdict::Quirks]).heading(), "same with the driver's quirks");
        assert_eq!(report(&[Verdict::Quirks, lacks.clone()]).heading(), "same on engines that support it");
        let report = report(&[differs, lacks, Verdict::Same]);
        assert_eq!(report.heading(), "differs");
        assert_eq!(report.wrong(), [("engine", "differs", "a word")]);
    }

    #[test]
    fn a_fault_is_wrong_without_an_engine() {
        let report = Report { fault: Some("not valid".into()), ..report(&[Verdict::Same]) };
        assert_eq!((report.heading(), report.wrong()), ("fails", vec![("", "fails", "not valid")]));
    }
}

//! The counts of a run, printed as text, and with the failures written as TOML.

use super::report::Report;
use anyhow::{Context, Result};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The counts and failures of a run, as `--summary` writes them.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Summary {
    /// The language of the programs.
    pub(crate) language: String,
    /// Kind of the programs (`--kind`).
    pub(crate) kind: String,
    /// The first seed.
    pub(crate) seed: u64,
    /// Number of programs checked.
    pub(crate) programs: u64,
    /// Number of programs requested; `None` if the run is limited by time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wanted: Option<u64>,
    /// Duration of the run in seconds.
    pub(crate) seconds: u64,
    /// Number of programs with each outcome, such as `same` ([`Report::heading`]).
    pub(crate) outcomes: BTreeMap<&'static str, u64>,
    /// Counts of each engine, by name.
    pub(crate) engines: BTreeMap<String, Engine>,
    /// All failures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) failures: Vec<Failure>,
}

/// The counts of one engine.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Engine {
    /// Description of the engine, such as the device name.
    #[serde(rename = "name", skip_serializing_if = "String::is_empty")]
    pub(crate) description: String,
    /// Number of programs with each verdict, such as `differs`.
    pub(crate) verdicts: BTreeMap<&'static str, u64>,
}

/// A failure of a program: on one engine, or of the compiler.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    /// Seed of the program.
    pub(crate) seed: u64,
    /// Name of the engine; empty if the compiler failed.
    pub(crate) engine: String,
    /// Heading of the verdict.
    pub(crate) verdict: &'static str,
    /// Description of the failure.
    pub(crate) description: String,
}

impl Summary {
    /// Records the descriptions of the engines.
    pub(crate) fn describe_engines(&mut self, descriptions: Vec<(String, String)>) {
        for (engine, description) in descriptions {
            self.engines.entry(engine).or_default().description = description;
        }
    }

    /// Counts a program and records its failures.
    pub(crate) fn count(&mut self, report: &Report) {
        self.programs += 1;
        *self.outcomes.entry(report.heading()).or_default() += 1;
        for (engine, verdict) in &report.verdicts {
            let engine = self.engines.entry(engine.clone()).or_default();
            *engine.verdicts.entry(verdict.heading()).or_default() += 1;
        }
        self.failures.extend(report.failures().into_iter().map(|(engine, verdict, description)| Failure {
            seed: report.seed,
            engine: engine.to_owned(),
            verdict,
            description: description.to_owned(),
        }));
    }

    /// Formats the counts as text.
    pub(crate) fn text(&self) -> String {
        let Summary { language, kind, seed, programs, seconds, .. } = self;
        let counts = |counts: &BTreeMap<&'static str, u64>| {
            let counts: Vec<String> =
                counts.iter().map(|(heading, count)| format!("{count} {heading}")).collect();
            counts.join(", ")
        };
        let mut text = format!(
            "{programs} programs in {language}, of kind {kind}, from seed {seed}, in {seconds} s: {}\n",
            counts(&self.outcomes)
        );
        for (engine, Engine { description, verdicts }) in &self.engines {
            let description =
                if description.is_empty() { String::new() } else { format!(" ({description})") };
            text.push_str(&format!("  {engine}{description}: {}\n", counts(verdicts)));
        }
        text
    }

    /// Writes the TOML file. Failures are sorted so that their order does not depend on the workers.
    pub(crate) fn write(&mut self, path: &Path) -> Result<()> {
        self.failures.sort_by(|a, b| (a.seed, &a.engine).cmp(&(b.seed, &b.engine)));
        std::fs::write(path, toml::to_string(self)?).with_context(|| path.display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::report::Verdict;

    #[test]
    fn programs_and_engines_are_counted() {
        let mut summary = Summary { language: "glsl".into(), kind: "exact".into(), ..Summary::default() };
        summary.describe_engines(vec![("interp".into(), "the interpreter".into())]);
        for (seed, verdict) in [(1, Verdict::Same), (2, Verdict::Differs("word 3".into()))] {
            let verdicts = vec![("interp".to_owned(), Verdict::Same), ("vulkan".to_owned(), verdict)];
            let report = Report { seed, supported: true, fault: None, verdicts, listing: None };
            summary.count(&report);
        }
        assert_eq!(
            summary.text(),
            "2 programs in glsl, of kind exact, from seed 0, in 0 s: 1 differs, 1 same\n  \
             interp (the interpreter): 2 same\n  vulkan: 1 differs, 1 same\n"
        );
        let text = toml::to_string(&summary).expect("it is TOML");
        let read: toml::Table = toml::from_str(&text).expect("it is read back");
        assert_eq!(read["outcomes"]["same"].as_integer(), Some(1));
        assert_eq!(read["engines"]["vulkan"]["verdicts"]["differs"].as_integer(), Some(1));
        assert_eq!(read["failures"][0]["seed"].as_integer(), Some(2));
    }
}

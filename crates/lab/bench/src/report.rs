//! Prints the measurements as a table or as JSON.

use crate::corpus::Program;
use crate::machine::Machine;
#[cfg(unix)]
use crate::peer::Figures;
use crate::phases::{Outcome, Phase};
use crate::server::Server;
use crate::startup::Startup;
#[cfg(unix)]
use crate::targets::Targets;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// Number of slowest programs to list.
const SLOWEST: usize = 5;

/// All measurements. `compile_seconds` and the times in `phases` are sums of the medians of all programs.
#[derive(Serialize)]
pub struct Report {
    version: &'static str,
    machine: Machine,
    runs: u32,
    programs: usize,
    lines: usize,
    /// Total time of all phases except validation.
    compile_seconds: f64,
    lines_per_second: f64,
    peak_bytes: Option<u64>,
    startup: Option<Startup>,
    phases: Vec<Row>,
    slowest: Vec<Row>,
    skipped: Vec<Skipped>,
    /// Language-server latencies; `None` if no `nvc` command is given.
    pub server: Option<Server>,
    /// Comparison with another compiler; `None` if not requested.
    #[cfg(unix)]
    pub peers: Option<Figures>,
    /// The targets; `None` if not all of the corpus is measured.
    #[cfg(unix)]
    pub targets: Option<Targets>,
}

/// The time of one phase summed over all programs, or of one program summed over all phases except validation.
#[derive(Serialize)]
struct Row {
    name: String,
    seconds: f64,
}

/// A program that does not compile or cannot be validated, and its first error.
#[derive(Serialize)]
struct Skipped {
    name: String,
    error: String,
}

impl Report {
    /// Sums the measurements of all programs.
    pub fn new(
        programs: &[Program],
        outcomes: &[Outcome],
        runs: u32,
        peak_bytes: Option<u64>,
        startup: Option<Startup>,
    ) -> Self {
        let mut phases: Vec<Row> = Vec::new();
        let mut slowest = Vec::new();
        let mut skipped = Vec::new();
        let mut lines = 0;
        for (program, outcome) in programs.iter().zip(outcomes) {
            match outcome {
                Ok(measured) => {
                    lines += program.lines();
                    slowest.push(Row {
                        name: program.name.clone(),
                        seconds: compile_time(measured).as_secs_f64(),
                    });
                    measured.iter().for_each(|phase| add(&mut phases, phase));
                }
                Err(error) => skipped.push(Skipped { name: program.name.clone(), error: error.clone() }),
            }
        }
        let compile_seconds: f64 = slowest.iter().map(|row| row.seconds).sum();
        let programs = slowest.len();
        slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        slowest.truncate(SLOWEST);
        Report {
            version: env!("CARGO_PKG_VERSION"),
            machine: Machine::this(),
            runs,
            programs,
            lines,
            compile_seconds,
            lines_per_second: if compile_seconds > 0.0 { lines as f64 / compile_seconds } else { 0.0 },
            peak_bytes,
            startup,
            phases,
            slowest,
            skipped,
            server: None,
            #[cfg(unix)]
            peers: None,
            #[cfg(unix)]
            targets: None,
        }
    }
}

fn compile_time(phases: &[Phase]) -> Duration {
    phases.iter().filter(|phase| phase.name != "validate").map(|phase| phase.time).sum()
}

/// Adds the time of a phase to its row. A pass that runs several times has one row.
fn add(rows: &mut Vec<Row>, phase: &Phase) {
    let seconds = phase.time.as_secs_f64();
    match rows.iter_mut().find(|row| row.name == phase.name) {
        Some(row) => row.seconds += seconds,
        None => rows.push(Row { name: phase.name.clone(), seconds }),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} programs, {} lines, median of {} runs", self.programs, self.lines, self.runs)?;
        writeln!(f, "\n{:<28} {:>10} {:>7}", "phase", "ms", "share")?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, seconds: f64| {
            let share = if self.compile_seconds > 0.0 { 100.0 * seconds / self.compile_seconds } else { 0.0 };
            writeln!(f, "{name:<28} {:>10.3} {share:>6.1}%", seconds * 1e3)
        };
        for phase in &self.phases {
            row(f, &phase.name, phase.seconds)?;
        }
        let passes = self.phases.iter().filter(|phase| phase.name.starts_with("pass "));
        row(f, "all passes", passes.map(|phase| phase.seconds).sum())?;
        row(f, "all but validation", self.compile_seconds)?;
        writeln!(f, "\n{:.0} lines per second, without freeing memory", self.lines_per_second)?;
        if let Some(bytes) = self.peak_bytes {
            writeln!(f, "{:.1} MiB peak memory", bytes as f64 / f64::from(1 << 20))?;
        }
        if let Some(startup) = &self.startup {
            let (compile, version) = (startup.compile_seconds * 1e3, startup.version_seconds * 1e3);
            writeln!(
                f,
                "{compile:.2} ms for `nvc compile` of 20 lines ({version:.2} ms for `nvc --version`)"
            )?;
        }
        if let Some(server) = &self.server {
            write!(f, "{server}")?;
        }
        writeln!(f, "\n{:<28} {:>10}", "slowest programs", "ms")?;
        for program in &self.slowest {
            writeln!(f, "{:<28} {:>10.3}", program.name, program.seconds * 1e3)?;
        }
        for program in &self.skipped {
            writeln!(f, "skipped: {}: {}", program.name, program.error)?;
        }
        #[cfg(unix)]
        if let Some(peers) = &self.peers {
            write!(f, "\n{peers}")?;
        }
        #[cfg(unix)]
        if let Some(targets) = &self.targets {
            write!(f, "\n{targets}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(name: &str, ms: u64) -> Phase {
        Phase { name: name.into(), time: Duration::from_millis(ms) }
    }

    #[test]
    fn phases_add_up_and_failures_are_named() {
        let program = |name: &str| Program { name: name.into(), text: "a\nb\n".into() };
        let outcomes = [
            Ok(vec![phase("parse", 1), phase("pass dce", 2), phase("pass dce", 3), phase("validate", 50)]),
            Err("N0101: no".to_owned()),
            Ok(vec![phase("parse", 14)]),
        ];
        let report = Report::new(&[program("a"), program("b"), program("c")], &outcomes, 1, None, None);
        let rows: Vec<(&str, u128)> = report
            .phases
            .iter()
            .map(|row| (row.name.as_str(), (row.seconds * 1e3).round() as u128))
            .collect();
        assert_eq!(rows, [("parse", 15), ("pass dce", 5), ("validate", 50)]);
        assert_eq!((report.programs, report.lines), (2, 4));
        assert!((report.compile_seconds - 0.020).abs() < 1e-9);
        assert_eq!(report.slowest[0].name, "c");
        assert!(report.to_string().contains("skipped: b: N0101: no"));
    }
}

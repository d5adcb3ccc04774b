//! Results of the measurements: growth of time and memory with input size, violations of the bounds, and the report page.

use crate::growth::{exponent, is_super_linear, shown};
use nvc::Limit;
use std::fmt::Write as _;

/// The measurement of one run of `nvc`.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Size of the input in bytes, including the files that it includes.
    pub bytes: usize,
    /// User and system CPU time.
    pub seconds: f64,
    /// Peak resident memory.
    pub kibibytes: u64,
    /// Exit status, or the negated number of the signal that killed the process.
    pub status: i64,
    /// Code of the first diagnostic, if there is one.
    pub code: Option<String>,
    /// Name of the compiler limit that the diagnostics report as exceeded, if any.
    pub limit: Option<String>,
}

/// A family and the measurements of its inputs, in ascending order of size.
pub struct Row {
    pub family: &'static str,
    /// With the validator if the command is `compile`, unless `--no-validate` is given.
    pub runs: Vec<Measured>,
    /// Without the validator. Empty if `runs` are without it, too.
    pub unvalidated: Vec<Measured>,
}

/// The bounds, and the time and memory that compiling an empty program takes.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub seconds: f64,
    pub mebibytes: u64,
    /// CPU time of an empty program.
    pub base_seconds: f64,
    /// Memory of an empty program.
    pub base_kibibytes: u64,
}

impl Measured {
    /// Whether a signal killed the process.
    pub fn killed(&self) -> bool {
        self.status < 0
    }

    /// How the process ended: `succeeds`, `succeeds, not validated`, the code of the first diagnostic (and the exceeded
    /// limit), the signal, or the status.
    pub fn outcome(&self) -> String {
        match (self.status, &self.code, &self.limit) {
            // A separate outcome, because a module that is too large for the validator takes less time.
            (0, _, Some(limit)) if limit == Limit::ValidatedWords.name() => {
                "succeeds, not validated".to_owned()
            }
            (0, ..) => "succeeds".to_owned(),
            (1, Some(code), Some(limit)) => format!("{code} `{limit}`"),
            (1, Some(code), None) => code.clone(),
            (status, ..) if status < 0 => format!("signal {}", -status),
            (status, ..) => format!("status {status}"),
        }
    }

    /// Whether the run exceeded the bounds or crashed `nvc`.
    fn is_broken(&self, bounds: &Bounds) -> bool {
        self.seconds > bounds.seconds
            || self.kibibytes > bounds.mebibytes << 10
            || !matches!(self.status, 0 | 1)
            || self.code.as_deref() == Some("N0901")
    }
}

/// The growth exponents of a family, as [`exponent`] fits them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Growth {
    /// Exponent of CPU time without the validator.
    pub seconds: Option<f64>,
    /// Exponent of memory without the validator.
    pub memory: Option<f64>,
    /// Exponent of CPU time with the validator; `None` also if nothing was validated.
    pub validated: Option<f64>,
}

impl Row {
    /// The measurements without the validator.
    fn own(&self) -> &[Measured] {
        if self.unvalidated.is_empty() { &self.runs } else { &self.unvalidated }
    }

    /// All measurements.
    fn all(&self) -> impl Iterator<Item = &Measured> {
        self.runs.iter().chain(&self.unvalidated)
    }

    /// Fits the growth of time and memory with size.
    pub fn growth(&self, bounds: &Bounds) -> Growth {
        let seconds = |run: &Measured| run.seconds - bounds.base_seconds;
        let memory = |run: &Measured| run.kibibytes.saturating_sub(bounds.base_kibibytes) as f64;
        Growth {
            seconds: exponent(self.own(), seconds, 0.02),
            memory: exponent(self.own(), memory, 4096.0),
            validated: (!self.unvalidated.is_empty()).then(|| exponent(&self.runs, seconds, 0.02)).flatten(),
        }
    }

    /// Keeps the smaller of two measured times of each input, because a busy machine only adds time.
    pub fn keep_least(&mut self, other: &Row) {
        let pairs = self.runs.iter_mut().zip(&other.runs);
        for (run, other) in pairs.chain(self.unvalidated.iter_mut().zip(&other.unvalidated)) {
            run.seconds = run.seconds.min(other.seconds);
        }
    }

    /// The largest time and memory of any input.
    pub fn worst(&self) -> (f64, u64) {
        self.all().fold((0.0, 0), |(seconds, kibibytes), run| {
            (run.seconds.max(seconds), run.kibibytes.max(kibibytes))
        })
    }

    /// Describes the first run that exceeded the bounds or crashed `nvc`; `None` if there is none.
    pub fn broken(&self, bounds: &Bounds) -> Option<String> {
        let wrong = self.all().find(|run| run.is_broken(bounds))?;
        let (time, memory) = (wrong.seconds, wrong.kibibytes >> 10);
        Some(format!(
            "{} of {} bytes: {time:.2} s, {memory} MiB, {}",
            self.family,
            wrong.bytes,
            wrong.outcome()
        ))
    }

    /// The row of the family in the table, with `sizes` columns for measurements.
    pub fn line(&self, sizes: usize, bounds: &Bounds) -> String {
        let mut line = format!("| {} |", self.family);
        for at in 0..sizes {
            let _ = match self.runs.get(at) {
                Some(run) => write!(line, " {:.2} s, {} MiB |", run.seconds, run.kibibytes >> 10),
                None => write!(line, " |"),
            };
        }
        let growth = self.growth(bounds);
        let last = self.runs.last().map_or_else(String::new, Measured::outcome);
        let [seconds, memory, validated] = [growth.seconds, growth.memory, growth.validated].map(shown);
        let _ = write!(line, " {seconds} | {memory} | {validated} | {last} |");
        line
    }
}

/// Summarises all families in a paragraph.
pub fn summary(rows: &[Row], bounds: &Bounds) -> String {
    let inputs: usize = rows.iter().map(|row| row.runs.len()).sum();
    let slowest = rows.iter().max_by(|a, b| a.worst().0.total_cmp(&b.worst().0));
    let largest = rows.iter().max_by_key(|row| row.worst().1);
    let mut out = format!("{} families, {inputs} inputs", rows.len());
    if let (Some(slowest), Some(largest)) = (slowest, largest) {
        let _ = write!(
            out,
            "; worst time {:.2} s ({}), worst memory {} MiB ({})",
            slowest.worst().0,
            slowest.family,
            largest.worst().1 >> 10,
            largest.family
        );
    }
    let named = |wanted: &dyn Fn(Growth) -> Option<f64>| {
        let grows = rows.iter().filter(|row| is_super_linear(wanted(row.growth(bounds))));
        let names: Vec<&str> = grows.map(|row| row.family).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    let _ = write!(
        out,
        ". Super-linear in time: {}; in memory: {}; in time only with the validator: {}",
        named(&|growth| growth.seconds),
        named(&|growth| growth.memory),
        named(&|growth| growth.validated.filter(|_| !is_super_linear(growth.seconds))),
    );
    let reached =
        |limit: &&Limit| rows.iter().flat_map(Row::all).any(|run| run.limit.as_deref() == Some(limit.name()));
    let missed: Vec<&str> =
        Limit::ALL.iter().filter(|limit| !reached(limit)).map(|limit| limit.name()).collect();
    let _ = write!(
        out,
        ". Limits whose default value no input exceeds: {}",
        if missed.is_empty() { "none".to_owned() } else { missed.join(", ") }
    );
    out
}

/// The report as a Markdown page. `sizes` are the sizes of the inputs in KiB.
pub fn page(rows: &[Row], sizes: &[usize], bounds: &Bounds) -> String {
    let mut out = format!(
        "# Bounds\n\nWritten by `cargo xtask bounds`. Each family is a generator of programs \
         (`crates/lab/bounds/src/families`); each input is compiled, or run if its name starts with `run-`, by a release build of \
         `nvc` in a process of its own, with an installed `spirv-val`. The bounds are {} seconds of CPU time and {} MiB. An empty program takes \
         {:.3} seconds and {} MiB.\n\nThe columns `time` and `memory` have the exponents of growth without the validator, \
         `validated` that of time with it, fitted to the sizes whose outcome is the same; – means that fewer than two were above \
         noise, and `!` marks super-linear growth. Input that is the same for all sizes is measured once.\n\n{}.\n\n",
        bounds.seconds,
        bounds.mebibytes,
        bounds.base_seconds,
        bounds.base_kibibytes >> 10,
        summary(rows, bounds)
    );
    let heads = sizes.iter().map(|size| format!(" {size} KiB |")).collect::<String>();
    let rule = "---|".repeat(sizes.len());
    let _ = writeln!(
        out,
        "| family |{heads} time | memory | validated | ends with |\n|---|{rule}---|---|---|---|"
    );
    for row in rows {
        let _ = writeln!(out, "{}", row.line(sizes.len(), bounds));
    }
    out
}

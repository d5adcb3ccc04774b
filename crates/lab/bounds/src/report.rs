//! Results of the measurements: growth of time with input size, violations of the bounds, and the report table.

use std::fmt::Write as _;

/// One compilation.
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
    /// First line of the diagnostics.
    pub message: String,
    /// Name of the compiler limit that the diagnostics report as exceeded, if any.
    pub limit: Option<String>,
}

/// A family and the measurements of its inputs, in ascending order of size.
pub struct Row {
    pub family: &'static str,
    pub runs: Vec<Measured>,
}

/// Seconds below which a time consists mostly of start-up and noise.
const NOISE: f64 = 0.05;

/// Growth exponent above which a family is reported as super-linear. `O(n log n)` stays below.
const SUPER_LINEAR: f64 = 1.3;

impl Measured {
    /// Whether a signal killed the process.
    pub fn killed(&self) -> bool {
        self.status < 0
    }

    /// How the process ended: `compiled`, the code of the first diagnostic (and the exceeded limit), the signal, or the status.
    fn outcome(&self) -> String {
        let code =
            self.message.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(code, _)| code);
        match (self.status, code) {
            (0, ..) => "compiled".to_owned(),
            (1, Some(code)) => match &self.limit {
                Some(limit) => format!("{code} `{limit}`"),
                None => code.to_owned(),
            },
            (status, ..) if status < 0 => format!("signal {}", -status),
            (status, ..) => format!("status {status}"),
        }
    }
}

impl Row {
    /// Exponent of the growth of time with size, computed from the last two inputs. `None` if there are fewer than two, if
    /// their sizes are too similar, if the time of the smaller one is noise, or if their outcomes differ.
    pub fn exponent(&self) -> Option<f64> {
        let [.., before, last] = &self.runs[..] else { return None };
        let grew = last.bytes as f64 / before.bytes as f64;
        // If a limit ended only one of the compilations, they did different work.
        let same = before.outcome() == last.outcome();
        (same && before.seconds > NOISE && grew > 1.5)
            .then(|| (last.seconds / before.seconds).ln() / grew.ln())
    }

    fn worst(&self) -> (f64, u64) {
        self.runs.iter().fold((0.0, 0), |(seconds, kibibytes), run| {
            (run.seconds.max(seconds), run.kibibytes.max(kibibytes))
        })
    }

    fn is_super_linear(&self) -> bool {
        self.exponent().is_some_and(|exponent| exponent > SUPER_LINEAR)
    }

    /// Describes the first input that exceeded the bounds or for which the compiler was killed, crashed or reported an
    /// internal error; `None` if there is none.
    pub fn violation(&self, seconds: f64, mebibytes: u64) -> Option<String> {
        let run = self.runs.iter().find(|run| {
            run.seconds > seconds
                || run.kibibytes > mebibytes << 10
                || !matches!(run.status, 0 | 1)
                || run.message.contains("N0901")
        })?;
        let (time, memory) = (run.seconds, run.kibibytes >> 10);
        Some(format!("{} of {} bytes: {time:.2} s, {memory} MiB, {}", self.family, run.bytes, run.outcome()))
    }

    /// The row of the family in the table. A `!` marks super-linear growth.
    pub fn line(&self) -> String {
        let mut line = format!("| {} |", self.family);
        for run in &self.runs {
            let _ = write!(line, " {:.2} s, {} MiB |", run.seconds, run.kibibytes >> 10);
        }
        let exponent = self.exponent().map_or("–".to_owned(), |exponent| format!("{exponent:.1}"));
        let mark = if self.is_super_linear() { " !" } else { "" };
        let last = self.runs.last();
        let outcome = last.map_or_else(String::new, Measured::outcome);
        let _ = write!(line, " {exponent}{mark} | {outcome} |");
        line
    }
}

/// Summarises all families in one line.
pub fn summary(rows: &[Row]) -> String {
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
    let grows: Vec<&str> = rows.iter().filter(|row| row.is_super_linear()).map(|row| row.family).collect();
    let _ = write!(
        out,
        "; super-linear: {}",
        if grows.is_empty() { "none".to_owned() } else { grows.join(", ") }
    );
    out
}

/// The report as a Markdown page.
pub fn page(rows: &[Row], seconds: f64, mebibytes: u64) -> String {
    let mut out = format!(
        "# Bounds\n\nWritten by `cargo xtask bounds`. Each family is a generator of programs \
         (`crates/lab/bounds/src/families`); each input is compiled by a release build of `nvc` in a process of its own. \
         The bounds are {seconds} seconds of CPU time and {mebibytes} MiB.\n\n{}.\n\n",
        summary(rows)
    );
    let sizes = rows.iter().map(|row| row.runs.len()).max().unwrap_or(0);
    let heads = (0..sizes).map(|at| format!(" size {} |", at + 1)).collect::<String>();
    let _ = writeln!(
        out,
        "| family |{heads} exponent | outcome of the largest |\n|---|{}---|---|",
        "---|".repeat(sizes)
    );
    for row in rows {
        let _ = writeln!(out, "{}", row.line());
    }
    out
}

//! What was measured, and how it grows.

use std::fmt::Write as _;

/// One compilation.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Size of the input with its includes.
    pub bytes: usize,
    /// CPU time.
    pub seconds: f64,
    /// Peak memory.
    pub kibibytes: u64,
    /// Exit status; a signal is negative.
    pub status: i64,
    /// The first line of the messages.
    pub message: String,
    /// The limit that the messages name.
    pub limit: Option<String>,
}

/// A family and its compilations, from small to large.
pub struct Row {
    pub family: &'static str,
    pub runs: Vec<Measured>,
}

/// Times below this are start-up and noise.
const NOISE: f64 = 0.05;

/// Growth above this is called super-linear; sorting and hashing stay below it.
const SUPER_LINEAR: f64 = 1.3;

impl Measured {
    /// Whether the process did not end by itself.
    pub fn killed(&self) -> bool {
        self.status < 0
    }

    /// How it ended: `compiled`, the code of the first diagnostic, or the signal.
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
    /// The exponent of the growth of time with size: of the last step whose time is above noise.
    pub fn exponent(&self) -> Option<f64> {
        let [.., before, last] = &self.runs[..] else { return None };
        let grew = last.bytes as f64 / before.bytes as f64;
        // Where a limit ends the larger one, the times are of different work.
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

    /// What is wrong with the family.
    pub fn broken(&self, seconds: f64, mebibytes: u64) -> Option<String> {
        let wrong = self.runs.iter().find(|run| {
            run.seconds > seconds
                || run.kibibytes > mebibytes << 10
                || !matches!(run.status, 0 | 1)
                || run.message.contains("N0901")
        })?;
        let (time, memory) = (wrong.seconds, wrong.kibibytes >> 10);
        Some(format!(
            "{} of {} bytes: {time:.2} s, {memory} MiB, {}",
            self.family,
            wrong.bytes,
            wrong.outcome()
        ))
    }

    /// One line of the table.
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

/// The figures of all families.
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

/// The table as a page.
pub fn page(rows: &[Row], seconds: f64, mebibytes: u64) -> String {
    let mut out = format!(
        "# Bounds\n\nWritten by `cargo xtask bounds`. Each family is a generator of programs \
         (`crates/lab/bounds/src/families`); each input is compiled by a release build of `nvc` in a process of its own. \
         The bounds are {seconds} seconds of CPU time and {mebibytes} MiB.\n\n{}.\n\n",
        summary(rows)
    );
    let sizes = rows.iter().map(|row| row.runs.len()).max().unwrap_or(0);
    let heads = (0..sizes).map(|at| format!(" size {} |", at + 1)).collect::<String>();
    let _ = writeln!(out, "| family |{heads} exponent | ends with |\n|---|{}---|---|", "---|".repeat(sizes));
    for row in rows {
        let _ = writeln!(out, "{}", row.line());
    }
    out
}

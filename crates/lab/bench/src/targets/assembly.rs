//! Target: lines of assembly that the library compiles in a second, for the programs of the corpus and for programs of up to
//! 10 MB, whose rate shows whether time grows linearly with size.

use super::large;
use super::table::{Goal, Row};
use crate::corpus::Program;
use crate::cpu;
use crate::stats::Spread;
use anyhow::{Context, Result};
use nvc::{Compiler, Limit, Limits, Options, Source};
use serde::Serialize;

/// Sizes of the programs in bytes.
const SIZES: [usize; 4] = [10_000, 100_000, 1_250_000, 10_000_000];
/// Number of measurements of each size.
const ROUNDS: usize = 5;
/// Programs are compiled repeatedly until a measurement has compiled at least this many bytes.
const LEAST_BYTES: usize = 1_250_000;

/// The rate for programs of one size.
#[derive(Serialize)]
pub struct Rate {
    /// Approximate size of each program.
    pub bytes: usize,
    /// Number of different programs.
    pub programs: usize,
    /// Lines of all programs.
    pub lines: usize,
    /// Lines compiled in a second of CPU time.
    pub lines_per_second: Spread,
}

/// Measures the rate over the corpus, without validation.
pub fn corpus(programs: &[Program], runs: u32) -> Result<Row> {
    let compiler = compiler();
    let sources: Vec<Source> = programs
        .iter()
        .map(|program| Source::new(format!("{}.nvcp", program.name), program.text.clone()))
        .collect();
    let lines: usize = programs.iter().map(Program::lines).sum();
    compile(&compiler, &sources, 1)?;
    let rates = (0..runs).map(|_| rate(&compiler, &sources, lines, 1)).collect::<Result<Vec<_>>>()?;
    Ok(Row {
        name: format!("assembly: the corpus, {lines} lines"),
        unit: "lines/s",
        value: Spread::of(rates).ok_or_else(|| "there are no runs".to_owned()),
        goal: Some(Goal::AtLeast(600_000.0)),
    })
}

/// Measures the rate for each of [`SIZES`], in turns.
pub fn rates(programs: &[Program]) -> Result<Vec<Rate>> {
    let compiler = compiler();
    let bodies = large::bodies(&compiler, programs)?;
    let mut sizes: Vec<(usize, Vec<Source>, usize, Vec<f64>)> = Vec::new();
    for bytes in SIZES {
        let texts = large::programs(&bodies, bytes);
        let lines = texts.iter().map(|text| text.lines().count()).sum();
        let sources: Vec<Source> = texts.into_iter().map(|text| Source::new("large.nvcp", text)).collect();
        compile(&compiler, &sources, 1).with_context(|| format!("a program of {bytes} bytes"))?;
        sizes.push((bytes, sources, lines, Vec::new()));
    }
    for _ in 0..ROUNDS {
        for (bytes, sources, lines, rates) in &mut sizes {
            let repetitions = (LEAST_BYTES / (*bytes * sources.len())).max(1);
            rates.push(rate(&compiler, sources, *lines, repetitions)?);
        }
    }
    let summary = |(bytes, sources, lines, rates): (usize, Vec<Source>, usize, Vec<f64>)| {
        let lines_per_second = Spread::of(rates)?;
        Some(Rate { bytes, programs: sources.len(), lines, lines_per_second })
    };
    Ok(sizes.into_iter().filter_map(summary).collect())
}

/// The power of the number of lines with which the time may grow at most, for growth that is called linear.
const LINEAR: f64 = 1.1;

/// Returns a row for each rate, one for the ratio of the last to the best, and rows for the growth of the time: between all sizes,
/// and in the last step, which has the goal.
pub fn rows(rates: &[Rate]) -> Vec<Row> {
    let mut rows: Vec<Row> = rates
        .iter()
        .map(|rate| Row {
            name: format!(
                "assembly: {} KB, {} lines in {} programs",
                rate.bytes / 1000,
                rate.lines,
                rate.programs
            ),
            unit: "lines/s",
            value: Ok(rate.lines_per_second),
            goal: None,
        })
        .collect();
    let best = rates.iter().max_by(|a, b| a.lines_per_second.median.total_cmp(&b.lines_per_second.median));
    if let (Some(last), Some(best)) = (rates.last(), best) {
        let Spread { median, min, max } = last.lines_per_second;
        let against = best.lines_per_second.median;
        rows.push(Row {
            name: format!("assembly: {} KB / {} KB, the best", last.bytes / 1000, best.bytes / 1000),
            unit: "times",
            value: Ok(Spread { median: median / against, min: min / against, max: max / against }),
            goal: None,
        });
    }
    if let [first, .., last] = rates {
        rows.push(growth(first, last, None));
    }
    if let [.., before, last] = rates {
        rows.push(growth(before, last, Some(Goal::AtMost(LINEAR))));
    }
    rows
}

/// The row for the power of the number of lines with which the time grows between two sizes.
#[allow(clippy::disallowed_methods, reason = "a statistic")]
fn growth(from: &Rate, to: &Rate, goal: Option<Goal>) -> Row {
    let lines = |rate: &Rate| rate.lines as f64 / rate.programs as f64;
    let size = (lines(to) / lines(from)).ln();
    let power = |from: f64, to: f64| 1.0 + (from / to).ln() / size;
    let (before, after) = (from.lines_per_second, to.lines_per_second);
    Row {
        name: format!("assembly: growth of time, {} to {} KB", from.bytes / 1000, to.bytes / 1000),
        unit: "power",
        value: Ok(Spread {
            median: power(before.median, after.median),
            min: power(before.min, after.max),
            max: power(before.max, after.min),
        }),
        goal,
    }
}

/// The compiler without validation, and without the limits that programs of 10 MB exceed.
fn compiler() -> Compiler {
    let raised = [Limit::Statements, Limit::Instructions, Limit::Work];
    let limits =
        raised.into_iter().fold(Limits::new(), |limits, limit| limits.with(limit, limit.max_value()));
    Compiler::new(Options::new().with_validate(false).with_limits(limits))
}

/// Compiles all sources, `repetitions` times.
fn compile(compiler: &Compiler, sources: &[Source], repetitions: usize) -> Result<()> {
    for source in std::iter::repeat_n(sources, repetitions).flatten() {
        compiler.compile(source).map(drop)?;
    }
    Ok(())
}

/// Returns the number of lines compiled in a second of CPU time.
fn rate(compiler: &Compiler, sources: &[Source], lines: usize, repetitions: usize) -> Result<f64> {
    let time = cpu::of_this_process(|| compile(compiler, sources, repetitions))?;
    Ok((lines * repetitions) as f64 / time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(bytes: usize, median: f64) -> Rate {
        let lines_per_second = Spread { median, min: median, max: median };
        Rate { bytes, programs: 2, lines: bytes / 10, lines_per_second }
    }

    #[test]
    fn the_last_rate_is_compared_with_the_best() {
        let rows = rows(&[rated(1000, 50.0), rated(2000, 100.0), rated(3000, 80.0)]);
        let [.., last, all, step] = &rows[..] else { panic!("no rows") };
        assert_eq!(all.name, "assembly: growth of time, 1 to 3 KB");
        assert_eq!(step.name, "assembly: growth of time, 2 to 3 KB");
        assert!(all.goal.is_none() && step.goal.is_some());
        assert_eq!(last.name, "assembly: 3 KB / 2 KB, the best");
        assert_eq!(last.value, Ok(Spread { median: 0.8, min: 0.8, max: 0.8 }));
    }

    #[test]
    fn the_growth_is_a_power_of_the_size() {
        // 100 times the size takes 1,000 times the time: the power 1.5.
        let row = growth(&rated(1000, 50.0), &rated(100_000, 5.0), None);
        assert_eq!(row.name, "assembly: growth of time, 1 to 100 KB");
        let power = row.value.expect("a value").median;
        assert!((power - 1.5).abs() < 1e-9, "{power}");
    }

    #[test]
    fn rates_count_all_repetitions() -> Result<()> {
        let sources = [Source::new("small.nvcp", crate::startup::PROGRAM)];
        let compiler = compiler();
        // Were repetitions not counted, the second rate would be a hundredth of the first.
        let (once, often) = (rate(&compiler, &sources, 20, 10)?, rate(&compiler, &sources, 20, 1000)?);
        assert!(often > once / 10.0, "{once} {often}");
        Ok(())
    }
}

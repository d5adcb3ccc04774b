//! Formats the table of GPU times and its summary.

use crate::table::Table;
use nvc_exec::Times;
use std::fmt;
use std::time::Duration;

/// The times of all cases. The last compiler is nvc. The table is sorted by the ratio of nvc's time to that
/// of the first compiler.
#[derive(Default)]
pub(super) struct Report {
    compilers: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// One message for each case and compiler that could not be timed.
    pub(super) notes: Vec<String>,
}

/// The times of one case in the order of the compilers; `None` where it could not be timed.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) times: Vec<Option<Times>>,
}

impl Row {
    /// Returns the time of nvc divided by the time of the compiler in column `other`; `None` if one of them could not be
    /// timed, or the other compiler's time is 0.
    fn ratio(&self, other: usize) -> Option<f64> {
        let of = |times: &Option<Times>| times.as_ref().and_then(median_us);
        Some(of(self.times.last()?)? / of(self.times.get(other)?).filter(|us| *us > 0.0)?)
    }
}

impl Report {
    pub(super) fn new(compilers: Vec<String>) -> Self {
        Self { compilers, ..Self::default() }
    }

    /// Returns the number of cases timed with nvc.
    pub(super) fn timed(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.times.last(), Some(Some(_)))).count()
    }

    /// Returns the baselines: all compilers except the last, which is nvc.
    fn others(&self) -> &[String] {
        self.compilers.split_last().map_or(&[], |(_, others)| others)
    }

    /// Formats the table, worst ratio first. Cases without a ratio follow in name order.
    fn table(&self) -> String {
        let mut header = vec!["case".to_owned()];
        header.extend(self.compilers.iter().map(|name| format!("{name}, us")));
        header.extend(self.others().iter().map(|name| format!("nvc / {name}")));
        let titles: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut table = Table::new(&titles);
        let mut rows: Vec<&Row> = self.rows.iter().collect();
        let rank = |row: &Row| row.ratio(0).filter(|_| !self.others().is_empty()).unwrap_or(0.0);
        rows.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        table.rows.extend(rows.iter().map(|row| self.cells(row)));
        table.text()
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let mut cells = vec![format!("`{}`", row.name)];
        cells.extend(row.times.iter().map(|times| times.as_ref().and_then(cell).unwrap_or_else(absent)));
        let ratios = (0..self.others().len()).map(|other| row.ratio(other));
        cells.extend(ratios.map(|ratio| ratio.map_or_else(absent, |ratio| format!("{ratio:.2}"))));
        cells
    }

    /// Summarises the ratios to the compiler in column `other` in one line; `None` if there are none.
    #[allow(clippy::disallowed_methods, reason = "a statistic")]
    fn summary(&self, other: usize, name: &str) -> Option<String> {
        let mut ratios: Vec<f64> = self.rows.iter().filter_map(|row| row.ratio(other)).collect();
        ratios.sort_by(f64::total_cmp);
        let (count, worst) = (ratios.len(), ratios.last()?);
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / count as f64).exp();
        let median = ratios.get(count / 2)?;
        let above = |bound: f64| ratios.iter().filter(|ratio| **ratio > bound).count();
        Some(format!(
            "nvc / {name}, {count} cases: geometric mean {mean:.3}, median {median:.3}, worst {worst:.2}; above 1.00: {}, \
             above 1.05: {}, above 1.10: {}\n",
            above(1.0),
            above(1.05),
            above(1.10)
        ))
    }

    /// Summarises the driver's pipeline creation time in one line, over the cases timed in every column
    /// that runs on Vulkan (and so has a pipeline creation time); `None` if there are none.
    fn compile_times(&self) -> Option<String> {
        let of = |row: &Row, column: usize| row.times.get(column).and_then(|times| times.as_ref()?.compile);
        let columns: Vec<usize> = (0..self.compilers.len())
            .filter(|column| self.rows.iter().any(|row| of(row, *column).is_some()))
            .collect();
        let rows: Vec<&Row> =
            self.rows.iter().filter(|row| columns.iter().all(|column| of(row, *column).is_some())).collect();
        let total = |column: &usize| {
            let total: Duration = rows.iter().filter_map(|row| of(row, *column)).sum();
            Some(format!("{} {:.0} ms", self.compilers.get(*column)?, total.as_secs_f64() * 1e3))
        };
        let totals: Vec<String> = columns.iter().filter_map(total).collect();
        (!totals.is_empty() && !rows.is_empty()).then(|| {
            format!(
                "total time in which the driver created the pipelines of {} cases: {}\n",
                rows.len(),
                totals.join(", ")
            )
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{} of {} cases timed with nvc", self.table(), self.timed(), self.rows.len())?;
        for (other, name) in self.others().iter().enumerate() {
            f.write_str(&self.summary(other, name).unwrap_or_default())?;
        }
        f.write_str(&self.compile_times().unwrap_or_default())?;
        self.notes.iter().try_for_each(|note| writeln!(f, "not timed: {note}"))
    }
}

fn absent() -> String {
    "-".to_owned()
}

/// Formats the median in microseconds, with the deviation of the minimum and the maximum in percent. Returns
/// `None` if the median is zero, which means that the driver skipped the program.
fn cell(times: &Times) -> Option<String> {
    let sorted = sorted_us(times);
    let (low, high, median) = (sorted.first()?, sorted.last()?, median_us(times).filter(|us| *us > 0.0)?);
    let percent = |us: &f64| (us / median - 1.0) * 100.0;
    Some(format!("{median:.1} ({:+.0}, {:+.0}%)", percent(low), percent(high)))
}

/// Returns the median time of a dispatch in microseconds: for an even count, the greater of the middle two;
/// `None` without measurements.
fn median_us(times: &Times) -> Option<f64> {
    let sorted = sorted_us(times);
    sorted.get(sorted.len() / 2).copied()
}

fn sorted_us(times: &Times) -> Vec<f64> {
    let mut us: Vec<f64> = times.dispatches.iter().map(|time| time.as_secs_f64() * 1e6).collect();
    us.sort_by(f64::total_cmp);
    us
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(us: [f64; 3], compile_ms: Option<u64>) -> Option<Times> {
        let dispatches = us.map(|us| Duration::from_secs_f64(us * 1e-6)).to_vec();
        Some(Times { compile: compile_ms.map(Duration::from_millis), dispatches })
    }

    #[test]
    fn cases_are_ranked_by_their_ratio() {
        let mut report = Report::new(vec!["driver".to_owned(), "nvc".to_owned()]);
        let row = |name: &str, times: [Option<Times>; 2]| Row { name: name.to_owned(), times: times.into() };
        report.rows = vec![
            row("a", [times([4.0, 4.0, 4.0], None), times([2.0, 1.8, 2.2], Some(7))]),
            row("b", [times([2.0, 2.0, 2.0], None), times([4.0, 4.0, 4.0], Some(8))]),
            row("c", [None, times([3.0, 3.0, 3.0], Some(9))]),
            row("d", [times([3.0, 3.0, 3.0], None), None]),
        ];
        let expected = "\
            | case | driver, us | nvc, us | nvc / driver |\n|---|---|---|---|\n\
            | `b` | 2.0 (+0, +0%) | 4.0 (+0, +0%) | 2.00 |\n\
            | `a` | 4.0 (+0, +0%) | 2.0 (-10, +10%) | 0.50 |\n\
            | `c` | - | 3.0 (+0, +0%) | - |\n\
            | `d` | 3.0 (+0, +0%) | - | - |\n\
            3 of 4 cases timed with nvc\n\
            nvc / driver, 2 cases: geometric mean 1.000, median 2.000, worst 2.00; above 1.00: 1, above 1.05: 1, above 1.10: 1\n\
            total time in which the driver created the pipelines of 3 cases: nvc 24 ms\n";
        assert_eq!(report.to_string(), expected);
    }

    #[test]
    fn without_baselines_there_are_no_ratios() {
        let mut report = Report::new(vec!["nvc".to_owned()]);
        report.rows = vec![Row { name: "a".to_owned(), times: vec![times([3.0, 3.0, 3.0], None)] }];
        let expected =
            "| case | nvc, us |\n|---|---|\n| `a` | 3.0 (+0, +0%) |\n1 of 1 cases timed with nvc\n";
        assert_eq!(report.to_string(), expected);
    }
}

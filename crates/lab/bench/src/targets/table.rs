//! A row of the table of targets.

use crate::stats::Spread;
use serde::Serialize;
use std::fmt;

/// The value that a target requires.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// The measured value must be less.
    Below(f64),
    /// The measured value must not be greater.
    AtMost(f64),
    /// The measured value must not be less.
    AtLeast(f64),
}

impl Goal {
    fn is_met(self, value: f64) -> bool {
        match self {
            Goal::Below(bound) => value < bound,
            Goal::AtMost(bound) => value <= bound,
            Goal::AtLeast(bound) => value >= bound,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Below(bound) => write!(f, "< {bound}"),
            Goal::AtMost(bound) => write!(f, "<= {bound}"),
            Goal::AtLeast(bound) => write!(f, ">= {bound}"),
        }
    }
}

/// A measured value, and the goal that it is compared with, if there is one.
#[derive(Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub unit: &'static str,
    /// The value, or why it was not measured.
    pub value: Result<Spread, String>,
    pub goal: Option<Goal>,
}

impl Row {
    /// Returns whether the median meets the goal, as a word.
    fn verdict(&self) -> &'static str {
        match (&self.value, self.goal) {
            (Err(_), _) => "not measured",
            (Ok(_), None) => "no goal",
            (Ok(spread), Some(goal)) if goal.is_met(spread.median) => "met",
            (Ok(_), Some(_)) => "missed",
        }
    }
}

/// The header of the table.
pub struct Header;

/// The only header.
pub const HEADER: Header = Header;

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, range) = ("median", "range");
        writeln!(
            f,
            "{:<52} {value:>10} {range:>22} {:<8} {:>10} verdict",
            "targets (CPU time)", "unit", "goal"
        )
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goal = self.goal.map(|goal| goal.to_string()).unwrap_or_default();
        let (median, range) = match &self.value {
            Ok(Spread { median, min, max }) => {
                let digits = digits(*median);
                (format!("{median:.digits$}"), format!("{min:.digits$} to {max:.digits$}"))
            }
            Err(_) => ("-".to_owned(), String::new()),
        };
        let (name, unit, verdict) = (&self.name, self.unit, self.verdict());
        writeln!(f, "{name:<52} {median:>10} {range:>22} {unit:<8} {goal:>10} {verdict}")?;
        self.value.as_ref().err().map_or(Ok(()), |reason| writeln!(f, "    {reason}"))
    }
}

/// Returns the number of decimals that leaves about three significant digits.
fn digits(value: f64) -> usize {
    match value {
        value if value < 10.0 => 2,
        value if value < 100.0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: Result<f64, &str>, goal: Option<Goal>) -> Row {
        let spread = |median| Spread { median, min: median / 2.0, max: median * 2.0 };
        let value = value.map(spread).map_err(str::to_owned);
        Row { name: "a row".to_owned(), unit: "ms", value, goal }
    }

    #[test]
    fn rows_say_whether_the_goal_is_met() {
        let verdict = |value, goal| row(value, goal).verdict();
        assert_eq!(verdict(Ok(0.9), Some(Goal::Below(1.0))), "met");
        assert_eq!(verdict(Ok(1.0), Some(Goal::Below(1.0))), "missed");
        assert_eq!(verdict(Ok(1.0), Some(Goal::AtMost(1.0))), "met");
        assert_eq!(verdict(Ok(1.1), Some(Goal::AtMost(1.0))), "missed");
        assert_eq!(verdict(Ok(40.0), Some(Goal::AtLeast(40.0))), "met");
        assert_eq!(verdict(Ok(39.9), Some(Goal::AtLeast(40.0))), "missed");
        assert_eq!(verdict(Ok(1.0), None), "no goal");
        assert_eq!(verdict(Err("nothing"), Some(Goal::Below(1.0))), "not measured");
    }

    #[test]
    fn rows_are_aligned_with_the_header() {
        let shown = row(Ok(12.345), Some(Goal::AtLeast(40.0))).to_string();
        assert!(shown.contains("12.3") && shown.contains("6.2 to 24.7"), "{shown}");
        let column = HEADER.to_string().find("verdict");
        assert_eq!(shown.find("missed"), column);
        let missing = row(Err("no sources"), None).to_string();
        assert!(missing.ends_with("\n    no sources\n"), "{missing}");
    }
}

//! Fits the growth of a quantity with the size of the input: the exponent `k` of `size^k`.

use crate::report::Measured;

/// Growth exponent above which a family is reported as super-linear. `O(n log n)` stays below.
const SUPER_LINEAR: f64 = 1.3;

/// Whether an exponent is greater than [`SUPER_LINEAR`].
pub fn is_super_linear(exponent: Option<f64>) -> bool {
    exponent.is_some_and(|exponent| exponent > SUPER_LINEAR)
}

/// An exponent as text. A `!` marks super-linear growth.
pub fn shown(exponent: Option<f64>) -> String {
    let mark = if is_super_linear(exponent) { " !" } else { "" };
    exponent.map_or_else(|| "–".to_owned(), |exponent| format!("{exponent:.1}{mark}"))
}

/// Fits the exponent with which `value` grows, by least squares on logarithms. Considers the inputs whose value is above
/// `noise`, and of these only those with the most common outcome: an input that exceeds a limit does different work. `None` if
/// fewer than two inputs remain or if their sizes hardly differ.
#[allow(clippy::disallowed_methods, reason = "a statistic")]
pub fn exponent(runs: &[Measured], value: impl Fn(&Measured) -> f64, noise: f64) -> Option<f64> {
    let above: Vec<&Measured> = runs.iter().filter(|run| value(run) > noise).collect();
    let alike = |run: &Measured| above.iter().filter(|other| other.outcome() == run.outcome()).count();
    let common = above.iter().max_by_key(|run| alike(run))?.outcome();
    let points: Vec<(f64, f64)> = above
        .iter()
        .filter(|run| run.outcome() == common)
        .map(|run| ((run.bytes as f64).ln(), value(run).ln()))
        .collect();
    slope(&points)
}

/// The slope of the line through points that minimises the squared errors; `None` if their x-coordinates hardly differ.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let product: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (spread > 0.1).then(|| product / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(bytes: usize, seconds: f64, status: i64) -> Measured {
        Measured { bytes, seconds, kibibytes: 0, status, code: None, limit: None }
    }

    #[test]
    fn exponents_are_fitted() {
        let runs: Vec<Measured> = (1..5).map(|n| run(1 << (2 * n), f64::from(1 << (3 * n)), 0)).collect();
        let found = exponent(&runs, |run| run.seconds, 0.0).expect("four points");
        assert!((found - 1.5).abs() < 1e-9, "{found}");
        assert_eq!((is_super_linear(Some(found)), shown(Some(found))), (true, "1.5 !".to_owned()));
    }

    #[test]
    fn other_outcomes_and_noise_are_ignored() {
        let runs = [run(1, 0.001, 0), run(16, 1.0, 0), run(64, 4.0, 0), run(256, 1.0, 1)];
        assert_eq!(exponent(&runs, |run| run.seconds, 0.02).map(|found| found.round()), Some(1.0));
        assert_eq!(exponent(&runs[..2], |run| run.seconds, 0.02), None);
        assert_eq!(exponent(&runs[2..], |run| run.seconds, 0.02), None);
    }
}

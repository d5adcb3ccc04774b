//! Computes medians. A median ignores outliers: a single slow run reflects the machine, not the compiler.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Returns the median: for an even number of samples, the mean of the middle two; zero if there are no
/// samples.
pub fn median(samples: &[Duration]) -> Duration {
    let mut sorted = samples.to_vec();
    sorted.sort();
    let middle = sorted.len() / 2;
    match (sorted.get(middle.wrapping_sub(1)), sorted.get(middle)) {
        (Some(below), Some(above)) if sorted.len().is_multiple_of(2) => (*below + *above) / 2,
        (_, Some(exact)) => *exact,
        _ => Duration::ZERO,
    }
}

/// The median of several measurements, and their range.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub struct Spread {
    /// Median; the upper one if the number of measurements is even.
    pub median: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
}

impl Spread {
    /// Summarises the values; `None` if there are none.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        Some(Spread { median: *sorted.get(sorted.len() / 2)?, min: *sorted.first()?, max: *sorted.last()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        let of = |ms: &[u64]| {
            let samples: Vec<Duration> = ms.iter().map(|ms| Duration::from_millis(*ms)).collect();
            median(&samples).as_millis()
        };
        assert_eq!(of(&[]), 0);
        assert_eq!(of(&[7]), 7);
        assert_eq!(of(&[9, 1, 100]), 9);
        assert_eq!(of(&[4, 100, 2, 1]), 3);
    }

    #[test]
    fn spreads() {
        assert_eq!(Spread::of([]), None);
        assert_eq!(Spread::of([4.0, 1.0, 9.0]), Some(Spread { median: 4.0, min: 1.0, max: 9.0 }));
    }
}

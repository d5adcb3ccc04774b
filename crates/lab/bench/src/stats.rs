//! Computes medians. A median ignores outliers: a single slow run reflects the machine, not the compiler.

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
}

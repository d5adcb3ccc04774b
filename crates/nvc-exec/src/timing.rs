//! Measures the running time of dispatches, independent of the engine.

use std::time::Duration;

/// How to measure the time of a dispatch.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The minimum duration of a measurement. A shorter dispatch is repeated until the measurement takes this long
    /// or has `MAX_DISPATCHES` dispatches, because its time would consist mostly of launch overhead and clock
    /// error.
    pub min_time: Duration,
    /// The time for which the dispatch is repeated before the first measurement, because the clocks of an idle device are
    /// low and rise under load.
    pub warm_up: Duration,
    /// The number of measurements to take.
    pub measurements: u32,
}

/// The measured times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The time that the driver took to compile the program; `None` if it was not measured.
    pub compile: Option<Duration>,
    /// The time of one dispatch, from each measurement.
    pub dispatches: Vec<Duration>,
}

/// Maximum number of dispatches in one measurement.
const MAX_DISPATCHES: u32 = 1 << 14;

impl Timing {
    /// Takes the measurements. `run` runs a number of dispatches and returns their total time.
    ///
    /// # Errors
    /// The first error of `run`.
    pub fn measure<E>(&self, mut run: impl FnMut(u32) -> Result<Duration, E>) -> Result<Vec<Duration>, E> {
        // Warm up: caches are cold, and drivers may finish compilation in the first dispatch.
        run(1)?;
        let mut dispatches = 1;
        while dispatches < MAX_DISPATCHES && run(dispatches)? < self.min_time {
            dispatches *= 2;
        }
        let mut spent = Duration::ZERO;
        // The number of rounds is limited in case the time that `run` returns is always zero.
        for _ in 0..MAX_DISPATCHES {
            if spent >= self.warm_up {
                break;
            }
            spent += run(dispatches)?;
        }
        (0..self.measurements).map(|_| Ok(run(dispatches)? / dispatches)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing(min_time: u64, warm_up: u64, measurements: u32) -> Timing {
        let [min_time, warm_up] = [min_time, warm_up].map(Duration::from_micros);
        Timing { min_time, warm_up, measurements }
    }

    #[test]
    fn the_device_is_warmed_up() {
        let mut runs = Vec::new();
        let times = timing(50, 100, 1).measure(|dispatches| {
            runs.push(dispatches);
            Ok::<_, ()>(Duration::from_micros(30) * dispatches)
        });
        assert_eq!(times, Ok(vec![Duration::from_micros(30)]));
        // One run, two to find the number of dispatches, two of 60 us to warm up, and one measurement.
        assert_eq!(runs, [1, 1, 2, 2, 2, 2]);
    }

    #[test]
    fn short_dispatches_are_repeated() {
        let timing = timing(100, 0, 3);
        let mut runs = Vec::new();
        let times = timing.measure(|dispatches| {
            runs.push(dispatches);
            Ok::<_, ()>(Duration::from_micros(30) * dispatches)
        });
        assert_eq!(times, Ok(vec![Duration::from_micros(30); 3]));
        assert_eq!(runs, [1, 1, 2, 4, 4, 4, 4]);
    }

    #[test]
    fn dispatches_that_take_no_time_end() {
        assert_eq!(timing(1, 1, 1).measure(|_| Ok::<_, ()>(Duration::ZERO)), Ok(vec![Duration::ZERO]));
    }
}

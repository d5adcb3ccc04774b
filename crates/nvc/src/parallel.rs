//! The worker pool of the command and of build scripts.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Stack size of a worker. It is that of the main thread on most systems, so that a source that compiles
/// alone also compiles in the pool.
const STACK_BYTES: usize = 8 << 20;

/// Applies a function to all items on up to `threads` threads; 0 means one per processor. Returns the
/// results in the order of the items.
///
/// ```
/// assert_eq!(nvc::parallel::map(&[1, 2, 3], 2, |n| n * n)?, [1, 4, 9]);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If no thread can be started.
///
/// # Panics
/// If `work` panics. The remaining threads finish the other items first; if every thread panics, items are left over.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> io::Result<Vec<R>> {
    let threads = if threads == 0 { thread::available_parallelism().map_or(1, usize::from) } else { threads };
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let worker = || {
        while let Some((item, result)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).zip(results.get(at))
        } {
            let done = work(item);
            *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        }
    };
    thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads.min(items.len()) {
            match thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker) {
                Ok(_) => started += 1,
                Err(error) if started == 0 => return Err(error),
                // Continue with fewer threads than requested.
                Err(_) => break,
            }
        }
        Ok(())
    })?;
    Ok(results
        .into_iter()
        .filter_map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::map;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        let items: Vec<usize> = (0..100).collect();
        for threads in [0, 1, 3, 1000] {
            assert_eq!(
                map(&items, threads, |&n| n + 1).expect("threads start"),
                (1..=100).collect::<Vec<_>>()
            );
        }
        assert!(map(&[] as &[u8], 4, |&n| n).expect("nothing to do").is_empty());
    }

    #[test]
    fn a_panic_is_passed_on() {
        let outcome = std::panic::catch_unwind(|| map(&[1, 2, 3], 2, |&n| assert_ne!(n, 2)));
        assert!(outcome.is_err());
    }
}

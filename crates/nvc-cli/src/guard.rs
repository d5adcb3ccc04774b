//! Catching what must not happen: a panic inside the compilation of one file.
//!
//! It is always a bug. It is reported like any other finding, and the other inputs of the run
//! still compile.

use nvc::{Code, Diagnostic, Diagnostics};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Catches panics and keeps what they said from being printed twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// The last words of each thread that panicked.
    words: Arc<Mutex<HashMap<ThreadId, String>>>,
}

impl Guard {
    /// Takes over what a panic prints, for the rest of the process.
    pub fn install() -> Self {
        let guard = Guard::default();
        let hook = guard.clone();
        set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            hook.words().insert(thread::current().id(), info.to_string());
        }));
        guard
    }

    /// Runs `work`; a panic in it becomes a finding.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Diagnostics> {
        // Nothing of `work` is looked at after a panic.
        catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
            let words = self.words().remove(&thread::current().id()).unwrap_or_default();
            let mut findings = Diagnostics::new();
            findings.report(
                Diagnostic::new(Code::N0901, None, "nvc stopped unexpectedly")
                    .note(words)
                    .help("this is a fault of nvc; please report it with the source file"),
            );
            findings
        })
    }

    fn words(&self) -> MutexGuard<'_, HashMap<ThreadId, String>> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_finding() {
        let guard = Guard::install();
        assert_eq!(guard.run(|| 1).ok(), Some(1));
        let findings = guard.run(|| panic!("the last words")).expect_err("it panicked");
        let finding = findings.iter().next().expect("one finding");
        assert_eq!(finding.code, Code::N0901);
        assert!(finding.notes.iter().any(|n| n.contains("the last words")), "{finding:?}");
    }
}

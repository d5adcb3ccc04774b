//! Catches panics during the compilation of an input and reports them as diagnostics.
//!
//! A panic is always a bug in nvc. The other inputs are still compiled.

use nvc::{Code, Diagnostic, Diagnostics};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Catches panics. A panic hook records their messages instead of printing them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// Panic message of each thread that panicked.
    messages: Arc<Mutex<HashMap<ThreadId, String>>>,
}

impl Guard {
    /// Installs the panic hook for the rest of the process.
    pub fn install() -> Self {
        let guard = Guard::default();
        let hook = guard.clone();
        set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            hook.messages().insert(thread::current().id(), info.to_string());
        }));
        guard
    }

    /// Runs `work`. A panic becomes a diagnostic.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, Diagnostics> {
        // Unwind-safe: no state of `work` is used after a panic.
        catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
            let message = self.messages().remove(&thread::current().id()).unwrap_or_default();
            let mut findings = Diagnostics::new();
            findings.report(
                Diagnostic::new(Code::N0901, None, "internal compiler error: nvc panicked")
                    .note(message)
                    .help("this is a bug in nvc; please report it with the source file"),
            );
            findings
        })
    }

    fn messages(&self) -> MutexGuard<'_, HashMap<ThreadId, String>> {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_diagnostic() {
        let guard = Guard::install();
        assert_eq!(guard.run(|| 1).ok(), Some(1));
        let findings = guard.run(|| panic!("the panic message")).expect_err("it panicked");
        let finding = findings.iter().next().expect("one finding");
        assert_eq!(finding.code, Code::N0901);
        assert!(finding.notes.iter().any(|n| n.contains("the panic message")), "{finding:?}");
    }
}

//! Converts failures to Python exceptions. No panic crosses the language boundary.

use nvc::{Code, CompileError, Diagnostic, Diagnostics, SourceMap, render};
use pyo3::PyErr;
use pyo3::exceptions::PyException;
use std::panic::{AssertUnwindSafe, catch_unwind};

pyo3::create_exception!(
    _nvc,
    Failed,
    PyException,
    "A program with errors: the rendered report, and the diagnostics as lines of JSON."
);

/// Renders diagnostics twice: as human-readable text, and as JSON, one per line.
pub(crate) fn rendered(diagnostics: &Diagnostics, sources: &SourceMap) -> (String, String) {
    let all = |format| render::all(diagnostics, sources, render::Style { format, color: false });
    (all(render::Format::Human), all(render::Format::Json))
}

/// Creates the exception for these diagnostics.
pub(crate) fn failed(diagnostics: &Diagnostics, sources: &SourceMap) -> PyErr {
    Failed::new_err(rendered(diagnostics, sources))
}

/// Creates the exception for a failed compilation.
pub(crate) fn failed_compile(error: &CompileError) -> PyErr {
    failed(error.diagnostics(), &error.report().sources)
}

/// Runs `work`. A panic becomes an exception with an internal compiler error.
pub(crate) fn guard<T>(work: impl FnOnce() -> Result<T, PyErr>) -> Result<T, PyErr> {
    // Unwind-safe: no state of `work` is used after a panic.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let mut diagnostics = Diagnostics::new();
        diagnostics.report(
            Diagnostic::new(Code::N0901, None, "internal compiler error: nvc panicked")
                .note(message.unwrap_or("no message"))
                .help("this is a bug in nvc; please report it with the source file"),
        );
        Err(failed(&diagnostics, &SourceMap::new()))
    })
}

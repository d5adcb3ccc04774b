//! Compiles sources for Python programs.

use crate::failure::{failed_compile, guard, rendered};
use nvc::{Compiler, Folders, InvalidOption, Options};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::path::PathBuf;

/// A compiled program.
#[pyclass(frozen, module = "nvc._nvc")]
pub(crate) struct Compiled {
    artifact: Vec<u8>,
    /// Reflection as JSON.
    #[pyo3(get)]
    reflection: Option<String>,
    /// Names of the sources that were read.
    #[pyo3(get)]
    dependencies: Vec<String>,
    /// Warnings as human-readable text.
    #[pyo3(get)]
    messages: String,
    /// Warnings as JSON, one per line.
    #[pyo3(get)]
    diagnostics: String,
}

#[pymethods]
impl Compiled {
    /// Returns the SPIR-V module, or the text of another output format.
    #[getter]
    fn artifact<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.artifact)
    }
}

/// Creates a compiler with options given by name. Includes are read from files only if `folders` is given.
pub(crate) fn compiler(options: &[(String, String)], folders: Option<Vec<PathBuf>>) -> PyResult<Compiler> {
    let mut set = Options::new();
    for (name, value) in options {
        set.set(name, value).map_err(|error| match error {
            InvalidOption::UnknownName { .. } => PyTypeError::new_err(error.to_string()),
            _ => PyValueError::new_err(error.to_string()),
        })?;
    }
    let compiler = Compiler::new(set);
    Ok(match folders {
        Some(folders) => compiler.with_loader(Folders::new(folders)),
        None => compiler,
    })
}

/// Compiles the bytes of a source to the output format set in the options.
#[pyfunction]
pub(crate) fn compile(
    py: Python<'_>,
    source: &[u8],
    name: &str,
    options: Vec<(String, String)>,
    folders: Option<Vec<PathBuf>>,
) -> PyResult<Compiled> {
    let compiler = compiler(&options, folders)?;
    let compiler = compiler.clone().with_options(compiler.options().clone().with_reflect(true));
    let compiled =
        py.detach(|| guard(|| compiler.compile_bytes(name, source).map_err(|error| failed_compile(&error))))?;
    let (messages, diagnostics) = rendered(compiled.warnings(), &compiled.report.sources);
    Ok(Compiled {
        artifact: compiled.artifact.to_bytes(),
        reflection: compiled.reflection.as_ref().and_then(|reflection| reflection.to_json().ok()),
        dependencies: compiled.dependencies().map(str::to_owned).collect(),
        messages,
        diagnostics,
    })
}

/// Returns the option names that `compile` accepts.
#[pyfunction]
pub(crate) fn option_names() -> Vec<&'static str> {
    nvc::option_names().collect()
}

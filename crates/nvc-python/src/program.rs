//! Runs a program on nvc's interpreter.

use crate::compile::compiler;
use crate::failure::{failed, failed_compile, guard, rendered};
use crate::image::{ImageArg, sampler};
use nvc::Diagnostics;
use nvc_run::{
    Error, Invocation, Number, Phase, ResourceClass, Results, Run, WarpStep, WarpTrace, WarpValue,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBool, PyByteArray, PyFloat};
use std::path::PathBuf;

/// A program compiled for nvc's interpreter.
#[pyclass(frozen, module = "nvc._nvc")]
pub(crate) struct Program(nvc_run::Program);

/// The result of a run.
#[pyclass(frozen, module = "nvc._nvc")]
pub(crate) struct Outcome {
    buffers: Vec<(String, Vec<u8>)>,
    images: Vec<(String, Vec<u8>)>,
    /// Lines that the program printed.
    #[pyo3(get)]
    messages: Vec<String>,
    /// Findings of the run-time checks as JSON, one per line.
    #[pyo3(get)]
    findings: String,
    /// Number of steps. An addition in a whole warp is one step.
    #[pyo3(get)]
    steps: u64,
    trace: Vec<WarpStep>,
    /// Whether the trace is complete, rather than cut off at the limit.
    #[pyo3(get)]
    complete: bool,
}

/// A component of a parameter's value.
struct NumberArg(Number);

impl<'a, 'py> FromPyObject<'a, 'py> for NumberArg {
    type Error = PyErr;
    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // The Python type is tested explicitly, because CPython 3.9 would convert floats to integers.
        if value.is_instance_of::<PyBool>() {
            return Ok(NumberArg(Number::Bool(value.extract()?)));
        }
        if value.is_instance_of::<PyFloat>() {
            return Ok(NumberArg(Number::Float(value.extract()?)));
        }
        Ok(NumberArg(Number::Integer(value.extract()?)))
    }
}

/// The arguments of a run.
#[derive(FromPyObject)]
struct Request {
    groups: [u32; 3],
    buffers: Vec<(String, PyBackedBytes)>,
    values: Vec<(String, Vec<NumberArg>)>,
    images: Vec<ImageArg>,
    textures: Vec<ImageArg>,
    /// Separate samplers: name, filter and wrap mode.
    samplers: Vec<(String, String, String)>,
    lanes: u32,
    steps: u64,
    check: bool,
    /// Work group and local index of the invocation to trace.
    trace: Option<([u32; 3], u32)>,
    trace_limit: usize,
}

#[pymethods]
impl Program {
    /// Compiles the bytes of a source. With `checked`, the passes are skipped, because they remove the
    /// accesses that the run-time checks examine.
    #[new]
    fn new(
        py: Python<'_>,
        source: &[u8],
        name: &str,
        options: Vec<(String, String)>,
        folders: Option<Vec<PathBuf>>,
        checked: bool,
    ) -> PyResult<Self> {
        let compiler = compiler(&options, folders)?;
        let phase = if checked { Phase::Built } else { Phase::Legal };
        let compile = || nvc_run::Program::link(&compiler, (name, source), &[], phase);
        py.detach(|| guard(|| compile().map_err(|error| failed_compile(&error)))).map(Program)
    }

    /// Returns the reflection as JSON, if the program has one.
    #[getter]
    fn reflection(&self) -> Option<String> {
        self.0.reflection().and_then(|reflection| reflection.to_json().ok())
    }

    /// Runs the program.
    fn run(&self, py: Python<'_>, request: Request) -> PyResult<Outcome> {
        py.detach(|| guard(|| self.execute(request)))
    }
}

impl Program {
    fn execute(&self, request: Request) -> PyResult<Outcome> {
        let program = &self.0;
        let wrong = |error: Error| match error {
            Error::Fault(fault) => {
                let mut diagnostics = Diagnostics::new();
                diagnostics.report(*fault);
                failed(&diagnostics, &program.report().sources)
            }
            error => PyValueError::new_err(error.to_string()),
        };
        let mut run = Run::new(program).groups(request.groups).lanes(request.lanes);
        run = run.steps(request.steps).check(request.check);
        for (name, bytes) in &request.buffers {
            run = run.buffer(name, &bytes[..]).map_err(wrong)?;
        }
        for (name, values) in request.values {
            let values: Vec<Number> = values.into_iter().map(|value| value.0).collect();
            run = run.values(&name, &values).map_err(wrong)?;
        }
        for image in &request.images {
            let (name, image) = image.image()?;
            run = run.image(name, image).map_err(wrong)?;
        }
        for texture in &request.textures {
            let (name, texture) = texture.texture()?;
            run = run.texture(name, texture).map_err(wrong)?;
        }
        for (name, filter, wrap) in &request.samplers {
            run = run.sampler(name, sampler(name, filter, wrap)?).map_err(wrong)?;
        }
        let mut trace = WarpTrace::new(&program.report().sources, request.trace_limit);
        let results = match request.trace {
            Some((group, local)) => run.execute_traced(Invocation { group, local }, &mut trace),
            None => run.execute(),
        };
        let results = results.map_err(wrong)?;
        // A resource keeps the name under which it was passed.
        let buffers = request.buffers.iter().map(|(name, _)| name);
        Ok(Outcome {
            buffers: buffers
                .filter_map(|name| Some((name.clone(), results.buffer(name)?.to_vec())))
                .collect(),
            images: request.images.iter().filter_map(|image| image_of(&results, image)).collect(),
            findings: rendered(&results.findings, &program.report().sources).1,
            messages: results.messages,
            steps: results.steps,
            complete: trace.is_complete(),
            trace: trace.into_steps(),
        })
    }
}

fn image_of(results: &Results<'_>, given: &ImageArg) -> Option<(String, Vec<u8>)> {
    Some((given.name().to_owned(), results.image(given.name())?.texels.clone()))
}

/// Converts named memory to mutable Python objects.
fn arrays<'py>(py: Python<'py>, list: &[(String, Vec<u8>)]) -> Vec<(String, Bound<'py, PyByteArray>)> {
    list.iter().map(|(name, bytes)| (name.clone(), PyByteArray::new(py, bytes))).collect()
}

/// A traced value: its name, and its text in each lane.
type Value<'a> = (&'a str, &'a [Option<String>]);

/// A traced instruction: text, file, line, column and active lanes; the source lanes of a shuffle; operands;
/// result.
type Step<'a> = (
    (&'a str, Option<&'a str>, Option<u32>, Option<u32>, u32),
    Option<&'a [Option<u32>]>,
    Vec<Value<'a>>,
    Option<Value<'a>>,
);

#[pymethods]
impl Outcome {
    /// Returns the contents of the buffers that were passed, by the names used there.
    #[getter]
    fn buffers<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyByteArray>)> {
        arrays(py, &self.buffers)
    }

    /// Returns the texels of the images that were passed, by the names used there.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyByteArray>)> {
        arrays(py, &self.images)
    }

    /// Returns the instructions of the traced warp.
    #[getter]
    fn trace(&self) -> Vec<Step<'_>> {
        self.trace.iter().map(step).collect()
    }
}

fn value(value: &WarpValue) -> Value<'_> {
    (&value.name, &value.values)
}

fn step(step: &WarpStep) -> Step<'_> {
    let head = (&*step.text, step.file.as_deref(), step.line, step.column, step.active);
    (
        head,
        step.sources.as_deref(),
        step.operands.iter().map(value).collect(),
        step.result.as_ref().map(value),
    )
}

/// Returns the device address of the buffer `memory[number]`.
#[pyfunction]
pub(crate) fn address(number: u32) -> u64 {
    nvc_run::address(ResourceClass::Bindless, number)
}

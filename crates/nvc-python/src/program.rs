//! Runs a program on the interpreter.

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

/// A source compiled for the interpreter.
#[pyclass(frozen, module = "nvc._nvc")]
pub(crate) struct Program(nvc_run::Program);

/// What a run leaves.
#[pyclass(frozen, module = "nvc._nvc")]
pub(crate) struct Outcome {
    buffers: Vec<(String, Vec<u8>)>,
    images: Vec<(String, Vec<u8>)>,
    /// What the program printed.
    #[pyo3(get)]
    messages: Vec<String>,
    /// The findings as lines of JSON.
    #[pyo3(get)]
    findings: String,
    /// The number of instructions, counted per warp.
    #[pyo3(get)]
    steps: u64,
    trace: Vec<WarpStep>,
    /// Whether the trace has all instructions.
    #[pyo3(get)]
    complete: bool,
}

/// A number of a parameter.
struct NumberArg(Number);

impl<'a, 'py> FromPyObject<'a, 'py> for NumberArg {
    type Error = PyErr;
    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        // By type: CPython 3.9 converts floats to integers.
        if value.is_instance_of::<PyBool>() {
            return Ok(NumberArg(Number::Bool(value.extract()?)));
        }
        if value.is_instance_of::<PyFloat>() {
            return Ok(NumberArg(Number::Float(value.extract()?)));
        }
        Ok(NumberArg(Number::Integer(value.extract()?)))
    }
}

/// A run.
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
    /// The work group and the local index of the traced invocation.
    trace: Option<([u32; 3], u32)>,
    trace_limit: usize,
}

#[pymethods]
impl Program {
    /// Compiles the bytes of a source. With `checked`, the passes do not run, which remove what checks look for.
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

    /// The reflection as JSON, if the program has one.
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
        // What was given by another name keeps it.
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

/// Names with memory, as Python objects that may be changed.
fn arrays<'py>(py: Python<'py>, list: &[(String, Vec<u8>)]) -> Vec<(String, Bound<'py, PyByteArray>)> {
    list.iter().map(|(name, bytes)| (name.clone(), PyByteArray::new(py, bytes))).collect()
}

/// A value's name and texts, one for each lane.
type Value<'a> = (&'a str, &'a [Option<String>]);

/// An instruction: its text, file, line, column and active lanes; the lanes that they read; its operands and result.
type Step<'a> = (
    (&'a str, Option<&'a str>, Option<u32>, Option<u32>, u32),
    Option<&'a [Option<u32>]>,
    Vec<Value<'a>>,
    Option<Value<'a>>,
);

#[pymethods]
impl Outcome {
    /// The buffers that were given, by the names that they were given by.
    #[getter]
    fn buffers<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyByteArray>)> {
        arrays(py, &self.buffers)
    }

    /// The images that were given.
    #[getter]
    fn images<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyByteArray>)> {
        arrays(py, &self.images)
    }

    /// The instructions of the traced warp.
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

/// The device address of the buffer `memory[number]`.
#[pyfunction]
pub(crate) fn address(number: u32) -> u64 {
    nvc_run::address(ResourceClass::Bindless, number)
}

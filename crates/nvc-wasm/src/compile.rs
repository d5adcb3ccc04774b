//! Compiles a source to an output format, with its reflection and IR dumps.

use crate::Answer;
use crate::request::{Request, diagnostics, text};
use nvc::reflect::Reflection;
use nvc::{Artifact, CompileError, Report, internals};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A compile request.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Compile {
    #[serde(flatten)]
    common: Request,
    /// Passes after which to dump the IR. The name [`BUILT`] selects the front end's output.
    passes: Vec<String>,
}

/// The name in `passes` that selects the front end's output.
const BUILT: &str = "built";

/// The answer to a compile request.
#[derive(Serialize)]
struct Compiled<'a> {
    ok: bool,
    /// The output, if it is text. Binary output is returned separately.
    text: Option<&'a str>,
    reflection: Option<&'a Reflection>,
    diagnostics: Vec<Value>,
    /// Diagnostics as human-readable text.
    report: String,
    dumps: Vec<Dump<'a>>,
    /// Names of the sources that were read.
    dependencies: Vec<&'a str>,
}

/// The IR after a pass, as text.
#[derive(Serialize)]
struct Dump<'a> {
    pass: &'a str,
    text: &'a str,
}

/// Answers a compile request.
pub(crate) fn run(source: &str, request: &str) -> Result<Answer, String> {
    let request: Compile = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let options = request.common.options()?.with_print_after(request.passes.clone());
    let compiler = request.common.compiler(options);
    let name = request.common.name();
    let built = request.passes.iter().any(|pass| pass == BUILT).then(|| {
        let module = internals::module(&compiler, name, source.as_bytes(), internals::Phase::Built);
        module.map(|(module, _)| internals::dump(&module)).unwrap_or_default()
    });
    let built = built.as_deref().filter(|text| !text.is_empty());
    match compiler.compile_bytes(name, source.as_bytes()) {
        Ok(compiled) => {
            let text = match &compiled.artifact {
                Artifact::Text(text) | Artifact::Code { text, .. } => Some(&**text),
                _ => None,
            };
            let bytes = text.is_none().then(|| compiled.artifact.to_bytes());
            let reflection = compiled.reflection.as_deref();
            Answer::new(&answer(text, reflection, &compiled.report, built), bytes)
        }
        Err(error) => Answer::new(&failed(&error, built), None),
    }
}

fn failed<'a>(error: &'a CompileError, built: Option<&'a str>) -> Compiled<'a> {
    Compiled { ok: false, ..answer(None, None, error.report(), built) }
}

fn answer<'a>(
    output: Option<&'a str>,
    reflection: Option<&'a Reflection>,
    report: &'a Report,
    built: Option<&'a str>,
) -> Compiled<'a> {
    let first = built.map(|text| Dump { pass: BUILT, text });
    let others = report.dumps.iter().map(|dump| Dump { pass: dump.pass, text: &dump.text });
    Compiled {
        ok: true,
        text: output,
        reflection,
        diagnostics: diagnostics(report),
        report: text(report),
        dumps: first.into_iter().chain(others).collect(),
        dependencies: report.dependencies().collect(),
    }
}

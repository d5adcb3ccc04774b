//! A program on the interpreter, as built and behind all passes.

use anyhow::{Result, bail};
use nvc::{Language, Options, Phase};
use nvc_case::{Case, Mapping, Outputs};
use nvc_fuzz::Generated;
use nvc_interp::Config;

/// What the program leaves. GLSL is watched: that generator makes programs in which nothing is undefined.
pub(crate) fn outputs(
    program: &Generated,
    inputs: &Case,
    mapping: &Mapping,
    phase: Phase,
) -> Result<Outputs> {
    let options = Options::default();
    let (module, output) = nvc::module_bytes("generated", program.text.as_bytes(), &options, phase);
    let Some(module) = module else { bail!("{}", output.messages(nvc::render::Style::default())) };
    let mut memory = nvc_case::resources(inputs, mapping);
    let config = Config { check: program.language == Language::Glsl, ..Config::default() };
    let dispatch = nvc_case::dispatch(inputs);
    let report = nvc_interp::run(&module, &dispatch, &mut memory, &config, None)
        .map_err(|fault| anyhow::anyhow!("the interpreter: {}", fault.message))?;
    if let Some(finding) = report.findings.iter().next() {
        bail!("the interpreter finds {}: {}", finding.code, finding.message);
    }
    Ok(nvc_case::outputs(inputs, &memory))
}

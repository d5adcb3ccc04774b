//! The way of a program through the crates: front end, passes, back end.

use crate::{Artifact, Dump, Emit, Language, Options, Output};
use nvc_diag::{Code, Diagnostic, Diagnostics, FileId, Reported, Source};
use nvc_ir::text::print;
use nvc_ir::{Module, Phase};
use nvc_spirv::Validation;

/// The names of all passes, in pipeline order; what `--print-after` takes.
pub fn pass_names() -> Vec<&'static str> {
    nvc_passes::pipeline::passes().iter().map(|pass| pass.name).collect()
}

/// Compiles a source; findings and dumps go to `output`, whose only source it is.
pub(crate) fn compile(source: &Source, options: &Options, output: &mut Output) -> Result<Artifact, Reported> {
    let module = module(source, options, Phase::Legal, output)?;
    emit(&module, options, output)
}

/// The module of a source as the front end makes it, or behind the passes for any later phase.
pub(crate) fn module(
    source: &Source,
    options: &Options,
    phase: Phase,
    output: &mut Output,
) -> Result<Module, Reported> {
    let diags = &mut output.diagnostics;
    let mut module = match options.language.unwrap_or_else(|| Language::of(source)) {
        Language::NvAsm => assembly(source, diags)?,
        Language::Glsl => return Err(diags.report(glsl_is_not_supported())),
    };
    if phase > Phase::Built {
        optimise(&mut module, options, diags, &mut output.dumps)?;
    }
    Ok(module)
}

/// The assembly front end. Statements that do not parse leave the others to be checked, so that one
/// run finds as many mistakes as it can.
fn assembly(source: &Source, diags: &mut Diagnostics) -> Result<Module, Reported> {
    let parsed = nvc_asm::parse(FileId(0), &source.text, diags);
    let resolved = nvc_asm::resolve(&parsed.program, diags)?;
    nvc_asm::lower(&resolved, diags)
}

/// The passes, down to what SPIR-V can say.
fn optimise(
    module: &mut Module,
    options: &Options,
    diags: &mut Diagnostics,
    dumps: &mut Vec<Dump>,
) -> Result<(), Reported> {
    let pass_options = nvc_passes::Options {
        target_env: options.target_env,
        bindings: options.bindings.clone(),
        opt_level: options.opt_level,
        verify: cfg!(debug_assertions),
    };
    nvc_passes::run(module, &pass_options, diags, &mut |pass, module| {
        if options.print_after.iter().any(|name| name == pass.name) {
            dumps.push(Dump { pass: pass.name, text: print(module) });
        }
    })
}

/// The form that was asked for. Every form is made from a module that the back end takes, and that
/// the validator takes if it is to be asked: text of a wrong module would only mislead.
fn emit(module: &Module, options: &Options, output: &mut Output) -> Result<Artifact, Reported> {
    let diags = &mut output.diagnostics;
    let spirv_options =
        nvc_spirv::Options { target_env: options.target_env, ..nvc_spirv::Options::default() };
    let binary = nvc_spirv::emit(module, &spirv_options, diags)?;
    if options.validate {
        match nvc_spirv::validate(&binary.words, options.target_env) {
            Validation::Valid => output.validated = true,
            Validation::Invalid(words) => return Err(diags.report(invalid_module(&words))),
            Validation::Unavailable(_) => {}
        }
    }
    Ok(match options.emit {
        Emit::Spirv => Artifact::Spirv(binary.words),
        Emit::SpvAsm => Artifact::Text(nvc_spirv::disassemble(&binary)),
        Emit::Ir => Artifact::Text(print(module)),
    })
}

/// What is reported when the validator refuses a module.
pub(crate) fn invalid_module(words: &str) -> Diagnostic {
    Diagnostic::new(Code::N0901, None, "the SPIR-V validator refuses the module that nvc made")
        .note(words)
        .help("this is a fault of nvc; please report it with the source file")
}

fn glsl_is_not_supported() -> Diagnostic {
    Diagnostic::new(Code::N0701, None, "GLSL sources are not supported yet")
        .note("nvc reads NVcp5.0 assembly, and OpenGL program binaries that hold it")
        .help("if the file is assembly, pass `--lang nvasm`")
}

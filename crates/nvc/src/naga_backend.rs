//! Other shading languages, by way of naga: it reads the finished SPIR-V module, checks it, and writes
//! it in the language.
//!
//! naga reads less than SPIR-V says. What it does not read, or what the language does not have, is
//! finding `N0603` with naga's words; `docs/output-forms.md` says what that keeps out.

use crate::Emit;
use naga::back::pipeline_constants::process_overrides;
use naga::back::{self, PipelineConstants};
use naga::proc::BoundsCheckPolicies;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Block, Module, ShaderStage, Statement};
use nvc_diag::{Code, Diagnostic};
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What naga calls the function that a dispatch runs; modules have one.
const ENTRY: &str = "main";

/// Where something went wrong, and naga's words about it.
struct Failure {
    what: &'static str,
    words: String,
}

impl Failure {
    fn new(what: &'static str, error: &dyn Error) -> Self {
        let mut words = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            words.push_str(": ");
            words.push_str(&error.to_string());
            cause = error.source();
        }
        Failure { what, words }
    }
}

/// A SPIR-V module in another language.
pub(crate) fn translate(words: &[u32], form: Emit) -> Result<String, Box<Diagnostic>> {
    let name = form.name();
    // naga stops where it meets what its authors did not expect; nothing of it is looked at then.
    let done = catch_unwind(AssertUnwindSafe(|| write(words, form)));
    let failure = match done {
        Ok(Ok(text)) => return Ok(text),
        Ok(Err(failure)) => failure,
        Err(last_words) => {
            let words = last_words.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| last_words.downcast_ref::<&str>().copied());
            Failure { what: "naga cannot handle the module", words: words.unwrap_or("nothing").into() }
        }
    };
    Err(Box::new(
        Diagnostic::new(
            Code::N0603,
            None,
            format!("the program cannot be written as {name}: {}", failure.what),
        )
        .note(format!("naga says: {}", failure.words))
        .help("`nvc explain N0603` says what the output forms lack; SPIR-V has the whole program"),
    ))
}

fn write(words: &[u32], form: Emit) -> Result<String, Failure> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let options = naga::front::spv::Options {
        adjust_coordinate_space: false,
        strict_capabilities: false,
        block_ctx_dump_prefix: None,
    };
    let module = naga::front::spv::parse_u8_slice(&bytes, &options)
        .map_err(|error| Failure::new("naga does not read the module", &error))?;
    let info = check(&module)?;
    if form == Emit::Wgsl {
        return back::wgsl::write_string(&module, &info, back::wgsl::WriterFlags::empty())
            .map_err(|error| lacking(&error));
    }
    // Their writers put a loop's continuing part in front of its body, where the values of the round
    // before have no names.
    if module.functions.iter().any(|(_, function)| continues(&function.body))
        || module.entry_points.iter().any(|point| continues(&point.function.body))
    {
        return Err(Failure {
            what: "a loop computes where it continues",
            words: "nothing, but it would write something else".into(),
        });
    }
    // The other languages have no constants that the API sets; they get their defaults.
    let stage = ShaderStage::Compute;
    let entry = Some((stage, ENTRY));
    let (module, info) = process_overrides(&module, &info, entry, &PipelineConstants::default())
        .map_err(|error| lacking(&error))?;
    match form {
        Emit::Hlsl => hlsl(&module, &info),
        Emit::Msl => msl(&module, &info),
        _ => glsl(&module, &info),
    }
}

/// Whether a loop does something between its rounds. Blocks nest no deeper than the module's
/// constructs, and naga's reader has been through them.
fn continues(block: &Block) -> bool {
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        for statement in block.iter() {
            match statement {
                Statement::Block(inner) => blocks.push(inner),
                Statement::If { accept, reject, .. } => blocks.extend([accept, reject]),
                Statement::Switch { cases, .. } => blocks.extend(cases.iter().map(|case| &case.body)),
                Statement::Loop { continuing, .. } if !continuing.is_empty() => return true,
                Statement::Loop { body, .. } => blocks.push(body),
                _ => {}
            }
        }
    }
    false
}

fn check(module: &Module) -> Result<ModuleInfo, Failure> {
    Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(module)
        .map_err(|error| Failure::new("naga's validator refuses the module", error.as_inner()))
}

fn lacking(error: &dyn Error) -> Failure {
    Failure::new("the language lacks what the module uses", error)
}

fn hlsl(module: &Module, info: &ModuleInfo) -> Result<String, Failure> {
    let mut text = String::new();
    let options = back::hlsl::Options {
        shader_model: back::hlsl::ShaderModel::V6_6,
        fake_missing_bindings: true,
        // Push constants are root constants; no binding of a program is in this space.
        immediates_target: Some(back::hlsl::BindTarget { space: u8::MAX, ..Default::default() }),
        zero_initialize_workgroup_memory: false,
        ..back::hlsl::Options::default()
    };
    let pipeline = back::hlsl::PipelineOptions { entry_point: None };
    let mut writer = back::hlsl::Writer::new(&mut text, &options, &pipeline);
    let reflection = writer.write(module, info, None).map_err(|error| lacking(&error))?;
    if let Some(error) = reflection.entry_point_names.iter().find_map(|name| name.as_ref().err()) {
        return Err(lacking(error));
    }
    Ok(text)
}

fn msl(module: &Module, info: &ModuleInfo) -> Result<String, Failure> {
    let options = back::msl::Options {
        lang_version: (3, 0),
        fake_missing_bindings: true,
        zero_initialize_workgroup_memory: false,
        ..back::msl::Options::default()
    };
    let pipeline = back::msl::PipelineOptions::default();
    let (text, translation) =
        back::msl::write_string(module, info, &options, &pipeline).map_err(|error| lacking(&error))?;
    match translation.entry_point_names.iter().find_map(|name| name.as_ref().err()) {
        Some(error) => Err(lacking(error)),
        None => Ok(text),
    }
}

/// OpenGL numbers the bindings of each class of resources by itself, and has no sets.
fn numbers(module: &Module) -> back::glsl::BindingMap {
    let bindings = module.global_variables.iter().filter_map(|(_, global)| global.binding);
    bindings.filter_map(|binding| Some((binding, u8::try_from(binding.binding).ok()?))).collect()
}

fn glsl(module: &Module, info: &ModuleInfo) -> Result<String, Failure> {
    let mut text = String::new();
    let options = back::glsl::Options {
        version: back::glsl::Version::Desktop(460),
        binding_map: numbers(module),
        zero_initialize_workgroup_memory: false,
        ..back::glsl::Options::default()
    };
    let pipeline = back::glsl::PipelineOptions {
        shader_stage: ShaderStage::Compute,
        entry_point: ENTRY.into(),
        multiview: None,
    };
    let policies = BoundsCheckPolicies::default();
    let mut writer = back::glsl::Writer::new(&mut text, module, info, &options, &pipeline, policies)
        .map_err(|error| lacking(&error))?;
    writer.write().map_err(|error| lacking(&error))?;
    Ok(text)
}

//! Writes HLSL, MSL and GLSL with naga.

use super::{Failure, unsupported};
use crate::Emit;
use naga::back::pipeline_constants::process_overrides;
use naga::back::{self, PipelineConstants};
use naga::proc::BoundsCheckPolicies;
use naga::valid::ModuleInfo;
use naga::{Block, Module, ShaderStage, Statement};

/// Name of the entry point; each module has exactly one.
const ENTRY: &str = "main";

/// Writes a module in the language of `form`.
pub(super) fn write(module: &Module, info: &ModuleInfo, form: Emit) -> Result<String, Failure> {
    // naga's writers for these languages emit the continuing block of a loop before its body, where the
    // values of the previous iteration are not in scope.
    if module.functions.iter().any(|(_, function)| has_continuing(&function.body))
        || module.entry_points.iter().any(|point| has_continuing(&point.function.body))
    {
        return Err(Failure {
            cause: "a loop has instructions in its continue block",
            message: "it reports no error, but the output would be wrong".into(),
        });
    }
    // naga's writers for these languages do not support specialization constants, so the constants are replaced by
    // their defaults.
    let stage = ShaderStage::Compute;
    let entry = Some((stage, ENTRY));
    let (module, info) = process_overrides(module, info, entry, &PipelineConstants::default())
        .map_err(|error| unsupported(&error))?;
    match form {
        Emit::Hlsl => hlsl(&module, &info),
        Emit::Msl => msl(&module, &info),
        _ => glsl(&module, &info),
    }
}

/// Returns whether any loop has instructions in its continuing block.
fn has_continuing(block: &Block) -> bool {
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

fn hlsl(module: &Module, info: &ModuleInfo) -> Result<String, Failure> {
    let mut text = String::new();
    let options = back::hlsl::Options {
        shader_model: back::hlsl::ShaderModel::V6_6,
        fake_missing_bindings: true,
        // Push constants become root constants, in a register space that no binding uses.
        immediates_target: Some(back::hlsl::BindTarget { space: u8::MAX, ..Default::default() }),
        zero_initialize_workgroup_memory: false,
        ..back::hlsl::Options::default()
    };
    let pipeline = back::hlsl::PipelineOptions { entry_point: None };
    let mut writer = back::hlsl::Writer::new(&mut text, &options, &pipeline);
    let reflection = writer.write(module, info, None).map_err(|error| unsupported(&error))?;
    if let Some(error) = reflection.entry_point_names.iter().find_map(|name| name.as_ref().err()) {
        return Err(unsupported(error));
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
        back::msl::write_string(module, info, &options, &pipeline).map_err(|error| unsupported(&error))?;
    match translation.entry_point_names.iter().find_map(|name| name.as_ref().err()) {
        Some(error) => Err(unsupported(error)),
        None => Ok(text),
    }
}

/// Returns the bindings without descriptor sets, which OpenGL does not have.
fn bindings(module: &Module) -> back::glsl::BindingMap {
    let bindings = module.global_variables.iter().filter_map(|(_, global)| global.binding);
    bindings.filter_map(|binding| Some((binding, u8::try_from(binding.binding).ok()?))).collect()
}

fn glsl(module: &Module, info: &ModuleInfo) -> Result<String, Failure> {
    let mut text = String::new();
    let options = back::glsl::Options {
        version: back::glsl::Version::Desktop(460),
        binding_map: bindings(module),
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
        .map_err(|error| unsupported(&error))?;
    writer.write().map_err(|error| unsupported(&error))?;
    Ok(with_subgroup_extension(text))
}

/// Adds the extension that declares the subgroup built-in variables. naga adds it only for subgroup
/// operations.
fn with_subgroup_extension(text: String) -> String {
    const EXTENSION: &str = "GL_KHR_shader_subgroup_basic";
    let reads = ["gl_SubgroupInvocationID", "gl_SubgroupSize", "gl_SubgroupID", "gl_NumSubgroups"];
    match text.split_once('\n') {
        Some((version, rest))
            if reads.iter().any(|name| text.contains(name)) && !text.contains(EXTENSION) =>
        {
            format!("{version}\n#extension {EXTENSION} : require\n{rest}")
        }
        _ => text,
    }
}

//! Creates the compute pipeline of a module.

use crate::Result;
use crate::error::{Context, Error};
use crate::reflect::Module;
use crate::scope::Scope;
use ash::vk;
use nvc_exec::Dispatch;
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;
use std::ffi::CString;
use std::time::{Duration, Instant};

/// The size of push constants in bytes that every device supports (Vulkan, "Required Limits").
pub(crate) const PUSH_BYTES: u32 = 128;

/// A pipeline and its layout.
pub(crate) struct Pipeline {
    pub(crate) raw: vk::Pipeline,
    pub(crate) layout: vk::PipelineLayout,
    /// The time that the driver took to create the pipeline.
    pub(crate) compile: Duration,
}

/// Creates the compute pipeline. The driver compiles the module.
pub(crate) fn create(
    scope: &mut Scope<'_>,
    dispatch: &Dispatch,
    module: &Module,
    words: &[u32],
    sets: &[vk::DescriptorSetLayout],
) -> Result<Pipeline> {
    let push = [vk::PushConstantRange::default().stage_flags(vk::ShaderStageFlags::COMPUTE).size(PUSH_BYTES)];
    let mut info = vk::PipelineLayoutCreateInfo::default().set_layouts(sets);
    if module.push_constants {
        info = info.push_constant_ranges(&push);
    }
    let device = scope.raw();
    // SAFETY: the set layouts are alive; the layout lives until the session ends.
    let layout = unsafe { device.create_pipeline_layout(&info, None) }.context("a pipeline layout")?;
    scope.defer(move |device| unsafe { device.destroy_pipeline_layout(layout, None) });

    let info = vk::ShaderModuleCreateInfo::default().code(words);
    // SAFETY: Invalid SPIR-V is undefined behaviour in Vulkan, so nvc validates the modules that it emits.
    // Test runners run modules in worker processes, so that a driver crash ends only the worker.
    let shader = unsafe { device.create_shader_module(&info, None) }.context("the shader module")?;
    scope.defer(move |device| unsafe { device.destroy_shader_module(shader, None) });

    let entry = CString::new(module.entry.as_str()).map_err(|error| Error::Module(error.to_string()))?;
    let (entries, data) = specialization(dispatch, module);
    let constants = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(shader)
        .name(&entry)
        .specialization_info(&constants);
    let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout);
    let start = Instant::now();
    // SAFETY: everything that `info` refers to is alive; the pipeline lives until the session ends.
    let made = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
    let compile = start.elapsed();
    let pipelines = made.map_err(|(_, code)| code).context("the pipeline")?;
    let raw = pipelines.first().copied().ok_or(Error::Lost)?;
    scope.defer(move |device| unsafe { device.destroy_pipeline(raw, None) });
    Ok(Pipeline { raw, layout, compile })
}

/// The specialization constants that the dispatch sets, including the workgroup size. The sizes of the values are those
/// that the module declares.
fn specialization(dispatch: &Dispatch, module: &Module) -> (Vec<vk::SpecializationMapEntry>, Vec<u8>) {
    let (mut entries, mut data) = (Vec::new(), Vec::new());
    let sizes = GROUP_SIZE_SPEC_IDS.into_iter().zip(dispatch.group_size.into_iter().flatten().map(u64::from));
    for (constant_id, value) in sizes.chain(dispatch.specialization.iter().map(|(id, bits)| (*id, *bits))) {
        let Some(&size) = module.spec_constants.get(&constant_id) else { continue };
        entries.push(vk::SpecializationMapEntry { constant_id, offset: data.len() as u32, size });
        data.extend(&value.to_le_bytes()[..size]);
    }
    (entries, data)
}

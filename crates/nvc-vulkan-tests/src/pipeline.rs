//! The compute pipeline of a module.
use crate::Module;
use crate::scope::Scope;
use anyhow::{Context, Result};
use ash::vk;
use nvc_case::Case;
use std::ffi::CString;

/// Push constants that every device has room for (Vulkan, "Required Limits").
pub(crate) const PUSH_BYTES: u32 = 128;
/// Specialization constants of a work-group size that the program leaves open: x, y and z.
const GROUP_SIZE_IDS: [u32; 3] = [65533, 65534, 65535];
const WORD: usize = 4;

/// A pipeline and its layout.
pub(crate) struct Pipeline {
    pub(crate) raw: vk::Pipeline,
    pub(crate) layout: vk::PipelineLayout,
}

/// Compiles the module in the driver.
pub(crate) fn create(
    scope: &mut Scope<'_>,
    case: &Case,
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
    // SAFETY: the set layouts are alive; the layout lives until the scope ends.
    let layout = unsafe { device.create_pipeline_layout(&info, None)? };
    scope.defer(move |device| unsafe { device.destroy_pipeline_layout(layout, None) });

    let info = vk::ShaderModuleCreateInfo::default().code(words);
    // SAFETY: Vulkan leaves invalid SPIR-V undefined, so nvc validates what it emits; a driver that
    // crashes on a module takes only the process of that case with it.
    let shader = unsafe { device.create_shader_module(&info, None) }.context("shader module refused")?;
    scope.defer(move |device| unsafe { device.destroy_shader_module(shader, None) });

    let entry = CString::new(module.entry.as_str())?;
    let (entries, data) = specialization(case);
    let constants = vk::SpecializationInfo::default().map_entries(&entries).data(&data);
    let stage = vk::PipelineShaderStageCreateInfo::default()
        .stage(vk::ShaderStageFlags::COMPUTE)
        .module(shader)
        .name(&entry)
        .specialization_info(&constants);
    let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout);
    // SAFETY: everything that `info` names is alive; the pipeline lives until the scope ends.
    let made = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
    let pipelines = made.map_err(|(_, error)| error).context("pipeline refused")?;
    let raw = *pipelines.first().context("no pipeline")?;
    scope.defer(move |device| unsafe { device.destroy_pipeline(raw, None) });
    Ok(Pipeline { raw, layout })
}

/// The specialization constants that the case gives, the work-group size among them.
fn specialization(case: &Case) -> (Vec<vk::SpecializationMapEntry>, Vec<u8>) {
    let (mut entries, mut data) = (Vec::new(), Vec::new());
    let sizes = GROUP_SIZE_IDS.into_iter().zip(case.group.into_iter().flatten());
    for (constant_id, value) in sizes.chain(case.spec.iter().map(|spec| (spec.id, spec.value))) {
        entries.push(vk::SpecializationMapEntry { constant_id, offset: data.len() as u32, size: WORD });
        data.extend(value.to_le_bytes());
    }
    (entries, data)
}

//! Runs one dispatch of a shader that uses storage buffers.

use crate::device::Device;
use anyhow::{Context, Result};
use ash::vk;
use example_kernels::Kernel;

/// A buffer in host-visible memory.
struct Buffer {
    raw: vk::Buffer,
    memory: vk::DeviceMemory,
    bytes: usize,
}

/// The Vulkan objects of a dispatch. Dropping the value destroys them, even if only some were created.
struct Dispatch<'d> {
    device: &'d Device,
    buffers: Vec<Buffer>,
    layouts: Vec<vk::DescriptorSetLayout>,
    pool: vk::DescriptorPool,
    layout: vk::PipelineLayout,
    module: vk::ShaderModule,
    pipeline: vk::Pipeline,
    commands: vk::CommandPool,
}

/// Runs a kernel and returns the resulting contents of its last buffer.
pub fn run(device: &Device, kernel: &Kernel) -> Result<Vec<u8>> {
    let mut dispatch = Dispatch {
        device,
        buffers: Vec::new(),
        layouts: Vec::new(),
        pool: vk::DescriptorPool::null(),
        layout: vk::PipelineLayout::null(),
        module: vk::ShaderModule::null(),
        pipeline: vk::Pipeline::null(),
        commands: vk::CommandPool::null(),
    };
    for bytes in &kernel.buffers {
        dispatch.upload(bytes)?;
    }
    let set = dispatch.descriptors(kernel)?;
    dispatch.pipeline(kernel)?;
    dispatch.submit(kernel, set)?;
    dispatch.download()
}

impl Dispatch<'_> {
    fn upload(&mut self, contents: &[u8]) -> Result<()> {
        let device = &self.device.raw;
        let bytes = contents.len();
        let info =
            vk::BufferCreateInfo::default().size(bytes as u64).usage(vk::BufferUsageFlags::STORAGE_BUFFER);
        // SAFETY: the structures outlive the calls, and the memory is bound before use. It is host-visible
        // and large enough for the copied bytes.
        unsafe {
            let raw = device.create_buffer(&info, None)?;
            self.buffers.push(Buffer { raw, memory: vk::DeviceMemory::null(), bytes });
            let needs = device.get_buffer_memory_requirements(raw);
            let info = vk::MemoryAllocateInfo::default()
                .allocation_size(needs.size)
                .memory_type_index(self.memory_type(needs.memory_type_bits)?);
            let memory = device.allocate_memory(&info, None)?;
            if let Some(buffer) = self.buffers.last_mut() {
                buffer.memory = memory;
            }
            device.bind_buffer_memory(raw, memory, 0)?;
            let to = device.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())?;
            std::ptr::copy_nonoverlapping(contents.as_ptr(), to.cast(), bytes);
            device.unmap_memory(memory);
        }
        Ok(())
    }

    /// Returns a host-visible, coherent memory type. Every device has one for buffers.
    fn memory_type(&self, bits: u32) -> Result<u32> {
        let wanted = vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT;
        let mut types = std::iter::zip(0u32.., self.device.memory.memory_types_as_slice());
        let fits =
            |&(i, ty): &(u32, &vk::MemoryType)| bits >> i & 1 == 1 && ty.property_flags.contains(wanted);
        types.find(fits).map(|(i, _)| i).context("no host-visible memory")
    }

    /// Creates the shader's descriptor set with all buffers. Sets with lower indices get empty layouts.
    fn descriptors(&mut self, kernel: &Kernel) -> Result<vk::DescriptorSet> {
        let device = &self.device.raw;
        let kind = vk::DescriptorType::STORAGE_BUFFER;
        let count = u32::try_from(self.buffers.len())?;
        let binding = |binding| {
            let binding = vk::DescriptorSetLayoutBinding::default().binding(binding);
            binding.descriptor_type(kind).descriptor_count(1).stage_flags(vk::ShaderStageFlags::COMPUTE)
        };
        let bindings: Vec<_> = (0..count).map(binding).collect();
        for set in 0..=kernel.set {
            let bindings = if set == kernel.set { bindings.as_slice() } else { &[] };
            let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(bindings);
            // SAFETY: `info` outlives the call.
            self.layouts.push(unsafe { device.create_descriptor_set_layout(&info, None) }?);
        }
        let sizes = [vk::DescriptorPoolSize::default().ty(kind).descriptor_count(count)];
        let info = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: `info` outlives the call.
        self.pool = unsafe { device.create_descriptor_pool(&info, None) }?;
        let last = self.layouts.get(self.layouts.len() - 1..).unwrap_or_default();
        let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(self.pool).set_layouts(last);
        // SAFETY: the pool has room for one set of this layout.
        let sets = unsafe { device.allocate_descriptor_sets(&info) }?;
        let set = *sets.first().context("no descriptor set")?;
        for (binding, buffer) in std::iter::zip(0.., &self.buffers) {
            let whole = vk::DescriptorBufferInfo::default().buffer(buffer.raw).range(vk::WHOLE_SIZE);
            let whole = [whole];
            let write = vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding);
            let write = write.descriptor_type(kind).buffer_info(&whole);
            // SAFETY: set and buffer are alive, and the layout has this binding.
            unsafe { device.update_descriptor_sets(&[write], &[]) };
        }
        Ok(set)
    }

    fn pipeline(&mut self, kernel: &Kernel) -> Result<()> {
        let device = &self.device.raw;
        let compute = vk::ShaderStageFlags::COMPUTE;
        let bytes = u32::try_from(kernel.push.len())?;
        let ranges = [vk::PushConstantRange::default().stage_flags(compute).size(bytes)];
        let ranges = if bytes == 0 { &[] } else { ranges.as_slice() };
        let info = vk::PipelineLayoutCreateInfo::default().set_layouts(&self.layouts);
        // SAFETY: the descriptor set layouts are alive.
        self.layout = unsafe { device.create_pipeline_layout(&info.push_constant_ranges(ranges), None) }?;
        let info = vk::ShaderModuleCreateInfo::default().code(kernel.words);
        // SAFETY: nvc generated the module, so it is valid.
        self.module = unsafe { device.create_shader_module(&info, None) }?;
        let mut size = vk::PipelineShaderStageRequiredSubgroupSizeCreateInfo::default();
        let mut stage = vk::PipelineShaderStageCreateInfo::default().stage(compute);
        stage = stage.module(self.module).name(kernel.entry_point);
        // A device with another subgroup size can still run kernels that allow it.
        if let Some(wanted) = kernel.subgroup_size.filter(|size| self.device.subgroup_sizes.contains(size)) {
            size = size.required_subgroup_size(wanted);
            let full = vk::PipelineShaderStageCreateFlags::REQUIRE_FULL_SUBGROUPS;
            stage = stage.flags(full).push_next(&mut size);
        }
        let info = vk::ComputePipelineCreateInfo::default().stage(stage).layout(self.layout);
        // SAFETY: every object in `info` is alive.
        let made = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &[info], None) };
        let made = made.map_err(|(_, error)| error).context("the driver rejects the shader")?;
        self.pipeline = *made.first().context("no pipeline")?;
        Ok(())
    }

    fn submit(&mut self, kernel: &Kernel, set: vk::DescriptorSet) -> Result<()> {
        let device = &self.device.raw;
        let info = vk::CommandPoolCreateInfo::default().queue_family_index(self.device.family);
        // SAFETY: the queue family is that of the queue.
        self.commands = unsafe { device.create_command_pool(&info, None) }?;
        let info = vk::CommandBufferAllocateInfo::default().command_pool(self.commands);
        let compute = vk::PipelineBindPoint::COMPUTE;
        // Makes the shader's writes visible to the host.
        let barrier = [vk::MemoryBarrier::default()
            .src_access_mask(vk::AccessFlags::SHADER_WRITE)
            .dst_access_mask(vk::AccessFlags::HOST_READ)];
        // SAFETY: every recorded object lives until the queue is idle.
        unsafe {
            let buffers = device.allocate_command_buffers(&info.command_buffer_count(1))?;
            let commands = *buffers.first().context("no command buffer")?;
            device.begin_command_buffer(commands, &vk::CommandBufferBeginInfo::default())?;
            device.cmd_bind_pipeline(commands, compute, self.pipeline);
            device.cmd_bind_descriptor_sets(commands, compute, self.layout, kernel.set, &[set], &[]);
            if !kernel.push.is_empty() {
                let stage = vk::ShaderStageFlags::COMPUTE;
                device.cmd_push_constants(commands, self.layout, stage, 0, &kernel.push);
            }
            device.cmd_dispatch(commands, kernel.groups, 1, 1);
            let (from, to) = (vk::PipelineStageFlags::COMPUTE_SHADER, vk::PipelineStageFlags::HOST);
            device.cmd_pipeline_barrier(commands, from, to, vk::DependencyFlags::empty(), &barrier, &[], &[]);
            device.end_command_buffer(commands)?;
            let submit = [vk::SubmitInfo::default().command_buffers(&buffers)];
            device.queue_submit(self.device.queue, &submit, vk::Fence::null())?;
            device.queue_wait_idle(self.device.queue)?;
        }
        Ok(())
    }

    fn download(&self) -> Result<Vec<u8>> {
        let device = &self.device.raw;
        let last = self.buffers.last().context("no buffer")?;
        // SAFETY: the memory is host-visible and unmapped, and the queue is idle.
        unsafe {
            let from = device.map_memory(last.memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())?;
            let bytes = std::slice::from_raw_parts(from.cast::<u8>(), last.bytes).to_vec();
            device.unmap_memory(last.memory);
            Ok(bytes)
        }
    }
}

impl Drop for Dispatch<'_> {
    fn drop(&mut self) {
        let device = &self.device.raw;
        // SAFETY: the device is idle or lost. Objects that were not created are null, which Vulkan allows
        // here.
        unsafe {
            let _ = device.device_wait_idle();
            device.destroy_command_pool(self.commands, None);
            device.destroy_pipeline(self.pipeline, None);
            device.destroy_shader_module(self.module, None);
            device.destroy_pipeline_layout(self.layout, None);
            device.destroy_descriptor_pool(self.pool, None);
            for layout in &self.layouts {
                device.destroy_descriptor_set_layout(*layout, None);
            }
            for buffer in &self.buffers {
                device.destroy_buffer(buffer.raw, None);
                device.free_memory(buffer.memory, None);
            }
        }
    }
}

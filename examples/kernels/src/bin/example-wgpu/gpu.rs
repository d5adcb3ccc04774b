//! A wgpu compute device that runs SPIR-V modules unchanged.

use anyhow::{Context, Result, ensure};
use example_kernels::Kernel;
use std::borrow::Cow;
use wgpu::util::DeviceExt;

/// wgpu features for SPIR-V passthrough and for push constants.
const FEATURES: wgpu::Features = wgpu::Features::PASSTHROUGH_SHADERS.union(wgpu::Features::IMMEDIATES);

/// Size of push constants that every Vulkan device supports, in bytes.
const PUSH_BYTES: u32 = 128;

/// An open device.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// Name of the device.
    pub name: String,
    /// Minimum subgroup size of the device.
    pub subgroup_size: u32,
}

impl Gpu {
    /// Opens any Vulkan device.
    pub fn open() -> Result<Self> {
        pollster::block_on(async {
            let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
            descriptor.backends = wgpu::Backends::VULKAN;
            let instance = wgpu::Instance::new(descriptor);
            let options = wgpu::RequestAdapterOptions::default();
            let adapter = instance.request_adapter(&options).await.context("no Vulkan device")?;
            let info = adapter.get_info();
            ensure!(adapter.features().contains(FEATURES), "{} does not support SPIR-V modules", info.name);
            let descriptor = wgpu::DeviceDescriptor {
                required_features: FEATURES,
                required_limits: wgpu::Limits { max_immediate_size: PUSH_BYTES, ..wgpu::Limits::default() },
                ..wgpu::DeviceDescriptor::default()
            };
            let (device, queue) = adapter.request_device(&descriptor).await?;
            Ok(Gpu { device, queue, name: info.name, subgroup_size: info.subgroup_min_size })
        })
    }

    /// Runs a kernel and returns the resulting contents of its last buffer.
    pub fn run(&self, kernel: &Kernel) -> Result<Vec<u8>> {
        let storage: Vec<_> = kernel.buffers.iter().map(|bytes| self.buffer(bytes)).collect();
        let last = storage.last().context("no buffer")?;
        let back = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: last.size(),
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let layout = self.bind_group_layout(storage.len());
        let entries: Vec<_> = std::iter::zip(0.., &storage)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let descriptor = wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries };
        let group = self.device.create_bind_group(&descriptor);
        let pipeline = self.pipeline(kernel, &layout)?;
        let mut commands = self.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = commands.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(kernel.set, &group, &[]);
        if !kernel.push.is_empty() {
            pass.set_immediates(0, &kernel.push);
        }
        pass.dispatch_workgroups(kernel.groups, 1, 1);
        drop(pass);
        commands.copy_buffer_to_buffer(last, 0, &back, 0, last.size());
        self.queue.submit([commands.finish()]);
        self.read(&back)
    }

    fn buffer(&self, contents: &[u8]) -> wgpu::Buffer {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
    }

    /// Creates a layout of storage buffers at bindings from 0. wgpu renumbers the bindings of a set from 0
    /// without gaps but does not change passed-through shaders, so the shader's bindings must already be
    /// numbered this way.
    fn bind_group_layout(&self, buffers: usize) -> wgpu::BindGroupLayout {
        let entry = |binding| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Storage { read_only: false },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let entries: Vec<_> = (0..).take(buffers).map(entry).collect();
        let descriptor = wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries };
        self.device.create_bind_group_layout(&descriptor)
    }

    fn pipeline(&self, kernel: &Kernel, group: &wgpu::BindGroupLayout) -> Result<wgpu::ComputePipeline> {
        let mut groups = vec![None; usize::try_from(kernel.set)?];
        groups.push(Some(group));
        let layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &groups,
            immediate_size: u32::try_from(kernel.push.len())?,
        });
        let name = kernel.entry_point.to_str()?;
        let entry_point = wgpu::PassthroughShaderEntryPoint {
            name: Cow::Borrowed(name),
            // Used on Metal only.
            workgroup_size: (1, 1, 1),
        };
        let descriptor = wgpu::ShaderModuleDescriptorPassthrough {
            entry_points: Cow::Owned(vec![entry_point]),
            spirv: Some(Cow::Borrowed(kernel.words)),
            ..wgpu::ShaderModuleDescriptorPassthrough::default()
        };
        // SAFETY: nvc generated the module, so it is valid, and its accesses stay inside the buffers.
        let module = unsafe { self.device.create_shader_module_passthrough(descriptor) };
        Ok(self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&layout),
            module: &module,
            entry_point: Some(name),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        }))
    }

    fn read(&self, buffer: &wgpu::Buffer) -> Result<Vec<u8>> {
        let (sender, receiver) = std::sync::mpsc::channel();
        // Sending fails only if the receiver was dropped, and then the result is not needed.
        buffer.map_async(wgpu::MapMode::Read, .., move |mapped| drop(sender.send(mapped)));
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        receiver.recv()??;
        let bytes = buffer.get_mapped_range(..)?.to_vec();
        buffer.unmap();
        Ok(bytes)
    }
}

//! Runs a module with inputs and outputs in host memory.

use crate::bind::Inputs;
use crate::memory::DeviceBuffer;
use crate::pipeline::{PUSH_BYTES, Pipeline};
use crate::reflect::Module;
use crate::scope::Scope;
use crate::{Device, Error, Result, cooperative, descriptor, limits, pipeline, requirements};
use ash::vk;
use nvc_exec::{Dispatch, Resources};
use nvc_ir::BindingMap;
use std::time::Duration;

/// One execution of a module on a device. Dropping it destroys its Vulkan objects.
pub struct Session<'d> {
    pub(crate) scope: Scope<'d>,
    /// Buffers of the class `Bindless`, which are accessed by device address or through an unbounded array.
    reserved: Vec<DeviceBuffer>,
}

impl<'d> Session<'d> {
    pub(crate) fn new(device: &'d Device) -> Self {
        Session { scope: Scope::new(device), reserved: Vec::new() }
    }

    /// Creates the buffers of the class `Bindless`, with lengths in bytes in index order. Returns their device addresses, which
    /// the contents of other memory may refer to.
    ///
    /// # Errors
    /// [`Error::MissingFeatures`] if the device has no buffer addresses; [`Error::Memory`] and
    /// [`Error::Driver`] if allocation fails.
    pub fn reserve(&mut self, lengths: &[usize]) -> Result<Vec<u64>> {
        let buffers = lengths.iter().map(|bytes| self.scope.device_buffer(*bytes));
        self.reserved = buffers.collect::<Result<_>>()?;
        self.reserved.iter().map(|buffer| self.scope.address(*buffer)).collect()
    }

    /// Uploads the resources, dispatches the module and downloads the result into the resources.
    /// Multisample images are not downloaded.
    ///
    /// # Errors
    /// If the device does not support the module or the resources, if a binding has no resource, or if the driver
    /// fails. The resources are then unchanged.
    pub fn run(
        mut self,
        spirv: &[u32],
        dispatch: &Dispatch,
        bindings: &BindingMap,
        resources: &mut Resources,
    ) -> Result<()> {
        let prepared = self.prepare(spirv, dispatch, bindings, resources)?;
        self.scope.submit(|device, commands| {
            prepared.bind(device, commands);
            prepared.dispatch(device, commands);
        })?;
        let outputs = prepared.inputs.download(&mut self.scope)?;
        outputs.store(resources);
        Ok(())
    }

    /// Uploads the resources and creates the pipeline.
    pub(crate) fn prepare<'r>(
        &mut self,
        spirv: &[u32],
        dispatch: &Dispatch,
        bindings: &BindingMap,
        resources: &'r Resources,
    ) -> Result<Prepared<'r>> {
        let module = Module::reflect(spirv)?;
        let info = self.scope.device.info();
        let features = requirements::missing(&module, info);
        if !features.is_empty() {
            return Err(Error::MissingFeatures { device: info.name.clone(), features });
        }
        limits::check(&module, dispatch, info)?;
        cooperative::check(&module, spirv, dispatch, self.scope.device)?;
        let mut push = resources.parameters.clone();
        if module.push_constants && push.len() > PUSH_BYTES as usize {
            let problem =
                format!("{} bytes of parameters exceed the {PUSH_BYTES} bytes of push constants", push.len());
            return Err(Error::Memory(problem));
        }
        push.resize(PUSH_BYTES as usize, 0);
        let inputs = Inputs::upload(&mut self.scope, resources, &self.reserved)?;
        let descriptors = descriptor::bind(&mut self.scope, &module, bindings, &inputs)?;
        let pipeline = pipeline::create(&mut self.scope, dispatch, &module, spirv, &descriptors.layouts)?;
        let push = module.push_constants.then_some(push);
        Ok(Prepared { inputs, sets: descriptors.sets, pipeline, push, groups: dispatch.groups })
    }
}

/// A pipeline and its resources, ready to dispatch. The session owns the Vulkan objects.
pub(crate) struct Prepared<'r> {
    inputs: Inputs<'r>,
    sets: Vec<vk::DescriptorSet>,
    pipeline: Pipeline,
    /// The push constants, if the module has any.
    push: Option<Vec<u8>>,
    groups: [u32; 3],
}

impl Prepared<'_> {
    /// The time that the driver took to create the pipeline.
    pub(crate) fn compile_time(&self) -> Duration {
        self.pipeline.compile
    }

    /// Records commands that bind the pipeline and its resources for all following dispatches.
    pub(crate) fn bind(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        let compute = vk::PipelineBindPoint::COMPUTE;
        let (layout, sets) = (self.pipeline.layout, &self.sets);
        // SAFETY: pipeline, sets and all they refer to live until the session ends.
        unsafe {
            device.cmd_bind_pipeline(commands, compute, self.pipeline.raw);
            if !sets.is_empty() {
                device.cmd_bind_descriptor_sets(commands, compute, layout, 0, sets, &[]);
            }
            if let Some(push) = &self.push {
                device.cmd_push_constants(commands, layout, vk::ShaderStageFlags::COMPUTE, 0, push);
            }
        }
    }

    /// Records one dispatch.
    pub(crate) fn dispatch(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        let [x, y, z] = self.groups;
        // SAFETY: everything bound lives until the session ends.
        unsafe { device.cmd_dispatch(commands, x, y, z) };
    }
}

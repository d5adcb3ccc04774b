//! One run of a module over memory.
use crate::bind::Inputs;
use crate::memory::DeviceBuffer;
use crate::pipeline::{PUSH_BYTES, Pipeline};
use crate::scope::Scope;
use crate::{Device, Error, Module, Result, descriptor, limits, pipeline, requirements};
use ash::vk;
use nvc_exec::{Dispatch, Resources};
use nvc_ir::BindingMap;

/// A run on a device. What it makes there is destroyed with it.
pub struct Session<'d> {
    pub(crate) scope: Scope<'d>,
    /// Buffers that only their addresses lead to.
    reserved: Vec<DeviceBuffer>,
}

impl<'d> Session<'d> {
    pub(crate) fn new(device: &'d Device) -> Self {
        Session { scope: Scope::new(device), reserved: Vec::new() }
    }

    /// Makes buffers of these lengths, for those of the class `Bindless` in index order, and says where
    /// they lie: other memory may hold the addresses.
    pub fn reserve(&mut self, lengths: &[usize]) -> Result<Vec<u64>> {
        let made = lengths.iter().map(|bytes| self.scope.device_buffer(*bytes));
        self.reserved = made.collect::<Result<_>>()?;
        self.reserved.iter().map(|buffer| self.scope.address(*buffer)).collect()
    }

    /// Dispatches the module over the memory, which then holds what the program left. Samples of
    /// multisample images are not read back.
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
        let left = prepared.inputs.download(&mut self.scope)?;
        left.store(resources);
        Ok(())
    }

    /// Puts the memory on the device and compiles the module there.
    pub(crate) fn prepare<'r>(
        &mut self,
        spirv: &[u32],
        dispatch: &Dispatch,
        bindings: &BindingMap,
        resources: &'r Resources,
    ) -> Result<Prepared<'r>> {
        let module = Module::reflect(spirv)?;
        let facts = self.scope.device.facts();
        let features = requirements::missing(&module, facts);
        if !features.is_empty() {
            return Err(Error::Lacks { device: facts.name.clone(), features });
        }
        limits::check(&module, dispatch, facts)?;
        let mut push = resources.parameters.clone();
        if module.push_constants && push.len() > PUSH_BYTES as usize {
            let problem = format!("{} bytes of parameters do not fit push constants", push.len());
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

/// A module on the device and the memory that it is to run over. The session owns what this names.
pub(crate) struct Prepared<'r> {
    inputs: Inputs<'r>,
    sets: Vec<vk::DescriptorSet>,
    pipeline: Pipeline,
    /// The push constants, if the module has any.
    push: Option<Vec<u8>>,
    groups: [u32; 3],
}

impl Prepared<'_> {
    /// Records what a dispatch needs to be bound; it stays bound for all that follow.
    pub(crate) fn bind(&self, device: &ash::Device, commands: vk::CommandBuffer) {
        let compute = vk::PipelineBindPoint::COMPUTE;
        let (layout, sets) = (self.pipeline.layout, &self.sets);
        // SAFETY: pipeline, sets and all they name live until the session ends.
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
        // SAFETY: what is bound lives until the session ends.
        unsafe { device.cmd_dispatch(commands, x, y, z) };
    }
}

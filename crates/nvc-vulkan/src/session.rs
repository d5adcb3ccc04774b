//! One run of a module over memory.
use crate::bind::Inputs;
use crate::memory::DeviceBuffer;
use crate::pipeline::PUSH_BYTES;
use crate::scope::Scope;
use crate::{Device, Error, Module, Result, descriptor, pipeline, requirements};
use ash::vk;
use nvc_interp::{Dispatch, Resources};
use nvc_ir::BindingMap;

/// A run on a device. What it makes there is destroyed with it.
pub struct Session<'d> {
    scope: Scope<'d>,
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
        let module = Module::reflect(spirv)?;
        let facts = self.scope.device.facts();
        let features = requirements::missing(&module, facts);
        if !features.is_empty() {
            return Err(Error::Lacks { device: facts.name.clone(), features });
        }
        let mut push = resources.parameters.clone();
        if module.push_constants && push.len() > PUSH_BYTES as usize {
            let problem = format!("{} bytes of parameters do not fit push constants", push.len());
            return Err(Error::Memory(problem));
        }
        push.resize(PUSH_BYTES as usize, 0);
        let inputs = Inputs::upload(&mut self.scope, resources, &self.reserved)?;
        let descriptors = descriptor::bind(&mut self.scope, &module, bindings, &inputs)?;
        let pipeline = pipeline::create(&mut self.scope, dispatch, &module, spirv, &descriptors.layouts)?;
        self.scope.submit(|device, commands| {
            let compute = vk::PipelineBindPoint::COMPUTE;
            let [x, y, z] = dispatch.groups;
            let (layout, sets) = (pipeline.layout, &descriptors.sets);
            // SAFETY: pipeline, sets and all they name live until the session ends.
            unsafe {
                device.cmd_bind_pipeline(commands, compute, pipeline.raw);
                if !sets.is_empty() {
                    device.cmd_bind_descriptor_sets(commands, compute, layout, 0, sets, &[]);
                }
                if module.push_constants {
                    device.cmd_push_constants(commands, layout, vk::ShaderStageFlags::COMPUTE, 0, &push);
                }
                device.cmd_dispatch(commands, x, y, z);
            }
        })?;
        let left = inputs.download(&mut self.scope)?;
        left.store(resources);
        Ok(())
    }
}

//! Runs a module on the inputs of a case.
use crate::image::Texels;
use crate::memory::DeviceBuffer;
use crate::pipeline::PUSH_BYTES;
use crate::scope::Scope;
use crate::{Device, Module, descriptor, pipeline, requirements};
use anyhow::{Context, Result, ensure};
use ash::vk;
use nvc_case::{Buffer, Case, Image, Mapping, Outputs};
use std::collections::BTreeMap;

/// The resources of a case on the device, by GL binding or unit.
pub(crate) struct Inputs<'c> {
    pub(crate) mapping: &'c Mapping,
    pub(crate) storage: BTreeMap<u32, DeviceBuffer>,
    pub(crate) uniform: BTreeMap<u32, DeviceBuffer>,
    pub(crate) counter: BTreeMap<u32, DeviceBuffer>,
    pub(crate) texture: BTreeMap<u32, (&'c Image, Texels)>,
    pub(crate) image: BTreeMap<u32, (&'c Image, Texels)>,
    pub(crate) parameters: DeviceBuffer,
    /// Those that only addresses lead to.
    memory: Vec<DeviceBuffer>,
    push: Vec<u8>,
}

/// A parameter buffer is declared at a fixed length, which the bound buffer must reach.
const PARAMETER_BUFFER_BYTES: usize = 4096;

impl Device {
    /// Dispatches `spirv` over the inputs of `case` and reads everything back.
    pub fn run(&self, case: &Case, spirv: &[u32], mapping: &Mapping) -> Result<Outputs> {
        let module = Module::reflect(spirv)?;
        let missing = requirements::missing(&module, self.facts());
        ensure!(missing.is_empty(), "the device lacks {}", missing.join(", "));
        let mut scope = Scope::new(self);
        let inputs = Inputs::upload(&mut scope, case, mapping)?;
        let mut push = inputs.push.clone();
        let fits = !module.push_constants || push.len() <= PUSH_BYTES as usize;
        ensure!(fits, "{} bytes of parameters do not fit push constants", push.len());
        let descriptors = descriptor::bind(&mut scope, &module, &inputs)?;
        let pipeline = pipeline::create(&mut scope, case, &module, spirv, &descriptors.layouts)?;
        push.resize(PUSH_BYTES as usize, 0);
        scope.submit(|device, commands| {
            let compute = vk::PipelineBindPoint::COMPUTE;
            let [x, y, z] = case.dispatch;
            // SAFETY: pipeline, sets and all they name live until the scope ends.
            unsafe {
                device.cmd_bind_pipeline(commands, compute, pipeline.raw);
                if !descriptors.sets.is_empty() {
                    device.cmd_bind_descriptor_sets(
                        commands,
                        compute,
                        pipeline.layout,
                        0,
                        &descriptors.sets,
                        &[],
                    );
                }
                if module.push_constants {
                    let stage = vk::ShaderStageFlags::COMPUTE;
                    device.cmd_push_constants(commands, pipeline.layout, stage, 0, &push);
                }
                device.cmd_dispatch(commands, x, y, z);
            }
        })?;
        inputs.download(&mut scope, case)
    }
}

impl<'c> Inputs<'c> {
    fn upload(scope: &mut Scope<'_>, case: &'c Case, mapping: &'c Mapping) -> Result<Self> {
        // Any buffer may hold the address of any, so that all of them exist before one is filled.
        let made = case.memory.iter().map(|memory| scope.device_buffer(memory.bytes));
        let memory = made.collect::<Result<Vec<_>>>()?;
        let addresses: Vec<u64> = memory.iter().map(|m| scope.address(*m)).collect::<Result<_>>()?;
        for (buffer, input) in memory.iter().zip(&case.memory) {
            scope.fill(*buffer, &input.init.bytes(input.bytes, &addresses))?;
        }
        let push = mapping.parameters(&addresses);
        let mut parameters = push.clone();
        parameters.resize(parameters.len().max(PARAMETER_BUFFER_BYTES), 0);
        Ok(Self {
            mapping,
            memory,
            push,
            storage: buffers(scope, &case.storage, &addresses)?,
            uniform: buffers(scope, &case.uniform, &addresses)?,
            counter: buffers(scope, &case.counter, &addresses)?,
            texture: images(scope, &case.texture, vk::ImageUsageFlags::SAMPLED)?,
            image: images(scope, &case.image, vk::ImageUsageFlags::STORAGE)?,
            parameters: scope.upload(&parameters)?,
        })
    }

    fn download(&self, scope: &mut Scope<'_>, case: &Case) -> Result<Outputs> {
        let mut blocks = Vec::new();
        for buffer in &case.storage {
            let buffer = self.storage.get(&buffer.binding).context("storage buffer not uploaded")?;
            blocks.push(scope.download(*buffer)?);
        }
        for memory in &self.memory {
            blocks.push(scope.download(*memory)?);
        }
        for image in &case.image {
            let (_, texels) = self.image.get(&image.binding).context("image not uploaded")?;
            blocks.push(scope.download_texels(texels)?);
        }
        Ok(Outputs { blocks })
    }
}

fn buffers(
    scope: &mut Scope<'_>,
    buffers: &[Buffer],
    addresses: &[u64],
) -> Result<BTreeMap<u32, DeviceBuffer>> {
    let contents = |buffer: &Buffer| buffer.init.bytes(buffer.bytes, addresses);
    buffers.iter().map(|buffer| Ok((buffer.binding, scope.upload(&contents(buffer))?))).collect()
}

fn images<'c>(
    scope: &mut Scope<'_>,
    images: &'c [Image],
    usage: vk::ImageUsageFlags,
) -> Result<BTreeMap<u32, (&'c Image, Texels)>> {
    images.iter().map(|image| Ok((image.binding, (image, scope.image(image, usage)?)))).collect()
}

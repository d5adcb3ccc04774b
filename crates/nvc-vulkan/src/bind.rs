//! Uploads the resources of a run, and downloads the results.

use crate::image::Texels;
use crate::memory::DeviceBuffer;
use crate::scope::Scope;
use crate::{Error, Result};
use ash::vk;
use nvc_exec::{Image, Resources, Sampler};
use nvc_ir::ResourceClass;
use std::collections::BTreeMap;

/// Minimum length of a parameter buffer in bytes. Modules declare the buffer with a fixed length.
const PARAMETER_BUFFER_BYTES: usize = 4096;

/// The resources of a run on the device.
pub(crate) struct Inputs<'r> {
    buffers: BTreeMap<(ResourceClass, u32), DeviceBuffer>,
    textures: BTreeMap<u32, View<'r>>,
    images: BTreeMap<u32, View<'r>>,
    samplers: &'r BTreeMap<u32, Sampler>,
    acceleration_structures: BTreeMap<u32, vk::AccelerationStructureKHR>,
    pub(crate) parameters: DeviceBuffer,
}

/// An image on the device, with its sampler.
pub(crate) struct View<'r> {
    pub(crate) image: &'r Image,
    pub(crate) texels: Texels,
    pub(crate) sampler: Sampler,
}

/// The contents of writable memory after a run.
pub(crate) struct Outputs {
    buffers: Vec<((ResourceClass, u32), Vec<u8>)>,
    images: Vec<(u32, Vec<u8>)>,
}

impl<'r> Inputs<'r> {
    /// Uploads the resources. `reserved` contains the buffers of the class `Bindless`.
    pub(crate) fn upload(
        scope: &mut Scope<'_>,
        resources: &'r Resources,
        reserved: &[DeviceBuffer],
    ) -> Result<Self> {
        let mut buffers = BTreeMap::new();
        for (&(class, index), bytes) in &resources.buffers {
            let buffer = match class {
                ResourceClass::Bindless => reserved_for(scope, reserved, index, bytes)?,
                _ => scope.upload(bytes)?,
            };
            buffers.insert((class, index), buffer);
        }
        let mut textures = BTreeMap::new();
        for (unit, texture) in &resources.textures {
            let (image, sampler) = (&texture.image, texture.sampler);
            let texels = scope.image(image, vk::ImageUsageFlags::SAMPLED, sampler.compare.is_some())?;
            textures.insert(*unit, View { image, texels, sampler });
        }
        let mut images = BTreeMap::new();
        for (unit, image) in &resources.images {
            let texels = scope.image(image, vk::ImageUsageFlags::STORAGE, false)?;
            images.insert(*unit, View { image, texels, sampler: Sampler::default() });
        }
        let mut acceleration_structures = BTreeMap::new();
        for (unit, structure) in &resources.acceleration_structures {
            acceleration_structures.insert(*unit, scope.acceleration_structure(structure)?);
        }
        let mut parameters = resources.parameters.clone();
        parameters.resize(parameters.len().max(PARAMETER_BUFFER_BYTES), 0);
        let parameters = scope.upload(&parameters)?;
        let samplers = &resources.samplers;
        Ok(Self { buffers, textures, images, samplers, acceleration_structures, parameters })
    }

    pub(crate) fn buffer(&self, class: ResourceClass, index: u32) -> Option<DeviceBuffer> {
        self.buffers.get(&(class, index)).copied()
    }

    pub(crate) fn texture(&self, unit: u32) -> Option<&View<'r>> {
        self.textures.get(&unit)
    }

    pub(crate) fn image(&self, unit: u32) -> Option<&View<'r>> {
        self.images.get(&unit)
    }

    pub(crate) fn acceleration_structure(&self, unit: u32) -> Option<vk::AccelerationStructureKHR> {
        self.acceleration_structures.get(&unit).copied()
    }

    /// The separate sampler of a unit, or otherwise the sampler of the unit's texture.
    pub(crate) fn sampler(&self, unit: u32) -> Option<Sampler> {
        let of_texture = || self.textures.get(&unit).map(|view| view.sampler);
        self.samplers.get(&unit).copied().or_else(of_texture)
    }

    /// Downloads everything that a program can write, except multisample images.
    pub(crate) fn download(&self, scope: &mut Scope<'_>) -> Result<Outputs> {
        let mut outputs = Outputs { buffers: Vec::new(), images: Vec::new() };
        for (&(class, index), buffer) in &self.buffers {
            if class != ResourceClass::Uniform {
                outputs.buffers.push(((class, index), scope.download(*buffer)?));
            }
        }
        for (unit, view) in &self.images {
            if let Some(texels) = scope.download_texels(&view.texels)? {
                outputs.images.push((*unit, texels));
            }
        }
        Ok(outputs)
    }
}

impl Outputs {
    /// Writes the downloaded contents back to the resources.
    pub(crate) fn store(self, resources: &mut Resources) {
        resources.buffers.extend(self.buffers);
        for (unit, texels) in self.images {
            if let Some(image) = resources.images.get_mut(&unit) {
                image.texels = texels;
            }
        }
    }
}

fn reserved_for(
    scope: &mut Scope<'_>,
    reserved: &[DeviceBuffer],
    index: u32,
    bytes: &[u8],
) -> Result<DeviceBuffer> {
    let buffer = reserved.get(index as usize).filter(|buffer| buffer.bytes == bytes.len());
    let Some(buffer) = buffer.copied() else {
        return Err(Error::Memory(format!("bindless buffer {index} was not reserved with its length")));
    };
    scope.fill(buffer, bytes)?;
    Ok(buffer)
}

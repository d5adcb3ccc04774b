//! Converts a test case to a dispatch and resources, and collects its outputs.

use super::{Buffer, Case, Dim, Filter, Image, Mapping, Outputs, Wrap};
use crate as exec;
use crate::{Dispatch, Resources, Shape, device_address};
use nvc_ir::ResourceClass;

/// The resource class of buffers without a binding (`[[memory]]`).
const MEMORY: ResourceClass = ResourceClass::Bindless;

/// Returns the dispatch of a case.
pub fn dispatch(case: &Case) -> Dispatch {
    let specialization = case.spec.iter().map(|spec| (spec.id, u64::from(spec.value))).collect();
    Dispatch { groups: case.dispatch, group_size: case.group, specialization }
}

/// Returns the resources of a case before the dispatch. The mapping determines the indices of uniform buffers;
/// [`device_address`] determines the addresses of `[[memory]]` buffers.
pub fn resources(case: &Case, mapping: &Mapping) -> Resources {
    let addresses: Vec<u64> = (0..).zip(&case.memory).map(|(n, _)| device_address(MEMORY, n)).collect();
    resources_at(case, mapping, &addresses)
}

/// Like [`resources`], with the given addresses of `[[memory]]` buffers.
pub fn resources_at(case: &Case, mapping: &Mapping, addresses: &[u64]) -> Resources {
    let mut resources = Resources { parameters: mapping.parameters(addresses), ..Resources::default() };
    let mut bind = |class, index, buffer: &Buffer| {
        resources.buffers.insert((class, index), buffer.init.bytes(buffer.bytes, addresses));
    };
    for buffer in &case.storage {
        bind(ResourceClass::Storage, buffer.binding, buffer);
    }
    for buffer in &case.counter {
        bind(ResourceClass::Counter, buffer.binding, buffer);
    }
    for buffer in &case.uniform {
        for index in mapping.uniform_points(buffer.binding) {
            bind(ResourceClass::Uniform, index, buffer);
        }
    }
    for (number, memory) in (0..).zip(&case.memory) {
        resources.buffers.insert((MEMORY, number), memory.init.bytes(memory.bytes, addresses));
    }
    for image in &case.texture {
        resources.textures.insert(image.binding, texture(image));
    }
    for scene in &case.acceleration_structure {
        let structure = exec::AccelerationStructure { instances: scene.instance.clone() };
        resources.acceleration_structures.insert(scene.binding, structure);
    }
    for input in &case.image {
        resources.images.insert(input.binding, image(input));
    }
    resources
}

/// Returns a texture with its sampler.
pub fn texture(texture: &Image) -> exec::Texture {
    let wrap = match texture.wrap {
        Wrap::Clamp => exec::Wrap::Clamp,
        Wrap::Repeat => exec::Wrap::Repeat,
    };
    let filter = match texture.filter {
        Filter::Nearest => exec::Filter::Nearest,
        Filter::Linear => exec::Filter::Linear,
    };
    let compare = texture.shadow.then_some(exec::Compare::LessEqual);
    let sampler = exec::Sampler { filter, wrap: [wrap; 3], compare, ..exec::Sampler::default() };
    exec::Texture { image: image(texture), sampler }
}

/// Returns an image with its initial texels.
pub fn image(image: &Image) -> exec::Image {
    let initial = image.init.bytes(image.bytes(), &[]);
    exec::Image {
        shape: match image.dim {
            Dim::D1 => Shape::D1,
            Dim::D2 | Dim::D2Ms => Shape::D2,
            Dim::D3 => Shape::D3,
            Dim::Cube => Shape::Cube,
            Dim::D1Array => Shape::D1Array,
            Dim::D2Array | Dim::D2MsArray => Shape::D2Array,
            Dim::CubeArray => Shape::CubeArray,
            Dim::Buffer => Shape::Buffer,
        },
        format: image.format.texels(),
        size: image.size,
        levels: image.levels,
        samples: image.samples,
        texels: if image.dim.is_multisample() { samples(image, &initial) } else { initial },
    }
}

/// Returns the texels of a multisample image: all samples of a layer have the same value, the layer's texel in `initial`.
fn samples(image: &Image, initial: &[u8]) -> Vec<u8> {
    let [width, height, _] = image.size.map(|n| n as usize);
    let layers = initial.chunks_exact(image.format.bytes());
    layers.flat_map(|texel| texel.repeat(width * height * image.samples as usize)).collect()
}

/// Collects the outputs of a dispatch, in the order of `truth.bin`.
pub fn outputs(case: &Case, resources: &Resources) -> Outputs {
    let buffer = |b: &Buffer| resources.buffers.get(&(ResourceClass::Storage, b.binding)).cloned();
    // Multisample images are not recorded.
    let recorded = |i: &Image| resources.images.get(&i.binding).filter(|_| !i.dim.is_multisample());
    let image = |i: &Image| recorded(i).map(|image| image.texels.clone());
    let memory = (0..).zip(&case.memory).map(|(n, _)| resources.buffers.get(&(MEMORY, n)).cloned());
    let blocks = case.storage.iter().map(buffer).chain(memory).chain(case.image.iter().map(image));
    Outputs { blocks: blocks.map(Option::unwrap_or_default).collect() }
}

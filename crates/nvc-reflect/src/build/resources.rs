//! Collects descriptor bindings, which are the variables with a binding, merged if they are views of the same source resource;
//! and the descriptors in heaps.

use super::memory::{Memory, scalar};
use super::sizes::Sizes;
use crate::{Access, DescriptorType, HeapDescriptors, Image, Resource};
use nvc_ir::globals::VariableAccess;
use nvc_ir::interface::Scalar;
use nvc_ir::types::{Dim, ImageType, Length};
use nvc_ir::{
    Binding, Global, GlobalData, GlobalKind, Module, ResourceClass, ResourceRef, Space, Type, TypeKind, Types,
};
use nvc_spirv::Binary;
use std::collections::BTreeMap;

/// Opcode of `OpTypeAccelerationStructureKHR`.
const ACCELERATION_STRUCTURE: u32 = 5341;

/// Returns all declared descriptors, ordered by set and binding.
pub(super) fn collect(module: &Module, binary: &Binary, memory: &Memory<'_>, sizes: &Sizes) -> Vec<Resource> {
    // Several variables may access the same resource, for example a buffer with several integer widths, or a
    // heap with several image types.
    let mut found: BTreeMap<(Binding, Global), Resource> = BTreeMap::new();
    for &global in &binary.declared.globals {
        let GlobalKind::Variable { space, ty, binding: Some(binding), of, access } =
            module.globals[global].kind
        else {
            continue;
        };
        let Some(view) = View::new(module, sizes, space, ty, access) else { continue };
        let source = origin(module, of.unwrap_or(global));
        match found.get_mut(&(binding, source)) {
            Some(known) => view.merge_into(known),
            None => {
                let mut resource = describe(module, source, binding, &view);
                resource.block = memory.block(source);
                found.insert((binding, source), resource);
            }
        }
    }
    let mut list: Vec<_> = found.into_values().collect();
    for resource in &mut list {
        resource.images.sort();
        resource.images.dedup();
    }
    list
}

/// Returns the declared descriptors in heaps, in module order.
pub(super) fn heaps(
    module: &Module,
    binary: &Binary,
    memory: &Memory<'_>,
    sizes: &Sizes,
) -> Vec<HeapDescriptors> {
    let declared = binary.declared.globals.iter().filter_map(|&global| {
        let data = &module.globals[global];
        let GlobalKind::HeapDescriptors { space, ty, stride, access } = data.kind else { return None };
        let view = View::new(module, sizes, space, ty, access)?;
        Some(HeapDescriptors {
            name: data.name.clone(),
            descriptor: view.descriptor,
            stride: (stride != 0).then_some(stride),
            access: view.access,
            bytes: view.bytes,
            block: memory.block(global),
            image: view.image,
        })
    });
    declared.collect()
}

/// Returns the first global for the same texture or image units; there is one global per type that the units are
/// accessed with. Returns `source` itself if it is not for units.
fn origin(module: &Module, source: Global) -> Global {
    let GlobalKind::Units { resource, .. } = module.globals[source].kind else { return source };
    let same =
        |data: &GlobalData| matches!(data.kind, GlobalKind::Units { resource: r, .. } if r == resource);
    module.globals.iter().find(|(_, data)| same(data)).map_or(source, |(global, _)| global)
}

/// The descriptor that a variable represents.
struct View {
    descriptor: DescriptorType,
    count: Option<u32>,
    access: Access,
    bytes: Option<u64>,
    image: Option<Image>,
}

impl View {
    fn new(module: &Module, sizes: &Sizes, space: Space, ty: Type, access: VariableAccess) -> Option<Self> {
        let (element, count) = element(module, ty);
        let kind = module.types.kind(element);
        let (descriptor, image) = match (space, kind) {
            (Space::Uniform, _) => (DescriptorType::UniformBuffer, None),
            (Space::StorageBuffer, _) => (DescriptorType::StorageBuffer, None),
            (_, TypeKind::Sampler) => (DescriptorType::Sampler, None),
            (Space::UniformConstant, TypeKind::Spirv(code)) if code.number == ACCELERATION_STRUCTURE => {
                (DescriptorType::AccelerationStructure, None)
            }
            (_, TypeKind::SampledImage(image)) if image.dim != Dim::Buffer => {
                (DescriptorType::CombinedImageSampler, Some(image))
            }
            (_, TypeKind::Image(image) | TypeKind::SampledImage(image)) => {
                (image_descriptor(image), Some(image))
            }
            _ => return None,
        };
        let writable = matches!(
            descriptor,
            DescriptorType::StorageBuffer | DescriptorType::StorageImage | DescriptorType::StorageTexelBuffer
        );
        let access = match (writable && !access.read_only, access.write_only) {
            (false, _) => Access::Read,
            (true, true) => Access::Write,
            (true, false) => Access::ReadWrite,
        };
        let buffer = matches!(descriptor, DescriptorType::UniformBuffer | DescriptorType::StorageBuffer);
        Some(View {
            descriptor,
            count,
            access,
            bytes: buffer.then(|| sizes.explicit(element)),
            image: image.map(|image| describe_image(module, image)),
        })
    }

    /// Merges the variable into a resource.
    fn merge_into(self, resource: &mut Resource) {
        if resource.access != self.access {
            resource.access = Access::ReadWrite;
        }
        resource.bytes = resource.bytes.max(self.bytes);
        resource.images.extend(self.image);
    }
}

fn image_descriptor(image: &ImageType) -> DescriptorType {
    match (image.dim, image.storage) {
        (Dim::Buffer, true) => DescriptorType::StorageTexelBuffer,
        (Dim::Buffer, false) => DescriptorType::UniformTexelBuffer,
        (_, true) => DescriptorType::StorageImage,
        (_, false) => DescriptorType::SampledImage,
    }
}

/// Returns the element type of an array of descriptors, and the number of elements; `None` if the array is
/// unbounded.
fn element(module: &Module, mut ty: Type) -> (Type, Option<u32>) {
    let mut count = Some(1u32);
    loop {
        match *module.types.kind(ty) {
            TypeKind::Array { element, length, .. } => {
                let length = match length {
                    Length::Fixed(length) => length,
                    Length::Spec(spec) => {
                        let default = module.spec_constants.get(spec).map_or(1, |data| data.default);
                        u32::try_from(default).unwrap_or(u32::MAX).max(1)
                    }
                };
                count = count.map(|count| count.saturating_mul(length));
                ty = element;
            }
            TypeKind::RuntimeArray { element, .. } => (ty, count) = (element, None),
            _ => return (ty, count),
        }
    }
}

fn describe(module: &Module, source: Global, binding: Binding, view: &View) -> Resource {
    let data = &module.globals[source];
    let (class, index) = match data.kind {
        GlobalKind::Bytes { resource: ResourceRef { class, index, .. }, .. }
        | GlobalKind::Units { resource: ResourceRef { class, index, .. }, .. } => (class, index),
        GlobalKind::Heap(heap) => (ResourceClass::Bindless, heap as u32),
        GlobalKind::Variable { .. } | GlobalKind::HeapDescriptors { .. } | GlobalKind::HeapData { .. } => {
            (class_of(view.descriptor), binding.binding)
        }
    };
    Resource {
        class: class.name().to_owned(),
        set: binding.set,
        binding: binding.binding,
        count: view.count,
        name: data.name.clone(),
        index,
        access: view.access,
        descriptor: view.descriptor,
        bytes: view.bytes,
        block: None,
        images: view.image.iter().cloned().collect(),
    }
}

/// Returns the class of a resource that the source identifies by set and binding.
fn class_of(descriptor: DescriptorType) -> ResourceClass {
    match descriptor {
        DescriptorType::UniformBuffer => ResourceClass::Uniform,
        DescriptorType::StorageBuffer => ResourceClass::Storage,
        DescriptorType::StorageImage | DescriptorType::StorageTexelBuffer => ResourceClass::Image,
        _ => ResourceClass::Texture,
    }
}

fn describe_image(module: &Module, image: &ImageType) -> Image {
    let texel = match (module.types.kind(image.texel), image.signed) {
        (TypeKind::Float(_), _) => Scalar::F32,
        (_, _) if image.texel == Types::I64 && image.signed => Scalar::I64,
        (_, _) if image.texel == Types::I64 => Scalar::U64,
        (_, true) => Scalar::I32,
        (_, false) => Scalar::U32,
    };
    Image {
        dim: image.dim.label().to_owned(),
        texel: scalar(texel),
        arrayed: image.arrayed,
        multisampled: image.multisampled,
        depth: image.depth,
        format: image.format.map(|format| format.name().to_owned()),
    }
}

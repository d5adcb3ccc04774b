//! Creates descriptor sets, and binds resources according to the compiler's binding map.

use crate::bind::{Inputs, View};
use crate::error::{Context, Error};
use crate::image::Texels;
use crate::memory::DeviceBuffer;
use crate::reflect::{Class, Count, Module, Shape};
use crate::scope::Scope;
use crate::{Result, dim};
use ash::vk;
use nvc_ir::globals::RAW_UNIT_STRIDE;
use nvc_ir::{Binding, BindingMap, ResourceClass};
use std::collections::BTreeMap;

/// Number of descriptors of an unbounded array. Handles are unit indices, which are all smaller.
const UNBOUNDED: u32 = 64;

/// A binding of the module: all variables that share a set and binding number.
struct Slot {
    set: u32,
    binding: u32,
    class: Class,
    count: Count,
    shapes: Vec<Shape>,
}

/// The resource of a descriptor.
#[derive(Clone, Copy)]
enum Descriptor {
    Buffer(DeviceBuffer),
    /// An image, a sampler, or both.
    Image(vk::ImageView, vk::Sampler),
    BufferView(vk::BufferView),
    AccelerationStructure(vk::AccelerationStructureKHR),
}

/// Descriptor sets and their layouts, indexed by set number.
#[derive(Default)]
pub(crate) struct Descriptors {
    pub(crate) layouts: Vec<vk::DescriptorSetLayout>,
    pub(crate) sets: Vec<vk::DescriptorSet>,
}

/// Creates the descriptor sets of a module and writes the resources of a run to them.
pub(crate) fn bind(
    scope: &mut Scope<'_>,
    module: &Module,
    bindings: &BindingMap,
    inputs: &Inputs<'_>,
) -> Result<Descriptors> {
    let slots = slots(module)?;
    let Some(last) = slots.last() else { return Ok(Descriptors::default()) };
    let mut layouts = Vec::new();
    for set in 0..=last.set {
        layouts.push(layout(scope, slots.iter().filter(|slot| slot.set == set))?);
    }
    let sizes: Vec<_> = slots
        .iter()
        .map(|slot| vk::DescriptorPoolSize {
            ty: descriptor_type(slot.class),
            descriptor_count: slot.descriptors(),
        })
        .collect();
    let info = vk::DescriptorPoolCreateInfo::default().max_sets(last.set + 1).pool_sizes(&sizes);
    // SAFETY: the pool, and the sets with it, live until the session ends.
    let pool = unsafe { scope.raw().create_descriptor_pool(&info, None) }.context("a descriptor pool")?;
    scope.defer(move |device| unsafe { device.destroy_descriptor_pool(pool, None) });
    let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
    // SAFETY: pool and layouts are alive.
    let sets = unsafe { scope.raw().allocate_descriptor_sets(&info) }.context("descriptor sets")?;
    for slot in &slots {
        let set = sets.get(slot.set as usize).copied().ok_or_else(|| slot.error("its set has no layout"))?;
        slot.fill(scope, set, bindings, inputs)?;
    }
    Ok(Descriptors { layouts, sets })
}

/// The module's bindings, sorted by set and binding number.
fn slots(module: &Module) -> Result<Vec<Slot>> {
    let mut slots: BTreeMap<(u32, u32), Slot> = BTreeMap::new();
    for resource in &module.resources {
        let (set, binding, class) = (resource.set, resource.binding, resource.class);
        let fresh = || Slot { set, binding, class, count: resource.count, shapes: Vec::new() };
        let slot = slots.entry((set, binding)).or_insert_with(fresh);
        if slot.class != class {
            return Err(
                slot.error(format!("variables of different types share it: {:?} and {class:?}", slot.class))
            );
        }
        slot.count = match (slot.count, resource.count) {
            (Count::Fixed(a), Count::Fixed(b)) => Count::Fixed(a.max(b)),
            _ => Count::Unbounded,
        };
        slot.shapes.extend(resource.shape);
    }
    Ok(slots.into_values().collect())
}

fn layout<'s>(
    scope: &mut Scope<'_>,
    slots: impl Iterator<Item = &'s Slot>,
) -> Result<vk::DescriptorSetLayout> {
    let bindings: Vec<_> = slots
        .map(|slot| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(slot.binding)
                .descriptor_type(descriptor_type(slot.class))
                .descriptor_count(slot.descriptors())
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        })
        .collect();
    let partially_bound = scope.device.info().has("descriptorBindingPartiallyBound");
    let flag = if partially_bound { vk::DescriptorBindingFlags::PARTIALLY_BOUND } else { Default::default() };
    let flags = vec![flag; bindings.len()];
    let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&flags);
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings).push_next(&mut flags);
    // SAFETY: the layout lives until the session ends.
    let layout = unsafe { scope.raw().create_descriptor_set_layout(&info, None) };
    let layout = layout.context("a descriptor set layout")?;
    scope.defer(move |device| unsafe { device.destroy_descriptor_set_layout(layout, None) });
    Ok(layout)
}

impl Slot {
    fn descriptors(&self) -> u32 {
        match self.count {
            Count::Fixed(count) => count,
            Count::Unbounded => UNBOUNDED,
        }
    }

    /// An error about this binding.
    fn error(&self, problem: impl Into<String>) -> Error {
        Error::Binding { set: self.set, binding: self.binding, problem: problem.into() }
    }

    fn fill(
        &self,
        scope: &mut Scope<'_>,
        set: vk::DescriptorSet,
        bindings: &BindingMap,
        inputs: &Inputs<'_>,
    ) -> Result<()> {
        let mut present = Vec::new();
        let mut holes = Vec::new();
        for element in 0..self.descriptors() {
            match self.descriptor(scope, element, bindings, inputs)? {
                Some(descriptor) => present.push((element, descriptor)),
                None => holes.push(element),
            }
        }
        let Some(&(_, any)) = present.first() else {
            let place = Binding { set: self.set, binding: self.binding };
            let (class, index) = bindings.source_of(place, self.class.resource_class());
            let problem = format!(
                "the module declares a {:?}, but the run provides no {}[{index}]",
                self.class,
                class.name()
            );
            return Err(self.error(problem));
        };
        for (element, descriptor) in present {
            self.write(scope, set, element, descriptor);
        }
        // An array may have more elements than the program uses; every descriptor must be valid.
        for element in holes {
            self.write(scope, set, element, any);
        }
        Ok(())
    }

    /// The descriptor of an array element; `None` if the run provides no resource for it.
    fn descriptor(
        &self,
        scope: &mut Scope<'_>,
        element: u32,
        bindings: &BindingMap,
        inputs: &Inputs<'_>,
    ) -> Result<Option<Descriptor>> {
        let place = Binding { set: self.set, binding: self.binding.saturating_add(element) };
        // Unbounded arrays are indexed by handles, which are unit indices.
        let (class, index) = match self.count {
            Count::Fixed(_) => bindings.source_of(place, self.class.resource_class()),
            Count::Unbounded => (ResourceClass::Bindless, element),
        };
        match self.class {
            Class::Uniform if place == bindings.parameter_buffer => {
                Ok(Some(Descriptor::Buffer(inputs.parameters)))
            }
            Class::Uniform | Class::Storage => {
                // Atomic counters are also storage buffers; a mapping may bind both classes to the same binding.
                let counters = || {
                    let index = bindings.counter_at(place).filter(|_| self.class == Class::Storage)?;
                    inputs.buffer(ResourceClass::Counter, index)
                };
                Ok(inputs.buffer(class, index).or_else(counters).map(Descriptor::Buffer))
            }
            Class::Texture | Class::TexelBuffer | Class::SampledImage => {
                self.view(scope, inputs.texture(index))
            }
            // Raw views of an image have bindings of their own, at the unit plus a multiple of the stride.
            Class::Image | Class::StorageTexelBuffer => {
                self.view(scope, inputs.image(index % RAW_UNIT_STRIDE))
            }
            Class::AccelerationStructure => {
                Ok(inputs.acceleration_structure(index).map(Descriptor::AccelerationStructure))
            }
            Class::Sampler => match inputs.sampler(index) {
                Some(sampler) => Ok(Some(Descriptor::Image(vk::ImageView::null(), scope.sampler(&sampler)?))),
                None => Ok(None),
            },
        }
    }

    /// Creates a view of an image. Returns `None` if there is no image, or if it is a texel buffer and the binding is
    /// not one, or the reverse. Fails if the binding is not an unbounded array and no variable declares the image's
    /// shape.
    fn view(&self, scope: &mut Scope<'_>, view: Option<&View<'_>>) -> Result<Option<Descriptor>> {
        let Some(View { image, texels, sampler }) = view else { return Ok(None) };
        // Unbounded arrays contain images of every shape.
        let fixed = matches!(self.count, Count::Fixed(_));
        if fixed && !self.shapes.is_empty() && !self.shapes.iter().any(|shape| dim::fits(image, shape)) {
            return Err(self.error(format!(
                "the run provides an image of shape {:?}, which the module does not declare",
                image.shape
            )));
        }
        let shapes = self.shapes.iter().filter(|shape| dim::fits(image, shape));
        let declared = shapes.map(|shape| shape.format);
        Ok(match (self.class, texels) {
            (Class::Texture, Texels::Image { raw, geometry, format, .. }) => {
                let view = scope.view(*raw, geometry, *format)?;
                Some(Descriptor::Image(view, scope.sampler(sampler)?))
            }
            (Class::SampledImage, Texels::Image { raw, geometry, format, .. }) => {
                Some(Descriptor::Image(scope.view(*raw, geometry, *format)?, vk::Sampler::null()))
            }
            (Class::Image, Texels::Image { raw, geometry, format, .. }) => {
                let view = scope.view(*raw, geometry, format.view(declared))?;
                Some(Descriptor::Image(view, vk::Sampler::null()))
            }
            (Class::TexelBuffer, Texels::Buffer(buffer, format)) => {
                Some(Descriptor::BufferView(scope.buffer_view(*buffer, *format)?))
            }
            (Class::StorageTexelBuffer, Texels::Buffer(buffer, format)) => {
                Some(Descriptor::BufferView(scope.buffer_view(*buffer, format.view(declared))?))
            }
            _ => None,
        })
    }

    fn write(&self, scope: &Scope<'_>, set: vk::DescriptorSet, element: u32, descriptor: Descriptor) {
        let write = vk::WriteDescriptorSet::default()
            .dst_set(set)
            .dst_binding(self.binding)
            .dst_array_element(element)
            .descriptor_type(descriptor_type(self.class));
        let (buffers, images, views, structures);
        let mut structure_write;
        let write = match descriptor {
            Descriptor::Buffer(buffer) => {
                let range = if buffer.bytes == 0 { vk::WHOLE_SIZE } else { buffer.bytes as u64 };
                buffers = [vk::DescriptorBufferInfo { buffer: buffer.raw, offset: 0, range }];
                write.buffer_info(&buffers)
            }
            Descriptor::Image(image_view, sampler) => {
                let image_layout = vk::ImageLayout::GENERAL;
                images = [vk::DescriptorImageInfo { sampler, image_view, image_layout }];
                write.image_info(&images)
            }
            Descriptor::BufferView(view) => {
                views = [view];
                write.texel_buffer_view(&views)
            }
            Descriptor::AccelerationStructure(structure) => {
                structures = [structure];
                structure_write = vk::WriteDescriptorSetAccelerationStructureKHR::default()
                    .acceleration_structures(&structures);
                write.descriptor_count(1).push_next(&mut structure_write)
            }
        };
        // SAFETY: the set is not in use, and the resource lives until the session ends.
        unsafe { scope.raw().update_descriptor_sets(&[write], &[]) };
    }
}

fn descriptor_type(class: Class) -> vk::DescriptorType {
    match class {
        Class::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
        Class::Storage => vk::DescriptorType::STORAGE_BUFFER,
        Class::Texture => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        Class::SampledImage => vk::DescriptorType::SAMPLED_IMAGE,
        Class::Sampler => vk::DescriptorType::SAMPLER,
        Class::Image => vk::DescriptorType::STORAGE_IMAGE,
        Class::TexelBuffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        Class::StorageTexelBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
        Class::AccelerationStructure => vk::DescriptorType::ACCELERATION_STRUCTURE_KHR,
    }
}

//! Binds the resources of a case where the compiler's interface contract puts them.
use crate::image::Texels;
use crate::memory::DeviceBuffer;
use crate::run::Inputs;
use crate::scope::Scope;
use crate::{Class, Count, Format, Module, Shape, dim};
use anyhow::{Context, Result, ensure};
use ash::vk;
use nvc_case::Image;
use std::collections::BTreeMap;

/// Descriptors of an unbounded array; handles are unit numbers, so all lie below.
const UNBOUNDED: u32 = 64;
/// Counters follow the storage buffers in their set.
const FIRST_COUNTER: u32 = 32;
/// Binding numbers from the own views of image units to their raw views of the first format, and from
/// there to the next: what is below is the unit.
const RAW_UNITS: u32 = 1024;
/// The binding of the parameter buffer among the uniform buffers.
const PARAMETERS: u32 = 31;

/// A binding of the module, with all variables that share it.
struct Slot {
    set: u32,
    binding: u32,
    class: Class,
    count: Count,
    shapes: Vec<Shape>,
}

/// A resource ready to be written into a descriptor.
#[derive(Clone, Copy)]
enum Descriptor {
    Buffer(DeviceBuffer),
    Image(vk::ImageView, vk::Sampler),
    BufferView(vk::BufferView),
}

/// Descriptor sets and their layouts, by set number.
#[derive(Default)]
pub(crate) struct Descriptors {
    pub(crate) layouts: Vec<vk::DescriptorSetLayout>,
    pub(crate) sets: Vec<vk::DescriptorSet>,
}

/// Makes the descriptor sets of a module and fills them with the inputs.
pub(crate) fn bind(scope: &mut Scope<'_>, module: &Module, inputs: &Inputs<'_>) -> Result<Descriptors> {
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
    // SAFETY: the pool, and the sets with it, live until the scope ends.
    let pool = unsafe { scope.raw().create_descriptor_pool(&info, None)? };
    scope.defer(move |device| unsafe { device.destroy_descriptor_pool(pool, None) });
    let info = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&layouts);
    // SAFETY: pool and layouts are alive.
    let sets = unsafe { scope.raw().allocate_descriptor_sets(&info)? };
    for slot in &slots {
        let set = *sets.get(slot.set as usize).context("set without layout")?;
        slot.fill(scope, set, inputs)
            .with_context(|| format!("set {} binding {}", slot.set, slot.binding))?;
    }
    Ok(Descriptors { layouts, sets })
}

/// The module's bindings in order, variables that share one merged.
fn slots(module: &Module) -> Result<Vec<Slot>> {
    let mut slots: BTreeMap<(u32, u32), Slot> = BTreeMap::new();
    for resource in &module.resources {
        let (set, binding, class) = (resource.set, resource.binding, resource.class);
        let fresh = || Slot { set, binding, class, count: resource.count, shapes: Vec::new() };
        let slot = slots.entry((set, binding)).or_insert_with(fresh);
        ensure!(slot.class == class, "set {set} binding {binding} is both {:?} and {class:?}", slot.class);
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
    let partially_bound = scope.device.facts().has("descriptorBindingPartiallyBound");
    let flag = if partially_bound { vk::DescriptorBindingFlags::PARTIALLY_BOUND } else { Default::default() };
    let flags = vec![flag; bindings.len()];
    let mut flags = vk::DescriptorSetLayoutBindingFlagsCreateInfo::default().binding_flags(&flags);
    let info = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings).push_next(&mut flags);
    // SAFETY: the layout lives until the scope ends.
    let layout = unsafe { scope.raw().create_descriptor_set_layout(&info, None)? };
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

    fn fill(&self, scope: &mut Scope<'_>, set: vk::DescriptorSet, inputs: &Inputs<'_>) -> Result<()> {
        let mut present = Vec::new();
        let mut holes = Vec::new();
        for element in 0..self.descriptors() {
            let index = match self.count {
                Count::Fixed(_) if matches!(self.class, Class::Image | Class::StorageTexelBuffer) => {
                    self.binding % RAW_UNITS + element
                }
                Count::Fixed(_) => self.binding + element,
                Count::Unbounded => element,
            };
            match self.descriptor(scope, index, inputs)? {
                Some(descriptor) => present.push((element, descriptor)),
                None => holes.push(element),
            }
        }
        let &(_, any) =
            present.first().with_context(|| format!("the case has no {:?} for it", self.class))?;
        for (element, descriptor) in present {
            self.write(scope, set, element, descriptor);
        }
        // A fixed array may name more elements than the program reaches; all must hold something.
        for element in holes {
            self.write(scope, set, element, any);
        }
        Ok(())
    }

    /// What stands behind index `index` of this slot's class.
    fn descriptor(
        &self,
        scope: &mut Scope<'_>,
        index: u32,
        inputs: &Inputs<'_>,
    ) -> Result<Option<Descriptor>> {
        let buffer = match self.class {
            Class::Uniform => {
                let uniform = inputs.mapping.uniform(index).and_then(|n| inputs.uniform.get(&n));
                uniform.or((index == PARAMETERS).then_some(&inputs.parameters))
            }
            Class::Storage => {
                let counter = index.checked_sub(FIRST_COUNTER).and_then(|n| inputs.counter.get(&n));
                inputs.storage.get(&index).or(counter)
            }
            Class::Texture | Class::TexelBuffer => {
                return self.texels(scope, inputs.texture.get(&index));
            }
            Class::Image | Class::StorageTexelBuffer => {
                return self.texels(scope, inputs.image.get(&index));
            }
        };
        Ok(buffer.copied().map(Descriptor::Buffer))
    }

    /// A view of an image of the case, if it is of this slot's class.
    fn texels(&self, scope: &mut Scope<'_>, input: Option<&(&Image, Texels)>) -> Result<Option<Descriptor>> {
        let Some((image, texels)) = input else { return Ok(None) };
        let shapes = self.shapes.iter().filter(|shape| dim::fits(image.dim, shape));
        let own = Format::of(&image.format)?;
        let format = own.view(shapes.map(|shape| shape.format));
        Ok(match (self.class, texels) {
            (Class::Texture, Texels::Image { raw, geometry, .. }) => {
                let view = scope.view(*raw, geometry, own)?;
                Some(Descriptor::Image(view, scope.sampler(image)?))
            }
            (Class::Image, Texels::Image { raw, geometry, .. }) => {
                Some(Descriptor::Image(scope.view(*raw, geometry, format)?, vk::Sampler::null()))
            }
            (Class::TexelBuffer, Texels::Buffer(buffer)) => {
                Some(Descriptor::BufferView(scope.buffer_view(*buffer, own)?))
            }
            (Class::StorageTexelBuffer, Texels::Buffer(buffer)) => {
                Some(Descriptor::BufferView(scope.buffer_view(*buffer, format)?))
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
        let (buffers, images, views);
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
        };
        // SAFETY: the set is not in use, and the resource lives until the scope ends.
        unsafe { scope.raw().update_descriptor_sets(&[write], &[]) };
    }
}

fn descriptor_type(class: Class) -> vk::DescriptorType {
    match class {
        Class::Uniform => vk::DescriptorType::UNIFORM_BUFFER,
        Class::Storage => vk::DescriptorType::STORAGE_BUFFER,
        Class::Texture => vk::DescriptorType::COMBINED_IMAGE_SAMPLER,
        Class::Image => vk::DescriptorType::STORAGE_IMAGE,
        Class::TexelBuffer => vk::DescriptorType::UNIFORM_TEXEL_BUFFER,
        Class::StorageTexelBuffer => vk::DescriptorType::STORAGE_TEXEL_BUFFER,
    }
}

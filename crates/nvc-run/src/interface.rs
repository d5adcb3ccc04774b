//! Resolves resource names to places in memory, and lists the parameters, using the reflection.

use crate::Error;
use nvc::ResourceClass;
use nvc::reflect::{DescriptorType, Field, Reflection, Resource};
use nvc_exec::{Resources, device_address};

/// The place in memory that a name refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// A buffer, by class and index: uniform, storage, counter, or `Bindless` for buffers without a binding.
    Buffer(ResourceClass, u32),
    /// A texture with its sampler, by unit.
    Texture(u32),
    /// A separate sampler, by unit.
    Sampler(u32),
    /// A storage image, by unit.
    Image(u32),
}

impl Place {
    /// The name of the kind in messages.
    pub fn kind(self) -> &'static str {
        match self {
            Place::Buffer(..) => "a buffer",
            Place::Texture(_) => "a texture",
            Place::Sampler(_) => "a sampler",
            Place::Image(_) => "an image",
        }
    }

    /// Whether memory is bound at this place.
    pub fn is_bound(self, resources: &Resources) -> bool {
        match self {
            Place::Buffer(class, index) => resources.buffers.contains_key(&(class, index)),
            Place::Texture(unit) => resources.textures.contains_key(&unit),
            Place::Sampler(unit) => resources.samplers.contains_key(&unit),
            Place::Image(unit) => resources.images.contains_key(&unit),
        }
    }
}

/// A resource, or an element of an array of resources.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub place: Place,
    /// The minimum size of a buffer in bytes; 0 for other resources.
    pub bytes: u64,
}

/// The class name of buffers without a binding.
const MEMORY: &str = "memory";

/// The classes that occur in names of the form `class[index]`.
const CLASSES: [ResourceClass; 5] = [
    ResourceClass::Uniform,
    ResourceClass::Storage,
    ResourceClass::Counter,
    ResourceClass::Texture,
    ResourceClass::Image,
];

/// Returns the address of `memory[index]` (class `Bindless`), or of another buffer by its class and index, for programs that
/// access memory by address. It is the same for all programs.
///
/// ```
/// use nvc_run::{ResourceClass, address};
///
/// let pointer = address(ResourceClass::Bindless, 0).to_le_bytes(); // that of `memory[0]`
/// assert_ne!(pointer, address(ResourceClass::Bindless, 1).to_le_bytes());
/// ```
pub fn address(class: ResourceClass, index: u32) -> u64 {
    device_address(class, index)
}

/// The place of a descriptor of a resource; `None` for resources that a run does not provide.
fn place(resource: &Resource, element: u32) -> Option<Place> {
    let index = resource.index.checked_add(element)?;
    let class = CLASSES.into_iter().find(|class| class.name() == resource.class)?;
    Some(match (class, resource.descriptor) {
        (_, DescriptorType::Sampler) => Place::Sampler(index),
        (ResourceClass::Texture, _) => Place::Texture(index),
        (ResourceClass::Image, _) => Place::Image(index),
        (class, _) => Place::Buffer(class, index),
    })
}

/// The resources that a run provides and that have a fixed number of descriptors, each with that number.
pub(crate) fn resources(reflection: &Reflection) -> impl Iterator<Item = (&Resource, u32)> {
    let has_place = |resource: &&Resource| place(resource, 0).is_some();
    reflection.resources.iter().filter(has_place).filter_map(|resource| Some((resource, resource.count?)))
}

/// The descriptors of a resource, each with the name of the element.
pub(crate) fn elements(resource: &Resource, count: u32) -> impl Iterator<Item = (String, Slot)> {
    (0..count).filter_map(move |element| {
        let Resource { name, .. } = resource;
        let name = if count == 1 { name.clone() } else { format!("{name}[{element}]") };
        Some((name, Slot { place: place(resource, element)?, bytes: resource.bytes.unwrap_or(0) }))
    })
}

/// The members of the parameter block: the push constants, or the uniform buffer that replaces them if they are too large.
pub(crate) fn parameters(reflection: &Reflection) -> &[Field] {
    let in_buffer = |resource: &&Resource| resource.class == ResourceClass::Parameter.name();
    let buffer = reflection.resources.iter().find(in_buffer).and_then(|resource| resource.block.as_ref());
    buffer.map_or(&reflection.push_constants.members, |block| &block.members)
}

/// The names of all resources and parameters.
pub(crate) fn names(reflection: &Reflection) -> Vec<String> {
    let resources = resources(reflection).map(|(resource, _)| resource.name.clone());
    resources.chain(parameters(reflection).iter().map(|field| field.name.clone())).collect()
}

/// Splits `name[3]` into the name and the index.
pub(crate) fn split(name: &str) -> (&str, Option<u32>) {
    let parts = name.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    match parts.map(|(base, index)| (base, index.parse())) {
        Some((base, Ok(index))) => (base, Some(index)),
        _ => (name, None),
    }
}

/// Finds a resource by name.
pub(crate) fn find(reflection: Option<&Reflection>, name: &str) -> Result<Slot, Error> {
    let (base, index) = split(name);
    if let Some(reflection) = reflection
        && let Some((resource, count)) = named(reflection, base)?
    {
        let element = match index {
            Some(element) if element < count => element,
            None if count == 1 => 0,
            _ => return Err(Error::Element { name: base.to_owned(), count }),
        };
        let found = elements(resource, count).nth(element as usize).map(|(_, slot)| slot);
        return found.ok_or_else(|| unknown(Some(reflection), name));
    }
    let class = match base {
        MEMORY => Some(ResourceClass::Bindless),
        base => CLASSES.into_iter().find(|class| class.name() == base),
    };
    let (Some(class), Some(index)) = (class, index) else { return Err(unknown(reflection, name)) };
    let place = match class {
        ResourceClass::Texture => Place::Texture(index),
        ResourceClass::Image => Place::Image(index),
        class => Place::Buffer(class, index),
    };
    // `class[index]` may also be a resource of the program, which has a minimum size.
    let same = |reflection| {
        let all = resources(reflection).flat_map(|(resource, count)| elements(resource, count));
        all.map(|(_, slot)| slot).find(|slot| slot.place == place)
    };
    Ok(reflection.and_then(same).unwrap_or(Slot { place, bytes: 0 }))
}

/// The resource with this name, or whose block has this name.
fn named<'a>(reflection: &'a Reflection, name: &str) -> Result<Option<(&'a Resource, u32)>, Error> {
    let by_name = resources(reflection).find(|(resource, _)| resource.name == name);
    if by_name.is_some() {
        return Ok(by_name);
    }
    let block = |resource: &Resource| resource.block.as_ref().is_some_and(|block| block.name == name);
    let mut blocks = resources(reflection).filter(|(resource, _)| block(resource));
    match (blocks.next(), blocks.next()) {
        (Some((one, _)), Some((other, _))) => {
            Err(Error::Ambiguous { name: name.to_owned(), names: vec![one.name.clone(), other.name.clone()] })
        }
        (found, _) => Ok(found),
    }
}

/// The error for an unknown name.
pub(crate) fn unknown(reflection: Option<&Reflection>, name: &str) -> Error {
    Error::UnknownName { name: name.to_owned(), known: reflection.map(names).unwrap_or_default() }
}

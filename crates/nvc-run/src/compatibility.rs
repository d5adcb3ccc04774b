//! Checks that bound resources match the program's interface. A mismatch can crash a device.

use crate::{Error, interface};
use nvc::reflect::{DescriptorType, Image, Reflection, Resource, Scalar};
use nvc::{BindingMap, ResourceClass};
use nvc_exec::{Dispatch, Resources, Shape};
use nvc_interp::Invocation;
use nvc_ir::globals::GROUP_SIZE_SPEC_IDS;
use nvc_ir::image_format::NumericFormat;
use nvc_ir::{Extent, Module};
use std::collections::BTreeMap;

/// Checks that the bound textures and images match the program's, and that no two resources in different descriptor sets have
/// the same class, descriptor type and index. A [`Run`](crate::Run) checks its memory itself; this function is for memory that
/// is passed to another engine, such as a Vulkan device.
///
/// # Errors
/// [`Error::Mismatch`].
pub fn check_resources(reflection: &Reflection, given: &Resources) -> Result<(), Error> {
    distinct_indices(reflection)?;
    for (unit, texture) in &given.textures {
        let types = types(reflection, ResourceClass::Texture, *unit);
        let fits = types.iter().any(|ty| is_shape(ty, &texture.image) && is_kind(ty, &texture.image));
        if let (Some(wanted), false) = (types.first(), fits) {
            let (wanted, image) = (declared_type(wanted), &texture.image);
            let image = given_type(image);
            return Err(Error::Mismatch(format!(
                "texture[{unit}] is {image}, but the program declares {wanted}"
            )));
        }
    }
    for (unit, image) in &given.images {
        // Texels may have another type: the variable's format determines how they are read.
        let types = types(reflection, ResourceClass::Image, *unit);
        let fits = types.iter().any(|ty| is_shape(ty, image));
        if let (Some(wanted), false) = (types.first(), fits) {
            let (wanted, image) = (declared_type(wanted), given_type(image));
            return Err(Error::Mismatch(format!(
                "image[{unit}] is {image}, but the program declares {wanted}"
            )));
        }
    }
    Ok(())
}

/// Fails if two resources of the program in different descriptor sets have the same class, descriptor type and index, so that a
/// run cannot distinguish them.
fn distinct_indices(reflection: &Reflection) -> Result<(), Error> {
    let mut seen: BTreeMap<(&str, DescriptorType, u32), &Resource> = BTreeMap::new();
    let exempt = [ResourceClass::Bindless.name(), ResourceClass::Parameter.name()];
    for resource in reflection.resources.iter().filter(|resource| !exempt.contains(&&*resource.class)) {
        let Resource { class, index, .. } = resource;
        let known = seen.entry((class, resource.descriptor, *index)).or_insert(resource);
        if known.set != resource.set {
            return Err(Error::Mismatch(format!(
                "`{}` (set {}, binding {}) and `{}` (set {}, binding {}) are both {class}[{index}], because runs \
                 ignore sets; give them different bindings",
                known.name, known.set, known.binding, resource.name, resource.set, resource.binding
            )));
        }
    }
    Ok(())
}

/// Fails if an array element has the same class and index as a resource at another binding. In Vulkan these are different
/// descriptors; if each element takes a binding number, as in OpenGL, they are the same descriptor,
/// which is allowed.
pub(crate) fn distinct_elements(reflection: &Reflection, bindings: &BindingMap) -> Result<(), Error> {
    let mut seen = BTreeMap::new();
    for (resource, count) in interface::resources(reflection).filter(|_| !bindings.numbers_elements) {
        for (name, slot) in interface::elements(resource, count) {
            let (binding, other) = seen.entry(slot.place).or_insert_with(|| (resource.binding, name.clone()));
            if *binding != resource.binding {
                return Err(Error::Mismatch(format!(
                    "`{name}` and `{other}` have the same class and index, because the elements of an array take \
                     consecutive bindings; give those bindings to no other resource"
                )));
            }
        }
    }
    Ok(())
}

/// The image types that the program declares for a texture or image unit.
fn types(reflection: &Reflection, class: ResourceClass, unit: u32) -> Vec<&Image> {
    let holds = |resource: &&Resource| {
        let first = resource.index;
        let end = first.saturating_add(resource.count.unwrap_or(0));
        resource.class == class.name() && (first..end).contains(&unit)
    };
    reflection.resources.iter().filter(holds).flat_map(|resource| &resource.images).collect()
}

/// The name of the dimensionality in the reflection, and whether the image is an array.
fn dimensionality(shape: Shape) -> (&'static str, bool) {
    match shape {
        Shape::D1 => ("1d", false),
        Shape::D2 => ("2d", false),
        Shape::D3 => ("3d", false),
        Shape::Cube => ("cube", false),
        Shape::D1Array => ("1d", true),
        Shape::D2Array => ("2d", true),
        Shape::CubeArray => ("cube", true),
        Shape::Buffer => ("buffer", false),
    }
}

fn is_shape(ty: &Image, given: &nvc_exec::Image) -> bool {
    // A rectangle texture is a 2D image with unnormalized coordinates.
    let wanted = if ty.dim == "rect" { "2d" } else { &*ty.dim };
    (wanted, ty.arrayed) == dimensionality(given.shape) && ty.multisampled == (given.samples > 1)
}

/// The component type of a texel as the program reads it.
fn texel(given: &nvc_exec::Image) -> Scalar {
    match given.format.numeric_format() {
        NumericFormat::Unorm | NumericFormat::Snorm | NumericFormat::Float => Scalar::F32,
        NumericFormat::Uint => Scalar::U32,
        NumericFormat::Sint => Scalar::I32,
    }
}

/// Whether floats are read as floats, and integers as integers. Signedness may differ. Buffer textures always
/// match, because assembly listings query their size with a float type.
fn is_kind(ty: &Image, given: &nvc_exec::Image) -> bool {
    let is_float = |scalar| matches!(scalar, Scalar::F16 | Scalar::F32);
    given.shape == Shape::Buffer || is_float(ty.texel) == is_float(texel(given))
}

fn given_type(given: &nvc_exec::Image) -> String {
    let (dim, arrayed) = dimensionality(given.shape);
    type_name(dim, arrayed, given.samples > 1, texel(given))
}

fn declared_type(ty: &Image) -> String {
    type_name(&ty.dim, ty.arrayed, ty.multisampled, ty.texel)
}

/// The name of an image type, in the notation of `--texture`.
fn type_name(dim: &str, arrayed: bool, multisampled: bool, texel: Scalar) -> String {
    let samples = if multisampled { "ms" } else { "" };
    let layers = if arrayed { "array" } else { "" };
    format!("{dim}{samples}{layers} of {}", texel.name())
}

/// Fails if the invocation is outside the dispatch.
pub(crate) fn invocation(module: &Module, dispatch: &Dispatch, wanted: Invocation) -> Result<(), Error> {
    let Invocation { group, local } = wanted;
    let inside = group.into_iter().zip(dispatch.groups).all(|(at, groups)| at < groups);
    if !inside {
        return Err(Error::Trace(format!(
            "cannot trace work group {}: the dispatch has {} work groups",
            group.map(|n| n.to_string()).join(","),
            dispatch.groups.map(|n| n.to_string()).join("x")
        )));
    }
    let Some(entry) = &module.entry else { return Ok(()) };
    let side = |extent: Extent| match extent {
        Extent::Fixed(length) => u64::from(length),
        Extent::Spec(spec) => module.spec_constants.get(spec).map_or(1, |data| {
            let id = data.id();
            let axis = GROUP_SIZE_SPEC_IDS.iter().position(|known| Some(*known) == id);
            let group = || dispatch.group_size.and_then(|size| size.get(axis?).copied()).map(u64::from);
            id.and_then(|id| dispatch.specialization.get(&id).copied()).or_else(group).unwrap_or(data.default)
        }),
    };
    let invocations = entry.workgroup_size.map(side).into_iter().fold(1, u64::saturating_mul);
    if u64::from(local) >= invocations {
        return Err(Error::Trace(format!(
            "cannot trace invocation {local}: work groups have {invocations} invocations, counted from 0"
        )));
    }
    Ok(())
}

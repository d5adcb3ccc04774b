//! Reflection: reads the interface of a SPIR-V module (descriptors, push constants, specialization constants and workgroup
//! size) from its declarations and decorations.

use crate::{Error, Result};
use nvc_ir::ResourceClass;
use nvc_spirv::reader::{self, Variable};
use spirv::{BuiltIn, Capability, Decoration, Dim, ExecutionMode, ImageFormat, Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};

/// The descriptor type of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Uniform buffer.
    Uniform,
    /// Storage buffer.
    Storage,
    /// Combined image sampler.
    Texture,
    /// Sampled image without a sampler.
    SampledImage,
    /// Sampler.
    Sampler,
    /// Storage image.
    Image,
    /// Uniform texel buffer.
    TexelBuffer,
    /// Storage texel buffer.
    StorageTexelBuffer,
    /// Acceleration structure.
    AccelerationStructure,
}

impl Class {
    /// The class of the resources that can be bound to a variable of this class.
    pub(crate) fn resource_class(self) -> ResourceClass {
        match self {
            Class::Uniform => ResourceClass::Uniform,
            Class::Storage => ResourceClass::Storage,
            Class::Texture
            | Class::SampledImage
            | Class::Sampler
            | Class::TexelBuffer
            | Class::AccelerationStructure => ResourceClass::Texture,
            Class::Image | Class::StorageTexelBuffer => ResourceClass::Image,
        }
    }
}

/// The number of descriptors of a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// A fixed number; 1 for a variable that is not an array.
    Fixed(u32),
    /// A runtime array.
    Unbounded,
}

/// The image type of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Dimensionality.
    pub(crate) dim: Dim,
    /// Whether the image is an array.
    pub(crate) arrayed: bool,
    /// Whether the image has several samples per texel.
    pub(crate) multisampled: bool,
    /// The declared format; `Unknown` if there is none.
    pub(crate) format: ImageFormat,
}

/// A variable bound to a descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resource {
    /// Descriptor type.
    pub(crate) class: Class,
    /// Descriptor set.
    pub(crate) set: u32,
    /// Binding in the set.
    pub(crate) binding: u32,
    /// Number of descriptors.
    pub(crate) count: Count,
    /// The image type, for classes with images.
    pub(crate) shape: Option<Shape>,
}

/// One dimension of the workgroup size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// A literal or an ordinary constant.
    Fixed(u32),
    /// A specialization constant.
    Spec {
        /// The `SpecId`.
        id: u32,
        /// The default value.
        default: u32,
    },
}

/// The interface of a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Module {
    /// Name of the entry point.
    pub(crate) entry: String,
    /// The enumerants of the declared capabilities.
    pub(crate) capabilities: Vec<u32>,
    /// The widths of the floats that `OpFmaKHR` operates on.
    pub(crate) fma_widths: BTreeSet<u32>,
    /// Resource variables used in functions; several may share a set and binding.
    pub(crate) resources: Vec<Resource>,
    /// Whether functions use push constants.
    pub(crate) push_constants: bool,
    /// Size in bytes of each specialization constant, by `SpecId`.
    pub(crate) spec_constants: BTreeMap<u32, usize>,
    /// The workgroup size; `None` if the module declares none, or computes a dimension from other constants.
    pub(crate) group_size: Option<[Extent; 3]>,
}

/// Value of the *Sampled* operand of `OpTypeImage` for an image used without a sampler.
const STORAGE_IMAGE: u32 = 2;
/// Maximum nesting of descriptor arrays.
const MAX_NESTING: usize = 16;

impl Module {
    /// Reads the interface of a module.
    pub(crate) fn reflect(words: &[u32]) -> Result<Self> {
        let module = reader::Module::read(words).map_err(|error| invalid(error.to_string()))?;
        let read = Reader { module: &module };
        // A conservative test for unused ids: no word of any function equals the id.
        let used: BTreeSet<u32> = module.functions.iter().copied().collect();
        let mut found = Module {
            entry: module.entry_point().unwrap_or_default(),
            capabilities: module.capability_numbers().collect(),
            fma_widths: read.fma_widths(words)?,
            spec_constants: read.spec_constants(),
            group_size: read.group_size(),
            ..Module::default()
        };
        for variable in module.variables().filter(|variable| used.contains(&variable.id)) {
            found.push_constants |= variable.class == StorageClass::PushConstant;
            found.resources.extend(read.resource(variable)?);
        }
        Ok(found)
    }
}

/// The error for a module that cannot be read.
pub(crate) fn invalid(problem: impl Into<String>) -> Error {
    Error::Module(problem.into())
}

/// Looks up declarations of a module.
struct Reader<'m> {
    module: &'m reader::Module<'m>,
}

impl Reader<'_> {
    /// The opcode and operands of the declaration of an id.
    fn declaration(&self, id: u32) -> Option<(Op, &[u32])> {
        self.module.declaration(id).map(|inst| (inst.op, inst.operands))
    }

    /// The value of an ordinary constant of at most 32 bits.
    fn constant(&self, id: u32) -> Option<u32> {
        match self.declaration(id)? {
            (Op::Constant, [value, ..]) => Some(*value),
            _ => None,
        }
    }

    /// The widths of the floats that `OpFmaKHR` operates on.
    fn fma_widths(&self, words: &[u32]) -> Result<BTreeSet<u32>> {
        let mut widths = BTreeSet::new();
        if !self.module.capability_numbers().any(|number| number == Capability::FMAKHR as u32) {
            return Ok(widths);
        }
        for inst in reader::instructions(words).map_err(|error| invalid(error.to_string()))? {
            let inst = inst.map_err(|error| invalid(error.to_string()))?;
            if inst.op == Op::FmaKHR {
                widths.extend(inst.result_type.and_then(|ty| self.float_width(ty)));
            }
        }
        Ok(widths)
    }

    /// The width of a float, or of the components of a vector of floats.
    fn float_width(&self, ty: u32) -> Option<u32> {
        match self.declaration(ty)? {
            (Op::TypeFloat, [width, ..]) => Some(*width),
            (Op::TypeVector, [component, ..]) => match self.declaration(*component)? {
                (Op::TypeFloat, [width, ..]) => Some(*width),
                _ => None,
            },
            _ => None,
        }
    }

    /// The size of each specialization constant in bytes. Booleans have 32 bits (VkBool32).
    fn spec_constants(&self) -> BTreeMap<u32, usize> {
        let is_scalar = |op| matches!(op, Op::SpecConstant | Op::SpecConstantTrue | Op::SpecConstantFalse);
        let scalars = self.module.declarations().filter(|(_, inst)| is_scalar(inst.op));
        let sizes = scalars.filter_map(|(id, inst)| {
            let spec_id = self.module.decoration_operand(id, Decoration::SpecId)?;
            let bytes = match inst.result_type.and_then(|ty| self.declaration(ty)) {
                Some((Op::TypeInt | Op::TypeFloat, [width, ..])) => (width / 8).clamp(1, 8) as usize,
                _ => 4,
            };
            Some((spec_id, bytes))
        });
        sizes.collect()
    }

    /// The workgroup size. The constant decorated with `WorkgroupSize` takes precedence over the execution
    /// mode.
    fn group_size(&self) -> Option<[Extent; 3]> {
        let is_size = |id| {
            let builtin = self.module.decoration_operand(id, Decoration::BuiltIn);
            builtin == Some(BuiltIn::WorkgroupSize as u32)
        };
        let mut declared = self.module.declarations().filter(|(id, _)| is_size(*id));
        let constant = declared.find_map(|(_, inst)| <[u32; 3]>::try_from(inst.operands).ok());
        let mode = |mode| <[u32; 3]>::try_from(self.module.execution_mode(mode)?).ok();
        let Some(parts) = constant.or_else(|| mode(ExecutionMode::LocalSizeId)) else {
            return mode(ExecutionMode::LocalSize).map(|size| size.map(Extent::Fixed));
        };
        let [x, y, z] = parts.map(|part| self.extent(part));
        Some([x?, y?, z?])
    }

    fn extent(&self, id: u32) -> Option<Extent> {
        match self.declaration(id)? {
            (Op::Constant, [value, ..]) => Some(Extent::Fixed(*value)),
            (Op::SpecConstant, [default, ..]) => {
                let id = self.module.decoration_operand(id, Decoration::SpecId)?;
                Some(Extent::Spec { id, default: *default })
            }
            _ => None,
        }
    }

    /// The resource that a variable is bound to; `None` if the variable needs no descriptor.
    fn resource(&self, variable: Variable) -> Result<Option<Resource>> {
        let Variable { id, class, pointee } = variable;
        if !matches!(
            class,
            StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer
        ) {
            return Ok(None);
        }
        let (element, count) = self.element(pointee)?;
        let (class, shape) = match class {
            StorageClass::StorageBuffer => (Class::Storage, None),
            StorageClass::Uniform => match self.module.decoration(element, Decoration::BufferBlock) {
                Some(_) => (Class::Storage, None),
                None => (Class::Uniform, None),
            },
            _ => self.image(element).ok_or_else(|| invalid(format!("variable %{id} is not a descriptor")))?,
        };
        let operand = |decoration| self.module.decoration_operand(id, decoration);
        let place = operand(Decoration::DescriptorSet).zip(operand(Decoration::Binding));
        let (set, binding) = place.ok_or_else(|| invalid(format!("variable %{id} has no binding")))?;
        Ok(Some(Resource { class, set, binding, count, shape }))
    }

    /// The element type and the number of elements of a descriptor array.
    fn element(&self, mut ty: u32) -> Result<(u32, Count)> {
        let mut count = Count::Fixed(1);
        for _ in 0..MAX_NESTING {
            match self.declaration(ty) {
                Some((Op::TypeArray, &[element, length])) => {
                    let length = self.constant(length);
                    let length =
                        length.ok_or_else(|| invalid("an array of descriptors has no constant length"))?;
                    if let Count::Fixed(n) = count {
                        count = Count::Fixed(n.saturating_mul(length));
                    }
                    ty = element;
                }
                Some((Op::TypeRuntimeArray, &[element])) => (ty, count) = (element, Count::Unbounded),
                _ => return Ok((ty, count)),
            }
        }
        Err(invalid("arrays of descriptors nest too deep"))
    }

    /// The class and shape of an image, sampler or acceleration structure type; `None` for other types.
    fn image(&self, ty: u32) -> Option<(Class, Option<Shape>)> {
        let (combined, image) = match self.declaration(ty)? {
            (Op::TypeAccelerationStructureKHR, _) => return Some((Class::AccelerationStructure, None)),
            (Op::TypeSampler, _) => return Some((Class::Sampler, None)),
            (Op::TypeSampledImage, &[image]) => (true, self.declaration(image)?),
            other => (false, other),
        };
        let (Op::TypeImage, &[_, dim, _, arrayed, samples, sampled, format, ..]) = image else { return None };
        let (dim, format) = (Dim::from_u32(dim)?, ImageFormat::from_u32(format)?);
        let class = match (dim == Dim::DimBuffer, combined, sampled == STORAGE_IMAGE) {
            (true, _, true) => Class::StorageTexelBuffer,
            (true, _, false) => Class::TexelBuffer,
            (false, true, _) => Class::Texture,
            (false, false, true) => Class::Image,
            (false, false, false) => Class::SampledImage,
        };
        Some((class, Some(Shape { dim, arrayed: arrayed != 0, multisampled: samples != 0, format })))
    }
}

#[cfg(test)]
#[path = "reflect_tests.rs"]
mod tests;

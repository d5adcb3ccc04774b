//! Module-level resources and variables.

use crate::bindings::Binding;
use crate::entity::{Global, SpecConst, Type};
use crate::ops::Op;
use crate::types::{ImageFormat, Space};

/// A resource or variable of the module.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalData {
    /// The name in the source, for listings, reflection and SPIR-V names.
    pub name: String,
    /// Its kind.
    pub kind: GlobalKind,
}

/// Kind of global. [`Bytes`](GlobalKind::Bytes) and [`Heap`](GlobalKind::Heap) are the source's
/// view, used in phase `built`; lowering makes a [`Variable`](GlobalKind::Variable) for each type
/// that they are accessed as, and keeps them for reflection.
#[derive(Clone, Debug, PartialEq)]
pub enum GlobalKind {
    /// Byte-addressed memory: a buffer, the shared block, the parameter block.
    Bytes {
        /// Class and index in the source.
        resource: ResourceRef,
        /// Size if the program fixes it (shared memory, parameters); 0 if the API does.
        bytes: u32,
    },
    /// All descriptors of one kind, indexed by bindless handles.
    Heap(BindlessHeap),
    /// Textures or images bound to consecutive units.
    Units {
        /// Class and first unit.
        resource: ResourceRef,
        /// [`crate::TypeKind::Image`] or [`crate::TypeKind::SampledImage`].
        ty: Type,
    },
    /// Descriptors of one type in the sampler heap or, for other types than samplers, the resource heap
    /// (SPV_EXT_descriptor_heap). All of them start at the beginning of their heap.
    ///
    /// With a stride of 1 they are at any byte of the heap: the program lays them out (`descriptor.size`).
    HeapDescriptors {
        /// Storage class that a descriptor gives access to: [`Space::UniformConstant`] for images, samplers and
        /// acceleration structures, else that of the buffer.
        space: Space,
        /// The type of the descriptor, or of the buffer's block.
        ty: Type,
        /// Distance of descriptors in bytes; 0 is the size that the device has for the type.
        stride: u32,
        /// How the memory of the buffer or image is accessed.
        access: VariableAccess,
    },
    /// The data between the descriptors of a heap, by byte offset.
    HeapData {
        /// The sampler heap instead of the resource heap.
        samplers: bool,
    },
    /// A typed variable that SPIR-V can declare.
    Variable {
        /// Storage class.
        space: Space,
        /// The variable's type (not a pointer).
        ty: Type,
        /// Descriptor set and binding, if the storage class has them.
        binding: Option<Binding>,
        /// The resource it is a view of.
        of: Option<Global>,
        /// How its memory is accessed.
        access: VariableAccess,
    },
}

/// Decorations of a variable that say how its memory is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VariableAccess {
    /// Other variables alias the same memory.
    pub aliased: bool,
    /// Writes become visible to other invocations (SPIR-V `Coherent`).
    pub coherent: bool,
    /// Every access is performed (SPIR-V `Volatile`).
    pub volatile: bool,
    /// Never written through this variable.
    pub read_only: bool,
    /// Never read through this variable.
    pub write_only: bool,
}

/// The classes of `docs/interface.md`'s resource table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ResourceClass {
    /// `program.buffer`, uniform blocks.
    Uniform,
    /// `program.storage`, storage blocks.
    Storage,
    /// `program.counter`, atomic counters.
    Counter,
    /// Combined image samplers bound to units.
    Texture,
    /// Storage images bound to units.
    Image,
    /// Descriptors indexed by bindless handles.
    Bindless,
    /// `program.local` and `program.env`, loose uniforms.
    Parameter,
    /// The work group's shared block.
    Shared,
}

impl ResourceClass {
    /// All, in the order of the enum.
    pub const ALL: [ResourceClass; 8] = [
        ResourceClass::Uniform,
        ResourceClass::Storage,
        ResourceClass::Counter,
        ResourceClass::Texture,
        ResourceClass::Image,
        ResourceClass::Bindless,
        ResourceClass::Parameter,
        ResourceClass::Shared,
    ];

    /// The name in the text form, on the command line and in reflection.
    pub fn name(self) -> &'static str {
        match self {
            ResourceClass::Uniform => "uniform",
            ResourceClass::Storage => "storage",
            ResourceClass::Counter => "counter",
            ResourceClass::Texture => "texture",
            ResourceClass::Image => "image",
            ResourceClass::Bindless => "bindless",
            ResourceClass::Parameter => "parameter",
            ResourceClass::Shared => "shared",
        }
    }
}

/// The resource of the source that a global represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceRef {
    /// Its class.
    pub class: ResourceClass,
    /// First binding point or unit of the source; 0 for classes that have one only.
    pub index: u32,
    /// How many consecutive points it covers; 1 for a single one.
    pub count: u32,
}

/// The four descriptor arrays that handles index. The discriminant is the binding's offset in the
/// bindless set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BindlessHeap {
    /// Combined image samplers.
    Textures = 0,
    /// Storage images.
    Images = 1,
    /// Uniform texel buffers.
    UniformTexels = 2,
    /// Storage texel buffers.
    StorageTexels = 3,
}

impl BindlessHeap {
    /// All, in the order of their bindings.
    pub const ALL: [BindlessHeap; 4] = [
        BindlessHeap::Textures,
        BindlessHeap::Images,
        BindlessHeap::UniformTexels,
        BindlessHeap::StorageTexels,
    ];

    /// The offset in the bindless set of the array that holds raw views of a format beside the
    /// images' own views; `None` for heaps without formats.
    pub fn raw_offset(self, format: ImageFormat) -> Option<u32> {
        // The 64-bit formats were added later, when the offsets after the images' were taken.
        let wide = (format as u32).checked_sub(ImageFormat::R64ui as u32);
        match self {
            BindlessHeap::Images => Some(wide.map_or(4 + format as u32, |k| 80 + k)),
            BindlessHeap::StorageTexels => Some(wide.map_or(36 + format as u32, |k| 82 + k)),
            BindlessHeap::Textures | BindlessHeap::UniformTexels => None,
        }
    }

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            BindlessHeap::Textures => "textures",
            BindlessHeap::Images => "images",
            BindlessHeap::UniformTexels => "uniform_texels",
            BindlessHeap::StorageTexels => "storage_texels",
        }
    }
}

/// Distance in binding numbers between the views of an image unit in consecutive formats. No program
/// has this many units.
pub const RAW_UNIT_STRIDE: u32 = 1024;

/// The offset in its class of the raw view of an image unit in a format.
pub fn raw_unit_offset(unit: u32, format: ImageFormat) -> Option<u32> {
    RAW_UNIT_STRIDE.checked_mul(1 + format as u32)?.checked_add(unit)
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecConstData {
    /// The name in the source, or a description.
    pub name: String,
    /// Its scalar type.
    pub ty: Type,
    /// Bits of its default value.
    pub default: u64,
    /// Where its value comes from.
    pub kind: SpecConstKind,
}

/// Where the value of a specialization constant comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecConstKind {
    /// The API sets it by this id.
    Id(u32),
    /// A scalar operation on constants, evaluated when the API specializes (`OpSpecConstantOp`).
    Op(Op, Vec<SpecOperand>),
}

/// An operand of a [`SpecConstKind::Op`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecOperand {
    /// An earlier specialization constant.
    Spec(SpecConst),
    /// A scalar.
    Bits(Type, u64),
    /// The type of a cooperative matrix, for `coop.length`.
    Type(Type),
}

impl SpecConstData {
    /// The id that the API sets it by, if it does.
    pub fn id(&self) -> Option<u32> {
        match self.kind {
            SpecConstKind::Id(id) => Some(id),
            SpecConstKind::Op(..) => None,
        }
    }
}

/// Ids of the specialization constants that hold a work group size which the API chooses: x, y, z.
pub const GROUP_SIZE_SPEC_IDS: [u32; 3] = [65533, 65534, 65535];

/// The id of the specialization constant that holds the number of subroutine parameter 0; the others
/// follow.
pub const SUBROUTINE_SPEC_ID: u32 = 60000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_views_have_published_places() {
        let heap = |heap: BindlessHeap, format| heap.raw_offset(format);
        assert_eq!(heap(BindlessHeap::Images, ImageFormat::R8ui), Some(4));
        assert_eq!(heap(BindlessHeap::Images, ImageFormat::R32ui), Some(8));
        assert_eq!(heap(BindlessHeap::Images, ImageFormat::Rgba16f), Some(27));
        assert_eq!(heap(BindlessHeap::StorageTexels, ImageFormat::R32ui), Some(40));
        assert_eq!(heap(BindlessHeap::Images, ImageFormat::R64i), Some(81));
        assert_eq!(heap(BindlessHeap::StorageTexels, ImageFormat::R64ui), Some(82));
        assert_eq!(heap(BindlessHeap::Textures, ImageFormat::R32ui), None);
        assert_eq!(raw_unit_offset(3, ImageFormat::R32ui), Some(5 * 1024 + 3));
        assert_eq!(raw_unit_offset(u32::MAX, ImageFormat::R32ui), None);
    }
}

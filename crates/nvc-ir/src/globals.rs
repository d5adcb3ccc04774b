//! Module-level resources and variables, and specialization constants.

use crate::bindings::Binding;
use crate::entity::{Global, SpecConst, Type};
use crate::ops::Op;
use crate::types::{ImageFormat, Space};

/// A resource or variable of the module.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalData {
    /// The name in the source, for listings, reflection and SPIR-V names.
    pub name: String,
    /// What the global represents.
    pub kind: GlobalKind,
}

/// Kinds of globals. [`Bytes`](GlobalKind::Bytes), [`Heap`](GlobalKind::Heap) and [`Units`](GlobalKind::Units) represent
/// resources as the source sees them and are accessed in phase `built`. Lowering creates a
/// [`Variable`](GlobalKind::Variable) for each type that they are accessed as, and keeps the originals for reflection.
#[derive(Clone, Debug, PartialEq)]
pub enum GlobalKind {
    /// Byte-addressed memory: a buffer, the shared block, the parameter block.
    Bytes {
        /// Class and index in the source.
        resource: ResourceRef,
        /// Size in bytes if the program fixes it (shared memory, parameters); 0 if the API does.
        bytes: u32,
    },
    /// All descriptors of one [`BindlessHeap`], indexed by bindless handles.
    Heap(BindlessHeap),
    /// Textures or images bound to consecutive units.
    Units {
        /// Class and first unit.
        resource: ResourceRef,
        /// [`crate::TypeKind::Image`] or [`crate::TypeKind::SampledImage`].
        ty: Type,
        /// Whether no other variable is used to access the texels ([`VariableAccess::restrict`]).
        restrict: bool,
    },
    /// Descriptors of one type in a heap of SPV_EXT_descriptor_heap: the sampler heap for samplers, the
    /// resource heap for all other types. Index 0 is at the beginning of the heap.
    ///
    /// With a stride of 1, the index is a byte offset, and the program computes the layout (with
    /// `descriptor.size`).
    HeapDescriptors {
        /// Storage class of the memory that a descriptor gives access to: that of the buffer, or
        /// [`Space::UniformConstant`] for images, samplers and acceleration structures.
        space: Space,
        /// The type of the descriptor, or of the buffer's block.
        ty: Type,
        /// Distance between descriptors in bytes; 0 means the device's size of a descriptor of this type.
        stride: u32,
        /// How the memory of the buffer or image is accessed.
        access: VariableAccess,
    },
    /// The data between the descriptors of a heap, addressed by byte offset.
    HeapData {
        /// Whether this is the sampler heap rather than the resource heap.
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
        /// The [`Bytes`](GlobalKind::Bytes), [`Heap`](GlobalKind::Heap) or [`Units`](GlobalKind::Units)
        /// resource that lowering made this variable from.
        of: Option<Global>,
        /// How the variable's memory is accessed.
        access: VariableAccess,
    },
}

/// Memory qualifiers of a variable, or of a member of a block: how the memory is accessed through it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct VariableAccess {
    /// Whether other variables alias the same memory (SPIR-V `Aliased`).
    pub aliased: bool,
    /// Whether writes become visible to other invocations (SPIR-V `Coherent`).
    pub coherent: bool,
    /// Whether every access is performed as written (SPIR-V `Volatile`).
    pub volatile: bool,
    /// Whether the memory is never written through this variable.
    pub read_only: bool,
    /// Whether the memory is never read through this variable.
    pub write_only: bool,
    /// Whether no other variable or address is used to access the same memory (SPIR-V `Restrict`).
    pub restrict: bool,
}

/// Resource classes: the rows of the resource table in `docs/interface.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ResourceClass {
    /// `program.buffer` in assembly, uniform blocks in GLSL.
    Uniform,
    /// `program.storage` in assembly, storage blocks in GLSL.
    Storage,
    /// `program.counter` in assembly, atomic counters in GLSL.
    Counter,
    /// Combined image samplers bound to units.
    Texture,
    /// Storage images bound to units.
    Image,
    /// Descriptors indexed by bindless handles.
    Bindless,
    /// `program.local` and `program.env` in assembly, loose uniforms in GLSL.
    Parameter,
    /// Shared memory of the work group.
    Shared,
}

impl ResourceClass {
    /// All classes, in the order of the enum.
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

    /// Returns the name in the text form, on the command line and in reflection.
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
    /// Resource class.
    pub class: ResourceClass,
    /// First binding point or unit in the source; 0 for classes with a single resource.
    pub index: u32,
    /// Number of consecutive binding points or units that the resource occupies.
    pub count: u32,
}

/// The four descriptor arrays that bindless handles index. The discriminant is the binding number in the
/// bindless set, relative to the set's first binding.
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
    /// All heaps, in the order of their bindings.
    pub const ALL: [BindlessHeap; 4] = [
        BindlessHeap::Textures,
        BindlessHeap::Images,
        BindlessHeap::UniformTexels,
        BindlessHeap::StorageTexels,
    ];

    /// Returns the offset, in the bindless set, of the descriptor array of raw views of a format: images and
    /// texel buffers bound a second time with that format. `None` for heaps without formats.
    pub fn raw_offset(self, format: ImageFormat) -> Option<u32> {
        // The 64-bit formats were added later. The offsets directly after the older formats were already
        // taken.
        let wide = (format as u32).checked_sub(ImageFormat::R64ui as u32);
        match self {
            BindlessHeap::Images => Some(wide.map_or(4 + format as u32, |k| 80 + k)),
            BindlessHeap::StorageTexels => Some(wide.map_or(36 + format as u32, |k| 82 + k)),
            BindlessHeap::Textures | BindlessHeap::UniformTexels => None,
        }
    }

    /// Returns the name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            BindlessHeap::Textures => "textures",
            BindlessHeap::Images => "images",
            BindlessHeap::UniformTexels => "uniform_texels",
            BindlessHeap::StorageTexels => "storage_texels",
        }
    }
}

/// Distance in binding numbers between the raw views of an image unit in consecutive formats. It exceeds the
/// number of image units of any program.
pub const RAW_UNIT_STRIDE: u32 = 1024;

/// Returns the index, in class [`ResourceClass::Image`], of the raw view of an image unit in a format; `None` on overflow.
pub fn raw_unit_offset(unit: u32, format: ImageFormat) -> Option<u32> {
    RAW_UNIT_STRIDE.checked_mul(1 + format as u32)?.checked_add(unit)
}

/// A specialization constant.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecConstData {
    /// Name in the source, or a description if it has none.
    pub name: String,
    /// Scalar type.
    pub ty: Type,
    /// Bits of the default value.
    pub default: u64,
    /// Where the value comes from.
    pub kind: SpecConstKind,
}

/// Where the value of a specialization constant comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecConstKind {
    /// The API sets the value by this id (`SpecId`).
    Id(u32),
    /// A scalar operation on constants, evaluated at specialization (`OpSpecConstantOp`).
    Op(Op, Vec<SpecOperand>),
}

/// An operand of a [`SpecConstKind::Op`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecOperand {
    /// An earlier specialization constant.
    Spec(SpecConst),
    /// The bits of a scalar constant of a type.
    Bits(Type, u64),
    /// The type of a cooperative matrix, for `coop.length`.
    Type(Type),
}

impl SpecConstData {
    /// Returns the id by which the API sets the constant; `None` for operations.
    pub fn id(&self) -> Option<u32> {
        match self.kind {
            SpecConstKind::Id(id) => Some(id),
            SpecConstKind::Op(..) => None,
        }
    }
}

/// Ids of the specialization constants for the x, y and z size of a work group whose size the API chooses.
pub const GROUP_SIZE_SPEC_IDS: [u32; 3] = [65533, 65534, 65535];

/// Id of the specialization constant that selects the subroutine for subroutine parameter 0. Parameter `n`
/// has this id plus `n`.
pub const SUBROUTINE_SPEC_ID: u32 = 60000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_views_have_the_published_bindings() {
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

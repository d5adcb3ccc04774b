//! Module-scope variables and blocks.

use crate::name::Name;
use crate::types::constant::Const;
use crate::types::{Format, Memory, StructId, Type};
use naga::Handle;
use nvc_diag::Span;

/// A module-scope variable or block.
#[derive(Clone, Debug)]
pub struct Global {
    /// The name in reflection: the instance name, or the block name if there is no instance name.
    pub name: Name,
    /// The kind of the global.
    pub kind: GlobalKind,
    /// The type. For blocks, it is a struct or an array of structs.
    pub ty: Type,
    /// The memory qualifiers.
    pub memory: Memory,
    /// `precise`: computations of the global's values must not be contracted.
    pub precise: bool,
    /// The span of the declaration.
    pub span: Span,
}

/// The kind of a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// A private variable, with its initializer if that is constant. [`super::Program::prologue`] evaluates
    /// other initializers.
    Private(Option<Handle<Const>>),
    /// A variable shared by the workgroup.
    Shared {
        /// Whether the variable is zero-initialized (GL_EXT_null_initializer).
        zeroed: bool,
    },
    /// A shared block, which has an explicit layout (GL_EXT_shared_memory_block).
    SharedBlock,
    /// A uniform block.
    Uniform(BindingPoint),
    /// A storage block.
    Storage(BindingPoint),
    /// The push-constant block.
    PushConstant,
    /// Data in a descriptor heap, by its index in [`heap_members`](super::Program::heap_members).
    HeapData(u32),
    /// A private variable that contains ray queries. Ray queries declared in a function are hoisted to such
    /// variables, which is possible because GLSL has no recursion.
    RayQuery,
    /// A texture, sampler or acceleration structure.
    Texture(BindingPoint),
    /// A storage image with its format.
    Image(BindingPoint, Format),
    /// An atomic counter, or an array of them.
    Counter {
        /// The binding.
        binding: u32,
        /// Byte offset of the first counter.
        offset: u32,
    },
    /// A loose uniform, that is, a uniform outside blocks (OpenGL). It becomes a member of the parameter
    /// block, in order of location or declaration. A loose uniform of opaque type is a 64-bit bindless
    /// handle.
    Loose {
        /// The value of `location`.
        location: Option<u32>,
        /// The initial value.
        initial: Option<Handle<Const>>,
    },
}

impl GlobalKind {
    /// Returns the binding point of a resource; `None` for other globals.
    pub fn place(&self) -> Option<BindingPoint> {
        match *self {
            GlobalKind::Uniform(place)
            | GlobalKind::Storage(place)
            | GlobalKind::Texture(place)
            | GlobalKind::Image(place, _) => Some(place),
            _ => None,
        }
    }
}

/// The explicit `set` and `binding` of a resource. Without a set, the binding map assigns the descriptor
/// (`docs/interface.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindingPoint {
    /// The value of `set`.
    pub set: Option<u32>,
    /// The value of `binding`. By default, the lowest free binding of the set is used.
    pub binding: Option<u32>,
    /// The location in a descriptor heap, if the resource is in a heap instead of a set.
    pub heap: Option<HeapLocation>,
}

/// The location of descriptors in a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapLocation {
    /// An array at the beginning of the heap (GL_EXT_descriptor_heap). The value is the `descriptor_stride`
    /// in bytes, or 0 for the device's descriptor size.
    Array(u32),
    /// A member of a block (GL_EXT_structured_descriptor_heap), by its index in
    /// [`heap_members`](super::Program::heap_members).
    Member(u32),
}

/// A block in a descriptor heap. Descriptor sizes are known only to the device, so lowering computes member
/// offsets at run time.
#[derive(Clone, Debug)]
pub struct HeapBlock {
    /// The struct with the members of the block.
    pub id: StructId,
    /// Whether the block is in the sampler heap instead of the resource heap.
    pub samplers: bool,
    /// The offset of the block in the heap.
    pub offset: HeapOffset,
    /// The layout qualifiers of each member.
    pub placements: Vec<HeapPlacement>,
}

/// The `heap_offset` of a block.
#[derive(Clone, Copy, Debug)]
pub enum HeapOffset {
    /// A constant offset in bytes.
    Bytes(u32),
    /// A private variable with the offset in bytes, written by the prologue.
    Variable(Handle<Global>),
}

/// The layout qualifiers of a member of a heap block.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeapPlacement {
    /// The value of `offset`.
    pub offset: Option<u32>,
    /// The value of `descriptor_size`.
    pub size: Option<u32>,
}

/// A member of a heap block that is a separate global: plain data, or a descriptor.
#[derive(Clone, Debug)]
pub struct HeapMember {
    /// Index in [`heap_blocks`](super::Program::heap_blocks).
    pub block: usize,
    /// The path of member indices from the block to the member.
    pub members: Vec<u32>,
}

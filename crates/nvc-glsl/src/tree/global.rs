//! Module-scope variables and blocks.

use crate::name::Name;
use crate::types::constant::Const;
use crate::types::{Format, Memory, StructId, Type};
use naga::Handle;
use nvc_diag::Span;

/// A module-scope variable or block.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name in reflection: the instance name, or the block name if there is none.
    pub name: Name,
    /// Its kind.
    pub kind: GlobalKind,
    /// Its type: for blocks, a struct or an array of structs.
    pub ty: Type,
    /// Its memory qualifiers.
    pub memory: Memory,
    /// `precise`: computations of its values must not be contracted.
    pub precise: bool,
    /// Where it is declared.
    pub span: Span,
}

/// The kind of a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// A private variable with its constant initializer. [`super::Program::prologue`] assigns other
    /// initializers.
    Private(Option<Handle<Const>>),
    /// A variable shared by the workgroup.
    Shared {
        /// Zero-initialized (GL_EXT_null_initializer).
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
    /// Data in a descriptor heap: its number in [`heap_members`](super::Program::heap_members).
    HeapData(u32),
    /// A private variable that holds ray queries, also one that is declared in a function: there is no recursion.
    RayQuery,
    /// A texture, sampler or acceleration structure.
    Texture(BindingPoint),
    /// A storage image with its format.
    Image(BindingPoint, Format),
    /// An atomic counter, or an array of them.
    Counter {
        /// Binding point.
        binding: u32,
        /// Byte offset of the first.
        offset: u32,
    },
    /// A loose uniform (OpenGL): a member of the parameter block, in order of location or declaration. With
    /// an opaque type it is a bindless 64-bit handle.
    Loose {
        /// `location`.
        location: Option<u32>,
        /// The initial value.
        initial: Option<Handle<Const>>,
    },
}

impl GlobalKind {
    /// Where the API binds a resource.
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

/// The explicit `set` and `binding`; without a set, the binding map decides (`docs/interface.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindingPoint {
    /// `set`.
    pub set: Option<u32>,
    /// `binding`; by default the lowest free one of its set.
    pub binding: Option<u32>,
    /// In a descriptor heap instead of a set.
    pub heap: Option<HeapPlace>,
}

/// Where descriptors are in a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapPlace {
    /// An array at the beginning of the heap (GL_EXT_descriptor_heap): `descriptor_stride`, or 0 for the size that the
    /// device has for the descriptor.
    Array(u32),
    /// A member of a block (GL_EXT_structured_descriptor_heap): its number in
    /// [`heap_members`](super::Program::heap_members).
    Member(u32),
}

/// A block in a descriptor heap. The device has the sizes of its descriptors, so that lowering makes expressions of the
/// offsets.
#[derive(Clone, Debug)]
pub struct HeapBlock {
    /// The struct of its members.
    pub id: StructId,
    /// In the sampler heap instead of the resource heap.
    pub samplers: bool,
    /// Where it begins.
    pub offset: HeapOffset,
    /// The placement of each member.
    pub placements: Vec<HeapPlacement>,
}

/// The `heap_offset` of a block.
#[derive(Clone, Copy, Debug)]
pub enum HeapOffset {
    /// A number of bytes.
    Bytes(u32),
    /// A private variable that the prologue writes.
    Variable(Handle<Global>),
}

/// The layout qualifiers of a member of a heap block.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeapPlacement {
    /// `offset`.
    pub offset: Option<u32>,
    /// `descriptor_size`.
    pub size: Option<u32>,
}

/// Data or descriptors in a heap block that are one global.
#[derive(Clone, Debug)]
pub struct HeapMember {
    /// Index in [`heap_blocks`](super::Program::heap_blocks).
    pub block: usize,
    /// The member indices that lead to it.
    pub members: Vec<u32>,
}

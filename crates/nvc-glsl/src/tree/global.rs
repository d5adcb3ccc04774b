//! Module-scope variables and blocks.

use crate::name::Name;
use crate::types::constant::Const;
use crate::types::{Format, Memory, Type};
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
    /// In a descriptor heap instead of a set (GL_EXT_descriptor_heap): `descriptor_stride`, or 0.
    pub heap: Option<u32>,
}

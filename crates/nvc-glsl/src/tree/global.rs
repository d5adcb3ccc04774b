//! Variables and blocks of the module.

use crate::name::Name;
use crate::types::constant::Const;
use crate::types::{Format, Memory, Type};
use naga::Handle;
use nvc_diag::Span;

/// A variable or block of the module.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name in reflection: the instance's, or the block's without one.
    pub name: Name,
    /// What it is.
    pub kind: GlobalKind,
    /// Its type: a struct or array of them for blocks.
    pub ty: Type,
    /// Memory qualifiers of the whole.
    pub memory: Memory,
    /// Values computed into it must not be contracted.
    pub precise: bool,
    /// Where it is declared.
    pub span: Span,
}

/// What a global is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// A variable of each invocation, with its initial value. One that is not constant is assigned
    /// by [`super::Program::prologue`].
    Private(Option<Handle<Const>>),
    /// A variable of the work group.
    Shared {
        /// Starts as zeros (GL_EXT_null_initializer).
        zeroed: bool,
    },
    /// A block of shared memory with explicit layout (GL_EXT_shared_memory_block).
    SharedBlock,
    /// A uniform block.
    Uniform(BindingPoint),
    /// A storage block.
    Storage(BindingPoint),
    /// The push-constant block.
    PushConstant,
    /// A texture or sampler.
    Texture(BindingPoint),
    /// A storage image and its format.
    Image(BindingPoint, Format),
    /// Atomic counters: binding and byte offset of the first.
    Counter {
        /// Binding point.
        binding: u32,
        /// Byte offset.
        offset: u32,
    },
    /// A loose uniform of OpenGL with its initial value: a member of the parameter block, in order
    /// of location or declaration. With an opaque type it is bindless: a 64-bit handle.
    Loose {
        /// `location`.
        location: Option<u32>,
        /// The value before the API sets one.
        initial: Option<Handle<Const>>,
    },
}

/// `set` and `binding` as written; without a set the class decides (`docs/interface.md`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BindingPoint {
    /// `set`.
    pub set: Option<u32>,
    /// `binding`; without one, the next that is free in its class.
    pub binding: Option<u32>,
}

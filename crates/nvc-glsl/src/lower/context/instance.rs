//! Function instances: what an IR function is lowered for.

use super::Shape;
use crate::tree::{self, Direction};
use crate::types::{Type, TypeKind};
use naga::Handle;

/// What a function of the IR is made for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) struct Key {
    /// The function of the tree.
    pub function: Handle<tree::Function>,
    /// What its opaque parameters are, in order.
    pub shapes: Vec<Shape>,
}

/// Whether a parameter stands for descriptors: what it is given decides. One that is written is a handle.
pub(in crate::lower) fn is_resource(program: &tree::Program, param: tree::Param, mut ty: Type) -> bool {
    while let TypeKind::Array(element, _) = *program.types.kind(ty) {
        ty = element;
    }
    param.direction == Direction::In && program.types.kind(ty).is_opaque()
}

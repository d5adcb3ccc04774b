//! Function instances: a GLSL function is lowered once for each combination of opaque arguments.

use super::ResourceShape;
use crate::tree::{self, Direction};
use crate::types::{Type, TypeKind};
use naga::Handle;

/// Identifies an instance of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) struct InstanceKey {
    pub function: Handle<tree::Function>,
    /// The shapes of its opaque arguments, in order.
    pub shapes: Vec<ResourceShape>,
    /// Whether a load of a cooperative matrix calls it: the reference to a block is then a pointer.
    pub decodes: bool,
}

/// Whether a parameter is replaced by the resource that is passed for it: an `in` parameter of opaque type.
/// Opaque parameters that are written hold bindless handles, which are values.
pub(in crate::lower) fn is_resource(program: &tree::Program, param: tree::Param, mut ty: Type) -> bool {
    while let TypeKind::Array(element, _) = *program.types.kind(ty) {
        ty = element;
    }
    param.direction == Direction::In && program.types.kind(ty).is_opaque()
}

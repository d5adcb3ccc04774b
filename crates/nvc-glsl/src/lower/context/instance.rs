//! Function instances. A GLSL function is lowered once for each combination of opaque arguments.

use super::ResourceShape;
use crate::tree::{self, Direction};
use crate::types::{Type, TypeKind};
use naga::Handle;

/// Identifies an instance of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::lower) struct InstanceKey {
    pub function: Handle<tree::Function>,
    /// Shapes of the opaque arguments, in order.
    pub shapes: Vec<ResourceShape>,
    /// Whether the function decodes elements for a load of a cooperative matrix. Its buffer reference
    /// parameter is then a pointer.
    pub decodes: bool,
}

/// Returns whether the caller's resource is substituted for a parameter: an `in` parameter whose type is opaque
/// or an array of an opaque type. Opaque parameters that are written contain bindless handles, which are
/// ordinary values.
pub(in crate::lower) fn is_resource(program: &tree::Program, param: tree::Param, mut ty: Type) -> bool {
    while let TypeKind::Array(element, _) = *program.types.kind(ty) {
        ty = element;
    }
    param.direction == Direction::In && program.types.kind(ty).is_opaque()
}

//! Type predicates shared by several checks.

use crate::entity::Type;
use crate::types::{Space, TypeKind, Types};

/// Returns whether values of a type can be stored: the type has a size and is not a block.
pub(super) fn is_data(types: &Types, mut ty: Type) -> bool {
    while let TypeKind::Array { element, .. } = types.kind(ty) {
        ty = *element;
    }
    match types.kind(ty) {
        TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::EncodedFloat(_)
        | TypeKind::Vector(..)
        | TypeKind::CoopMatrix(_)
        | TypeKind::IdVector(_)
        | TypeKind::TensorLayout(_)
        | TypeKind::TensorView(_)
        | TypeKind::Spirv(_)
        | TypeKind::Pointer(..) => true,
        // The members were checked together with the struct type.
        TypeKind::Struct { block, .. } => !block,
        _ => false,
    }
}

/// Returns whether a block other than the entry block may have a parameter of the type, as a SPIR-V phi may.
pub fn can_be_block_param(types: &Types, ty: Type) -> bool {
    let space = types.pointee(ty).map(|(space, _)| space);
    is_data(types, ty) && space.is_none_or(|space| space == Space::PhysicalStorageBuffer)
}

/// Returns the innermost element type of nested arrays.
pub(super) fn without_arrays(types: &Types, mut ty: Type) -> Type {
    while let TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } = types.kind(ty) {
        ty = *element;
    }
    ty
}

/// The message for 4- and 6-bit floats in memory that is not private to an invocation.
pub(super) const SUB_BYTE: &str = "only private memory holds floats of 4 or 6 bits";

/// Returns whether values of the type do not occupy whole bytes.
pub(super) fn is_sub_byte(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::EncodedFloat(encoding) if !encoding.has_byte_size())
}

/// Returns whether the bits fit a scalar type; `false` for other types.
pub(super) fn fits(types: &Types, ty: Type, bits: u64) -> bool {
    match types.kind(ty) {
        TypeKind::Bool => bits < 2,
        TypeKind::Int(64) | TypeKind::Float(64) => true,
        TypeKind::Int(width) | TypeKind::Float(width) => bits >> width == 0,
        TypeKind::EncodedFloat(encoding) => bits >> encoding.bits() == 0,
        _ => false,
    }
}

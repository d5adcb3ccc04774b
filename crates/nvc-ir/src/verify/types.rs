//! Verifies types and the specialization constants in them (invariant 2; for opaque SPIR-V types also 1, 8 and 9).

use super::data::{SUB_BYTE, is_data, is_sub_byte};
use super::error::{Check, Errors, Invariant, fault};
use crate::entity::{Entity, Type};
use crate::module::Module;
use crate::text::Place;
use crate::types::{Length, MAX_COMPONENTS, Space, TypeKind, Types};

/// Maximum nesting depth of types, which is also the limit of the text form.
const MAX_DEPTH: u32 = 64;

/// Checks every type of a module.
pub(super) fn check(module: &Module, errors: &mut Errors) {
    let mut depths: Vec<u32> = Vec::with_capacity(module.types.len());
    // Whether each type contains floats of 4 or 6 bits.
    let mut sub_byte: Vec<bool> = Vec::with_capacity(module.types.len());
    for (ty, kind) in module.types.iter() {
        let parts = parts(kind);
        let depth = parts.iter().map(|p| depths.get(p.index()).map_or(MAX_DEPTH, |d| d + 1)).max();
        depths.push(depth.unwrap_or(0));
        if let Some(part) = parts.iter().find(|p| p.index() >= ty.index()) {
            errors.add(
                Invariant::Types,
                Place::Type(ty),
                format!("{ty} uses {part}, which does not precede it"),
            );
            // Types after a broken one cannot be checked.
            return;
        }
        if depth >= Some(MAX_DEPTH) {
            let message = format!("{ty} nests more than {MAX_DEPTH} levels deep");
            errors.add(Invariant::Types, Place::Type(ty), message);
            return;
        }
        let holds = parts.iter().any(|part| sub_byte.get(part.index()) == Some(&true));
        sub_byte.push(is_sub_byte(kind) || holds);
        if let TypeKind::Pointer(space, _) = kind
            && !matches!(space, Space::Function | Space::Private)
            && holds
        {
            errors.add(Invariant::Types, Place::Type(ty), SUB_BYTE);
        }
        errors.check(Place::Type(ty), check_kind(module, kind));
    }
}

fn check_kind(module: &Module, kind: &TypeKind) -> Check {
    let types = &module.types;
    let wrong = |message: String| fault(Invariant::Types, message);
    match kind {
        TypeKind::Int(bits) if !matches!(bits, 8 | 16 | 32 | 64) => {
            wrong(format!("an integer of {bits} bits"))
        }
        TypeKind::Float(bits) if !matches!(bits, 16 | 32 | 64) => wrong(format!("a float of {bits} bits")),
        TypeKind::Vector(part, count) => {
            if is_scalar(types, *part) && (2..=MAX_COMPONENTS).contains(count) {
                Ok(())
            } else {
                wrong(format!("a vector has 2 to {MAX_COMPONENTS} scalars"))
            }
        }
        TypeKind::Array { element, length, .. } => {
            check_length(module, *length)?;
            check_element(types, *element)
        }
        TypeKind::RuntimeArray { element, .. } => check_element(types, *element),
        TypeKind::Struct { members, block } => {
            let Some((last, rest)) = members.split_last() else {
                return wrong("a struct without members".into());
            };
            let placed = members.iter().filter(|member| member.offset.is_some()).count();
            if placed != members.len() && (*block || placed != 0) {
                return wrong("either all members of a struct have offsets, as in a block, or none".into());
            }
            if placed != 0 && members.iter().any(|member| is_struct_without_offsets(types, member.ty)) {
                return wrong("a struct inside a struct with offsets has offsets too".into());
            }
            rest.iter().try_for_each(|m| check_member(types, m.ty))?;
            match types.kind(last.ty) {
                TypeKind::RuntimeArray { .. } if *block => Ok(()),
                _ => check_member(types, last.ty),
            }
        }
        TypeKind::Image(image) | TypeKind::SampledImage(image) => {
            // Only storage images have 64-bit texels (SPV_EXT_shader_image_int64).
            let wide = image.texel == Types::I64 && image.storage;
            if image.texel != Types::F32 && image.texel != Types::I32 && !wide {
                return wrong("texels are f32, i32 or, in storage images, i64".into());
            }
            if image.format.is_some() && !image.storage {
                return wrong("only a storage image has a texel format".into());
            }
            if image.storage && matches!(kind, TypeKind::SampledImage(_)) {
                return wrong("a storage image has no sampler".into());
            }
            Ok(())
        }
        TypeKind::IdVector(vector) => {
            if vector.cooperative && !is_cooperative_component(types, vector.component) {
                return wrong("components of a cooperative vector are integers or floats".into());
            }
            if !is_scalar(types, vector.component) {
                return wrong("components of a long vector are scalars".into());
            }
            check_length(module, vector.length)
        }
        TypeKind::CoopMatrix(matrix) => {
            if !is_cooperative_component(types, matrix.component) {
                return wrong("components of a cooperative matrix are integers or floats".into());
            }
            [matrix.scope, matrix.rows, matrix.columns]
                .into_iter()
                .try_for_each(|length| check_length(module, length))
        }
        TypeKind::TensorLayout(layout) => super::tensor::layout_type(module, layout),
        TypeKind::TensorView(view) => super::tensor::view_type(module, view),
        TypeKind::Spirv(spirv) => super::spirv::static_operands(module, spirv),
        _ => Ok(()),
    }
}

fn is_scalar(types: &Types, ty: Type) -> bool {
    ty == Types::BOOL || types.scalar_bits(ty).is_some()
}

/// Returns whether a type can be the component type of cooperative matrices and vectors.
fn is_cooperative_component(types: &Types, ty: Type) -> bool {
    match types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Float(_) => true,
        TypeKind::EncodedFloat(encoding) => !encoding.info().microscaling,
        _ => false,
    }
}

/// Checks that a length is not 0, or is a specialization constant of type i32.
fn check_length(module: &Module, length: Length) -> Check {
    let wrong = |message: String| fault(Invariant::Types, message);
    match length {
        Length::Fixed(0) => wrong("a length of 0".into()),
        Length::Fixed(_) => Ok(()),
        Length::Spec(spec) => match module.spec_constants.get(spec) {
            Some(data) if data.ty == Types::I32 => Ok(()),
            _ => wrong(format!("the length {spec} is not a specialization constant of type i32")),
        },
    }
}

/// Checks an array element. It may be an image or a block, in arrays of descriptors.
fn check_element(types: &Types, ty: Type) -> Check {
    match types.kind(ty) {
        TypeKind::Void | TypeKind::RuntimeArray { .. } => {
            fault(Invariant::Types, "an array's element has no size")
        }
        _ => Ok(()),
    }
}

/// Returns whether a type, or the innermost element of an array type, is a struct without offsets.
fn is_struct_without_offsets(types: &Types, mut ty: Type) -> bool {
    while let TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } = *types.kind(ty) {
        ty = element;
    }
    matches!(types.kind(ty), TypeKind::Struct { members, .. } if members.first().is_some_and(|member| member.offset.is_none()))
}

fn check_member(types: &Types, ty: Type) -> Check {
    match types.kind(ty) {
        _ if is_data(types, ty) => Ok(()),
        TypeKind::RuntimeArray { .. } => {
            fault(Invariant::Types, "a runtime array that is not the last member of a block")
        }
        _ => fault(Invariant::Types, "a struct member must have a size and cannot be a block"),
    }
}

/// Returns the types that a type directly contains.
fn parts(kind: &TypeKind) -> Vec<Type> {
    match kind {
        TypeKind::Void
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::EncodedFloat(_)
        | TypeKind::Sampler
        | TypeKind::TensorLayout(_)
        | TypeKind::TensorView(_) => Vec::new(),
        TypeKind::Vector(part, _) | TypeKind::Pointer(_, part) => vec![*part],
        TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => vec![*element],
        TypeKind::Struct { members, .. } => members.iter().map(|m| m.ty).collect(),
        TypeKind::Image(image) | TypeKind::SampledImage(image) => vec![image.texel],
        TypeKind::CoopMatrix(matrix) => vec![matrix.component],
        TypeKind::IdVector(vector) => vec![vector.component],
        TypeKind::Spirv(spirv) => super::spirv::types(spirv).collect(),
    }
}

/// Returns whether a type or one of its parts satisfies a predicate. Pointers are not followed.
pub(super) fn holds(types: &Types, ty: Type, test: fn(&TypeKind) -> bool) -> bool {
    let mut seen = vec![false; types.len()];
    let mut work = vec![ty];
    while let Some(ty) = work.pop() {
        if test(types.kind(ty)) {
            return true;
        }
        if !std::mem::replace(&mut seen[ty.index()], true) && !matches!(types.kind(ty), TypeKind::Pointer(..))
        {
            work.extend(parts(types.kind(ty)));
        }
    }
    false
}

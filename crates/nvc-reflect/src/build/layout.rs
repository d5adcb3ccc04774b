//! Determines the device features that the offsets and strides of blocks require (Vulkan, "Offset and Stride
//! Assignment").

use super::vulkan::{RELAXED_LAYOUT, Requirement, SCALAR, SHARED, STANDARD};
use nvc_ir::entity::Entity;
use nvc_ir::types::Member;
use nvc_ir::{GlobalKind, Module, Space, TargetEnv, Type, TypeKind, Types};
use nvc_spirv::Declared;

/// The sets of layout rules, strictest first. A layout has the class of the strictest rules that it
/// satisfies.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum LayoutClass {
    /// The rules of Vulkan 1.0.
    #[default]
    Strict,
    /// The rules of VK_KHR_relaxed_block_layout: vectors are aligned to their components.
    Relaxed,
    /// The rules of VK_EXT_scalar_block_layout: everything is aligned to its scalars.
    Scalar,
}

/// Alignment of a type, and layout class of its contents.
#[derive(Clone, Copy, Default)]
struct Rules {
    align: u64,
    class: LayoutClass,
}

/// The kinds of types that layout rules distinguish.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shape {
    #[default]
    Scalar,
    Vector,
    /// An array, matrix or struct. Its trailing padding must stay unused.
    Aggregate,
}

/// Size and alignments of a type in bytes. `scalar` is the alignment under the scalar rules; `base` is for storage buffers
/// (`std430`), `extended` for uniform buffers (`std140`).
#[derive(Clone, Copy, Default)]
struct LayoutInfo {
    shape: Shape,
    bytes: u64,
    scalar: u64,
    base: Rules,
    extended: Rules,
}

/// Minimum alignment of arrays and structs in uniform buffers.
const UNIFORM_ALIGN: u64 = 16;

/// Returns the requirements of a module's blocks.
pub(super) fn collect(module: &Module, declared: &Declared, env: TargetEnv) -> Vec<Requirement> {
    let info = layout_of_types(&module.types);
    let of = |ty: Type| info.get(ty.index()).copied().unwrap_or_default();
    let variables = declared.globals.iter().filter_map(|&global| match module.globals[global].kind {
        GlobalKind::Variable { space, ty, .. } => Some((space, innermost(module, ty))),
        _ => None,
    });
    let blocks =
        variables.filter(|&(_, ty)| matches!(module.types.kind(ty), TypeKind::Struct { block: true, .. }));
    let pointees = declared.types.iter().filter_map(|&ty| match *module.types.kind(ty) {
        TypeKind::Pointer(space @ Space::PhysicalStorageBuffer, to) => Some((space, to)),
        _ => None,
    });
    let mut requirements = Vec::new();
    for (space, ty) in blocks.chain(pointees) {
        let info = of(ty);
        let class = if space == Space::Uniform { info.extended.class } else { info.base.class };
        match (space, class) {
            (_, LayoutClass::Strict) => {}
            (Space::Workgroup, LayoutClass::Relaxed) => {}
            (_, LayoutClass::Relaxed) if env >= TargetEnv::Vulkan1_1 => {}
            (_, LayoutClass::Relaxed) => requirements.push(Requirement::Extension(&RELAXED_LAYOUT)),
            (Space::Workgroup, LayoutClass::Scalar) => {
                requirements
                    .push(Requirement::Feature(&SHARED, "workgroupMemoryExplicitLayoutScalarBlockLayout"));
            }
            (Space::Uniform, LayoutClass::Scalar) if info.base.class != LayoutClass::Scalar => {
                requirements.push(Requirement::Feature(&STANDARD, "uniformBufferStandardLayout"));
            }
            (_, LayoutClass::Scalar) => requirements.push(Requirement::Feature(&SCALAR, "scalarBlockLayout")),
        }
    }
    requirements
}

fn innermost(module: &Module, mut ty: Type) -> Type {
    while let TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } =
        *module.types.kind(ty)
    {
        ty = element;
    }
    ty
}

/// Computes the layouts of all types.
fn layout_of_types(types: &Types) -> Vec<LayoutInfo> {
    let mut info: Vec<LayoutInfo> = Vec::with_capacity(types.len());
    for (_, kind) in types.iter() {
        let own = layout_of_type(kind, &info);
        info.push(own);
    }
    info
}

/// Computes the layout of a type. `known` contains the layouts of all earlier types, which include its parts.
fn layout_of_type(kind: &TypeKind, known: &[LayoutInfo]) -> LayoutInfo {
    let of = |ty: Type| known.get(ty.index()).copied().unwrap_or_default();
    let plain = |shape: Shape, bytes: u64, scalar: u64, align: u64| {
        let rules = Rules { align, class: LayoutClass::Strict };
        LayoutInfo { shape, bytes, scalar, base: rules, extended: rules }
    };
    match kind {
        TypeKind::Int(bits) | TypeKind::Float(bits) => {
            let bytes = u64::from(bits / 8);
            plain(Shape::Scalar, bytes, bytes, bytes)
        }
        TypeKind::EncodedFloat(encoding) => {
            let bytes = u64::from(encoding.bits() / 8);
            plain(Shape::Scalar, bytes, bytes, bytes)
        }
        TypeKind::Pointer(..) => plain(Shape::Scalar, 8, 8, 8),
        TypeKind::Vector(scalar, count) => {
            let scalar = of(*scalar).bytes;
            let slots = if *count == 2 { 2 } else { 4 };
            plain(Shape::Vector, scalar * u64::from(*count), scalar, scalar * slots)
        }
        TypeKind::Array { element, stride, .. } | TypeKind::RuntimeArray { element, stride } => {
            let element = of(*element);
            let count = match kind {
                TypeKind::Array { length: nvc_ir::types::Length::Fixed(count), .. } => u64::from(*count),
                _ => 0,
            };
            let rules = |of: Rules, min_align: u64| {
                let align = of.align.max(min_align);
                let aligned = u64::from(*stride).is_multiple_of(align.max(1));
                Rules { align, class: if aligned { of.class } else { LayoutClass::Scalar } }
            };
            LayoutInfo {
                shape: Shape::Aggregate,
                bytes: u64::from(*stride).saturating_mul(count),
                scalar: element.scalar,
                base: rules(element.base, 1),
                extended: rules(element.extended, UNIFORM_ALIGN),
            }
        }
        TypeKind::Struct { members, .. } => {
            let mut parts: Vec<(Member, LayoutInfo)> =
                members.iter().map(|&member| (member, of(member.ty))).collect();
            parts.sort_by_key(|(member, _)| member.offset);
            let ends = parts
                .iter()
                .map(|(member, info)| u64::from(member.offset.unwrap_or(0)).saturating_add(info.bytes));
            LayoutInfo {
                shape: Shape::Aggregate,
                bytes: ends.max().unwrap_or(0),
                scalar: parts.iter().map(|(_, info)| info.scalar).max().unwrap_or(1),
                base: member_rules(&parts, |info| info.base, 1),
                extended: member_rules(&parts, |info| info.extended, UNIFORM_ALIGN),
            }
        }
        _ => LayoutInfo::default(),
    }
}

/// Computes the alignment and layout class of a struct from its members.
fn member_rules(parts: &[(Member, LayoutInfo)], rules: fn(&LayoutInfo) -> Rules, min_align: u64) -> Rules {
    let mut own = Rules { align: min_align, class: LayoutClass::Strict };
    // End of the previous array or struct including its padding. The next member must not start before it.
    let mut padded = 0;
    for (member, info) in parts {
        let Rules { align, class } = rules(info);
        let offset = u64::from(member.offset.unwrap_or(0));
        own.align = own.align.max(align);
        own.class = own.class.max(class);
        if offset < padded {
            own.class = LayoutClass::Scalar;
        }
        if !offset.is_multiple_of(align.max(1)) {
            let relaxed = info.shape == Shape::Vector
                && offset.is_multiple_of(info.scalar.max(1))
                && !straddles(offset, info.bytes);
            own.class = own.class.max(if relaxed { LayoutClass::Relaxed } else { LayoutClass::Scalar });
        }
        padded = match info.shape {
            Shape::Aggregate => {
                let end = offset.saturating_add(info.bytes);
                end.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
            }
            Shape::Scalar | Shape::Vector => 0,
        };
    }
    own
}

/// Returns whether a vector straddles improperly (Vulkan, "Offset and Stride Assignment").
fn straddles(offset: u64, bytes: u64) -> bool {
    if bytes > 16 { !offset.is_multiple_of(16) } else { offset / 16 != (offset + bytes.max(1) - 1) / 16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the layout classes of a struct in storage buffers and in uniform buffers.
    fn class(types: &mut Types, members: &[(Type, u32)]) -> (LayoutClass, LayoutClass) {
        let members = members.iter().map(|&(ty, offset)| Member::new(ty, offset)).collect();
        let block = types.intern(TypeKind::Struct { members, block: true });
        let info = layout_of_types(types)[block.index()];
        (info.base.class, info.extended.class)
    }

    #[test]
    fn vectors_may_be_aligned_to_components() {
        let mut types = Types::new();
        let vec3 = types.vector(Types::F32, 3);
        assert!(
            class(&mut types, &[(vec3, 0), (Types::F32, 12)]) == (LayoutClass::Strict, LayoutClass::Strict)
        );
        assert!(
            class(&mut types, &[(Types::F32, 0), (vec3, 4)]) == (LayoutClass::Relaxed, LayoutClass::Relaxed)
        );
        assert!(
            class(&mut types, &[(Types::F32, 0), (vec3, 8)]) == (LayoutClass::Scalar, LayoutClass::Scalar)
        );
        assert!(class(&mut types, &[(Types::F32, 2)]) == (LayoutClass::Scalar, LayoutClass::Scalar));
    }

    #[test]
    fn arrays_of_uniform_buffers_are_padded() {
        let mut types = Types::new();
        let array =
            |types: &mut Types, element, stride| types.intern(TypeKind::RuntimeArray { element, stride });
        let tight = array(&mut types, Types::F32, 4);
        assert!(class(&mut types, &[(tight, 0)]) == (LayoutClass::Strict, LayoutClass::Scalar));
        let padded = array(&mut types, Types::F32, 16);
        assert!(
            class(&mut types, &[(Types::F32, 0), (padded, 16)]) == (LayoutClass::Strict, LayoutClass::Strict)
        );
        let vec3 = types.vector(Types::F32, 3);
        let packed = array(&mut types, vec3, 12);
        assert!(class(&mut types, &[(packed, 0)]) == (LayoutClass::Scalar, LayoutClass::Scalar));
    }

    #[test]
    fn members_are_placed_in_the_order_of_their_offsets() {
        let mut types = Types::new();
        let words =
            TypeKind::Array { element: Types::I32, length: nvc_ir::types::Length::Fixed(4), stride: 4 };
        let words = types.intern(words);
        let vec4 = types.vector(Types::F32, 4);
        assert!(class(&mut types, &[(words, 16), (vec4, 0)]).0 == LayoutClass::Strict);
    }

    #[test]
    fn padding_of_structs_must_stay_unused() {
        let mut types = Types::new();
        let vec3 = types.vector(Types::F32, 3);
        let inner = types.intern(TypeKind::Struct { members: vec![Member::new(vec3, 0)], block: false });
        assert!(
            class(&mut types, &[(inner, 0), (Types::F32, 16)]) == (LayoutClass::Strict, LayoutClass::Strict)
        );
        assert!(
            class(&mut types, &[(inner, 0), (Types::F32, 12)]) == (LayoutClass::Scalar, LayoutClass::Scalar)
        );
    }
}

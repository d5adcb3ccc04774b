//! Which features the offsets and strides of blocks want (Vulkan, "Offset and Stride Assignment").

use super::rows::{RELAXED_LAYOUT, SCALAR, SHARED, STANDARD, Want};
use nvc_ir::entity::Entity;
use nvc_ir::types::Member;
use nvc_ir::{GlobalKind, Module, Space, TargetEnv, Type, TypeKind, Types};
use nvc_spirv::Declared;

/// Which rules a layout keeps, strictest first.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Vulkan 1.0's.
    #[default]
    Strict,
    /// Those of VK_KHR_relaxed_block_layout: vectors at any multiple of their components' size.
    Relaxed,
    /// Alignment to scalars alone.
    Scalar,
}

/// Alignment of a type and the rules that its insides keep.
#[derive(Clone, Copy, Default)]
struct Rules {
    align: u64,
    fit: Fit,
}

/// What the rules tell apart.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Shape {
    #[default]
    Scalar,
    Vector,
    /// An array, matrix or struct: nothing lies in the padding behind it.
    Aggregate,
}

/// What is known of a type: as in a storage buffer (`std430`), as in a uniform buffer (`std140`).
#[derive(Clone, Copy, Default)]
struct Facts {
    shape: Shape,
    bytes: u64,
    scalar: u64,
    base: Rules,
    extended: Rules,
}

/// Least alignment of arrays and structs in uniform buffers.
const UNIFORM_ALIGN: u64 = 16;

/// What the blocks of a module want.
pub(super) fn collect(module: &Module, declared: &Declared, env: TargetEnv) -> Vec<Want> {
    let facts = of_all(&module.types);
    let of = |ty: Type| facts.get(ty.index()).copied().unwrap_or_default();
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
    let mut wants = Vec::new();
    for (space, ty) in blocks.chain(pointees) {
        let facts = of(ty);
        let fit = if space == Space::Uniform { facts.extended.fit } else { facts.base.fit };
        match (space, fit) {
            (_, Fit::Strict) => {}
            (Space::Workgroup, Fit::Relaxed) => {}
            (_, Fit::Relaxed) if env >= TargetEnv::Vulkan1_1 => {}
            (_, Fit::Relaxed) => wants.push(Want::Extension(&RELAXED_LAYOUT)),
            (Space::Workgroup, Fit::Scalar) => {
                wants.push(Want::Feature(&SHARED, "workgroupMemoryExplicitLayoutScalarBlockLayout"));
            }
            (Space::Uniform, Fit::Scalar) if facts.base.fit != Fit::Scalar => {
                wants.push(Want::Feature(&STANDARD, "uniformBufferStandardLayout"));
            }
            (_, Fit::Scalar) => wants.push(Want::Feature(&SCALAR, "scalarBlockLayout")),
        }
    }
    wants
}

fn innermost(module: &Module, mut ty: Type) -> Type {
    while let TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } =
        *module.types.kind(ty)
    {
        ty = element;
    }
    ty
}

/// What is known of all types.
fn of_all(types: &Types) -> Vec<Facts> {
    let mut facts: Vec<Facts> = Vec::with_capacity(types.len());
    for (_, kind) in types.iter() {
        let own = of_type(kind, &facts);
        facts.push(own);
    }
    facts
}

/// What is known of a type; parts come before what is made of them.
fn of_type(kind: &TypeKind, known: &[Facts]) -> Facts {
    let of = |ty: Type| known.get(ty.index()).copied().unwrap_or_default();
    let plain = |shape: Shape, bytes: u64, scalar: u64, align: u64| {
        let rules = Rules { align, fit: Fit::Strict };
        Facts { shape, bytes, scalar, base: rules, extended: rules }
    };
    match kind {
        TypeKind::Int(bits) | TypeKind::Float(bits) => {
            let bytes = u64::from(bits / 8);
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
            let rules = |of: Rules, least: u64| {
                let align = of.align.max(least);
                let aligned = u64::from(*stride).is_multiple_of(align.max(1));
                Rules { align, fit: if aligned { of.fit } else { Fit::Scalar } }
            };
            Facts {
                shape: Shape::Aggregate,
                bytes: u64::from(*stride).saturating_mul(count),
                scalar: element.scalar,
                base: rules(element.base, 1),
                extended: rules(element.extended, UNIFORM_ALIGN),
            }
        }
        TypeKind::Struct { members, .. } => {
            let parts: Vec<(Member, Facts)> = members.iter().map(|&member| (member, of(member.ty))).collect();
            let ends =
                parts.iter().map(|(member, facts)| u64::from(member.offset).saturating_add(facts.bytes));
            Facts {
                shape: Shape::Aggregate,
                bytes: ends.max().unwrap_or(0),
                scalar: parts.iter().map(|(_, facts)| facts.scalar).max().unwrap_or(1),
                base: members_fit(&parts, |facts| facts.base, 1),
                extended: members_fit(&parts, |facts| facts.extended, UNIFORM_ALIGN),
            }
        }
        _ => Facts::default(),
    }
}

/// The rules that members of a struct keep.
fn members_fit(parts: &[(Member, Facts)], rules: fn(&Facts) -> Rules, least: u64) -> Rules {
    let mut own = Rules { align: least, fit: Fit::Strict };
    // Where the padding behind the last array or struct ends: the next member starts no earlier.
    let mut padded = 0;
    for (member, facts) in parts {
        let Rules { align, fit } = rules(facts);
        let offset = u64::from(member.offset);
        own.align = own.align.max(align);
        own.fit = own.fit.max(fit);
        if offset < padded {
            own.fit = Fit::Scalar;
        }
        if !offset.is_multiple_of(align.max(1)) {
            let relaxed = facts.shape == Shape::Vector
                && offset.is_multiple_of(facts.scalar.max(1))
                && !straddles(offset, facts.bytes);
            own.fit = own.fit.max(if relaxed { Fit::Relaxed } else { Fit::Scalar });
        }
        padded = match facts.shape {
            Shape::Aggregate => {
                let end = offset.saturating_add(facts.bytes);
                end.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
            }
            Shape::Scalar | Shape::Vector => 0,
        };
    }
    own
}

/// Whether a vector crosses a multiple of 16 bytes improperly.
fn straddles(offset: u64, bytes: u64) -> bool {
    if bytes > 16 { !offset.is_multiple_of(16) } else { offset / 16 != (offset + bytes.max(1) - 1) / 16 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a struct of members at offsets keeps in storage and in uniform buffers.
    fn fit(types: &mut Types, members: &[(Type, u32)]) -> (Fit, Fit) {
        let members = members.iter().map(|&(ty, offset)| Member { ty, offset }).collect();
        let block = types.intern(TypeKind::Struct { members, block: true });
        let facts = of_all(types)[block.index()];
        (facts.base.fit, facts.extended.fit)
    }

    #[test]
    fn vectors_may_lie_between_their_places() {
        let mut types = Types::new();
        let vec3 = types.vector(Types::F32, 3);
        assert!(fit(&mut types, &[(vec3, 0), (Types::F32, 12)]) == (Fit::Strict, Fit::Strict));
        assert!(fit(&mut types, &[(Types::F32, 0), (vec3, 4)]) == (Fit::Relaxed, Fit::Relaxed));
        assert!(fit(&mut types, &[(Types::F32, 0), (vec3, 8)]) == (Fit::Scalar, Fit::Scalar));
        assert!(fit(&mut types, &[(Types::F32, 2)]) == (Fit::Scalar, Fit::Scalar));
    }

    #[test]
    fn arrays_of_uniform_buffers_are_padded() {
        let mut types = Types::new();
        let array =
            |types: &mut Types, element, stride| types.intern(TypeKind::RuntimeArray { element, stride });
        let tight = array(&mut types, Types::F32, 4);
        assert!(fit(&mut types, &[(tight, 0)]) == (Fit::Strict, Fit::Scalar));
        let padded = array(&mut types, Types::F32, 16);
        assert!(fit(&mut types, &[(Types::F32, 0), (padded, 16)]) == (Fit::Strict, Fit::Strict));
        let vec3 = types.vector(Types::F32, 3);
        let packed = array(&mut types, vec3, 12);
        assert!(fit(&mut types, &[(packed, 0)]) == (Fit::Scalar, Fit::Scalar));
    }

    #[test]
    fn nothing_lies_in_the_padding_of_a_struct() {
        let mut types = Types::new();
        let vec3 = types.vector(Types::F32, 3);
        let inner =
            types.intern(TypeKind::Struct { members: vec![Member { ty: vec3, offset: 0 }], block: false });
        assert!(fit(&mut types, &[(inner, 0), (Types::F32, 16)]) == (Fit::Strict, Fit::Strict));
        assert!(fit(&mut types, &[(inner, 0), (Types::F32, 12)]) == (Fit::Scalar, Fit::Scalar));
    }
}

//! Verifies arithmetic, conversions, operations on vectors and aggregates, lane masks and built-in inputs beyond the
//! rules of the operation table.

use super::constants::part_types;
use super::coop_vector;
use super::error::{Check, Fault, Invariant, fault};
use super::view::InstView;
use crate::entity::Type;
use crate::fp_encoding::FpEncoding;
use crate::imm::{Builtin, Imm};
use crate::ops::{Op, ResultRule};
use crate::types::{CoopMatrixType, IdVectorType, Length, TypeKind, Types};
use std::cmp::Ordering;

/// Checks how the component width of the result compares with that of the operand.
fn width(view: &InstView<'_>, allowed: &[Ordering], expected: &str) -> Check {
    let bits = |ty: Type| view.types.scalar_bits(view.types.scalar(ty));
    let order = view.result().map(|result| bits(result).cmp(&bits(view.arg(0))));
    if order.is_some_and(|order| allowed.contains(&order)) { Ok(()) } else { view.wrong_result(expected) }
}

/// `itrunc`: the result is narrower.
pub(super) fn narrower(view: &InstView<'_>) -> Check {
    width(view, &[Ordering::Less], "narrower than the operand")
}

/// `zext`, `sext`: the result is wider.
pub(super) fn wider(view: &InstView<'_>) -> Check {
    width(view, &[Ordering::Greater], "wider than the operand")
}

/// Bit operations, which SPIR-V defines only for 32 bits.
pub(super) fn bits32(view: &InstView<'_>) -> Check {
    if view.types.scalar(view.arg(0)) == Types::I32 {
        Ok(())
    } else {
        view.wrong_operand(0, "an i32 or vector of i32")
    }
}

/// `select`: either a single condition, or one per component.
pub(super) fn select(view: &InstView<'_>) -> Check {
    if view.arg(0) == Types::BOOL || view.types.same_components(view.arg(0), view.arg(1)) {
        Ok(())
    } else {
        view.wrong_operand(0, "bool or one bool per component")
    }
}

/// `bitcast`: both types have the same size. For a cooperative matrix, only the signedness may differ.
pub(super) fn bitcast(view: &InstView<'_>) -> Check {
    if let TypeKind::CoopMatrix(matrix) = *view.types.kind(view.arg(0)) {
        let to = view.result().map(|ty| view.types.kind(ty));
        let fits = |signed| to == Some(&TypeKind::CoopMatrix(CoopMatrixType { signed, ..matrix }));
        return if fits(true) || fits(false) {
            Ok(())
        } else {
            view.wrong_result("the type of operand 1, apart from the signedness")
        };
    }
    if let TypeKind::IdVector(vector) = *view.types.kind(view.arg(0)) {
        let width = |component: Type| view.types.scalar_bits(component);
        let fits = view.result().and_then(|ty| view.types.id_vector(ty)).is_some_and(|to| {
            IdVectorType { component: vector.component, ..to } == vector
                && width(to.component).is_some()
                && width(to.component) == width(vector.component)
        });
        return if fits {
            Ok(())
        } else {
            view.wrong_result("a vector of as many components of the same size")
        };
    }
    let from = view.types.bits(view.arg(0));
    match from {
        None => view.wrong_operand(0, "a number or vector of numbers"),
        Some(_) if view.result().and_then(|ty| view.types.bits(ty)) == from => Ok(()),
        Some(bits) => view.wrong_result(&format!("a type of {bits} bits")),
    }
}

fn is_vector(types: &Types, ty: Type, scalar: Type, count: u16) -> bool {
    *types.kind(ty) == TypeKind::Vector(scalar, count)
}

/// `pack...`, `unpack...`: two or four floats in 32 bits.
pub(super) fn packed(view: &InstView<'_>) -> Check {
    let four =
        matches!(view.data.op, Op::PackSnorm4x8 | Op::PackUnorm4x8 | Op::UnpackSnorm4x8 | Op::UnpackUnorm4x8);
    let (count, expected) = if four { (4, "vec4<f32>") } else { (2, "vec2<f32>") };
    let fits = |ty: Type| is_vector(view.types, ty, Types::F32, count);
    if view.data.op.info().result == ResultRule::I32 {
        if fits(view.arg(0)) { Ok(()) } else { view.wrong_operand(0, expected) }
    } else if view.result().is_some_and(fits) {
        Ok(())
    } else {
        view.wrong_result(expected)
    }
}

/// `ldexp`, `frexp.exponent`: one 32-bit exponent per float.
pub(super) fn exponent(view: &InstView<'_>) -> Check {
    let fits = |ty: Type| view.types.scalar(ty) == Types::I32 && view.types.same_components(ty, view.arg(0));
    match view.data.op {
        Op::Ldexp if !fits(view.arg(1)) => view.wrong_operand(1, "one i32 per component"),
        Op::FrexpExponent if !view.result().is_some_and(fits) => view.wrong_result("one i32 per component"),
        _ => Ok(()),
    }
}

/// `fdot`: the result is a scalar. Of the non-IEEE encodings, only bfloat16 is allowed (SPV_KHR_bfloat16).
pub(super) fn dot(view: &InstView<'_>) -> Check {
    if view.types.encoding(view.arg(0)).is_some_and(|encoding| encoding != FpEncoding::BFloat16) {
        return view.wrong_operand(0, "a vector of IEEE floats or bf16");
    }
    vector_operand(view)?;
    let scalar = view.types.scalar(view.arg(0));
    if view.result() == Some(scalar) { Ok(()) } else { view.wrong_result(&view.show(scalar)) }
}

/// Operations whose first operand is a vector.
pub(super) fn vector_operand(view: &InstView<'_>) -> Check {
    match view.types.kind(view.arg(0)) {
        TypeKind::Vector(..) | TypeKind::IdVector(_) => Ok(()),
        _ => view.wrong_operand(0, "a vector"),
    }
}

/// `sdot` and its variants: the factors are vectors, or packed bytes in an i32. The result is an integer at least as wide
/// as the components, or as the i32 if the bytes are packed. An accumulator has the type of the result.
pub(super) fn integer_dot(view: &InstView<'_>) -> Check {
    let factor = view.arg(0);
    if factor != Types::I32 && !matches!(view.types.kind(factor), TypeKind::Vector(..)) {
        return view.wrong_operand(0, "a vector of integers or i32");
    }
    let bits = |ty: Type| view.types.scalar_bits(ty);
    let width = bits(view.types.scalar(factor));
    match view.result() {
        Some(result) if matches!(view.types.kind(result), TypeKind::Int(_)) && bits(result) >= width => {
            match view.data.args.len() {
                3 if view.arg(2) != result => view.wrong_operand(2, &view.show(result)),
                _ => Ok(()),
            }
        }
        _ => view.wrong_result("an integer at least as wide as the components"),
    }
}

/// Operations whose operands are not vectors.
pub(super) fn scalar_operands(view: &InstView<'_>) -> Check {
    let vector = (0..view.data.args.len())
        .find(|&i| matches!(view.types.kind(view.arg(i)), TypeKind::Vector(..) | TypeKind::IdVector(_)));
    vector.map_or(Ok(()), |i| view.wrong_operand(i, "a scalar"))
}

/// Operations whose result is a lane mask.
pub(super) fn lane_mask(view: &InstView<'_>) -> Check {
    if view.data.op == Op::SubgroupBallot {
        scalar_operands(view)?;
    }
    let fits = view.result().is_some_and(|ty| is_vector(view.types, ty, Types::I32, 4));
    if fits { Ok(()) } else { view.wrong_result("vec4<i32>") }
}

/// `construct`: one operand per part. The operands of a vector may also be vectors, as long as the number of
/// components matches.
pub(super) fn construct(view: &InstView<'_>) -> Check {
    let Some(result) = view.result() else { return view.wrong_result("a vector or aggregate") };
    if let TypeKind::Vector(scalar, count) = *view.types.kind(result) {
        let mut given = 0usize;
        for i in 0..view.data.args.len() {
            if view.types.scalar(view.arg(i)) != scalar {
                return view.wrong_operand(i, &format!("{} or a vector of it", view.show(scalar)));
            }
            given += usize::from(view.types.components(view.arg(i)));
        }
        if given != usize::from(count) {
            return fault(Invariant::Operands, format!("{given} components, expected {count}"));
        }
        return Ok(());
    }
    if let TypeKind::CoopMatrix(matrix) = *view.types.kind(result) {
        // The single operand initializes every element.
        return match view.data.args[..] {
            [_] if view.arg(0) == matrix.component => Ok(()),
            _ => fault(
                Invariant::Operands,
                format!("expected one operand of type {}", view.show(matrix.component)),
            ),
        };
    }
    if let TypeKind::IdVector(vector) = *view.types.kind(result) {
        return coop_vector::construct(view, vector);
    }
    let Some(mut parts) = part_types(view.types, result) else {
        return view.wrong_result("a vector or aggregate of a known number of parts");
    };
    for i in 0..view.data.args.len() {
        match parts.next() {
            Some(part) if part == view.arg(i) => {}
            Some(part) => return view.wrong_operand(i, &view.show(part)),
            None => {
                return fault(
                    Invariant::Operands,
                    format!("{} operands for {i} parts", view.data.args.len()),
                );
            }
        }
    }
    match parts.next() {
        None => Ok(()),
        Some(_) => {
            fault(Invariant::Operands, format!("fewer operands ({}) than parts", view.data.args.len()))
        }
    }
}

/// Returns the type of the component, element or member that an index selects.
fn part(view: &InstView<'_>, index: u32) -> Result<Type, Fault> {
    let whole = view.arg(0);
    let part = match view.types.kind(whole) {
        TypeKind::Vector(scalar, count) => (index < u32::from(*count)).then_some(*scalar),
        TypeKind::IdVector(IdVectorType { component, length: Length::Fixed(n), .. }) => {
            (index < *n).then_some(*component)
        }
        TypeKind::IdVector(vector) => Some(vector.component),
        TypeKind::Array { element, length: Length::Fixed(n), .. } => (index < *n).then_some(*element),
        TypeKind::Array { element, length: Length::Spec(_), .. } => Some(*element),
        TypeKind::Struct { members, .. } => members.get(index as usize).map(|m| m.ty),
        _ => {
            let message = format!("operand 1 is {}, not a vector or aggregate", view.show(whole));
            return fault(Invariant::Operands, message);
        }
    };
    match part {
        None => fault(Invariant::Immediates, format!("{} has no part {index}", view.show(whole))),
        Some(part) => Ok(part),
    }
}

/// `extract`: the result has the type of the selected part.
pub(super) fn extract(view: &InstView<'_>) -> Check {
    let Imm::Index(index) = view.data.imm() else { return Ok(()) };
    let part = part(view, index)?;
    if view.result() == Some(part) { Ok(()) } else { view.wrong_result(&view.show(part)) }
}

/// `insert`: the second operand has the type of the replaced part.
pub(super) fn insert(view: &InstView<'_>) -> Check {
    let Imm::Index(index) = view.data.imm() else { return Ok(()) };
    let part = part(view, index)?;
    if view.arg(1) == part { Ok(()) } else { view.wrong_operand(1, &view.show(part)) }
}

/// `extract.dynamic`, `insert.dynamic`: the extracted or inserted value has the type of the components.
pub(super) fn dynamic_component(view: &InstView<'_>) -> Check {
    let scalar = match *view.types.kind(view.arg(0)) {
        TypeKind::Vector(scalar, _) => scalar,
        TypeKind::IdVector(vector) => vector.component,
        _ => return view.wrong_operand(0, "a vector"),
    };
    match view.data.op {
        Op::ExtractDynamic if view.result() != Some(scalar) => view.wrong_result(&view.show(scalar)),
        Op::InsertDynamic if view.arg(1) != scalar => view.wrong_operand(1, &view.show(scalar)),
        _ => Ok(()),
    }
}

/// `builtin`: positions and sizes have three components, lane masks four; all others are scalars.
pub(super) fn builtin(view: &InstView<'_>) -> Check {
    let Imm::Builtin(builtin) = view.data.imm() else { return Ok(()) };
    use Builtin::{GlobalId, GroupCount, GroupId, GroupSize, LocalId};
    let Some(result) = view.result() else { return view.wrong_result("an input") };
    let (fits, expected) = match builtin {
        GlobalId | LocalId | GroupId | GroupCount | GroupSize => {
            (is_vector(view.types, result, Types::I32, 3), "vec3<i32>")
        }
        mask if mask.is_lane_mask() => (is_vector(view.types, result, Types::I32, 4), "vec4<i32>"),
        _ => (result == Types::I32, "i32"),
    };
    if fits { Ok(()) } else { view.wrong_result(expected) }
}

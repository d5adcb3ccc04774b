//! Verifies operations on cooperative matrices, except those with callbacks ([`super::callbacks`]) and on tensors
//! ([`super::tensor`]).

use super::error::{Check, Invariant, fault};
use super::view::InstView;
use crate::entity::Type;
use crate::imm::Imm;
use crate::types::{CoopMatrixType, Length, Space, TypeKind, Types};

/// Returns the structure of a cooperative matrix type; `None` for other types.
pub(super) fn matrix(view: &InstView<'_>, ty: Type) -> Option<CoopMatrixType> {
    match *view.types.kind(ty) {
        TypeKind::CoopMatrix(matrix) => Some(matrix),
        _ => None,
    }
}

/// Checks the address of a load or store: a pointer to a number or vector in a buffer or in shared memory.
fn address(view: &InstView<'_>) -> Check {
    match view.types.pointee(view.arg(0)) {
        Some((Space::StorageBuffer | Space::Workgroup | Space::PhysicalStorageBuffer, to))
            if view.types.bits(to).is_some() =>
        {
            Ok(())
        }
        _ => view.wrong_operand(0, "a pointer to a number or vector in a buffer or in shared memory"),
    }
}

/// `coop.load`: the result is a cooperative matrix.
pub(super) fn load(view: &InstView<'_>) -> Check {
    address(view)?;
    match view.result().and_then(|ty| matrix(view, ty)) {
        Some(_) => Ok(()),
        None => view.wrong_result("a cooperative matrix"),
    }
}

/// `coop.store`: the stored value is a cooperative matrix.
pub(super) fn store(view: &InstView<'_>) -> Check {
    address(view)?;
    match matrix(view, view.arg(1)) {
        Some(_) => Ok(()),
        None => view.wrong_operand(1, "a cooperative matrix"),
    }
}

/// `coop.muladd`: the known sizes match, and the result has the type of the third operand.
pub(super) fn mul_add(view: &InstView<'_>) -> Check {
    let mut matrices = [None; 3];
    for (i, slot) in matrices.iter_mut().enumerate() {
        *slot = matrix(view, view.arg(i));
        if slot.is_none() {
            return view.wrong_operand(i, "a cooperative matrix");
        }
    }
    if view.result() != Some(view.arg(2)) {
        return view.wrong_result(&view.show(view.arg(2)));
    }
    let [Some(a), Some(b), Some(c)] = matrices else { return Ok(()) };
    use Length::Fixed;
    for (left, right) in [(a.columns, b.rows), (a.rows, c.rows), (b.columns, c.columns)] {
        if let (Fixed(left), Fixed(right)) = (left, right)
            && left != right
        {
            return fault(Invariant::Operands, format!("matrix sizes {left} and {right} do not match"));
        }
    }
    Ok(())
}

/// `coop.muladd.sat`: only integers saturate.
pub(super) fn mul_add_saturated(view: &InstView<'_>) -> Check {
    match matrix(view, view.arg(2)) {
        Some(sum) if matches!(view.types.kind(sum.component), TypeKind::Int(_)) => mul_add(view),
        _ => view.wrong_operand(2, "a cooperative matrix of integers"),
    }
}

/// `coop.scale`: the scalar has the component type.
pub(super) fn scale(view: &InstView<'_>) -> Check {
    match matrix(view, view.arg(0)) {
        Some(matrix) if matrix.component == view.arg(1) => Ok(()),
        Some(matrix) => view.wrong_operand(1, &view.show(matrix.component)),
        None => match view.types.id_vector(view.arg(0)) {
            Some(vector) if vector.component == view.arg(1) => Ok(()),
            Some(vector) => view.wrong_operand(1, &view.show(vector.component)),
            None => view.wrong_operand(0, "a cooperative matrix or vector"),
        },
    }
}

/// `coop.convert.use`: the operand is an accumulator, and the result has the same type, but the use of a factor.
pub(super) fn convert_use(view: &InstView<'_>) -> Check {
    let Some(from) = matrix(view, view.arg(0)) else { return view.wrong_operand(0, "a cooperative matrix") };
    match view.result().and_then(|ty| matrix(view, ty)) {
        Some(to) if becomes_factor(from, to) && (CoopMatrixType { usage: from.usage, ..to }) == from => {
            Ok(())
        }
        _ => view.wrong_result("the type of operand 1 as a factor"),
    }
}

/// `coop.transpose`: an accumulator becomes a factor with rows and columns swapped.
pub(super) fn transpose(view: &InstView<'_>) -> Check {
    let Some(from) = matrix(view, view.arg(0)) else { return view.wrong_operand(0, "a cooperative matrix") };
    let turned = |to: CoopMatrixType| {
        let same =
            |a: Length, b: Length| a == b || matches!((a, b), (Length::Spec(_), _) | (_, Length::Spec(_)));
        let CoopMatrixType { rows, columns, usage, .. } = from;
        same(from.rows, to.columns)
            && same(from.columns, to.rows)
            && (CoopMatrixType { rows, columns, usage, ..to }) == from
    };
    match view.result().and_then(|ty| matrix(view, ty)) {
        Some(to) if becomes_factor(from, to) && turned(to) => Ok(()),
        _ => view.wrong_result("the transposed type of operand 1 as a factor"),
    }
}

/// Returns whether an accumulator becomes a factor.
fn becomes_factor(from: CoopMatrixType, to: CoopMatrixType) -> bool {
    from.usage == Some(2) && matches!(to.usage, Some(0 | 1))
}

/// `coop.coordinate`: row and column of an element.
pub(super) fn coordinate(view: &InstView<'_>) -> Check {
    if matrix(view, view.arg(0)).is_none() {
        return view.wrong_operand(0, "a cooperative matrix");
    }
    let pair = |ty: Type| *view.types.kind(ty) == TypeKind::Vector(Types::I32, 2);
    if view.result().is_some_and(pair) { Ok(()) } else { view.wrong_result("vec2<i32>") }
}

/// `coop.length`: the immediate is a matrix type; the optional operand has that type or points to it.
pub(super) fn length(view: &InstView<'_>) -> Check {
    let ty = match view.data.imm() {
        Imm::Type(ty) if view.types.contains(ty) && view.types.is_coop_matrix(ty) => ty,
        _ => return fault(Invariant::Immediates, "the type is not a cooperative matrix"),
    };
    let has_type = |arg: Type| arg == ty || view.types.pointee(arg).is_some_and(|(_, to)| to == ty);
    match view.data.args.len() {
        0 => Ok(()),
        1 if has_type(view.arg(0)) => Ok(()),
        1 => view.wrong_operand(0, &view.show(ty)),
        _ => fault(Invariant::Operands, "coop.length has at most one operand"),
    }
}

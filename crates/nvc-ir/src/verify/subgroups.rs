//! Verifies subgroup operations, clocks and messages (`debug.printf`, `abort`).

use super::error::{Check, Invariant, fault};
use super::view::InstView;
use crate::imm::{GroupForm, GroupOp, Imm, Scope};
use crate::types::{TypeKind, Types};

/// `subgroup.arithmetic`: the operator supports the type, and the second operand matches the form.
pub(super) fn arithmetic(view: &InstView<'_>) -> Check {
    let Imm::Group(op, form) = view.data.imm() else { return Ok(()) };
    let ty = view.arg(0);
    let fits = match op {
        GroupOp::FAdd | GroupOp::FMul | GroupOp::FMin | GroupOp::FMax => view.types.is_float(ty),
        GroupOp::And | GroupOp::Or | GroupOp::Xor => view.types.is_int(ty) || view.types.is_bool(ty),
        _ => view.types.is_int(ty),
    };
    if !fits {
        return view.wrong_operand(0, &format!("a type that {} supports", op.name()));
    }
    let expected = match form {
        GroupForm::Reduce | GroupForm::Inclusive | GroupForm::Exclusive => None,
        GroupForm::Clustered => Some(Types::I32),
        _ => return lane_mask_operand(view, 1),
    };
    match (expected, view.data.args.len()) {
        (None, 1) => Ok(()),
        (Some(ty), 2) if view.arg(1) == ty => Ok(()),
        (Some(_), 2) => view.wrong_operand(1, "i32"),
        (_, given) => fault(Invariant::Operands, format!("{given} operands for form {}", form.name())),
    }
}

/// Checks that an operand is a lane mask.
fn lane_mask_operand(view: &InstView<'_>, index: usize) -> Check {
    let mask = matches!(*view.types.kind(view.arg(index)), TypeKind::Vector(Types::I32, 4));
    if mask { Ok(()) } else { view.wrong_operand(index, "vec4<i32>") }
}

/// Operations whose first operand is a lane mask.
pub(super) fn on_lane_mask(view: &InstView<'_>) -> Check {
    lane_mask_operand(view, 0)?;
    match view.data.imm() {
        Imm::Group(GroupOp::IAdd, GroupForm::Reduce | GroupForm::Inclusive | GroupForm::Exclusive) => Ok(()),
        Imm::Group(..) => fault(
            Invariant::Immediates,
            "a ballot is counted by `iadd` with form reduce, inclusive or exclusive",
        ),
        _ => Ok(()),
    }
}

/// `subgroup.quad.swap`: the direction is 0, 1 or 2.
pub(super) fn quad_swap(view: &InstView<'_>) -> Check {
    match view.data.imm() {
        Imm::Index(0..=2) => Ok(()),
        _ => fault(Invariant::Immediates, "the direction of a quad swap is 0, 1 or 2"),
    }
}

/// `subgroup.rotate`: an optional cluster size after the distance.
pub(super) fn rotate(view: &InstView<'_>) -> Check {
    match view.data.args.len() {
        2 => Ok(()),
        3 if view.arg(2) == Types::I32 => Ok(()),
        3 => view.wrong_operand(2, "i32"),
        given => fault(Invariant::Operands, format!("{given} operands, expected 2 or 3")),
    }
}

/// `clock`: the scope is the device or the subgroup, and the result has 64 bits.
pub(super) fn clock(view: &InstView<'_>) -> Check {
    let fits = view.result().and_then(|ty| view.types.bits(ty)) == Some(64);
    match view.data.imm() {
        Imm::Scope(Scope::Device | Scope::Subgroup) if fits => Ok(()),
        Imm::Scope(Scope::Device | Scope::Subgroup) => view.wrong_result("64 bits"),
        _ => fault(Invariant::Immediates, "the scope of a clock is device or subgroup"),
    }
}

/// `debug.printf` and `abort`: the string exists, and the arguments are numbers.
pub(super) fn printf(view: &InstView<'_>) -> Check {
    let Imm::Index(index) = view.data.imm() else { return Ok(()) };
    if view.module.strings.get(index as usize).is_none() {
        return fault(Invariant::Ids, format!("there is no string{index}"));
    }
    let other = (0..view.data.args.len()).find(|&i| view.types.bits(view.arg(i)).is_none());
    other.map_or(Ok(()), |i| view.wrong_operand(i, "a number or vector of numbers"))
}

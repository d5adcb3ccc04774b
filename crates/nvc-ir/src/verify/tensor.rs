//! Verifies tensor layouts and views, and loads and stores through them.

use super::coop;
use super::data::is_data;
use super::error::{Check, Invariant, fault};
use super::view::InstView;
use crate::entity::Type;
use crate::module::Module;
use crate::ops::Op;
use crate::tensor::{ClampMode, MAX_TENSOR_DIMENSIONS, TensorLayoutType, TensorViewType};
use crate::types::{Length, Space, TypeKind, Types};

/// Checks a layout type: its numbers are in range, as far as they are known.
pub(super) fn layout_type(module: &Module, layout: &TensorLayoutType) -> Check {
    check_dimensions(module, layout.dimensions)?;
    check_number(module, layout.clamp, Types::I32, ClampMode::ALL.len() as u32, "a clamp mode")
}

/// Checks a view type: its numbers are in range, as far as they are known, and form a permutation.
pub(super) fn view_type(module: &Module, view: &TensorViewType) -> Check {
    check_dimensions(module, view.dimensions)?;
    check_number(module, view.has_dimensions, Types::BOOL, 2, "a boolean")?;
    let count = view.permutation.len() as u32;
    if !(1..=MAX_TENSOR_DIMENSIONS).contains(&count) || known(view.dimensions).is_some_and(|n| n != count) {
        return fault(
            Invariant::Types,
            "the permutation of a tensor view must have one number per dimension",
        );
    }
    for (at, &number) in view.permutation.iter().enumerate() {
        check_number(module, number, Types::I32, count, "a dimension")?;
        if known(number).is_some() && view.permutation.iter().take(at).any(|&other| other == number) {
            return fault(Invariant::Types, "the permutation of a tensor view has a dimension twice");
        }
    }
    Ok(())
}

fn check_dimensions(module: &Module, length: Length) -> Check {
    if known(length) == Some(0) {
        return fault(Invariant::Types, "a tensor must have at least one dimension");
    }
    check_number(module, length, Types::I32, MAX_TENSOR_DIMENSIONS + 1, "a number of dimensions")
}

/// Checks that a number is below a bound, or is a specialization constant of the given type.
fn check_number(module: &Module, length: Length, ty: Type, bound: u32, what: &str) -> Check {
    let fits = match length {
        Length::Fixed(number) => number < bound,
        Length::Spec(spec) => module.spec_constants.get(spec).is_some_and(|data| data.ty == ty),
    };
    if fits { Ok(()) } else { fault(Invariant::Types, format!("{length:?} is not {what}")) }
}

fn known(length: Length) -> Option<u32> {
    match length {
        Length::Fixed(number) => Some(number),
        Length::Spec(_) => None,
    }
}

/// Returns the number of dimensions of a layout type: `Some(None)` if it is a specialization constant, `None`
/// if the type is not a layout.
fn layout_dimensions(view: &InstView<'_>, ty: Type) -> Option<Option<u32>> {
    match view.types.kind(ty) {
        TypeKind::TensorLayout(layout) => Some(known(layout.dimensions)),
        _ => None,
    }
}

/// Returns the number of dimensions of a view type, as [`layout_dimensions`] does for a layout type.
fn view_dimensions(view: &InstView<'_>, ty: Type) -> Option<Option<u32>> {
    match view.types.kind(ty) {
        TypeKind::TensorView(tensor) => Some(known(tensor.dimensions)),
        _ => None,
    }
}

/// `tensor.layout`: the result is a layout.
pub(super) fn layout(view: &InstView<'_>) -> Check {
    match view.result().and_then(|ty| layout_dimensions(view, ty)) {
        Some(_) => Ok(()),
        None => view.wrong_result("a tensor layout"),
    }
}

/// `tensor.view`: the result is a view.
pub(super) fn view(view: &InstView<'_>) -> Check {
    match view.result().and_then(|ty| view_dimensions(view, ty)) {
        Some(_) => Ok(()),
        None => view.wrong_result("a tensor view"),
    }
}

/// `tensor.layout.block`, `.dimensions` and `.strides`: one number per dimension.
pub(super) fn set_layout(view: &InstView<'_>) -> Check {
    match layout_dimensions(view, view.arg(0)) {
        Some(dimensions) => numbers(view, dimensions, 1),
        None => view.wrong_operand(0, "a tensor layout"),
    }
}

/// `tensor.layout.slice`: two numbers per dimension.
pub(super) fn slice(view: &InstView<'_>) -> Check {
    match layout_dimensions(view, view.arg(0)) {
        Some(dimensions) => numbers(view, dimensions, 2),
        None => view.wrong_operand(0, "a tensor layout"),
    }
}

/// `tensor.layout.clamp`: the first operand is a layout.
pub(super) fn clamp(view: &InstView<'_>) -> Check {
    match layout_dimensions(view, view.arg(0)) {
        Some(_) => Ok(()),
        None => view.wrong_operand(0, "a tensor layout"),
    }
}

/// `tensor.view.dimensions` and `.strides`: one number per dimension.
pub(super) fn set_view(view: &InstView<'_>) -> Check {
    match view_dimensions(view, view.arg(0)) {
        Some(dimensions) => numbers(view, dimensions, 1),
        None => view.wrong_operand(0, "a tensor view"),
    }
}

/// `tensor.view.clip`: the first operand is a view.
pub(super) fn clip(view: &InstView<'_>) -> Check {
    match view_dimensions(view, view.arg(0)) {
        Some(_) => Ok(()),
        None => view.wrong_operand(0, "a tensor view"),
    }
}

/// Checks the operands after the first: `each` 32-bit integers per dimension.
fn numbers(view: &InstView<'_>, dimensions: Option<u32>, each: u32) -> Check {
    let given = view.data.args.len() as u32 - 1;
    let fits = match dimensions {
        Some(dimensions) => given == dimensions * each,
        None => given > 0 && given.is_multiple_of(each) && given / each <= MAX_TENSOR_DIMENSIONS,
    };
    if !fits {
        return fault(
            Invariant::Operands,
            format!("{given} numbers do not match the dimensions of the tensor"),
        );
    }
    match (1..view.data.args.len()).find(|&at| view.arg(at) != Types::I32) {
        Some(at) => view.wrong_operand(at, "i32"),
        None => Ok(()),
    }
}

/// `coop.load.tensor` and `coop.store.tensor`: a pointer, a matrix, a layout and an optional view.
pub(super) fn access(view: &InstView<'_>) -> Check {
    match view.types.pointee(view.arg(0)) {
        Some((space, to)) if is_shared(space) && is_data(view.types, to) => {}
        _ => return view.wrong_operand(0, "a pointer into memory that the invocations share"),
    }
    if coop::matrix(view, view.arg(1)).is_none() {
        return view.wrong_operand(1, "a cooperative matrix");
    }
    if layout_dimensions(view, view.arg(2)).is_none() {
        return view.wrong_operand(2, "a tensor layout");
    }
    match view.data.args.len() {
        3 => Ok(()),
        4 if view_dimensions(view, view.arg(3)).is_some() => Ok(()),
        4 => view.wrong_operand(3, "a tensor view"),
        _ => fault(Invariant::Operands, format!("{} has 3 or 4 operands", view.data.op.info().name)),
    }
}

/// Returns whether a storage class is memory that several invocations can access: buffers and workgroup memory.
fn is_shared(space: Space) -> bool {
    matches!(space, Space::StorageBuffer | Space::Workgroup | Space::PhysicalStorageBuffer)
}

/// Returns the number of dimensions of a load's layout, if it is known.
pub(super) fn dimensions(view: &InstView<'_>) -> Option<u32> {
    debug_assert_eq!(view.data.op, Op::CoopLoadDecoded);
    layout_dimensions(view, view.arg(2)).flatten()
}

//! Verifies operations on cooperative matrices that call functions of the module (*callbacks*), which must have the right
//! signature (SPV_NV_cooperative_matrix2).

use super::error::{Check, Fault, Invariant, fault};
use super::view::InstView;
use super::{coop, tensor};
use crate::entity::{FuncId, Type};
use crate::function::Function;
use crate::imm::Imm;
use crate::tensor::Reduction;
use crate::types::{CoopMatrixType, Length, Space, TypeKind, Types};

fn callee<'a>(view: &InstView<'a>, id: FuncId) -> Result<&'a Function, Fault> {
    let function = view.module.functions.get(id);
    function.map_or_else(|| fault(Invariant::Ids, format!("there is no function {id}")), Ok)
}

/// Checks the parameter types and the result type of a callback.
fn signature(view: &InstView<'_>, id: FuncId, params: &[Type], result: Type) -> Check {
    let function = callee(view, id)?;
    if function.params == params && function.result == Some(result) {
        return Ok(());
    }
    let list: Vec<String> = params.iter().map(|&ty| view.show(ty)).collect();
    let message = format!("the callback {id} is not ({}) -> {}", list.join(", "), view.show(result));
    fault(Invariant::Calls, message)
}

/// `coop.reduce`: the callback combines two components into one. The result has the component type, scope and use of the
/// operand.
pub(super) fn reduce(view: &InstView<'_>) -> Check {
    let Imm::Reduce(reduction, function) = view.data.imm() else { return Ok(()) };
    let Some(from) = coop::matrix(view, view.arg(0)) else {
        return view.wrong_operand(0, "a cooperative matrix");
    };
    let Some(to) = view.result().and_then(|ty| coop::matrix(view, ty)) else {
        return view.wrong_result("a cooperative matrix");
    };
    if !is_reduction(reduction, from, to) {
        return view.wrong_result(&format!("the type of the reduction ({}) of operand 1", reduction.name()));
    }
    signature(view, function, &[from.component; 2], from.component)
}

/// Returns whether a reduction of a matrix of type `from` can have the type `to`. Unknown sizes match any size.
fn is_reduction(reduction: Reduction, from: CoopMatrixType, to: CoopMatrixType) -> bool {
    let same = |a: Length, b: Length| a == b || matches!(a, Length::Spec(_)) || matches!(b, Length::Spec(_));
    let half = |a: Length, b: Length| match (a, b) {
        (Length::Fixed(a), Length::Fixed(b)) => a == b.saturating_mul(2),
        _ => true,
    };
    let sizes = match reduction {
        Reduction::Row => same(from.rows, to.rows),
        Reduction::Column => same(from.columns, to.columns),
        Reduction::RowAndColumn => true,
        Reduction::Square => half(from.rows, to.rows) && half(from.columns, to.columns),
    };
    let CoopMatrixType { component, signed, scope, usage, .. } = from;
    sizes && to == CoopMatrixType { component, signed, scope, usage, ..to }
}

/// `coop.per.element`: the callback's parameters are the row, the column, the element, and the further
/// operands, with each matrix replaced by its component type.
pub(super) fn per_element(view: &InstView<'_>) -> Check {
    let Imm::Function(function) = view.data.imm() else { return Ok(()) };
    let Some(matrix) = coop::matrix(view, view.arg(0)) else {
        return view.wrong_operand(0, "a cooperative matrix");
    };
    let Some(result) = view.result().and_then(|ty| coop::matrix(view, ty)) else {
        return view.wrong_result("a cooperative matrix");
    };
    if (CoopMatrixType { component: matrix.component, signed: matrix.signed, ..result }) != matrix {
        return view.wrong_result("a matrix with the scope, size and use of operand 1");
    }
    let mut params = vec![Types::I32, Types::I32, matrix.component];
    for at in 1..view.data.args.len() {
        let ty = view.arg(at);
        match coop::matrix(view, ty) {
            Some(_) if ty != view.arg(0) => return view.wrong_operand(at, &view.show(view.arg(0))),
            Some(other) => params.push(other.component),
            None => params.push(ty),
        }
    }
    signature(view, function, &params, result.component)
}

/// `coop.load.decoded`: the parameters of both callbacks are a buffer address and two arrays of coordinates. The first
/// callback returns a component, the optional second one a vector of components.
pub(super) fn decode(view: &InstView<'_>) -> Check {
    tensor::access(view)?;
    let Imm::Decode(decode) = view.data.imm() else { return Ok(()) };
    if !matches!(
        view.types.pointee(view.arg(0)),
        Some((Space::StorageBuffer | Space::PhysicalStorageBuffer, _))
    ) {
        return view.wrong_operand(0, "a pointer into a buffer");
    }
    let Some(matrix) = coop::matrix(view, view.arg(1)) else { return Ok(()) };
    decoder(view, decode.function, |ty| ty == matrix.component)?;
    let vector = |ty| matches!(*view.types.kind(ty), TypeKind::Vector(part, _) if part == matrix.component);
    decode.vector.map_or(Ok(()), |function| decoder(view, function, vector))
}

fn decoder(view: &InstView<'_>, id: FuncId, returns: impl Fn(Type) -> bool) -> Check {
    let function = callee(view, id)?;
    let is_address = |ty: Type| {
        matches!(view.types.pointee(ty), Some((Space::PhysicalStorageBuffer, to))
            if matches!(view.types.kind(to), TypeKind::Struct { .. }))
    };
    let is_coordinate = |ty: Type| match *view.types.kind(ty) {
        TypeKind::Array { element, length, stride: 0 } => {
            let known = match length {
                Length::Fixed(length) => Some(length),
                Length::Spec(_) => None,
            };
            let dimensions = tensor::dimensions(view);
            element == Types::I32 && (known.is_none() || dimensions.is_none() || known == dimensions)
        }
        _ => false,
    };
    let fits = match function.params[..] {
        [address, block, inner] => is_address(address) && is_coordinate(block) && is_coordinate(inner),
        _ => false,
    };
    if fits && function.result.is_some_and(returns) {
        return Ok(());
    }
    let message =
        format!("the callback {id} does not decode an element from an address and two arrays of coordinates");
    fault(Invariant::Calls, message)
}

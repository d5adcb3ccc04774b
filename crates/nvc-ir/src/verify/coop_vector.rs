//! Verifies operations on cooperative vectors.

use super::error::{Check, Invariant, fault};
use super::view::InstView;
use crate::constant::Const;
use crate::entity::Type;
use crate::ops::Op;
use crate::types::{IdVectorType, Length, Space, TypeKind, Types};

/// Checks that an instruction with a cooperative vector as an operand or result is one that
/// SPV_NV_cooperative_vector allows.
pub(super) fn operation(view: &InstView<'_>) -> Check {
    let is_vector = |ty: Type| view.types.id_vector(ty).is_some_and(|vector| vector.cooperative);
    let used =
        (0..view.data.args.len()).any(|at| is_vector(view.arg(at))) || view.result().is_some_and(is_vector);
    if !used || is_allowed(view.data.op) {
        return Ok(());
    }
    let name = view.data.op.info().name;
    fault(Invariant::Operands, format!("{name} is not defined for cooperative vectors"))
}

/// Returns whether an operation is allowed: elementwise operations, shifts, operations on composites, memory accesses,
/// calls, conversions, those specific to cooperative vectors, and opaque SPIR-V instructions, which are not checked.
fn is_allowed(op: Op) -> bool {
    use Op::{AShr, Construct, Extract, ExtractDynamic, Insert, InsertDynamic, LShr, Select, Shl};
    use Op::{
        And, Atan, Exp, FAdd, FDiv, FMax, FMin, FMul, FNeg, FSub, Fma, IAdd, IMul, INeg, ISub, Log, Not, Or,
        SDiv, SMax, SMin, Step, Tanh, UDiv, UMax, UMin, Xor,
    };
    use Op::{Call, CoopScale, FConvert, FToS, FToU, ITrunc, Load, SExt, SToF, Store, UToF, ZExt};
    use Op::{
        CoopVecLoad, CoopVecMatMul, CoopVecMatMulAdd, CoopVecOuterProduct, CoopVecReduceSum, CoopVecStore,
    };
    let elementwise = matches!(
        op,
        And | Atan
            | Exp
            | FAdd
            | FDiv
            | FMax
            | FMin
            | FMul
            | FNeg
            | FSub
            | Fma
            | IAdd
            | IMul
            | INeg
            | ISub
            | Log
            | Not
            | Or
            | SDiv
            | SMax
            | SMin
            | Step
            | Tanh
            | UDiv
            | UMax
            | UMin
            | Xor
    );
    let composites_and_shifts = matches!(
        op,
        AShr | Construct | Extract | ExtractDynamic | Insert | InsertDynamic | LShr | Select | Shl
    );
    let others = matches!(
        op,
        Call | CoopScale | FConvert | FToS | FToU | ITrunc | Load | SExt | SToF | Store | UToF | ZExt
    );
    let own = matches!(
        op,
        CoopVecLoad
            | CoopVecMatMul
            | CoopVecMatMulAdd
            | CoopVecOuterProduct
            | CoopVecReduceSum
            | CoopVecStore
    );
    elementwise || composites_and_shifts || others || own || matches!(op, Op::Spirv | Op::SpirvPure)
}

/// `construct`: either one operand for all components, or one per component, or a cooperative vector for a long vector of
/// the same type or the reverse. If the length is a specialization constant, the number of operands cannot be checked.
pub(super) fn construct(view: &InstView<'_>, vector: IdVectorType) -> Check {
    let given = view.data.args.len();
    let other = IdVectorType { cooperative: !vector.cooperative, ..vector };
    if given == 1 && view.types.id_vector(view.arg(0)) == Some(other) {
        return Ok(());
    }
    if let Some(at) = (0..given).find(|&at| view.arg(at) != vector.component) {
        return view.wrong_operand(at, &view.show(vector.component));
    }
    match vector.length {
        Length::Fixed(count) if given != 1 && given != count as usize => {
            fault(Invariant::Operands, format!("{given} components, expected {count}"))
        }
        _ => Ok(()),
    }
}

/// Checks the address of an access: a pointer to an array of numbers or, if `vectors` is set, of vectors of
/// numbers.
fn address(view: &InstView<'_>, at: usize, spaces: &[Space], vectors: bool) -> Check {
    let element = match view.types.pointee(view.arg(at)) {
        Some((space, to)) if spaces.contains(&space) => match *view.types.kind(to) {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => Some(element),
            _ => None,
        },
        _ => None,
    };
    let is_scalar = |ty: Type| view.types.scalar_bits(ty).is_some() || ty == Types::BOOL;
    let fits = element.is_some_and(|element| match view.types.kind(element) {
        TypeKind::Vector(scalar, _) => vectors && is_scalar(*scalar),
        _ => is_scalar(element),
    });
    if fits {
        return Ok(());
    }
    let elements = if vectors { "numbers or vectors" } else { "numbers" };
    let memory = if spaces.contains(&Space::Workgroup) { "a buffer or shared memory" } else { "a buffer" };
    view.wrong_operand(at, &format!("a pointer to an array of {elements} in {memory}"))
}

const BUFFERS: &[Space] = &[Space::StorageBuffer, Space::PhysicalStorageBuffer];
const MEMORY: &[Space] = &[Space::StorageBuffer, Space::PhysicalStorageBuffer, Space::Workgroup];

fn vector(view: &InstView<'_>, at: usize) -> Check {
    match view.types.id_vector(view.arg(at)) {
        Some(vector) if vector.cooperative => Ok(()),
        _ => view.wrong_operand(at, "a cooperative vector"),
    }
}

fn result(view: &InstView<'_>) -> Check {
    match view.result().and_then(|ty| view.types.id_vector(ty)) {
        Some(vector) if vector.cooperative => Ok(()),
        _ => view.wrong_result("a cooperative vector"),
    }
}

/// Checks that operands are constants or specialization constants.
fn constants(view: &InstView<'_>, range: std::ops::Range<usize>) -> Check {
    for at in range {
        let constant = view.data.args.get(at).and_then(|&arg| view.func.as_const(arg));
        if !matches!(constant, Some(Const::Bits(_) | Const::Spec(_))) {
            return fault(Invariant::Operands, format!("operand {} is not a constant", at + 1));
        }
    }
    Ok(())
}

/// `coopvec.load`: the result is a cooperative vector.
pub(super) fn load(view: &InstView<'_>) -> Check {
    address(view, 0, MEMORY, true)?;
    result(view)
}

/// `coopvec.store`, `coopvec.sum.accumulate`: the third operand is a cooperative vector.
pub(super) fn store(view: &InstView<'_>) -> Check {
    let spaces = if view.data.op == Op::CoopVecStore { MEMORY } else { BUFFERS };
    address(view, 0, spaces, true)?;
    vector(view, 2)
}

/// `coopvec.matmul`, `coopvec.matmul.add`: the result has components of type f16, f32 or i32. All operands after the vector
/// are constants, except the stride.
pub(super) fn product(view: &InstView<'_>) -> Check {
    let input = if view.data.op == Op::CoopVecMatMul { 2 } else { 4 };
    for pointer in (0..input).step_by(2) {
        address(view, pointer, BUFFERS, false)?;
    }
    vector(view, input)?;
    result(view)?;
    let component = view.result().map(|ty| view.types.scalar(ty));
    if !matches!(component, Some(Types::F16 | Types::F32 | Types::I32)) {
        return view.wrong_result("a cooperative vector of f16, f32 or i32");
    }
    // The last operand, the stride, need not be constant.
    constants(view, input + 1..view.data.args.len() - 1)
}

/// `coopvec.outer.accumulate`: both vectors have the same component type; layout and interpretation are
/// constants.
pub(super) fn outer_product(view: &InstView<'_>) -> Check {
    address(view, 0, BUFFERS, true)?;
    vector(view, 2)?;
    vector(view, 3)?;
    let component = view.types.scalar(view.arg(2));
    if view.types.scalar(view.arg(3)) != component {
        return view.wrong_operand(3, &format!("a cooperative vector of {}", view.show(component)));
    }
    constants(view, 4..6)
}

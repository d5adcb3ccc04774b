//! Maps GLSL's binary operators (GLSL §5.9) to IR operations, for constant folding and lowering.

use crate::types::ScalarKind as K;
use naga::BinaryOperator as B;
use nvc_ir::Op;

/// Returns the IR operation of an operator on scalars of a kind, and whether its operands are swapped; `None` for `%`
/// on floats.
pub(crate) fn operation(op: B, kind: K) -> Option<(Op, bool)> {
    let float = kind == K::Float;
    let signed = kind == K::Sint;
    let pick = |f, s, u| match (float, signed) {
        (true, _) => f,
        (_, true) => s,
        _ => u,
    };
    Some(match op {
        B::Add => (pick(Op::FAdd, Op::IAdd, Op::IAdd), false),
        B::Subtract => (pick(Op::FSub, Op::ISub, Op::ISub), false),
        B::Multiply => (pick(Op::FMul, Op::IMul, Op::IMul), false),
        B::Divide => (pick(Op::FDiv, Op::SDiv, Op::UDiv), false),
        // GLSL leaves remainders of negative operands undefined (GLSL §5.9). Other compilers give the remainder the
        // sign of the divisor, and programs have been tested with them.
        B::Modulo if !float => (pick(Op::URem, Op::SMod, Op::URem), false),
        B::Equal => (pick(Op::FEq, Op::IEq, Op::IEq), false),
        B::NotEqual => (pick(Op::FNe, Op::INe, Op::INe), false),
        B::Less => (pick(Op::FLt, Op::SLt, Op::ULt), false),
        B::LessEqual => (pick(Op::FLe, Op::SLe, Op::ULe), false),
        B::Greater => (pick(Op::FLt, Op::SLt, Op::ULt), true),
        B::GreaterEqual => (pick(Op::FLe, Op::SLe, Op::ULe), true),
        B::And | B::LogicalAnd => (Op::And, false),
        B::InclusiveOr | B::LogicalOr => (Op::Or, false),
        B::ExclusiveOr => (Op::Xor, false),
        B::ShiftLeft => (Op::Shl, false),
        B::ShiftRight => (pick(Op::LShr, Op::AShr, Op::LShr), false),
        B::Modulo => return None,
    })
}

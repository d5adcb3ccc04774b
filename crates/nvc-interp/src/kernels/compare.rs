//! Kernels of comparisons.

use super::{Kernel, Kind, float, kernel, signed};
use nvc_ir::Op;
use std::cmp::Ordering;

/// Returns the kernel of a comparison.
pub(super) fn kernel(op: Op, kind: Kind) -> Option<Kernel> {
    Some(match (op, kind) {
        // Column bits above the width are zero, so equality and unsigned order do not depend on the width.
        (Op::IEq, _) => kernel!(u64, |x, y| x == y),
        (Op::INe, _) => kernel!(u64, |x, y| x != y),
        (Op::ULt, _) => kernel!(u64, |x, y| x < y),
        (Op::ULe, _) => kernel!(u64, |x, y| x <= y),
        // In the interpreter, the residency code is 0 if texels are not resident.
        (Op::TexResident, _) => kernel!(u64, |x| x != 0),
        (Op::SLt, Kind::Int(n)) => signed!(n, |x, y| x < y),
        (Op::SLe, Kind::Int(n)) => signed!(n, |x, y| x <= y),
        (op, Kind::Float(n)) => return floats(op, n),
        _ => return None,
    })
}

#[allow(clippy::neg_cmp_op_on_partial_ord)] // The negation also accepts unordered operands, as intended.
fn floats(op: Op, n: u8) -> Option<Kernel> {
    Some(match op {
        Op::FEq => float!(n, |x, y| x == y),
        Op::FNe => float!(n, |x, y| x != y),
        Op::FLt => float!(n, |x, y| x < y),
        Op::FLe => float!(n, |x, y| x <= y),
        Op::FUnordLt => float!(n, |x, y| !(x >= y)),
        Op::FUnordLe => float!(n, |x, y| !(x > y)),
        Op::FUnordEq => float!(n, |x, y| x.partial_cmp(&y).is_none_or(Ordering::is_eq)),
        Op::FOrdNe => float!(n, |x, y| x.partial_cmp(&y).is_some_and(Ordering::is_ne)),
        Op::IsNan => float!(n, |x| x.partial_cmp(&x).is_none()),
        _ => return None,
    })
}

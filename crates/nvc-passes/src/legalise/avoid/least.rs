//! The least and greatest of integers, as NVIDIA's Vulkan driver compiles them rightly.

use super::everywhere;
use crate::legalise::int;
use nvc_ir::{Builder, Function, Op, Value};

/// |x| of integers: the driver takes it for never negative, which the least integer's is.
pub(in crate::legalise) fn abs(b: &mut Builder<'_>, x: Value) -> Value {
    let negated = b.op(Op::INeg, &[x]);
    b.op(Op::SMax, &[negated, x])
}

/// The least or greatest of signed integers of which one is negated: where the result is compared once more, the
/// driver loses the sign of a second operand. A negated number goes first, then; of two, the other way round
/// from the complements, ~(-x) = x - 1. `None` where nothing is to be done.
pub(in crate::legalise) fn least_of_negated(
    b: &mut Builder<'_>,
    op: Op,
    [x, y]: [Value; 2],
) -> Option<Value> {
    match [negated(b.func, x), negated(b.func, y)] {
        [None, Some(_)] => Some(b.op(op, &[y, x])),
        [Some(x), Some(y)] => {
            let ty = b.func.ty(x);
            let one = int(b, ty, 1);
            let complements = [x, y].map(|negated| b.op(Op::ISub, &[negated, one]));
            let other = if op == Op::SMin { Op::SMax } else { Op::SMin };
            let complement = b.op(other, &complements);
            Some(b.op(Op::Not, &[complement]))
        }
        _ => None,
    }
}

/// The number whose negation a value is, in any of the words for it.
fn negated(func: &Function, value: Value) -> Option<Value> {
    let data = func.def(value)?;
    match (data.op, &data.args[..]) {
        (Op::INeg, &[x]) => Some(x),
        (Op::ISub, &[zero, x]) if everywhere(func, zero, 0) => Some(x),
        (Op::IAdd, &[x, one]) if everywhere(func, one, 1) => {
            func.def(x).filter(|data| data.op == Op::Not).map(|data| data.args[0])
        }
        _ => None,
    }
}

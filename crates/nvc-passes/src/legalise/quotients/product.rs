//! Products by a bit beside quotients.

use super::has_words;
use crate::legalise::avoid::everywhere;
use nvc_ir::{Builder, InstData, Op, Value};

/// A number of 64 bits times the lowest bit of another, by a mask: NVIDIA's compiler takes the bit for a truth
/// value, and a quotient that such a product is part of is wrong.
pub(super) fn product(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let &[x, y] = &data.args[..] else { return None };
    if !has_words(b.types, b.func.ty(x)) {
        return None;
    }
    let (bit, other) = if is_bit(b, y) {
        (y, x)
    } else if is_bit(b, x) {
        (x, y)
    } else {
        return None;
    };
    let mask = b.op(Op::INeg, &[bit]);
    Some(b.op(Op::And, &[mask, other]))
}

/// Whether each component of a number is 0 or 1, since all other bits were cleared.
fn is_bit(b: &Builder<'_>, value: Value) -> bool {
    b.func
        .def(value)
        .is_some_and(|data| data.op == Op::And && data.args.iter().any(|&arg| everywhere(b.func, arg, 1)))
}

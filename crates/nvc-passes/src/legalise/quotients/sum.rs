//! Sums beside two quotients.

use super::has_words;
use crate::legalise::avoid::{joined, words};
use crate::legalise::int;
use nvc_ir::{Builder, InstData, Op, Value};

/// A sum or difference of 64 bits by its words: NVIDIA's compiler mixes up two quotients where a constant is
/// added to one of them or one is negated, or comes to be when it unrolls a loop or takes a common factor out of
/// a sum.
pub(super) fn sum(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let ty = b.func.ty(*data.args.first()?);
    if !has_words(b.types, ty) {
        return None;
    }
    let (op, x, y) = match data.args[..] {
        [x] => (Op::ISub, int(b, ty, 0), x),
        [x, y] => (data.op, x, y),
        _ => return None,
    };
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(ty)) {
        let [x, y] = [x, y].map(|wide| {
            let wide = b.extract(wide, index);
            words(b, wide)
        });
        let low = b.op(op, &[x[0], y[0]]);
        // What is left of a sum is below its terms where it was too great for a word.
        let carries = if op == Op::IAdd { b.op(Op::ULt, &[low, y[0]]) } else { b.op(Op::ULt, &[x[0], y[0]]) };
        let (one, zero) = (b.i32(1), b.i32(0));
        let carry = b.op(Op::Select, &[carries, one, zero]);
        let high = b.op(op, &[x[1], y[1]]);
        let high = b.op(op, &[high, carry]);
        parts.push(joined(b, low, high));
    }
    Some(b.construct(&parts))
}

//! Sums of 64 bits beside quotients, which NVIDIA's Vulkan driver mixes up.

use super::{Met, joined, words};
use nvc_ir::{Builder, InstData, Op, Types, Value};

/// A sum or difference of 64 bits by its words: NVIDIA's compiler mixes up two quotients where a constant is
/// added to one of them, or comes to be when it unrolls a loop or takes a common factor out of a sum.
pub(in crate::legalise) fn sum(b: &mut Builder<'_>, met: Met, data: &InstData) -> Option<Value> {
    let &[x, y] = &data.args[..] else { return None };
    let ty = b.func.ty(x);
    if !met.quotients || b.types.scalar(ty) != Types::I64 {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(ty)) {
        let [x, y] = [x, y].map(|wide| {
            let wide = b.extract(wide, index);
            words(b, wide)
        });
        let low = b.op(data.op, &[x[0], y[0]]);
        // What is left of a sum is below its terms where it was too great for a word.
        let carries =
            if data.op == Op::IAdd { b.op(Op::ULt, &[low, y[0]]) } else { b.op(Op::ULt, &[x[0], y[0]]) };
        let (one, zero) = (b.i32(1), b.i32(0));
        let carry = b.op(Op::Select, &[carries, one, zero]);
        let high = b.op(data.op, &[x[1], y[1]]);
        let high = b.op(data.op, &[high, carry]);
        parts.push(joined(b, low, high));
    }
    Some(b.construct(&parts))
}

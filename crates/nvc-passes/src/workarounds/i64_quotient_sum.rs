//! `i64-quotient-sum`: in a module with two or more 64-bit quotients or remainders, NVIDIA's Vulkan driver swaps words
//! between two of them if one is negated or a constant is added to it. The driver also creates such sums when it unrolls
//! loops and factors expressions, so all 64-bit sums of such a module are computed from 32-bit words.

use super::features::has_i64_divisions;
use super::patterns::{is_i64, join_i64, split_i64};
use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Module, Op, OwnedInst, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "i64-quotient-sum",
    doc: "Computes 64-bit sums and differences from words in modules with two 64-bit divisions.",
    ops: OpSet::of(&[Op::UDiv, Op::URem, Op::SDiv, Op::SMod]),
    run,
};

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Other shading languages cannot bitcast a pair of words to a 64-bit integer.
    if !context.options.portable && has_i64_divisions(module, 2) {
        replace_insts(module, OpSet::of(&[Op::IAdd, Op::ISub, Op::INeg]), sum);
    }
}

fn sum(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let ty = b.func.ty(*data.args.first()?);
    if !is_i64(b.types, ty) {
        return None;
    }
    let (op, x, y) = match data.args[..] {
        [x] => (Op::ISub, b.splat_bits(ty, 0), x),
        [x, y] => (data.op, x, y),
        _ => return None,
    };
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(ty)) {
        let [x, y] = [x, y].map(|wide| {
            let wide = b.extract(wide, index);
            split_i64(b, wide)
        });
        let low = b.op(op, &[x[0], y[0]]);
        // Carry: the sum is less than an addend. Borrow: the minuend is less than the subtrahend.
        let carries = if op == Op::IAdd { b.op(Op::ULt, &[low, y[0]]) } else { b.op(Op::ULt, &[x[0], y[0]]) };
        let (one, zero) = (b.i32(1), b.i32(0));
        let carry = b.op(Op::Select, &[carries, one, zero]);
        let high = b.op(op, &[x[1], y[1]]);
        let high = b.op(op, &[high, carry]);
        parts.push(join_i64(b, low, high));
    }
    Some(b.construct(&parts))
}

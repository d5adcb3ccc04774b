//! `legalise-shuffles`: turns shuffles of bools into shuffles of integers. SPV_INTEL_subgroups shuffles only numbers.

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{OpSet, Pass};
use nvc_ir::{Builder, Op, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "legalise-shuffles",
    doc: "Turns shuffles of bools into shuffles of integers.",
    ops: SHUFFLES,
    run: |module, _| {
        rewrite_insts(module, SHUFFLES, |b, _, data| match (data.op, &data.args[..]) {
            (op, &[x, lane]) if b.types.is_bool(b.func.ty(x)) => Rewrite::Replace(as_words(b, op, x, lane)),
            _ => Rewrite::Keep,
        });
    },
};

/// Operations that the back end may emit as SPV_INTEL_subgroups shuffles.
const SHUFFLES: OpSet = OpSet::of(&[
    Op::SubgroupShuffle,
    Op::SubgroupShuffleXor,
    Op::SubgroupShuffleUp,
    Op::SubgroupShuffleDown,
    Op::SubgroupBroadcast,
]);

fn as_words(b: &mut Builder<'_>, op: Op, x: Value, lane: Value) -> Value {
    let (one, zero) = (b.i32(1), b.i32(0));
    let ty = b.func.ty(x);
    if b.types.is_uncounted(ty) {
        let words = b.types.with_scalar(ty, Types::I32);
        let (one, zero) = (b.splat(words, one), b.splat(words, zero));
        let chosen = b.op(Op::Select, &[x, one, zero]);
        let moved = b.op(op, &[chosen, lane]);
        return b.op(Op::INe, &[moved, zero]);
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(b.func.ty(x))) {
        let part = b.extract(x, index);
        let word = b.op(Op::Select, &[part, one, zero]);
        let moved = b.op(op, &[word, lane]);
        parts.push(b.op(Op::INe, &[moved, zero]));
    }
    debug_assert!(parts.iter().all(|&part| b.func.ty(part) == Types::BOOL));
    b.construct(&parts)
}

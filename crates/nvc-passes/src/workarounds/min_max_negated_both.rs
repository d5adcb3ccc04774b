//! `min-max-negated-both`: like [`super::min_max_negated`], for two negated operands, where swapping does not
//! help. The complements are compared instead: ~(-x) = x - 1, and complement reverses the order.

use super::min_max_negated::{OPS, negated};
use super::replace_insts;
use crate::{Context, Pass};
use nvc_ir::{Module, Op};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "min-max-negated-both",
    doc: "Computes the minimum or maximum of two negated numbers from their complements.",
    ops: OPS,
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    replace_insts(module, OPS, |b, data| {
        let &[x, y] = &data.args[..] else { return None };
        let (x, y) = (negated(b.func, x)?, negated(b.func, y)?);
        let one = b.splat_bits(b.func.ty(x), 1);
        let complements = [x, y].map(|x| b.op(Op::ISub, &[x, one]));
        let reversed = if data.op == Op::SMin { Op::SMax } else { Op::SMin };
        let complement = b.op(reversed, &complements);
        Some(b.op(Op::Not, &[complement]))
    });
}

//! `abs-sign`: NVIDIA's Vulkan driver assumes that the absolute value of a signed integer is not negative, which is wrong
//! for INT_MIN: an arithmetic shift of the result, or a comparison with 0, ignores the sign.

use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Const, Module, Op};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "abs-sign",
    doc: "Replaces integer |x| by the maximum of -x and x.",
    ops: OPS,
    run: |module, _: &mut Context<'_>| run(module),
};

const OPS: OpSet = OpSet::of(&[Op::SAbs]);

fn run(module: &mut Module) {
    replace_insts(module, OPS, |b, data| {
        let &[x] = &data.args[..] else { return None };
        if b.func.as_const(x) == Some(&Const::Undef) {
            // An undefined value may differ at each use, so -x and x could both be negative.
            let ty = b.func.ty(x);
            return Some(b.func.constant(ty, Const::Null));
        }
        let negated = b.op(Op::INeg, &[x]);
        Some(b.op(Op::SMax, &[negated, x]))
    });
}

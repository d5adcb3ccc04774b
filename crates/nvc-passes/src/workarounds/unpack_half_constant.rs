//! `unpack-half-constant`: lavapipe returns 0 for the high half of `UnpackHalf2x16` of a constant.

use super::replace_insts;
use crate::{Context, OpSet, OptLevel, Pass};
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Module, Op, Type, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "unpack-half-constant",
    doc: "Unpacks the halves of a constant one by one, each from the low half of a word.",
    ops: OPS,
    run,
};

const OPS: OpSet = OpSet::of(&[Op::UnpackHalf]);

fn run(module: &mut Module, context: &mut Context<'_>) {
    // In unoptimised modules the driver itself folds many values to constants.
    let unoptimised = context.options.opt_level == OptLevel::None;
    replace_insts(module, OPS, |b, data| {
        let &[word] = &data.args[..] else { return None };
        let ty = b.func.ty(data.result?);
        (unoptimised || b.func.as_const(word).is_some()).then(|| unpack_low_halves(b, word, ty))
    });
}

fn unpack_low_halves(b: &mut Builder<'_>, word: Value, ty: Type) -> Value {
    let half = b.i32(16);
    let shifted = b.op(Op::LShr, &[word, half]);
    let parts = [word, shifted].map(|word| {
        let pair = b.inst_with_type(Op::UnpackHalf, Imm::None, &[word], ty);
        b.extract(pair, 0)
    });
    b.construct(&parts)
}

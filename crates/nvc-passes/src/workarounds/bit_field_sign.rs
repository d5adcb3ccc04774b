//! `bit-field-sign`: NVIDIA's compiler implements an unsigned conversion to float as a signed one if the operand is an 8-
//! or 16-bit field that `OpBitFieldSExtract` extracts at a byte-aligned offset: it converts 0xffffffd1 to -47.0. The
//! compiler implements unsigned division with such conversions, so unsigned quotients are wrong too.

use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Module, Op, OwnedInst, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "bit-field-sign",
    doc: "Sign-extends bytes and halves of words by shifts in modules with unsigned conversions to float.",
    ops: OpSet::of(&[Op::UDiv, Op::URem, Op::UToF]),
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    replace_insts(module, OpSet::of(&[Op::SBfe]), by_shifts);
}

fn by_shifts(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let &[word, offset, count] = &data.args[..] else { return None };
    let (offset, count) = (b.func.as_bits(offset)?, b.func.as_bits(count)?);
    if !matches!(count, 8 | 16) || offset % 8 != 0 || offset + count > 32 {
        return None;
    }
    let ty = b.func.ty(word);
    let (left, right) = (b.splat_bits(ty, 32 - offset - count), b.splat_bits(ty, 32 - count));
    let top = b.op(Op::Shl, &[word, left]);
    Some(b.op(Op::AShr, &[top, right]))
}

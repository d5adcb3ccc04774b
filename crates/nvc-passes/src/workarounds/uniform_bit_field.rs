//! `uniform-bit-field`: NVIDIA's compilers miscompile the extraction of a bit field from a uniform value, such as a loop
//! counter, if the offset or width varies between invocations: every invocation gets the field at the offset and width
//! of the warp's first invocation.

use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "uniform-bit-field",
    doc: "Extracts bit fields whose offset or width is not constant by shifts.",
    ops: OPS,
    run: |module, _: &mut Context<'_>| run(module),
};

const OPS: OpSet = OpSet::of(&[Op::UBfe, Op::SBfe]);

fn run(module: &mut Module) {
    replace_insts(module, OPS, extracted);
}

fn extracted(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let &[word, offset, count] = &data.args[..] else { return None };
    let ty = b.func.ty(word);
    let constant = |value| b.func.as_const(value).is_some();
    if b.types.scalar(ty) != Types::I32 || constant(offset) && constant(count) {
        return None;
    }
    // Shift amounts are masked: for an empty field they may be 32, which is undefined. The mask at the end makes the result
    // of an empty field 0.
    let (width, last, zero) = (b.i32(32), b.i32(31), b.i32(0));
    let above = b.op(Op::ISub, &[width, count]);
    let left = b.op(Op::ISub, &[above, offset]);
    let [left, right] = [left, above].map(|amount| {
        let amount = b.op(Op::And, &[amount, last]);
        splat(b, data, amount)
    });
    let top = b.op(Op::Shl, &[word, left]);
    let shift = if data.op == Op::UBfe { Op::LShr } else { Op::AShr };
    let field = b.op(shift, &[top, right]);
    let ones = b.i32(u32::MAX);
    let empty = b.op(Op::IEq, &[count, zero]);
    let mask = b.op(Op::Select, &[empty, zero, ones]);
    let mask = splat(b, data, mask);
    Some(b.op(Op::And, &[field, mask]))
}

/// A vector of the scalar, with as many components as the extraction's operand.
fn splat(b: &mut Builder<'_>, data: &OwnedInst, scalar: Value) -> Value {
    data.args.first().map_or(scalar, |&word| b.splat(b.func.ty(word), scalar))
}

//! `i64-quotient-product`: NVIDIA's Vulkan driver treats `y & 1` in a 64-bit product `x * (y & 1)` as a bool, and then
//! computes a wrong 64-bit quotient of the product.

use super::features::has_i64_divisions;
use super::patterns::{is_i64, is_splat};
use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Builder, Module, Op, OwnedInst, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "i64-quotient-product",
    doc: "In modules with a 64-bit division, turns each 64-bit product with a single bit into an `and` with a mask.",
    ops: OpSet::of(&[Op::UDiv, Op::URem, Op::SDiv, Op::SMod]),
    run: |module, _: &mut Context<'_>| run(module),
};

fn run(module: &mut Module) {
    if has_i64_divisions(module, 1) {
        replace_insts(module, OpSet::of(&[Op::IMul]), product);
    }
}

fn product(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let &[x, y] = &data.args[..] else { return None };
    if !is_i64(b.types, b.func.ty(x)) {
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

/// Whether each component of a value is 0 or 1 because all other bits are masked out.
fn is_bit(b: &Builder<'_>, value: Value) -> bool {
    b.func
        .def(value)
        .is_some_and(|data| data.op == Op::And && data.args.iter().any(|&arg| is_splat(b.func, arg, 1)))
}

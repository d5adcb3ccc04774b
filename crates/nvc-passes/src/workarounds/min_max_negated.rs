//! `min-max-negated`: in nested signed minima or maxima, NVIDIA's compilers lose the negation of the inner second
//! operand: `min(min(x, -y), z)` becomes `min(min(x, y), z)`. A negated first operand is compiled correctly.

use super::patterns::is_splat;
use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::{Function, Module, Op, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "min-max-negated",
    doc: "Moves the negated operand of a signed minimum or maximum to the front.",
    ops: OPS,
    run: |module, _: &mut Context<'_>| run(module),
};

/// Signed minimum and maximum.
pub(super) const OPS: OpSet = OpSet::of(&[Op::SMin, Op::SMax]);

fn run(module: &mut Module) {
    replace_insts(module, OPS, |b, data| {
        let &[x, y] = &data.args[..] else { return None };
        let swap = negated(b.func, x).is_none() && negated(b.func, y).is_some();
        swap.then(|| b.op(data.op, &[y, x]))
    });
}

/// The operand x of a negation written as `-x`, `0 - x` or `~x + 1`.
pub(super) fn negated(func: &Function, value: Value) -> Option<Value> {
    let data = func.def(value)?;
    match (data.op, &data.args[..]) {
        (Op::INeg, &[x]) => Some(x),
        (Op::ISub, &[zero, x]) if is_splat(func, zero, 0) => Some(x),
        (Op::IAdd, &[x, one]) if is_splat(func, one, 1) => {
            func.def(x).filter(|data| data.op == Op::Not).map(|data| data.args[0])
        }
        _ => None,
    }
}

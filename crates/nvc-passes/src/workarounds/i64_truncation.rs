//! `i64-truncation`: in a module with `f64` conversions, NVIDIA's Vulkan driver loses the lowest bit of a truncated
//! 64-bit integer that is used like a bool. Observed only in modules compiled without optimisation.

use super::patterns::{is_i64, low_word};
use super::replace_insts;
use crate::{Context, OpSet, OptLevel, Pass};
use nvc_ir::{Builder, Imm, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "i64-truncation",
    doc: "Truncates 64-bit integers by extracting the low word, if optimisation is off.",
    ops: OPS,
    run,
};

const OPS: OpSet = OpSet::of(&[Op::ITrunc]);

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Other shading languages cannot bitcast a pair of words to a 64-bit integer.
    if context.options.opt_level == OptLevel::None && !context.options.portable {
        replace_insts(module, OPS, truncated);
    }
}

fn truncated(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let (&[wide], to) = (&data.args[..], b.func.ty(data.result?)) else { return None };
    if !is_i64(b.types, b.func.ty(wide)) {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(to)) {
        let number = b.extract(wide, index);
        parts.push(low_word(b, number));
    }
    let low = b.construct(&parts);
    let is_word = b.types.scalar(to) == Types::I32;
    Some(if is_word { low } else { b.inst_with_type(Op::ITrunc, Imm::None, &[low], to) })
}

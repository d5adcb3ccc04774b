//! `lower-warp`: turns NVIDIA's warp operations into SPIR-V subgroup operations.
//!
//! Subgroups are assumed to have 32 lanes, like NVIDIA's warps: the segments, clamps and masks of the assembly language
//! are meaningless for other sizes.

mod shuffle;
#[cfg(test)]
mod tests;

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{Context, OpSet, Pass};
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::{Builder, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "lower-warp",
    doc: "Turns NVIDIA's warp operations into subgroup operations, for subgroups of 32.",
    ops: OpSet::of(&[
        Op::Builtin,
        Op::NvShuffle,
        Op::NvShuffleValid,
        Op::NvBallot,
        Op::NvAll,
        Op::NvAny,
        Op::NvEqual,
        Op::NvMatchAny,
        Op::NvMatchAll,
    ]),
    run,
};

/// The number of lanes in a warp.
const WARP_SIZE: u32 = 32;

fn run(module: &mut Module, _: &mut Context<'_>) {
    let mut warps = false;
    rewrite_insts(module, PASS.ops, |b, _, data| {
        let lowered = lower(b, data);
        warps |= lowered.is_some();
        lowered.map_or(Rewrite::Keep, Rewrite::Replace)
    });
    if warps {
        module.interface.subgroup_size = Some(WARP_SIZE);
    }
}

fn lower(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    Some(match (data.op, data.imm(), &data.args[..]) {
        (Op::Builtin, Imm::Builtin(Builtin::WarpLane), _) => lane(b),
        (Op::NvShuffle, Imm::Shuffle(mode), &[value, index, mask]) => {
            shuffle::value(b, mode, value, index, mask)
        }
        (Op::NvShuffleValid, Imm::Shuffle(mode), &[index, mask]) => shuffle::valid(b, mode, index, mask),
        (Op::NvBallot, _, &[x]) => ballot(b, x),
        (Op::NvAll, _, &[x]) => b.op(Op::SubgroupAll, &[x]),
        (Op::NvAny, _, &[x]) => b.op(Op::SubgroupAny, &[x]),
        (Op::NvEqual, _, &[x]) => b.op(Op::SubgroupAllEqual, &[x]),
        (Op::NvMatchAny, _, &[x]) => {
            let bits = bits_of(b, x);
            let words = b.types.vector(Types::I32, 4);
            let mask = b.inst_with_type(Op::SubgroupPartition, Imm::None, &[bits], words);
            b.extract(mask, 0)
        }
        (Op::NvMatchAll, _, &[x]) => {
            let bits = bits_of(b, x);
            let equal = b.op(Op::SubgroupAllEqual, &[bits]);
            let always = b.bool(true);
            let active = ballot(b, always);
            let none = b.i32(0);
            b.op(Op::Select, &[equal, active, none])
        }
        _ => return None,
    })
}

/// The lane of the invocation, 0 to 31.
fn lane(b: &mut Builder<'_>) -> Value {
    b.builtin(Builtin::SubgroupLane, Types::I32)
}

/// A ballot as a 32-bit integer: the first of the four components of SPIR-V's ballot.
fn ballot(b: &mut Builder<'_>, x: Value) -> Value {
    let words = b.types.vector(Types::I32, 4);
    let mask = b.inst_with_type(Op::SubgroupBallot, Imm::None, &[x], words);
    b.extract(mask, 0)
}

/// The bits of a value as integers. Matches compare bits: 0.0 does not match -0.0, and a NaN matches itself.
fn bits_of(b: &mut Builder<'_>, x: Value) -> Value {
    let ty = b.func.ty(x);
    match b.types.scalar_bits(b.types.scalar(ty)) {
        Some(width) if b.types.is_float(ty) => {
            let int = b.types.with_scalar(ty, Types::int(width));
            b.bitcast(x, int)
        }
        _ => x,
    }
}

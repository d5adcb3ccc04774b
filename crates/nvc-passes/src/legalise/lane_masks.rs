//! `legalise-lane-masks`: computes lane masks from the lane and the subgroup size.
//!
//! Runs in two cases: if warps are emulated, because the index of an emulated lane differs from that of the device's lane; or
//! if the module will be translated, because other shading languages have no lane masks.

use crate::rewrite::{Rewrite, rewrite_insts};
use crate::{OpSet, Pass};
use nvc_ir::imm::{Builtin, Imm};
use nvc_ir::{Builder, Op, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "legalise-lane-masks",
    doc: "Computes lane masks from the lane and the subgroup size.",
    ops: BUILTINS,
    run: |module, _| {
        rewrite_insts(module, BUILTINS, |b, _, data| match data.imm() {
            Imm::Builtin(mask) if mask.is_lane_mask() => Rewrite::Replace(computed(b, mask)),
            _ => Rewrite::Keep,
        });
    },
};

const BUILTINS: OpSet = OpSet::of(&[Op::Builtin]);

/// The mask as four 32-bit integers, each for 32 lanes.
fn computed(b: &mut Builder<'_>, mask: Builtin) -> Value {
    let lane = b.builtin(Builtin::SubgroupLane, Types::I32);
    let (five, low) = (b.i32(5), b.i32(31));
    let own_word = b.op(Op::LShr, &[lane, five]);
    let bit = b.op(Op::And, &[lane, low]);
    let own = word_of_lane(b, mask, bit);
    let (none, all) = (b.i32(0), b.i32(u32::MAX));
    let (lower, higher) = match mask {
        Builtin::SubgroupLeMask | Builtin::SubgroupLtMask => (all, none),
        Builtin::SubgroupGeMask | Builtin::SubgroupGtMask => (none, all),
        _ => (none, none),
    };
    let words: Vec<Value> = (0..4)
        .map(|number| {
            let word = b.i32(number);
            let is_own = b.op(Op::IEq, &[word, own_word]);
            let is_lower = b.op(Op::ULt, &[word, own_word]);
            let other = b.op(Op::Select, &[is_lower, lower, higher]);
            let bits = b.op(Op::Select, &[is_own, own, other]);
            match mask {
                Builtin::SubgroupGeMask | Builtin::SubgroupGtMask => below_size(b, bits, number),
                _ => bits,
            }
        })
        .collect();
    b.construct(&words)
}

/// The 32-bit part of a mask that contains the lane's own bit.
fn word_of_lane(b: &mut Builder<'_>, mask: Builtin, bit: Value) -> Value {
    let (one, ones) = (b.i32(1), b.i32(u32::MAX));
    let own = b.op(Op::Shl, &[one, bit]);
    let from = b.op(Op::Shl, &[ones, bit]);
    match mask {
        Builtin::SubgroupGeMask => from,
        Builtin::SubgroupGtMask => b.op(Op::Xor, &[from, own]),
        Builtin::SubgroupLtMask => b.op(Op::Not, &[from]),
        Builtin::SubgroupLeMask => {
            let below = b.op(Op::Not, &[from]);
            b.op(Op::Or, &[below, own])
        }
        _ => own,
    }
}

/// Clears the bits of lanes beyond the subgroup size (GL_KHR_shader_subgroup: masks contain lanes of the subgroup only).
fn below_size(b: &mut Builder<'_>, bits: Value, word: u32) -> Value {
    let size = b.builtin(Builtin::SubgroupSize, Types::I32);
    let first = b.i32(32 * word);
    let count = b.op(Op::ISub, &[size, first]);
    let (zero, full) = (b.i32(0), b.i32(32));
    let count = b.op(Op::SMax, &[count, zero]);
    let count = b.op(Op::SMin, &[count, full]);
    // A bit-field extract, because a shift by 32 is undefined.
    let ones = b.i32(u32::MAX);
    let lanes = b.op(Op::UBfe, &[ones, zero, count]);
    b.op(Op::And, &[bits, lanes])
}

//! Lowers warp operations that need no exchange: built-in inputs such as the lane and warp indices, operations on the bits of a
//! ballot, and barriers with the memory scope subgroup.

use super::lanes::{self, WIDTH};
use crate::OpSet;
use crate::rewrite::{Rewrite, rewrite_insts};
use nvc_ir::imm::{Barrier, Builtin, GroupForm, Imm, Scope};
use nvc_ir::{Builder, Extent, InstRef, Module, Op, OwnedInst, Types, Value};

/// The number of warps per multiprocessor of the emulated device, which has a single multiprocessor.
const WARPS_PER_SM: u32 = 64;

/// Whether an instruction depends on the division into warps but needs no exchange.
pub(super) fn is_lane_local(data: InstRef<'_>) -> bool {
    match data.imm() {
        Imm::Builtin(builtin) => is_warp_builtin(builtin),
        Imm::Barrier(barrier) => {
            barrier.execution == Some(Scope::Subgroup) || barrier.memory == Scope::Subgroup
        }
        _ => matches!(
            data.op,
            Op::SubgroupInverseBallot
                | Op::SubgroupBallotBit
                | Op::SubgroupBallotCount
                | Op::SubgroupBallotLsb
                | Op::SubgroupBallotMsb
        ),
    }
}

fn is_warp_builtin(builtin: Builtin) -> bool {
    use Builtin::{SmCount, SmId, SubgroupCount, SubgroupId, SubgroupLane, SubgroupSize, WarpId, WarpsPerSm};
    matches!(
        builtin,
        SubgroupLane | SubgroupSize | SubgroupId | SubgroupCount | WarpId | SmId | WarpsPerSm | SmCount
    )
}

/// Lowers all lane-local operations. A warp barrier keeps its execution scope, by which later steps recognise it; its
/// memory scope becomes the work group.
pub(super) fn run(module: &mut Module) {
    let size = module.entry.as_ref().map_or([Extent::Fixed(1); 3], |entry| entry.workgroup_size);
    rewrite_insts(module, OpSet::ALL, |b, _, data| match data.imm() {
        Imm::Barrier(barrier) if barrier.memory == Scope::Subgroup => {
            let wider = Barrier { memory: Scope::Workgroup, ..barrier };
            b.effect(data.op, Imm::Barrier(wider), &data.args);
            Rewrite::Remove
        }
        _ => lower(b, data, size).map_or(Rewrite::Keep, Rewrite::Replace),
    });
}

fn lower(b: &mut Builder<'_>, data: &OwnedInst, size: [Extent; 3]) -> Option<Value> {
    if let Imm::Builtin(builtin) = data.imm() {
        return builtin_value(b, builtin, size);
    }
    Some(match (data.op, &data.args[..]) {
        (Op::SubgroupInverseBallot, &[mask]) => {
            let lane = lanes::lane(b);
            bit_of(b, mask, lane)
        }
        (Op::SubgroupBallotBit, &[mask, index]) => bit_of(b, mask, index),
        (Op::SubgroupBallotCount, &[mask]) => {
            let word = b.extract(mask, 0);
            let counted = match data.imm() {
                Imm::Group(_, GroupForm::Inclusive) => Some(lanes::up_to(b)),
                Imm::Group(_, GroupForm::Exclusive) => Some(lanes::below(b)),
                _ => None,
            };
            let word = counted.map_or(word, |counted| b.op(Op::And, &[word, counted]));
            b.op(Op::BitCount, &[word])
        }
        (Op::SubgroupBallotLsb, &[mask]) => {
            let word = b.extract(mask, 0);
            b.op(Op::FindLsb, &[word])
        }
        (Op::SubgroupBallotMsb, &[mask]) => {
            let word = b.extract(mask, 0);
            b.op(Op::FindUMsb, &[word])
        }
        _ => return None,
    })
}

fn builtin_value(b: &mut Builder<'_>, builtin: Builtin, size: [Extent; 3]) -> Option<Value> {
    Some(match builtin {
        Builtin::SubgroupLane => lanes::lane(b),
        Builtin::SubgroupSize => b.i32(WIDTH),
        Builtin::SubgroupId | Builtin::WarpId => lanes::warp(b),
        Builtin::SubgroupCount => warps_of(b, size),
        Builtin::SmId => b.i32(0),
        Builtin::SmCount => b.i32(1),
        Builtin::WarpsPerSm => b.i32(WARPS_PER_SM),
        _ => return None,
    })
}

/// The number of warps in the work group.
fn warps_of(b: &mut Builder<'_>, size: [Extent; 3]) -> Value {
    let mut total = b.i32(1);
    for extent in size {
        let extent = extent_value(b, extent);
        total = b.op(Op::IMul, &[total, extent]);
    }
    let last = b.i32(WIDTH - 1);
    let rounded = b.op(Op::IAdd, &[total, last]);
    let shift = b.i32(WIDTH.trailing_zeros());
    b.op(Op::LShr, &[rounded, shift])
}

fn extent_value(b: &mut Builder<'_>, extent: Extent) -> Value {
    match extent {
        Extent::Fixed(n) => b.i32(n),
        Extent::Spec(spec) => b.func.constant(Types::I32, nvc_ir::Const::Spec(spec)),
    }
}

/// A bit of a ballot as a bool. Bits from index 32 on are false.
fn bit_of(b: &mut Builder<'_>, mask: Value, index: Value) -> Value {
    let word = b.extract(mask, 0);
    let (limit, zero, one) = (b.i32(WIDTH - 1), b.i32(0), b.i32(1));
    let place = b.op(Op::And, &[index, limit]);
    let shifted = b.op(Op::LShr, &[word, place]);
    let bit = b.op(Op::And, &[shifted, one]);
    let in_range = b.op(Op::ULe, &[index, limit]);
    let set = b.op(Op::INe, &[bit, zero]);
    b.op(Op::And, &[in_range, set])
}

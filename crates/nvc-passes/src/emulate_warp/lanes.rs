//! Classification of subgroup operations, and lane arithmetic.

use crate::arith::fold_const;
use nvc_ir::imm::Builtin;
use nvc_ir::{Builder, Op, Types, Value};

/// The number of lanes in a warp.
pub(super) const WIDTH: u32 = 32;

/// Whether an operation exchanges data between lanes or depends on which lanes are active.
pub(super) fn communicates(op: Op) -> bool {
    matches!(
        op,
        Op::SubgroupShuffle
            | Op::SubgroupShuffleXor
            | Op::SubgroupShuffleUp
            | Op::SubgroupShuffleDown
            | Op::SubgroupBallot
            | Op::SubgroupAll
            | Op::SubgroupAny
            | Op::SubgroupQuadAll
            | Op::SubgroupQuadAny
            | Op::SubgroupAllEqual
            | Op::SubgroupPartition
            | Op::SubgroupElect
            | Op::SubgroupBroadcast
            | Op::SubgroupBroadcastFirst
            | Op::SubgroupArithmetic
            | Op::SubgroupQuadBroadcast
            | Op::SubgroupQuadSwap
            | Op::SubgroupRotate
    )
}

/// Whether the result of an operation is uniform over the active lanes, whatever its operands and immediate are.
pub(super) fn is_warp_uniform(op: Op) -> bool {
    matches!(
        op,
        Op::SubgroupBallot
            | Op::SubgroupAll
            | Op::SubgroupAny
            | Op::SubgroupAllEqual
            | Op::SubgroupBroadcast
            | Op::SubgroupBroadcastFirst
    )
}

/// The local index of the invocation.
pub(super) fn local_index(b: &mut Builder<'_>) -> Value {
    b.builtin(Builtin::LocalIndex, Types::I32)
}

/// The lane of the invocation.
pub(super) fn lane(b: &mut Builder<'_>) -> Value {
    let index = local_index(b);
    fold_const(b, Op::And, index, WIDTH - 1)
}

/// The local index of the warp's first invocation.
pub(super) fn base(b: &mut Builder<'_>) -> Value {
    let index = local_index(b);
    fold_const(b, Op::And, index, !(WIDTH - 1))
}

/// The index of the warp in the work group.
pub(super) fn warp(b: &mut Builder<'_>) -> Value {
    let index = local_index(b);
    fold_const(b, Op::LShr, index, WIDTH.trailing_zeros())
}

/// The mask of the invocation's own lane.
pub(super) fn bit(b: &mut Builder<'_>) -> Value {
    let (one, lane) = (b.i32(1), lane(b));
    b.op(Op::Shl, &[one, lane])
}

/// The mask of the lanes below the invocation's.
pub(super) fn below(b: &mut Builder<'_>) -> Value {
    let (bit, one) = (bit(b), b.i32(1));
    b.op(Op::ISub, &[bit, one])
}

/// The mask of the invocation's lane and the lanes below.
pub(super) fn up_to(b: &mut Builder<'_>) -> Value {
    let (bit, below) = (bit(b), below(b));
    b.op(Op::Or, &[bit, below])
}

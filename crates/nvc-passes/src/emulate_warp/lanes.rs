//! Small questions and small arithmetic about lanes.

use crate::arith::fold_const;
use nvc_ir::imm::Builtin;
use nvc_ir::{Builder, Op, Types, Value};

/// Lanes of a warp.
pub(super) const WIDTH: u32 = 32;

/// Whether an operation moves values between lanes, or asks which are active.
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

/// Whether the result of an operation is the same in all lanes that take part.
pub(super) fn is_same_in_warp(op: Op) -> bool {
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

/// The number of an invocation in its work group.
pub(super) fn own(b: &mut Builder<'_>) -> Value {
    b.builtin(Builtin::LocalIndex, Types::I32)
}

/// The own lane.
pub(super) fn lane(b: &mut Builder<'_>) -> Value {
    let own = own(b);
    fold_const(b, Op::And, own, WIDTH - 1)
}

/// The number of the own warp's first invocation.
pub(super) fn base(b: &mut Builder<'_>) -> Value {
    let own = own(b);
    fold_const(b, Op::And, own, !(WIDTH - 1))
}

/// The own warp.
pub(super) fn warp(b: &mut Builder<'_>) -> Value {
    let own = own(b);
    fold_const(b, Op::LShr, own, WIDTH.trailing_zeros())
}

/// The own lane's bit.
pub(super) fn bit(b: &mut Builder<'_>) -> Value {
    let (one, lane) = (b.i32(1), lane(b));
    b.op(Op::Shl, &[one, lane])
}

/// The bits of the lanes below the own.
pub(super) fn below(b: &mut Builder<'_>) -> Value {
    let (bit, one) = (bit(b), b.i32(1));
    b.op(Op::ISub, &[bit, one])
}

/// The bits of the lanes up to the own.
pub(super) fn up_to(b: &mut Builder<'_>) -> Value {
    let (bit, below) = (bit(b), below(b));
    b.op(Op::Or, &[bit, below])
}

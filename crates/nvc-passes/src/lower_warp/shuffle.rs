//! Lowers shuffles: computes the source lane, and whether it is in range.
//!
//! The hardware computes, for lane `t`, index `i` and a mask operand with the 5-bit fields `clamp` and `seg`:
//!
//! ```text
//! min = t & seg         max = min | (clamp & ~seg)
//! idx   s = min | (i & ~seg)   in range: s <= max
//! up    s = t - i              in range: s >= max
//! down  s = t + i              in range: s <= max
//! xor   s = t ^ i              in range: s <= max
//! ```
//!
//! The NV_shader_thread_shuffle specification excludes equality; hardware includes it. The lane bits selected by `seg` are
//! the segment index. They are equal in `t`, `min` and `max` and cancel out: with `n = ~seg`, `c = clamp & n` and
//! `l = t & n` the comparisons become
//!
//! ```text
//! idx   (i & n) <= c      up   c + i <= l      down   l + i <= c
//! xor   (l ^ i) <= c, if i has no bit in seg
//! ```
//!
//! which fold to `true` for the masks that compilers emit.

use super::lane;
use crate::analysis::low_mask;
use crate::arith::{bound, fold, fold_const};
use nvc_ir::imm::ShuffleMode;
use nvc_ir::{Builder, Op, TypeKind, Types, Value};

/// The bits of a lane index.
const LANE_MASK: u32 = 31;

/// The fields of a shuffle's index and mask operands.
struct Fields {
    /// `i`, in its low five bits.
    index: Value,
    /// `seg`: the lane bits that are the segment index.
    seg: Value,
    /// `n`: the lane bits that are the position in the segment.
    position_mask: Value,
    /// `c`: the clamp, as a position in the segment.
    clamp: Value,
}

impl Fields {
    fn new(b: &mut Builder<'_>, index: Value, mask: Value) -> Self {
        let index = match b.func.as_bits(index) {
            Some(bits) => b.bits(Types::I32, bits & u64::from(LANE_MASK)),
            None => index,
        };
        let high = fold_const(b, Op::LShr, mask, 8);
        let seg = fold_const(b, Op::And, high, LANE_MASK);
        let position_mask = fold_const(b, Op::Xor, seg, LANE_MASK);
        // `position_mask` has 5 bits, so the conjunction also drops the other fields of the mask operand.
        let clamp = fold(b, Op::And, mask, position_mask);
        Fields { index, seg, position_mask, clamp }
    }

    /// `i`.
    fn index(&self, b: &mut Builder<'_>) -> Value {
        fold_const(b, Op::And, self.index, LANE_MASK)
    }

    /// `l`: the lane's position in the segment.
    fn own_position(&self, b: &mut Builder<'_>) -> Value {
        let lane = lane(b);
        fold(b, Op::And, lane, self.position_mask)
    }

    /// Whether the index is known to have no bits in common with `seg`.
    fn index_is_position(&self, b: &Builder<'_>) -> bool {
        let Some(seg) = b.func.as_bits(self.seg) else { return false };
        match b.func.as_bits(self.index) {
            Some(index) => index & seg == 0,
            // Below the lowest bit of `seg`, or below 32 if `seg` is 0.
            None => self.max_index(b) < (seg & seg.wrapping_neg() | u64::from(seg == 0) << 5),
        }
    }

    /// The largest value that the index can have.
    fn max_index(&self, b: &Builder<'_>) -> u64 {
        bound(b, self.index).min(u64::from(LANE_MASK))
    }

    /// Whether the source lane is known to be in range for every lane.
    fn always_in_range(&self, b: &Builder<'_>, mode: ShuffleMode) -> bool {
        let Some(clamp) = b.func.as_bits(self.clamp) else { return false };
        let (position, index) = (bound(b, self.position_mask), self.max_index(b));
        match mode {
            ShuffleMode::Idx => position.min(index) <= clamp,
            ShuffleMode::Up => clamp + index == 0,
            ShuffleMode::Down => position + index <= clamp,
            ShuffleMode::Xor => self.index_is_position(b) && low_mask(position.max(index)) <= clamp,
        }
    }

    /// Whether the source lane is in range.
    fn in_range(&self, b: &mut Builder<'_>, mode: ShuffleMode) -> Value {
        if self.always_in_range(b, mode) {
            return b.bool(true);
        }
        let index = self.index(b);
        match mode {
            ShuffleMode::Idx => {
                let position = fold(b, Op::And, index, self.position_mask);
                fold(b, Op::ULe, position, self.clamp)
            }
            ShuffleMode::Up => {
                let lowest = fold(b, Op::IAdd, self.clamp, index);
                let own = self.own_position(b);
                fold(b, Op::ULe, lowest, own)
            }
            ShuffleMode::Down => {
                let own = self.own_position(b);
                let source = fold(b, Op::IAdd, own, index);
                fold(b, Op::ULe, source, self.clamp)
            }
            ShuffleMode::Xor if self.index_is_position(b) => {
                let own = self.own_position(b);
                let source = fold(b, Op::Xor, own, index);
                fold(b, Op::ULe, source, self.clamp)
            }
            ShuffleMode::Xor => {
                let lane = lane(b);
                let source = fold(b, Op::Xor, lane, index);
                let min = fold(b, Op::And, lane, self.seg);
                let max = fold(b, Op::Or, min, self.clamp);
                fold(b, Op::ULe, source, max)
            }
        }
    }

    /// The source lane; meaningful only if it is in range.
    fn source(&self, b: &mut Builder<'_>, mode: ShuffleMode) -> Value {
        let index = self.index(b);
        let op = match mode {
            ShuffleMode::Idx => {
                let position = fold(b, Op::And, index, self.position_mask);
                if b.func.as_bits(self.seg) == Some(0) {
                    return position;
                }
                let lane = lane(b);
                let min = fold(b, Op::And, lane, self.seg);
                return fold(b, Op::Or, min, position);
            }
            ShuffleMode::Up => Op::ISub,
            ShuffleMode::Down => Op::IAdd,
            ShuffleMode::Xor => Op::Xor,
        };
        let lane = lane(b);
        fold(b, op, lane, index)
    }
}

/// The predicate of a shuffle.
pub(super) fn valid(b: &mut Builder<'_>, mode: ShuffleMode, index: Value, mask: Value) -> Value {
    let fields = Fields::new(b, index, mask);
    fields.in_range(b, mode)
}

/// The value of a shuffle: the source lane's if that is in range, otherwise this lane's own.
pub(super) fn value(
    b: &mut Builder<'_>,
    mode: ShuffleMode,
    value: Value,
    index: Value,
    mask: Value,
) -> Value {
    let fields = Fields::new(b, index, mask);
    let distance = b.func.as_bits(fields.index);
    if mode != ShuffleMode::Idx && distance == Some(0) {
        return value;
    }
    let valid = fields.in_range(b, mode);
    let known = b.func.as_bits(valid).map(|bit| bit != 0);
    if known == Some(false) {
        return value;
    }
    // Relative shuffles are single instructions on most hardware. In lanes without a source the result is undefined, and
    // the `select` discards it.
    let by_distance = match mode {
        ShuffleMode::Xor if known == Some(true) => Some(Op::SubgroupShuffleXor),
        ShuffleMode::Up if can_select(b, value) => Some(Op::SubgroupShuffleUp),
        ShuffleMode::Down if can_select(b, value) => Some(Op::SubgroupShuffleDown),
        _ => None,
    };
    if let (Some(op), Some(_)) = (by_distance, distance) {
        let moved = b.op(op, &[value, fields.index]);
        return match known {
            Some(_) => moved,
            None => b.op(Op::Select, &[valid, moved, value]),
        };
    }
    let mut source = fields.source(b, mode);
    if known.is_none() {
        let lane = lane(b);
        source = b.op(Op::Select, &[valid, source, lane]);
    }
    b.op(Op::SubgroupShuffle, &[value, source])
}

/// Whether a scalar condition can select between values of this type: before SPIR-V 1.4 only scalars.
fn can_select(b: &Builder<'_>, value: Value) -> bool {
    matches!(b.types.kind(b.func.ty(value)), TypeKind::Bool | TypeKind::Int(_) | TypeKind::Float(_))
}

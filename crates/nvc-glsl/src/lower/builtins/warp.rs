//! NVIDIA's warp of 32 lanes: NV_shader_thread_shuffle, NV_shader_thread_group, NV_gpu_shader5.

use crate::builtins::operation::WarpFunction;
use crate::lower::context::{E, Lowerer};
use crate::lower::values::rvalue::Val;
use crate::options::Quirks;
use nvc_ir::imm::{Builtin, Imm, ShuffleMode};
use nvc_ir::{Op, Types, Value};

/// Lanes in a warp.
const LANES: u32 = 32;
/// The highest lane's number: a clamp that leaves the whole segment.
const LAST: u32 = LANES - 1;

impl Lowerer<'_, '_> {
    pub(super) fn warp(&mut self, function: WarpFunction, args: &[E]) -> Val {
        let op = match function {
            WarpFunction::Shuffle(mode) => return self.shuffle_warp(mode, args),
            WarpFunction::Active => {
                let truth = self.b.bool(true);
                return self.b.op(Op::NvBallot, &[truth]).into();
            }
            WarpFunction::Any => Op::NvAny,
            WarpFunction::All => Op::NvAll,
            WarpFunction::AllEqual => Op::NvEqual,
            WarpFunction::Ballot => Op::NvBallot,
        };
        let [truth] = self.values(args);
        self.b.op(op, &[truth]).into()
    }

    /// Value, index, width; a fourth argument becomes whether the source lane lies in the segment.
    ///
    /// By the text, the low five bits of the index count, and one that is not below the width is out of
    /// range in every mode. NVIDIA's driver leaves that to its instructions: `SHFIDX` wraps it into the
    /// segment, `SHFXOR` reads lanes of lower segments too, and nothing is in range of the other two.
    fn shuffle_warp(&mut self, mode: ShuffleMode, args: &[E]) -> Val {
        let &[value, index, width, ref valid @ ..] = args else { return Val::void() };
        let (value, index, width) = (self.value(value), self.value(index), self.value(width));
        let mask = self.segment_mask(mode, width);
        let bare = self.s.options.quirks == Quirks::Driver;
        let inside = match (self.b.func.as_bits(index), self.b.func.as_bits(width)) {
            _ if bare => None,
            (Some(index), Some(width)) if index & u64::from(LAST) < width => None,
            (_, Some(width)) if width >= u64::from(LANES) => None,
            _ => {
                let last = self.b.i32(LAST);
                let index = self.b.op(Op::And, &[index, last]);
                Some(self.b.op(Op::ULt, &[index, width]))
            }
        };
        let parts: Vec<Value> = self
            .components(value)
            .into_iter()
            .map(|part| self.shuffle_scalar(mode, part, index, mask, inside))
            .collect();
        if let Some(&valid) = valid.first() {
            let mut truth = self.b.op_imm(Op::NvShuffleValid, Imm::Shuffle(mode), &[index, mask]);
            if let Some(inside) = inside {
                truth = self.b.op(Op::And, &[truth, inside]);
            }
            self.write_out(valid, truth);
        }
        self.vector(&parts).into()
    }

    /// Bits travel, so that no float is touched on the way.
    fn shuffle_scalar(
        &mut self,
        mode: ShuffleMode,
        value: Value,
        index: Value,
        mask: Value,
        inside: Option<Value>,
    ) -> Value {
        let ty = self.b.func.ty(value);
        let truth = ty == Types::BOOL;
        let bits = if truth { self.bool_to(value, Types::I32, 1) } else { self.b.bitcast(value, Types::I32) };
        let mut moved = self.b.op_imm(Op::NvShuffle, Imm::Shuffle(mode), &[bits, index, mask]);
        if let Some(inside) = inside {
            moved = self.b.op(Op::Select, &[inside, moved, bits]);
        }
        if !truth {
            return self.b.bitcast(moved, ty);
        }
        let zero = self.b.i32(0);
        self.b.op(Op::INe, &[moved, zero])
    }

    /// The mask operand for segments of a width: the bits of a lane that name its segment above a clamp.
    fn segment_mask(&mut self, mode: ShuffleMode, width: Value) -> Value {
        let clamp = if mode == ShuffleMode::Up { 0 } else { LAST };
        if let Some(width) = self.b.func.as_bits(width) {
            let segment = LANES.wrapping_sub(width as u32) & LAST;
            return self.b.i32(clamp | segment << 8);
        }
        let lanes = self.b.i32(LANES);
        let segment = self.b.op(Op::ISub, &[lanes, width]);
        let (eight, clamp) = (self.b.i32(8), self.b.i32(clamp));
        let segment = self.b.op(Op::Shl, &[segment, eight]);
        self.b.op(Op::Or, &[segment, clamp])
    }

    /// A bit for each lane whose number compares so with the own one.
    pub(super) fn lane_mask(&mut self, op: naga::BinaryOperator, lane: Value) -> Value {
        use naga::BinaryOperator as B;
        let ty = self.b.func.ty(lane);
        let (one, ones) = (self.bits_of(ty, 1), self.bits_of(ty, u64::MAX));
        let own = self.b.op(Op::Shl, &[one, lane]);
        let from = self.b.op(Op::Shl, &[ones, lane]);
        match op {
            B::Equal => own,
            B::GreaterEqual => from,
            B::Greater => self.b.op(Op::Xor, &[from, own]),
            B::Less => self.b.op(Op::Not, &[from]),
            _ => {
                let below = self.b.op(Op::Not, &[from]);
                self.b.op(Op::Or, &[below, own])
            }
        }
    }

    /// The own lane in the warp.
    pub(super) fn warp_lane(&mut self) -> Value {
        self.b.builtin(Builtin::WarpLane, Types::I32)
    }
}

//! Lowers functions on NVIDIA's 32-lane warps (GL_NV_shader_thread_shuffle, GL_NV_shader_thread_group,
//! GL_NV_gpu_shader5).

use crate::builtins::operation::WarpFunction;
use crate::lower::context::{ExprHandle, Lowerer};
use crate::lower::values::rvalue::Rvalue;
use crate::options::Quirks;
use nvc_ir::imm::{Builtin, Imm, ShuffleMode};
use nvc_ir::{Op, Types, Value};

/// Number of lanes in a warp.
const LANES: u32 = 32;
/// Index of the last lane. As the clamp of a shuffle, it includes the whole segment.
const LAST: u32 = LANES - 1;

impl Lowerer<'_, '_> {
    pub(super) fn warp(&mut self, function: WarpFunction, args: &[ExprHandle]) -> Rvalue {
        let op = match function {
            WarpFunction::Shuffle(mode) => return self.shuffle_warp(mode, args),
            WarpFunction::Active => {
                let predicate = self.b.bool(true);
                return self.b.op(Op::NvBallot, &[predicate]).into();
            }
            WarpFunction::Any => Op::NvAny,
            WarpFunction::All => Op::NvAll,
            WarpFunction::AllEqual => Op::NvEqual,
            WarpFunction::Ballot => Op::NvBallot,
        };
        let [predicate] = self.values(args);
        self.b.op(op, &[predicate]).into()
    }

    /// Lowers `shuffleNV` and its variants. The arguments are a value, an index, a segment width, and an
    /// optional output that is true if the source lane is in the segment.
    ///
    /// The specification uses only the low five bits of the index, and an index that is at least the width is
    /// out of range in every mode. NVIDIA's driver passes the index to its instructions unchecked: `SHFIDX`
    /// wraps it into the segment, `SHFXOR` also reads lanes of lower segments, and for the other two modes
    /// nothing is in range.
    fn shuffle_warp(&mut self, mode: ShuffleMode, args: &[ExprHandle]) -> Rvalue {
        let &[value, index, width, ref valid @ ..] = args else { return Rvalue::void() };
        let (value, index, width) = (self.value(value), self.value(index), self.value(width));
        let mask = self.segment_mask(mode, width);
        let driver = self.module.options.quirks == Quirks::Driver;
        let inside = match (self.b.func.as_bits(index), self.b.func.as_bits(width)) {
            _ if driver => None,
            (Some(index), Some(width)) if index & u64::from(LAST) < width => None,
            (_, Some(width)) if width >= u64::from(LANES) => None,
            _ => {
                let last = self.b.i32(LAST);
                let index = self.b.op(Op::And, &[index, last]);
                Some(self.b.op(Op::ULt, &[index, width]))
            }
        };
        if self.b.types.is_uncounted(self.b.func.ty(value)) {
            let what = "a warp shuffle of a vector whose length depends on a specialization constant";
            self.unsupported(what, "shuffle its components in a loop");
            return value.into();
        }
        let parts: Vec<Value> = self
            .components(value)
            .into_iter()
            .map(|part| self.shuffle_scalar(mode, part, index, mask, inside))
            .collect();
        if let Some(&valid) = valid.first() {
            let mut predicate = self.b.op_imm(Op::NvShuffleValid, Imm::Shuffle(mode), &[index, mask]);
            if let Some(inside) = inside {
                predicate = self.b.op(Op::And, &[predicate, inside]);
            }
            self.write_out(valid, predicate);
        }
        self.vector(&parts).into()
    }

    /// Shuffles one scalar as an integer, so that the bits of NaNs are preserved.
    fn shuffle_scalar(
        &mut self,
        mode: ShuffleMode,
        value: Value,
        index: Value,
        mask: Value,
        inside: Option<Value>,
    ) -> Value {
        let ty = self.b.func.ty(value);
        let is_bool = ty == Types::BOOL;
        let bits =
            if is_bool { self.bool_to(value, Types::I32, 1) } else { self.b.bitcast(value, Types::I32) };
        let mut moved = self.b.op_imm(Op::NvShuffle, Imm::Shuffle(mode), &[bits, index, mask]);
        if let Some(inside) = inside {
            moved = self.b.op(Op::Select, &[inside, moved, bits]);
        }
        if !is_bool {
            return self.b.bitcast(moved, ty);
        }
        let zero = self.b.i32(0);
        self.b.op(Op::INe, &[moved, zero])
    }

    /// Returns the mask operand of a shuffle in segments of `width` lanes: the clamp in bits 0 to 7, and the
    /// segment mask from bit 8.
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

    /// Returns a mask of the lanes whose index i satisfies `i op lane`.
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

    /// Returns the index of the invocation's lane in the warp.
    pub(super) fn warp_lane(&mut self) -> Value {
        self.b.builtin(Builtin::WarpLane, Types::I32)
    }
}

//! Lowers warp operations: votes, ballots, matches and shuffles (NV_shader_thread_group,
//! NV_shader_thread_shuffle). MATCH has no specification and is known only from the output of NVIDIA's
//! compiler.

use crate::lower::{Lowerer, U32, ir_type};
use crate::modifier::MatchMode;
use crate::resolve::Inst;
use crate::table::Opcode;
use nvc_ir::imm::{Imm, ShuffleMode};
use nvc_ir::types::Types;
use nvc_ir::{Op, Value};

impl Lowerer<'_> {
    /// Lowers TGALL, TGANY, TGEQ, TGBALLOT and MATCH.
    pub(super) fn vote(&mut self, inst: &Inst) {
        let [src] = inst.srcs else { return };
        let op = match inst.opcode {
            Opcode::Match => {
                let all = inst.mods.match_mode == Some(MatchMode::All);
                return self.each_lane(inst, U32, |this, k| {
                    let value = this.read(src, k);
                    let bits = this.b.bitcast(value, Types::int(src.ty.bits));
                    this.b.op(if all { Op::NvMatchAll } else { Op::NvMatchAny }, &[bits])
                });
            }
            Opcode::Tgballot => {
                return self.each_lane(inst, U32, |this, k| {
                    let value = this.read(src, k);
                    let nonzero = this.is_nonzero(value, src.ty);
                    this.b.op(Op::NvBallot, &[nonzero])
                });
            }
            Opcode::Tgall => Op::NvAll,
            Opcode::Tgany => Op::NvAny,
            _ => Op::NvEqual,
        };
        self.each_lane(inst, inst.ty, |this, k| {
            let value = this.read(src, k);
            // A NaN counts as non-zero in TGEQ alone (docs/hardware.md, A3).
            let nonzero = if op == Op::NvEqual && src.ty.is_float() {
                let zero = this.b.bits(ir_type(src.ty), 0);
                this.b.op(Op::FNe, &[value, zero])
            } else {
                this.is_nonzero(value, src.ty)
            };
            let result = this.b.op(op, &[nonzero]);
            this.bool_to_number(result, inst.ty)
        });
    }

    /// Lowers SHF*. x of the result is the predicate and y the value. The specification leaves z and w
    /// undefined; they are unchanged.
    pub(super) fn shuffle(&mut self, inst: &Inst) {
        let [value, index, mask] = inst.srcs else { return };
        let mode = match inst.opcode {
            Opcode::Shfidx => ShuffleMode::Idx,
            Opcode::Shfup => ShuffleMode::Up,
            Opcode::Shfdown => ShuffleMode::Down,
            _ => ShuffleMode::Xor,
        };
        let index = self.read(index, 0);
        let low = self.b.i32(31);
        // The hardware uses only the low five bits of the index.
        let index = self.b.op(Op::And, &[index, low]);
        let mask = self.read(mask, 0);
        let valid = self.b.op_imm(Op::NvShuffleValid, Imm::Shuffle(mode), &[index, mask]);
        let valid = self.bool_to_number(valid, inst.ty);
        let value = self.shuffled(inst, value, mode, [index, mask]);
        self.write_lanes(inst, inst.ty, [Some(valid), Some(value), None, None]);
    }

    fn shuffled(
        &mut self,
        inst: &Inst,
        value: &crate::resolve::Src,
        mode: ShuffleMode,
        [index, mask]: [Value; 2],
    ) -> Value {
        let value = self.read(value, 0);
        // Values are shuffled as integers, so that NaNs are preserved.
        let bits = self.b.bitcast(value, Types::int(inst.ty.bits));
        let shuffled = self.b.op_imm(Op::NvShuffle, Imm::Shuffle(mode), &[bits, index, mask]);
        self.b.bitcast(shuffled, ir_type(inst.ty))
    }
}

//! Lowers packing and unpacking (NV_gpu_program4 and NV_gpu_program5 §2.X.8). Packed values are raw bits,
//! whatever the type modifier.

use crate::lower::{F32, Lowerer, U32};
use crate::modifier::{BaseType, DataType};
use crate::resolve::{Inst, Src};
use crate::table::Opcode;
use nvc_ir::imm::Imm;
use nvc_ir::types::Types;
use nvc_ir::{Op, Value};

const U64: DataType = DataType::new(BaseType::Unsigned, 64);

impl Lowerer<'_> {
    /// Lowers the `Pack` family.
    pub(in crate::lower) fn pack(&mut self, inst: &Inst) {
        let [src] = inst.srcs else { return };
        if inst.opcode == Opcode::Pk64 {
            // Lanes x and z are the 64-bit value with the low half a.x and the high half a.y; lanes y and w are that of
            // a.z and a.w.
            return self.each_lane(inst, U64, |this, k| {
                let first = 2 * (k & 1);
                let [low, high] = [0, 1].map(|half| this.raw(inst, src, first + half, 32));
                this.pack64(low, high)
            });
        }
        let word = match inst.opcode {
            Opcode::Pk2h => {
                let (x, y) = (self.read_as(src, 0, F32), self.read_as(src, 1, F32));
                let pair = self.b.construct(&[x, y]);
                self.b.op(Op::PackHalf, &[pair])
            }
            Opcode::Pk2us => self.pack_fields(src, 2, |this, x| this.unorm(x, 65535.0)),
            Opcode::Pk4ub => self.pack_fields(src, 4, |this, x| this.unorm(x, 255.0)),
            // PK4B uses biased bytes, not signed normalized ones: 128 represents 0.
            _ => self.pack_fields(src, 4, |this, x| {
                let [low, high, scale, bias] =
                    [-128.0 / 127.0, 1.0, 127.0, 128.0].map(|x| this.b.f32(x as f32));
                let x = this.b.op(Op::FMax, &[x, low]);
                let x = this.b.op(Op::FMin, &[x, high]);
                let x = this.b.op(Op::Fma, &[x, scale, bias]);
                this.b.op(Op::RoundEven, &[x])
            }),
        };
        self.write_scalar(inst, U32, word);
    }

    /// Converts a float to an unsigned normalized integer, returned as a float.
    fn unorm(&mut self, x: Value, scale: f32) -> Value {
        let scale = self.b.f32(scale);
        let x = self.b.op(Op::FSat, &[x]);
        let x = self.b.op(Op::FMul, &[x, scale]);
        self.b.op(Op::RoundEven, &[x])
    }

    /// Packs `count` components into bit fields of a 32-bit integer, x in the lowest bits.
    fn pack_fields(&mut self, src: &Src, count: u32, encode: impl Fn(&mut Self, Value) -> Value) -> Value {
        let bits = 32 / count;
        let mut word = None;
        for k in 0..count {
            let x = self.read_as(src, k as usize, F32);
            let x = encode(self, x);
            let field = self.b.inst_with_type(Op::FToU, Imm::None, &[x], Types::I32);
            word = Some(match word {
                None => field,
                Some(word) => {
                    let amount = self.b.i32(k * bits);
                    let field = self.b.op(Op::Shl, &[field, amount]);
                    self.b.op(Op::Or, &[word, field])
                }
            });
        }
        word.unwrap_or_else(|| self.b.undef(Types::I32))
    }

    /// Lowers the `Unpack` family.
    pub(in crate::lower) fn unpack(&mut self, inst: &Inst) {
        let [src] = inst.srcs else { return };
        if inst.opcode == Opcode::Up64 {
            // r.xy are the low and high halves of a.x, and r.zw those of a.y.
            return self.each_lane(inst, U32, |this, k| {
                let value = this.raw(inst, src, k / 2, 64);
                this.unpack64(value, k as u32 & 1)
            });
        }
        let word = self.raw(inst, src, 0, 32);
        let halves = (inst.opcode == Opcode::Up2h).then(|| {
            let ty = self.b.types.vector(Types::F32, 2);
            self.b.inst_with_type(Op::UnpackHalf, Imm::None, &[word], ty)
        });
        self.each_lane(inst, F32, |this, k| {
            let k = k as u32;
            match (inst.opcode, halves) {
                (_, Some(halves)) => this.b.extract(halves, k & 1),
                (Opcode::Up2us, _) => this.unpack_field(word, k & 1, 16, 0.0, 65535.0),
                (Opcode::Up4ub, _) => this.unpack_field(word, k, 8, 0.0, 255.0),
                _ => this.unpack_field(word, k, 8, 128.0, 127.0),
            }
        });
    }

    /// Computes `(field - bias) / scale`, where `field` is the `k`th field of `bits` bits.
    fn unpack_field(&mut self, word: Value, k: u32, bits: u32, bias: f32, scale: f32) -> Value {
        let (offset, count) = (self.b.i32(k * bits), self.b.i32(bits));
        let field = self.b.op(Op::UBfe, &[word, offset, count]);
        let mut x = self.b.inst_with_type(Op::UToF, Imm::None, &[field], Types::F32);
        if bias != 0.0 {
            let bias = self.b.f32(bias);
            x = self.b.op(Op::FSub, &[x, bias]);
        }
        let scale = self.b.f32(scale);
        self.b.op(Op::FDiv, &[x, scale])
    }

    /// Reads a component as raw bits. The operand's sign modifiers apply to the value as the instruction's type.
    fn raw(&mut self, inst: &Inst, src: &Src, lane: usize, bits: u8) -> Value {
        let value = self.read_as(src, lane, DataType::new(inst.ty.base, bits));
        self.b.bitcast(value, Types::int(bits))
    }

    /// Builds a 64-bit integer from its low and high halves.
    pub(in crate::lower) fn pack64(&mut self, low: Value, high: Value) -> Value {
        let pair = self.b.construct(&[low, high]);
        self.b.bitcast(pair, Types::I64)
    }

    /// Returns the low (0) or high (1) half of a 64-bit integer.
    pub(in crate::lower) fn unpack64(&mut self, value: Value, half: u32) -> Value {
        let ty = self.b.types.vector(Types::I32, 2);
        let pair = self.b.bitcast(value, ty);
        self.b.extract(pair, half)
    }
}

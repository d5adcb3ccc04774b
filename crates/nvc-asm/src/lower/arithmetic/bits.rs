//! Lowers bitwise and bit-field instructions (NV_gpu_program4 and NV_gpu_program5 §2.X.8).

use crate::lower::{Lowerer, ir_type};
use crate::modifier::BaseType;
use crate::resolve::{Inst, Src};
use crate::table::Opcode;
use nvc_ir::{Op, Value};

/// A bit field of a 32-bit integer.
struct Field {
    /// The index of the lowest bit, at most 31.
    offset: Value,
    /// The width, clipped to bit 31.
    count: Value,
    /// The width before clipping.
    width: Value,
    /// Whether the field starts beyond bit 31.
    outside: Value,
}

impl Lowerer<'_> {
    /// Lowers the `Bit` family.
    pub(in crate::lower) fn bits(&mut self, inst: &Inst) {
        self.each_lane(inst, inst.ty, |this, k| this.bits_lane(inst, k));
    }

    fn bits_lane(&mut self, inst: &Inst, k: usize) -> Value {
        let signed = inst.ty.base == BaseType::Signed;
        match (inst.opcode, inst.srcs) {
            (Opcode::And, [a, b]) => self.bits2(Op::And, a, b, k),
            (Opcode::Or, [a, b]) => self.bits2(Op::Or, a, b, k),
            (Opcode::Xor, [a, b]) => self.bits2(Op::Xor, a, b, k),
            (Opcode::Not, [a]) => self.bits1(Op::Not, a, k),
            (Opcode::Bfr, [a]) => self.bits1(Op::BitReverse, a, k),
            (Opcode::Btc, [a]) => self.bits1(Op::BitCount, a, k),
            (Opcode::Btfl, [a]) => self.bits1(Op::FindLsb, a, k),
            (Opcode::Btfm, [a]) => self.bits1(if signed { Op::FindSMsb } else { Op::FindUMsb }, a, k),
            (Opcode::Shl, [a, b]) => self.shift(inst, Op::Shl, a, b, k),
            (Opcode::Shr, [a, b]) => self.shift(inst, if signed { Op::AShr } else { Op::LShr }, a, b, k),
            (Opcode::Bfe, [field, base]) => {
                let field = self.field(field);
                let base = self.read(base, k);
                let inside =
                    self.b.op(if signed { Op::SBfe } else { Op::UBfe }, &[base, field.offset, field.count]);
                // Bits beyond bit 31 are copies of the sign bit if the type is signed, else zeros.
                let beyond = if signed {
                    let bit = self.b.i32(31);
                    let one = self.b.i32(1);
                    let count = self.b.op(Op::UMin, &[field.width, one]);
                    self.b.op(Op::SBfe, &[base, bit, count])
                } else {
                    self.b.i32(0)
                };
                self.b.op(Op::Select, &[field.outside, beyond, inside])
            }
            (Opcode::Bfi, [field, insert, base]) => {
                let field = self.field(field);
                let (insert, base) = (self.read(insert, k), self.read(base, k));
                self.b.op(Op::Bfi, &[base, insert, field.offset, field.count])
            }
            _ => {
                self.internal(inst.span, "a bit instruction without an operation");
                self.b.undef(ir_type(inst.ty))
            }
        }
    }

    /// Reads the bit field that an operand selects: width in x, offset in y. The hardware reads eight bits of
    /// each, and clips the field to 32 bits (docs/hardware.md). If the operand is constant, so are the returned values.
    fn field(&mut self, src: &Src) -> Field {
        let byte = self.b.i32(0xff);
        let word = self.b.i32(32);
        let [width, offset] = [0, 1].map(|lane| {
            let value = self.read(src, lane);
            self.b.op(Op::And, &[value, byte])
        });
        let outside = self.b.op(Op::ULe, &[word, offset]);
        let offset = self.b.op(Op::UMin, &[offset, word]);
        let room = self.b.op(Op::ISub, &[word, offset]);
        let count = self.b.op(Op::UMin, &[width, room]);
        // SPIR-V does not allow an offset of 32, even for an empty field.
        let last = self.b.i32(31);
        let offset = self.b.op(Op::UMin, &[offset, last]);
        Field { offset, count, width, outside }
    }

    fn bits1(&mut self, op: Op, a: &Src, k: usize) -> Value {
        let a = self.read(a, k);
        self.b.op(op, &[a])
    }

    fn bits2(&mut self, op: Op, a: &Src, b: &Src, k: usize) -> Value {
        let (a, b) = (self.read(a, k), self.read(b, k));
        self.b.op(op, &[a, b])
    }

    /// Emits the shift of one lane. The hardware uses only as many low bits of the amount as the width requires
    /// (docs/hardware.md, A16).
    fn shift(&mut self, inst: &Inst, op: Op, a: &Src, b: &Src, k: usize) -> Value {
        let (value, amount) = (self.read(a, k), self.read(b, k));
        let low = u64::from(inst.ty.bits) - 1;
        let amount = match self.b.func.as_bits(amount) {
            Some(amount) => self.b.bits(ir_type(inst.ty), amount & low),
            None => {
                let low = self.b.bits(ir_type(inst.ty), low);
                self.b.op(Op::And, &[amount, low])
            }
        };
        self.b.op(op, &[value, amount])
    }
}

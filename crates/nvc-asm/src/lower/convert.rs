//! Rounding and conversion: CEIL, FLR, ROUND, TRUNC, I2F, CVT (GP4 and GP5 2.X.8).

use super::{Lowerer, ir_type};
use crate::modifier::{BaseType, Clamp, DataType, Rounding};
use crate::resolve::Inst;
use crate::table::Opcode;
use nvc_ir::imm::{Imm, Rounding as IrRounding};
use nvc_ir::types::Types;
use nvc_ir::{Op, Value};

/// The operation that rounds a float to an integral float.
fn integral(rounding: Rounding) -> Op {
    match rounding {
        Rounding::Round => Op::RoundEven,
        Rounding::Ceil => Op::Ceil,
        Rounding::Flr => Op::Floor,
        Rounding::Trunc => Op::Trunc,
    }
}

/// A rounding other than to the nearest.
fn directed(rounding: Option<Rounding>) -> Option<IrRounding> {
    match rounding? {
        Rounding::Round => None,
        Rounding::Ceil => Some(IrRounding::Up),
        Rounding::Flr => Some(IrRounding::Down),
        Rounding::Trunc => Some(IrRounding::Zero),
    }
}

impl Lowerer<'_> {
    /// CEIL, FLR, ROUND, TRUNC: to an integral float, or to an integer clamped to its range
    /// (GP4 issue 41).
    pub(super) fn round(&mut self, inst: &Inst) {
        let [src] = &inst.srcs[..] else { return };
        let rounding = match inst.opcode {
            Opcode::Ceil => Rounding::Ceil,
            Opcode::Flr => Rounding::Flr,
            Opcode::Round => Rounding::Round,
            _ => Rounding::Trunc,
        };
        self.each_lane(inst, inst.ty, |this, k| {
            let value = this.read(src, k);
            if inst.ty.is_float() {
                this.b.op(integral(rounding), &[value])
            } else {
                this.float_to_int(value, rounding, inst.ty)
            }
        });
    }

    /// A float as an integer of a type, clamped to its range; 0 for a NaN.
    fn float_to_int(&mut self, value: Value, rounding: Rounding, ty: DataType) -> Value {
        // The conversion itself rounds toward zero.
        let value = if rounding == Rounding::Trunc { value } else { self.b.op(integral(rounding), &[value]) };
        let op = if ty.base == BaseType::Signed { Op::FToSSat } else { Op::FToUSat };
        self.b.stated(op, Imm::None, &[value], ir_type(ty))
    }

    /// I2F, CVT.
    pub(super) fn convert(&mut self, inst: &Inst) {
        let [src] = &inst.srcs[..] else { return };
        let to = inst.dst.as_ref().map_or(inst.ty, |dst| dst.ty);
        let (from, to) = match inst.from {
            Some(from) => (from, inst.ty),
            None => (src.ty, to),
        };
        self.each_lane(inst, to, |this, k| {
            let value = this.read_as(src, k, from);
            match (from.is_float(), to.is_float()) {
                (false, true) => this.int_to_float(inst, value, from, to),
                (true, true) => this.float_to_float(inst, value, from, to),
                (true, false) => this.convert_to_int(inst, value, to),
                (false, false) => this.int_to_int(inst, value, from, to),
            }
        });
    }

    /// To a float that may not hold all bits: a directed rounding goes through a double, which
    /// holds all integers of 32 bits.
    fn int_to_float(&mut self, inst: &Inst, value: Value, from: DataType, to: DataType) -> Value {
        let op = if from.base == BaseType::Signed { Op::SToF } else { Op::UToF };
        let significant = match to.bits {
            16 => 11,
            32 => 24,
            _ => 53,
        };
        match directed(inst.mods.rounding) {
            Some(rounding) if from.bits > significant => {
                if from.bits > 32 {
                    let help = "use ROUND, or convert the low and high halves apart";
                    self.unsupported(inst.span, "a directed rounding of a 64-bit integer", help);
                }
                let wide = self.b.stated(op, Imm::None, &[value], Types::F64);
                self.b.stated(Op::FConvertRounded, Imm::Rounding(rounding), &[wide], ir_type(to))
            }
            _ => self.b.stated(op, Imm::None, &[value], ir_type(to)),
        }
    }

    fn float_to_float(&mut self, inst: &Inst, value: Value, from: DataType, to: DataType) -> Value {
        if from.bits == to.bits {
            return value;
        }
        let ty = ir_type(to);
        match directed(inst.mods.rounding) {
            // Widening is exact.
            Some(rounding) if to.bits < from.bits => {
                self.b.stated(Op::FConvertRounded, Imm::Rounding(rounding), &[value], ty)
            }
            _ => self.b.stated(Op::FConvert, Imm::None, &[value], ty),
        }
    }

    /// CVT of a float to an integer: rounds, then clamps to the type. The text wants the clamp
    /// with SAT only and refuses SAT here; the hardware always clamps (docs/hardware.md, A8).
    fn convert_to_int(&mut self, inst: &Inst, value: Value, to: DataType) -> Value {
        let rounding = inst.mods.rounding.unwrap_or(Rounding::Round);
        let wide = DataType::new(to.base, to.bits.max(32));
        let value = self.float_to_int(value, rounding, wide);
        self.narrow(value, wide, to, true)
    }

    fn int_to_int(&mut self, inst: &Inst, value: Value, from: DataType, to: DataType) -> Value {
        // Widened by the operand's sign; a clamp then compares without loss.
        let wide = DataType::new(from.base, from.bits.max(to.bits));
        let value = self.resize(value, from.bits, wide);
        let clamp = inst.mods.clamp == Some(Clamp::Sat);
        if from.base == to.base || !clamp {
            return self.narrow(value, wide, to, clamp);
        }
        self.clamp_across_signs(value, wide, to)
    }

    /// To a type of not more bits; a clamp needs the same sign.
    fn narrow(&mut self, value: Value, from: DataType, to: DataType, clamp: bool) -> Value {
        let mut value = value;
        if clamp && from.bits > to.bits {
            let ty = ir_type(from);
            value = if to.base == BaseType::Signed {
                let high = self.b.bits(ty, (1u64 << (to.bits - 1)) - 1);
                let low = self.b.bits(ty, (1u64 << (to.bits - 1)).wrapping_neg());
                let value = self.b.op(Op::SMin, &[value, high]);
                self.b.op(Op::SMax, &[value, low])
            } else {
                let high = self.b.bits(ty, (1u64 << to.bits) - 1);
                self.b.op(Op::UMin, &[value, high])
            };
        }
        self.resize(value, from.bits, to)
    }

    /// SAT from signed to unsigned or back: below 0 becomes 0, above the greatest value that.
    fn clamp_across_signs(&mut self, value: Value, from: DataType, to: DataType) -> Value {
        let ty = ir_type(from);
        let value = if from.base == BaseType::Signed {
            let zero = self.b.bits(ty, 0);
            let value = self.b.op(Op::SMax, &[value, zero]);
            if to.bits < from.bits {
                let high = self.b.bits(ty, (1u64 << to.bits) - 1);
                self.b.op(Op::SMin, &[value, high])
            } else {
                value
            }
        } else {
            let high = self.b.bits(ty, (1u64 << (to.bits - 1)) - 1);
            self.b.op(Op::UMin, &[value, high])
        };
        self.resize(value, from.bits, to)
    }
}

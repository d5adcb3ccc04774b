//! Lowers rounding and conversion: CEIL, FLR, ROUND, TRUNC, I2F, CVT (NV_gpu_program4 and NV_gpu_program5
//! §2.X.8).

use crate::lower::operands::result::Lane;
use crate::lower::{Lowerer, U32, ir_type};
use crate::modifier::{BaseType, Clamp, DataType, Rounding};
use crate::resolve::{Inst, Src, SrcBase, TempSize};
use crate::table::Opcode;
use nvc_ir::imm::{Imm, Rounding as IrRounding};
use nvc_ir::types::Types;
use nvc_ir::{Op, Value};

/// Returns the operation that rounds a float to an integral float.
fn integral(rounding: Rounding) -> Op {
    match rounding {
        Rounding::Round => Op::RoundEven,
        Rounding::Ceil => Op::Ceil,
        Rounding::Flr => Op::Floor,
        Rounding::Trunc => Op::Trunc,
    }
}

/// The 16-bit float type (half).
const F16: DataType = DataType::new(BaseType::Float, 16);

/// Returns the IR's mode for a directed rounding; `None` for round-to-nearest and without a rounding modifier.
fn directed(rounding: Option<Rounding>) -> Option<IrRounding> {
    match rounding? {
        Rounding::Round => None,
        Rounding::Ceil => Some(IrRounding::Up),
        Rounding::Flr => Some(IrRounding::Down),
        Rounding::Trunc => Some(IrRounding::Zero),
    }
}

impl Lowerer<'_> {
    /// Lowers CEIL, FLR, ROUND and TRUNC. The result is an integral float, or an integer clamped to the range
    /// of its type (NV_gpu_program4 issue 41).
    pub(in crate::lower) fn round(&mut self, inst: &Inst) {
        let [src] = inst.srcs else { return };
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

    /// Converts a float to an integer type, clamped to the range of the type.
    fn float_to_int(&mut self, value: Value, rounding: Rounding, ty: DataType) -> Value {
        // The conversion rounds towards zero.
        let value = if rounding == Rounding::Trunc { value } else { self.b.op(integral(rounding), &[value]) };
        let op = if ty.base == BaseType::Signed { Op::FToSSat } else { Op::FToUSat };
        let result = self.b.inst_with_type(op, Imm::None, &[value], ir_type(ty));
        self.convert_nan(value, result, ty)
    }

    /// Replaces the result of a conversion of a NaN, which is 0, if either type has 64 bits. The hardware's result is then
    /// the integer with only the top bit set (docs/hardware.md, A8).
    fn convert_nan(&mut self, value: Value, result: Value, ty: DataType) -> Value {
        if ty.bits != 64 && self.b.func.ty(value) != Types::F64 {
            return result;
        }
        let nan = self.b.op(Op::IsNan, &[value]);
        let top = self.b.bits(ir_type(ty), 1 << (ty.bits - 1));
        self.b.op(Op::Select, &[nan, top, result])
    }

    /// Lowers I2F and CVT.
    pub(in crate::lower) fn convert(&mut self, inst: &Inst) {
        let [src] = inst.srcs else { return };
        let to = inst.dst.map_or(inst.ty, |dst| dst.ty);
        let (from, to) = match inst.from {
            Some(from) => (from, inst.ty),
            None => (src.ty, to),
        };
        // In a 32-bit register, a half occupies the low 16 bits (crates/lab/logs/hardware.md, A39).
        let raw_source = inst.from.is_some() && from == F16 && !self.is_short(src);
        let written = if inst.from.is_some() && to == F16 && self.writes_32_bits(inst) { U32 } else { to };
        self.each_lane(inst, written, |this, k| {
            let value = if raw_source { this.read_half(src, k) } else { this.read_as(src, k, from) };
            let value = match (from.is_float(), to.is_float()) {
                (false, true) => this.int_to_float(inst, value, from, to),
                (true, true) => this.float_to_float(inst, value, from, to),
                (true, false) => this.convert_to_int(inst, value, to),
                (false, false) => this.int_to_int(inst, value, from, to),
            };
            if written == to {
                return value.into();
            }
            let half =
                if inst.mods.clamp == Some(Clamp::Sat) { this.b.op(Op::FSat, &[value]) } else { value };
            let bits = this.b.bitcast(half, Types::I16);
            Lane { tested: Some((value, to)), ..Lane::from(this.resize(bits, 16, U32)) }
        });
    }

    /// Returns whether an operand is a constant or a SHORT register. A half in one of these is a float value; in other
    /// registers it is a bit pattern.
    fn is_short(&self, src: &Src) -> bool {
        match &src.base {
            SrcBase::Const(_) => true,
            SrcBase::Var(place) => self.program.temp_size(place.var) == Some(TempSize::Short),
            _ => false,
        }
    }

    /// Returns whether the destination is a 32-bit register, that is, neither SHORT nor LONG.
    fn writes_32_bits(&self, inst: &Inst) -> bool {
        inst.dst.is_some_and(|dst| self.program.temp_size(dst.place.var) == Some(TempSize::Normal))
    }

    /// Reads the half in the low bits of an operand.
    fn read_half(&mut self, src: &Src, lane: usize) -> Value {
        let unsigned = Src { negate: false, negate_inner: false, absolute: false, ..*src };
        let bits = self.read_as(&unsigned, lane, DataType::new(BaseType::Unsigned, 16));
        let value = self.b.bitcast(bits, Types::F16);
        self.signs(src, value, F16)
    }

    /// Converts an integer to a float. If the rounding is directed and the float has too few significant
    /// bits, the conversion goes through a double. This is exact for integers of at most 32 bits; 64-bit
    /// integers are rounded twice in the same direction, which gives the same result.
    fn int_to_float(&mut self, inst: &Inst, value: Value, from: DataType, to: DataType) -> Value {
        let op = if from.base == BaseType::Signed { Op::SToF } else { Op::UToF };
        let significant = match to.bits {
            16 => 11,
            32 => 24,
            _ => 53,
        };
        match directed(inst.mods.rounding) {
            Some(rounding) if from.bits > significant => {
                let wide = match from.bits {
                    64 => self.long_to_double(op, value, rounding),
                    _ => self.b.inst_with_type(op, Imm::None, &[value], Types::F64),
                };
                if to.bits == 64 {
                    return wide;
                }
                self.b.inst_with_type(Op::FConvertRounded, Imm::Rounding(rounding), &[wide], ir_type(to))
            }
            _ => self.b.inst_with_type(op, Imm::None, &[value], ir_type(to)),
        }
    }

    /// Converts a 64-bit integer to a double with a directed rounding: the sum of the high and low halves,
    /// which convert exactly. The rounding error of the sum (Dekker's Fast2Sum) shows whether the sum was
    /// rounded in the wrong direction; if so, the result is the next double in the right direction.
    fn long_to_double(&mut self, op: Op, value: Value, rounding: IrRounding) -> Value {
        let precise = std::mem::replace(&mut self.b.precise, true);
        let ty = self.b.types.vector(Types::I32, 2);
        let words = self.b.bitcast(value, ty);
        let (low, high) = (self.b.extract(words, 0), self.b.extract(words, 1));
        let low = self.b.inst_with_type(Op::UToF, Imm::None, &[low], Types::F64);
        let high = self.b.inst_with_type(op, Imm::None, &[high], Types::F64);
        let scale = self.b.float(Types::F64, 4_294_967_296.0);
        let high = self.b.op(Op::FMul, &[high, scale]);
        let sum = self.b.op(Op::FAdd, &[high, low]);
        let added = self.b.op(Op::FSub, &[sum, high]);
        let error = self.b.op(Op::FSub, &[low, added]);
        let zero = self.b.float(Types::F64, 0.0);
        let below = self.b.op(Op::FLt, &[zero, error]);
        let above = self.b.op(Op::FLt, &[error, zero]);
        let bits = self.b.bitcast(sum, Types::I64);
        let (none, one) = (self.b.bits(Types::I64, 0), self.b.bits(Types::I64, 1));
        let negative = self.b.op(Op::SLt, &[bits, none]);
        let smaller = self.b.op(Op::ISub, &[bits, one]);
        let greater = self.b.op(Op::IAdd, &[bits, one]);
        let (wrong, neighbour) = match rounding {
            IrRounding::Zero | IrRounding::Nearest => {
                (self.b.op(Op::Select, &[negative, below, above]), smaller)
            }
            IrRounding::Up => (below, self.b.op(Op::Select, &[negative, smaller, greater])),
            IrRounding::Down => (above, self.b.op(Op::Select, &[negative, greater, smaller])),
        };
        let bits = self.b.op(Op::Select, &[wrong, neighbour, bits]);
        self.b.precise = precise;
        self.b.bitcast(bits, Types::F64)
    }

    fn float_to_float(&mut self, inst: &Inst, value: Value, from: DataType, to: DataType) -> Value {
        if from.bits == to.bits {
            return value;
        }
        let ty = ir_type(to);
        match directed(inst.mods.rounding) {
            // Widening is exact and needs no rounding.
            Some(rounding) if to.bits < from.bits => {
                self.b.inst_with_type(Op::FConvertRounded, Imm::Rounding(rounding), &[value], ty)
            }
            _ => self.b.inst_with_type(Op::FConvert, Imm::None, &[value], ty),
        }
    }

    /// Lowers a CVT of a float to an integer: rounds, then clamps to the type. The specification clamps only with SAT,
    /// which it does not allow here, but the hardware always clamps (docs/hardware.md, A8).
    fn convert_to_int(&mut self, inst: &Inst, value: Value, to: DataType) -> Value {
        let rounding = inst.mods.rounding.unwrap_or(Rounding::Round);
        let wide = DataType::new(to.base, to.bits.max(32));
        let integer = self.float_to_int(value, rounding, wide);
        let integer = self.narrow(integer, wide, to, true);
        if wide == to { integer } else { self.convert_nan(value, integer, to) }
    }

    fn int_to_int(&mut self, inst: &Inst, value: Value, from: DataType, to: DataType) -> Value {
        // The value is first extended according to the operand's signedness, so that clamping compares exact values.
        let wide = DataType::new(from.base, from.bits.max(to.bits));
        let value = self.resize(value, from.bits, wide);
        let clamp = inst.mods.clamp == Some(Clamp::Sat);
        if from.base == to.base || !clamp {
            return self.narrow(value, wide, to, clamp);
        }
        self.clamp_across_signs(value, wide, to)
    }

    /// Converts an integer to a type of at most as many bits. Clamping requires equal signedness.
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

    /// Lowers SAT between signed and unsigned: clamps to the range from 0 to the maximum of the destination
    /// type.
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

//! Writes results: clamp, condition code, condition mask, write mask (NV_gpu_program4 §2.X.4.3).

use crate::lower::{Lowerer, ir_type};
use crate::modifier::{Clamp, DataType};
use crate::resolve::{Inst, VarKind};
use nvc_ir::imm::Imm;
use nvc_ir::types::Types;
use nvc_ir::{Op, Type, Value};

/// The sum or difference that produced an integer result. Only sums and differences set the carry and
/// overflow flags (NV_gpu_program4 §2.X.4.3).
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) enum Carry {
    /// A sum.
    Add(Value, Value),
    /// A difference.
    Sub(Value, Value),
}

/// The value of a component of a result, and what the flags are computed from.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Lane {
    /// The value of the component.
    pub value: Value,
    /// The operands of an integer sum or difference, for the carry and overflow flags.
    pub carry: Option<Carry>,
    /// The value that the sign and zero flags describe, with its type; `None` if it is `value`.
    pub tested: Option<(Value, DataType)>,
}

impl From<Value> for Lane {
    fn from(value: Value) -> Self {
        Lane { value, carry: None, tested: None }
    }
}

impl Lowerer<'_> {
    /// Returns the write mask of an instruction's destination.
    pub(in crate::lower) fn mask(&self, inst: &Inst) -> u8 {
        inst.dst.map_or(0, |dst| dst.mask)
    }

    /// Computes all enabled lanes, then writes them. All operands are read before any component is written.
    pub(in crate::lower) fn each_lane<L: Into<Lane>>(
        &mut self,
        inst: &Inst,
        ty: DataType,
        mut lane: impl FnMut(&mut Self, usize) -> L,
    ) {
        let mask = self.mask(inst);
        let mut lanes = [None; 4];
        for (k, slot) in lanes.iter_mut().enumerate() {
            if mask >> k & 1 == 1 {
                *slot = Some(lane(self, k).into());
            }
        }
        self.write(inst, ty, lanes);
    }

    /// Writes a value to x if the mask enables it. The other components are unchanged.
    pub(in crate::lower) fn write_x(&mut self, inst: &Inst, ty: DataType, value: Value) {
        self.write_lanes(inst, ty, [Some(value), None, None, None]);
    }

    /// Writes the lanes that have a value and are enabled. The other components are unchanged.
    pub(in crate::lower) fn write_lanes(&mut self, inst: &Inst, ty: DataType, values: [Option<Value>; 4]) {
        let mask = self.mask(inst);
        let mut lanes = [None; 4];
        for (k, (slot, value)) in lanes.iter_mut().zip(values).enumerate() {
            *slot = value.filter(|_| mask >> k & 1 == 1).map(Lane::from);
        }
        self.write(inst, ty, lanes);
    }

    /// Writes one value to all enabled lanes.
    pub(in crate::lower) fn write_scalar(&mut self, inst: &Inst, ty: DataType, value: Value) {
        self.each_lane(inst, ty, |_, _| value);
    }

    /// Writes the given lanes, whose values have type `ty`.
    fn write(&mut self, inst: &Inst, ty: DataType, lanes: [Option<Lane>; 4]) {
        let Some(dst) = inst.dst else { return };
        // The condition mask is evaluated before the condition code changes.
        let conditions = [0, 1, 2, 3].map(|k| {
            let test = dst.condition.filter(|_| lanes[k].is_some())?;
            Some(self.test_lane(&test, k))
        });
        let element = self.element(&dst.place);
        let word = self.registers.word(dst.place.var);
        for (k, lane) in lanes.into_iter().enumerate() {
            let Some(lane) = lane else { continue };
            let component = k as u8;
            let condition = conditions[k];
            let value = self.clamp(inst, ty, lane.value);
            if let Some(register) = inst.mods.cc {
                let flagged = if self.flags_before_clamp(inst, ty) { lane.value } else { value };
                let (tested, tested_ty) = lane.tested.unwrap_or((flagged, ty));
                let stored = self.value_to_word(tested, tested_ty, word);
                // Only a sum or difference as wide as the register sets carry and overflow (crates/lab/logs/hardware.md, A22).
                let carry = lane.carry.filter(|_| self.word_bits(stored) == ty.bits);
                self.write_flags(register, component, condition, stored, tested_ty, carry);
            }
            let stored = self.value_to_word(value, ty, word);
            let stored = match condition {
                Some(condition) => {
                    let old = self.read_register(dst.place.var, element, component);
                    self.b.op(Op::Select, &[condition, stored, old])
                }
                None => stored,
            };
            self.write_register(dst.place.var, element, component, stored);
        }
    }

    /// Returns whether the flags describe the value before `SAT`. The hardware omits the clamp of a type of less than 64
    /// bits if no instruction of the program reads the destination register (crates/lab/logs/hardware.md, A22).
    fn flags_before_clamp(&self, inst: &Inst, ty: DataType) -> bool {
        let read =
            inst.dst.and_then(|dst| self.program.vars.get(dst.place.var.0 as usize)).is_none_or(|var| {
                match &var.kind {
                    VarKind::Temp(temp) => temp.read,
                    _ => true,
                }
            });
        inst.mods.clamp == Some(Clamp::Sat) && !read && ty.bits < 64
    }

    /// Clamps a float result. SAT turns a NaN into 0, as the hardware does.
    fn clamp(&mut self, inst: &Inst, ty: DataType, value: Value) -> Value {
        if !ty.is_float() {
            return value;
        }
        match inst.mods.clamp {
            None => value,
            Some(Clamp::Sat) => self.b.op(Op::FSat, &[value]),
            Some(Clamp::Ssat) => {
                let ty = ir_type(ty);
                let (low, high) = (self.b.float(ty, -1.0), self.b.float(ty, 1.0));
                let value = self.b.op(Op::FMax, &[value, low]);
                self.b.op(Op::FMin, &[value, high])
            }
        }
    }

    /// Converts a value to a register word. This is the inverse of reading an operand.
    pub(in crate::lower) fn value_to_word(&mut self, value: Value, ty: DataType, word: Type) -> Value {
        let bits = self.b.types.scalar_bits(word).unwrap_or(32);
        if ty.is_float() {
            let register = Types::float(bits);
            let value = if ir_type(ty) == register {
                value
            } else {
                self.b.inst_with_type(Op::FConvert, Imm::None, &[value], register)
            };
            self.b.bitcast(value, word)
        } else {
            let value = self.resize(value, ty.bits, DataType::new(ty.base, bits));
            self.b.bitcast(value, word)
        }
    }
}

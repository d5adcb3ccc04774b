//! Values of a module's constants in a dispatch: specialization constants, and integer operations on them.

use crate::limits;
use nvc_exec::Dispatch;
use nvc_spirv::reader::{Instruction, Module};
use spirv::{Decoration, Op};

/// Maximum depth of operations on constants.
const MAX_DEPTH: u32 = 64;

/// The constants of a module in a dispatch.
pub(super) struct Constants<'m> {
    pub(super) module: &'m Module<'m>,
    pub(super) dispatch: &'m Dispatch,
}

impl Constants<'_> {
    /// The value of a 32-bit integer or boolean constant; `None` if the constant is of another type, or the result of an
    /// operation that is not evaluated here.
    pub(super) fn value(&self, id: u32) -> Option<u32> {
        self.nested(id, MAX_DEPTH)
    }

    fn nested(&self, id: u32, depth: u32) -> Option<u32> {
        let inst = self.module.declaration(id)?;
        match (inst.op, inst.operands) {
            (Op::Constant, &[value]) => Some(value),
            (Op::ConstantTrue, _) => Some(1),
            (Op::ConstantFalse | Op::ConstantNull, _) => Some(0),
            (Op::SpecConstant, &[default]) => Some(self.specialized(id, default)),
            (Op::SpecConstantTrue, _) => Some(u32::from(self.specialized(id, 1) != 0)),
            (Op::SpecConstantFalse, _) => Some(u32::from(self.specialized(id, 0) != 0)),
            (Op::SpecConstantOp, _) => self.operation(inst, depth.checked_sub(1)?),
            _ => None,
        }
    }

    /// The value of a specialization constant; the default if the constant has no number.
    fn specialized(&self, id: u32, default: u32) -> u32 {
        match self.module.decoration_operand(id, Decoration::SpecId) {
            Some(number) => limits::specialized(number, default, self.dispatch),
            None => default,
        }
    }

    /// Evaluates an operation on 32-bit integers and booleans (SPIR-V, `OpSpecConstantOp`).
    fn operation(&self, inst: &Instruction<'_>, depth: u32) -> Option<u32> {
        let (&opcode, operands) = inst.operands.split_first()?;
        let values = operands.iter().map(|&id| self.nested(id, depth));
        let values = values.collect::<Option<Vec<u32>>>()?;
        let value = match (Op::from_u32(opcode)?, &*values) {
            (Op::IAdd, &[a, b]) => a.wrapping_add(b),
            (Op::ISub, &[a, b]) => a.wrapping_sub(b),
            (Op::IMul, &[a, b]) => a.wrapping_mul(b),
            (Op::UDiv, &[a, b]) => a.checked_div(b)?,
            (Op::UMod, &[a, b]) => a.checked_rem(b)?,
            (Op::SDiv, &[a, b]) => a.cast_signed().checked_div(b.cast_signed())?.cast_unsigned(),
            (Op::SRem, &[a, b]) => a.cast_signed().checked_rem(b.cast_signed())?.cast_unsigned(),
            (Op::ShiftLeftLogical, &[a, b]) => a.checked_shl(b)?,
            (Op::ShiftRightLogical, &[a, b]) => a.checked_shr(b)?,
            (Op::ShiftRightArithmetic, &[a, b]) => a.cast_signed().checked_shr(b)?.cast_unsigned(),
            (Op::BitwiseAnd | Op::LogicalAnd, &[a, b]) => a & b,
            (Op::BitwiseOr | Op::LogicalOr, &[a, b]) => a | b,
            (Op::BitwiseXor, &[a, b]) => a ^ b,
            (Op::SNegate, &[a]) => a.wrapping_neg(),
            (Op::Not, &[a]) => !a,
            (Op::LogicalNot, &[a]) => u32::from(a == 0),
            (Op::IEqual | Op::LogicalEqual, &[a, b]) => u32::from(a == b),
            (Op::INotEqual | Op::LogicalNotEqual, &[a, b]) => u32::from(a != b),
            (Op::ULessThan, &[a, b]) => u32::from(a < b),
            (Op::ULessThanEqual, &[a, b]) => u32::from(a <= b),
            (Op::UGreaterThan, &[a, b]) => u32::from(a > b),
            (Op::UGreaterThanEqual, &[a, b]) => u32::from(a >= b),
            (Op::SLessThan, &[a, b]) => u32::from(a.cast_signed() < b.cast_signed()),
            (Op::SLessThanEqual, &[a, b]) => u32::from(a.cast_signed() <= b.cast_signed()),
            (Op::SGreaterThan, &[a, b]) => u32::from(a.cast_signed() > b.cast_signed()),
            (Op::SGreaterThanEqual, &[a, b]) => u32::from(a.cast_signed() >= b.cast_signed()),
            (Op::Select, &[condition, a, b]) => {
                if condition != 0 {
                    a
                } else {
                    b
                }
            }
            _ => return None,
        };
        Some(value)
    }
}

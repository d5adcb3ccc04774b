//! Signed operations on signed types, for readers that go by the types.
//!
//! The IR's integers have no sign, and SPIR-V's operations have theirs whatever the types of their
//! operands say. Translators to other languages look at the types: for them operands become signed
//! ones in front of such an operation, and the result an unsigned one behind it.

use super::{Row, result, row};
use crate::emit::function::FunctionEmitter;
use crate::emit::{Emit, Emitter};
use nvc_ir::function::InstData;
use nvc_ir::{Op, Type, TypeKind};
use rspirv::dr::Operand;
use rspirv::spirv::{Op as S, Word};

/// Which operands of an operation are signed, a bit for each, and whether its result is.
fn signs(op: Op) -> Option<(u32, bool)> {
    Some(match op {
        Op::SDiv | Op::SMin | Op::SMax => (0b11, true),
        Op::SAbs | Op::AShr | Op::SBfe | Op::SExt | Op::FindSMsb => (0b1, true),
        Op::SLt | Op::SLe => (0b11, false),
        Op::SToF => (0b1, false),
        Op::FToS => (0, true),
        _ => return None,
    })
}

/// Emits an operation whose operands or result have a sign; `false` if it is none.
pub(super) fn signed(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<bool> {
    let Some((of_args, of_result)) = signs(data.op) else { return Ok(false) };
    let mut args = Vec::new();
    let opcode = match row(data.op) {
        Row::Same(opcode) => opcode,
        Row::Glsl(number) => {
            args.push(Operand::IdRef(f.m.glsl()));
            args.push(Operand::LiteralExtInstInteger(number as u32));
            S::ExtInst
        }
        _ => return Ok(false),
    };
    for (index, &value) in data.args.iter().enumerate() {
        let plain = f.operand(value)?;
        let ty = f.func.ty(value);
        args.push(match of_args >> index & 1 {
            0 => plain,
            _ => {
                let ty = f.m.signed_type(ty)?;
                Operand::IdRef(f.fresh(S::Bitcast, ty, vec![plain]))
            }
        });
    }
    let (ty, id) = result(f, data)?;
    if of_result {
        let ir_type = super::result_type(f, data)?;
        let signed = f.m.signed_type(ir_type)?;
        let made = f.fresh(opcode, signed, args);
        f.push(S::Bitcast, Some(ty), Some(id), vec![Operand::IdRef(made)]);
    } else {
        f.push(opcode, Some(ty), Some(id), args);
    }
    Ok(true)
}

impl Emitter<'_> {
    /// The type with signed integers in place of those without a sign.
    fn signed_type(&mut self, ty: Type) -> Emit<Word> {
        match *self.kind(ty)? {
            TypeKind::Int(bits) => {
                // Declares what the width needs.
                self.ty(ty)?;
                let operands = vec![Operand::LiteralBit32(bits.into()), Operand::LiteralBit32(1)];
                Ok(self.writer.intern(S::TypeInt, None, operands))
            }
            TypeKind::Vector(scalar, count) => {
                let scalar = self.signed_type(scalar)?;
                let operands = vec![Operand::IdRef(scalar), Operand::LiteralBit32(count.into())];
                Ok(self.writer.intern(S::TypeVector, None, operands))
            }
            _ => self.ty(ty),
        }
    }
}

//! Emits signed operations with signed integer types, for consumers that derive signedness from types.
//!
//! IR integers have no sign, and in SPIR-V the operation determines the signedness, not the type. Translators
//! to other languages look at the type instead. For them, the operands are bitcast to signed types before
//! such an operation, and the result is bitcast back.

use super::{Encoding, encoding, result};
use crate::emit::function::FunctionEmitter;
use crate::emit::{Emit, Emitter};
use nvc_ir::function::InstRef;
use nvc_ir::{Op, Type, TypeKind};
use rspirv::dr::Operand;
use spirv::{Op as S, Word};

/// Returns a bit mask of the signed operands of an operation, and whether its result is signed.
fn signedness(op: Op) -> Option<(u32, bool)> {
    Some(match op {
        Op::SDiv | Op::SMin | Op::SMax => (0b11, true),
        Op::SAbs | Op::AShr | Op::SBfe | Op::SExt | Op::FindSMsb => (0b1, true),
        Op::SLt | Op::SLe => (0b11, false),
        Op::SToF => (0b1, false),
        Op::FToS => (0, true),
        _ => return None,
    })
}

/// Emits an operation with signed operands or a signed result. Returns `false` for any other operation.
pub(super) fn emit(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<bool> {
    let Some((signed_args, signed_result)) = signedness(data.op) else { return Ok(false) };
    let mut args = Vec::new();
    let opcode = match encoding(data.op) {
        Encoding::Direct(opcode) => opcode,
        Encoding::GlslStd450(number) => {
            args.push(Operand::IdRef(f.m.glsl()));
            args.push(Operand::LiteralExtInstInteger(number as u32));
            S::ExtInst
        }
        _ => return Ok(false),
    };
    for (index, &value) in data.args.iter().enumerate() {
        let unsigned = f.operand(value)?;
        let ty = f.func.ty(value);
        args.push(match signed_args >> index & 1 {
            0 => unsigned,
            _ => {
                // The capabilities for storage of small types allow conversions, but not bitcasts.
                f.m.require_small_arithmetic(ty)?;
                let ty = f.m.signed_type(ty)?;
                Operand::IdRef(f.fresh(S::Bitcast, ty, vec![unsigned]))
            }
        });
    }
    let (ty, id) = result(f, data)?;
    if signed_result {
        let ir_type = super::result_type(f, data)?;
        let signed = f.m.signed_type(ir_type)?;
        let value = f.fresh(opcode, signed, args);
        f.push(S::Bitcast, Some(ty), Some(id), vec![Operand::IdRef(value)]);
    } else {
        f.push(opcode, Some(ty), Some(id), args);
    }
    Ok(true)
}

impl Emitter<'_> {
    /// Returns a type with its integers replaced by signed ones.
    fn signed_type(&mut self, ty: Type) -> Emit<Word> {
        match *self.kind(ty)? {
            TypeKind::Int(bits) => {
                // Called for its side effect: it requires the capability for the width.
                self.ty(ty)?;
                let operands = vec![Operand::LiteralBit32(bits.into()), Operand::LiteralBit32(1)];
                Ok(self.writer.intern(S::TypeInt, None, &operands))
            }
            TypeKind::Vector(scalar, count) => {
                let scalar = self.signed_type(scalar)?;
                let operands = vec![Operand::IdRef(scalar), Operand::LiteralBit32(count.into())];
                Ok(self.writer.intern(S::TypeVector, None, &operands))
            }
            TypeKind::IdVector(vector) => {
                let component = self.signed_type(vector.component)?;
                self.id_vector_of(component, vector.length)
            }
            _ => self.ty(ty),
        }
    }
}

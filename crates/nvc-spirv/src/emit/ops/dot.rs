//! Emits integer dot products (SPV_KHR_integer_dot_product, core in SPIR-V 1.6).

use super::{arg, operands, result};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::TypeKind;
use nvc_ir::function::InstRef;
use rspirv::dr::Operand;
use spirv::{Op as S, PackedVectorFormat};

/// Emits a dot product. The capability depends on the type of the factors: vectors of four bytes, which devices
/// accelerate, have capabilities of their own.
pub(super) fn dot(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, op: S) -> Emit<()> {
    let factor = arg(f, data, 0)?;
    let requirement = match *f.kind(factor)? {
        TypeKind::Int(_) => Requirement::DotProductInput4x8BitPacked,
        TypeKind::Vector(scalar, 4) if matches!(f.m.kind(scalar)?, TypeKind::Int(8)) => {
            Requirement::DotProductInput4x8Bit
        }
        _ => Requirement::DotProductInputAll,
    };
    f.m.require(requirement);
    f.m.require(Requirement::DotProduct);
    let mut args = operands(f, &data.args)?;
    if requirement == Requirement::DotProductInput4x8BitPacked {
        args.push(Operand::PackedVectorFormat(PackedVectorFormat::PackedVectorFormat4x8Bit));
    }
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

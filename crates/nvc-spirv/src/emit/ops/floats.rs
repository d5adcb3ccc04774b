//! Emits dot products of floats, and operations on floats of non-IEEE encodings.

use super::{direct, operands, result};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use crate::unknown;
use nvc_ir::FpEncoding;
use nvc_ir::function::InstRef;
use spirv::{Decoration, Op as S};

/// Opcode of `OpBitcastExtractEXT`, which the `spirv` crate does not have.
const BITCAST_EXTRACT: u32 = 4195;

/// Emits a dot product of floats.
pub(super) fn dot(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let ty = super::result_type(f, data)?;
    if f.m.ir.types.encoding(ty) == Some(FpEncoding::BFloat16) {
        f.m.require(Requirement::BFloat16DotProductKHR);
    }
    direct(f, S::Dot, data)
}

/// Emits a saturating conversion to an 8-bit float.
pub(super) fn saturated(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, op: S) -> Emit<()> {
    direct(f, op, data)?;
    let (_, id) = result(f, data)?;
    f.m.writer.decorate(id, Decoration::SaturatedToLargestFloat8NormalConversionEXT, &[]);
    Ok(())
}

/// Emits the reinterpretation of a bit field of each component as another type.
pub(super) fn bitcast_extract(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::BitcastExtractEXT);
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    let (op, ty, id, all) = unknown::parts(BITCAST_EXTRACT, Some(ty), Some(id), args);
    f.push(op, ty, id, all);
    Ok(())
}

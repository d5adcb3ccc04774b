//! Emits sparse accesses, which return a residency code in addition to the texel.

use super::super::{result, result_type};
use crate::capabilities::Requirement;
use crate::emit::Emit;
use crate::emit::function::FunctionEmitter;
use nvc_ir::TypeKind;
use nvc_ir::function::InstRef;
use rspirv::dr::Operand;
use spirv::{Op as S, Word};

/// Emits the sparse variant of an access. `raw` is the SPIR-V type of the texel, which may be signed. The IR's result is a
/// struct of the residency code and a texel, whose integers have no sign.
pub(super) fn texels(
    f: &mut FunctionEmitter<'_, '_>,
    op: S,
    raw: Word,
    data: InstRef<'_>,
    args: Vec<Operand>,
) -> Emit<()> {
    f.m.require(Requirement::SparseResidency);
    let Some(op) = sparse_variant(op) else { return Err(f.m.fault(format!("{op:?} has no sparse variant"))) };
    let ty = result_type(f, data)?;
    let TypeKind::Struct { members, .. } = f.m.kind(ty)? else {
        return Err(f.m.fault("a sparse access does not return a struct"));
    };
    let [code, texel] = &members[..] else {
        return Err(f.m.fault("a sparse access does not return a residency code and a texel"));
    };
    let (code, texel) = (f.ty(code.ty)?, f.ty(texel.ty)?);
    let (ty, id) = result(f, data)?;
    if texel == raw {
        f.push(op, Some(ty), Some(id), args);
        return Ok(());
    }
    let members = vec![Operand::IdRef(code), Operand::IdRef(raw)];
    let pair = f.m.writer.intern(S::TypeStruct, None, &members);
    let pair = f.fresh(op, pair, args);
    let mut part = |ty, index| {
        f.fresh(S::CompositeExtract, ty, vec![Operand::IdRef(pair), Operand::LiteralBit32(index)])
    };
    let (code, signed) = (part(code, 0), part(raw, 1));
    let texel = f.fresh(S::Bitcast, texel, vec![Operand::IdRef(signed)]);
    let parts = vec![Operand::IdRef(code), Operand::IdRef(texel)];
    f.push(S::CompositeConstruct, Some(ty), Some(id), parts);
    Ok(())
}

/// Returns the sparse variant of an opcode.
fn sparse_variant(op: S) -> Option<S> {
    Some(match op {
        S::ImageSampleExplicitLod => S::ImageSparseSampleExplicitLod,
        S::ImageSampleDrefExplicitLod => S::ImageSparseSampleDrefExplicitLod,
        S::ImageFetch => S::ImageSparseFetch,
        S::ImageGather => S::ImageSparseGather,
        S::ImageDrefGather => S::ImageSparseDrefGather,
        S::ImageRead => S::ImageSparseRead,
        _ => return None,
    })
}

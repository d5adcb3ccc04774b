//! Emits cooperative vectors (SPV_NV_cooperative_vector) and long vectors whose length is a specialization constant
//! (SPV_EXT_long_vector).

use super::{arg, memory, operands, result, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::function::FunctionEmitter;
use crate::emit::{Emit, Emitter};
use nvc_ir::function::InstRef;
use nvc_ir::imm::Imm;
use nvc_ir::types::{IdVectorType, Length, TypeKind};
use nvc_ir::{Op, Type, Value};
use rspirv::dr::Operand;
use spirv::{CooperativeMatrixOperands, MemoryAccess, Op as S, Word};

/// Maximum number of components of a vector that is constructed from operands although they are all the same.
const MAX_LISTED: u32 = 1024;

impl Emitter<'_> {
    /// Returns the type of a vector whose length is given by a constant instruction. The instruction has the same opcode in
    /// both extensions; SPV_EXT_long_vector calls it `OpTypeVectorIdEXT`.
    pub(in crate::emit) fn id_vector_type(&mut self, vector: IdVectorType) -> Emit<Word> {
        if vector.cooperative {
            self.require(Requirement::CooperativeVectorNV);
            self.require_small_arithmetic(vector.component)?;
        } else {
            self.require(Requirement::LongVectorEXT);
        }
        let component = self.ty(vector.component)?;
        self.id_vector_of(component, vector.length)
    }

    /// Returns the type of vectors of a component type and length.
    pub(in crate::emit) fn id_vector_of(&mut self, component: Word, length: Length) -> Emit<Word> {
        let parts = vec![Operand::IdRef(component), Operand::IdRef(self.length(length)?)];
        Ok(self.writer.intern(S::TypeCooperativeVectorNV, None, &parts))
    }
}

/// Returns a vector with the same value in each component. If the length is a specialization constant or exceeds
/// [`MAX_LISTED`], this requires SPV_EXT_replicated_composites.
pub(super) fn splat(
    f: &mut FunctionEmitter<'_, '_>,
    ty: Type,
    vector: IdVectorType,
    part: Value,
) -> Emit<Word> {
    let (ty, id) = (f.ty(ty)?, f.operand(part)?);
    if let (Some(_), Operand::IdRef(id)) = (f.m.ir.types.id_vector(f.func.ty(part)), &id) {
        // A cooperative vector and a long vector of the same length have the same SPIR-V type.
        return Ok(*id);
    }
    let count = match vector.length {
        Length::Fixed(count) if count <= MAX_LISTED => count as usize,
        _ => {
            f.m.require(Requirement::ReplicatedCompositesEXT);
            return Ok(f.fresh(S::CompositeConstructReplicateEXT, ty, vec![id]));
        }
    };
    match id {
        Operand::IdRef(id) if f.func.as_const(part).is_some() => Ok(f.m.composite(ty, &vec![id; count])),
        id => Ok(f.fresh(S::CompositeConstruct, ty, vec![id; count])),
    }
}

/// Emits the product of a vector and a scalar. `OpVectorTimesScalar` supports only floats.
pub(super) fn scale(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, vector: IdVectorType) -> Emit<()> {
    if matches!(f.m.kind(vector.component)?, TypeKind::Float(_)) {
        return super::direct(f, S::VectorTimesScalar, data);
    }
    let (value, scalar) = (arg(f, data, 0)?, arg(f, data, 1)?);
    let factor = splat(f, f.func.ty(value), vector, scalar)?;
    let args = vec![f.operand(value)?, Operand::IdRef(factor)];
    let (ty, id) = result(f, data)?;
    f.push(S::IMul, Some(ty), Some(id), args);
    Ok(())
}

/// Returns the memory operands of a load or store. Unlike in other instructions, they are mandatory.
fn access(
    f: &mut FunctionEmitter<'_, '_>,
    data: InstRef<'_>,
    direction: memory::Direction,
) -> Emit<Vec<Operand>> {
    let pointer = arg(f, data, 0)?;
    let access = memory::memory_operands(f, data, pointer, direction)?;
    Ok(if access.is_empty() { vec![Operand::MemoryAccess(MemoryAccess::NONE)] } else { access })
}

/// Emits `OpCooperativeVectorLoadNV`.
pub(super) fn load(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let mut args = operands(f, &data.args)?;
    args.extend(access(f, data, memory::Direction::Load)?);
    let (ty, id) = result(f, data)?;
    f.push(S::CooperativeVectorLoadNV, Some(ty), Some(id), args);
    Ok(())
}

/// Emits `OpCooperativeVectorStoreNV`.
pub(super) fn store(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let mut args = operands(f, &data.args)?;
    args.extend(access(f, data, memory::Direction::Store)?);
    f.push(S::CooperativeVectorStoreNV, None, None, args);
    Ok(())
}

/// Emits the product of a matrix and a vector, with or without a bias.
pub(super) fn product(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Product(signs) = data.imm() else { return Err(wrong_imm(f, data)) };
    // `order` lists the IR operands in the order of the SPIR-V instruction.
    let (op, order): (S, &[usize]) = match data.op {
        Op::CoopVecMatMul => (S::CooperativeVectorMatrixMulNV, &[2, 3, 0, 1, 4, 5, 6, 7, 8, 9]),
        _ => (S::CooperativeVectorMatrixMulAddNV, &[4, 5, 0, 1, 6, 2, 3, 7, 8, 9, 10, 11, 12]),
    };
    let mut args = Vec::with_capacity(order.len() + 1);
    for &at in order {
        let value = arg(f, data, at)?;
        args.push(f.operand(value)?);
    }
    let mut mask = CooperativeMatrixOperands::NONE_KHR;
    if signs.input {
        mask |= CooperativeMatrixOperands::MATRIX_B_SIGNED_COMPONENTS_KHR;
    }
    if signs.result {
        mask |= CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR;
    }
    if !mask.is_empty() {
        args.push(Operand::CooperativeMatrixOperands(mask));
    }
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits the accumulation of an outer product.
pub(super) fn outer_product(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::CooperativeVectorTrainingNV);
    let args = operands(f, &data.args)?;
    f.push(S::CooperativeVectorOuterProductAccumulateNV, None, None, args);
    Ok(())
}

/// Emits the accumulation of a vector's components.
pub(super) fn reduce_sum(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::CooperativeVectorTrainingNV);
    let args = operands(f, &data.args)?;
    f.push(S::CooperativeVectorReduceSumAccumulateNV, None, None, args);
    Ok(())
}

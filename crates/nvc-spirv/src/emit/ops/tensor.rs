//! Emits tensor layouts and views (SPV_NV_tensor_addressing), and the cooperative-matrix operations of
//! SPV_NV_cooperative_matrix2 and SPV_EXT_cooperative_matrix_maintenance1.

use super::{arg, memory, operands, result, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::function::FunctionEmitter;
use crate::emit::{Emit, Emitter};
use crate::unknown;
use nvc_ir::function::InstRef;
use nvc_ir::imm::Imm;
use nvc_ir::tensor::{TensorLayoutType, TensorViewType};
use nvc_ir::types::Length;
use nvc_ir::{FuncId, Op, TypeKind, Value};
use rspirv::dr::Operand;
use spirv::{CooperativeMatrixReduce, MemoryAccess, Op as S, TensorAddressingOperands, Word};

/// Number of the decoration `CooperativeMatrixTransposeEXT`, which the `spirv` crate does not have.
const TRANSPOSE: u32 = 5440;

/// Opcode of `OpCooperativeMatrixGetCoordinateEXT`, which the `spirv` crate does not have.
const GET_COORDINATE: u32 = 5363;

impl Emitter<'_> {
    /// Returns the type of a tensor layout.
    pub(in crate::emit) fn tensor_layout_type(&mut self, layout: TensorLayoutType) -> Emit<Word> {
        self.require(Requirement::TensorAddressingNV);
        let mut parts = Vec::new();
        for length in [layout.dimensions, layout.clamp] {
            parts.push(Operand::IdRef(self.length(length)?));
        }
        Ok(self.writer.intern(S::TypeTensorLayoutNV, None, &parts))
    }

    /// Returns the type of a tensor view.
    pub(in crate::emit) fn tensor_view_type(&mut self, view: &TensorViewType) -> Emit<Word> {
        self.require(Requirement::TensorAddressingNV);
        let mut parts = vec![Operand::IdRef(self.length(view.dimensions)?)];
        parts.push(Operand::IdRef(match view.has_dimensions {
            Length::Spec(spec) => self.spec_constant(spec)?,
            Length::Fixed(number) => {
                let ty = self.bool_type();
                let op = if number == 0 { S::ConstantFalse } else { S::ConstantTrue };
                self.writer.intern(op, Some(ty), &[])
            }
        }));
        for &number in &view.permutation {
            parts.push(Operand::IdRef(self.length(number)?));
        }
        Ok(self.writer.intern(S::TypeTensorViewNV, None, &parts))
    }

    /// Returns the constant for a length or other number that is part of a type.
    pub(in crate::emit) fn length(&mut self, length: Length) -> Emit<Word> {
        match length {
            Length::Fixed(number) => Ok(self.u32(number)),
            Length::Spec(spec) => self.spec_constant(spec),
        }
    }

    /// Requires the capability for conversions of matrices to another use.
    pub(in crate::emit) fn require_use_conversions(&mut self) {
        self.require(match self.ir.matrix_maintenance {
            true => Requirement::CooperativeMatrixConversionsEXT,
            false => Requirement::CooperativeMatrixConversionsNV,
        });
    }
}

/// Requires the capability for an instruction that converts the components of a matrix and also changes the
/// use.
pub(super) fn require_conversion(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) {
    let types = &f.m.ir.types;
    let usage = |value: Value| match types.kind(f.func.ty(value)) {
        TypeKind::CoopMatrix(matrix) => matrix.usage,
        _ => None,
    };
    let ([from], Some(to)) = (&data.args[..], data.result) else { return };
    if usage(*from).is_some() && usage(*from) != usage(to) && usage(to).is_some() {
        f.m.require_use_conversions();
    }
}

/// Emits the conversion of a matrix to another use.
pub(super) fn convert_use(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require_use_conversions();
    super::direct(f, S::CooperativeMatrixConvertNV, data)
}

/// Emits the transpose of a matrix.
pub(super) fn transpose(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require_use_conversions();
    if !f.m.ir.matrix_maintenance {
        return super::direct(f, S::CooperativeMatrixTransposeNV, data);
    }
    super::direct(f, S::CooperativeMatrixConvertNV, data)?;
    let (_, id) = result(f, data)?;
    f.m.writer.decorate_number(id, TRANSPOSE);
    Ok(())
}

/// Emits a reduction of a matrix.
pub(super) fn reduce(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Reduce(reduction, function) = data.imm() else { return Err(wrong_imm(f, data)) };
    f.m.require(match f.m.ir.matrix_maintenance {
        true => Requirement::CooperativeMatrixReductionsEXT,
        false => Requirement::CooperativeMatrixReductionsNV,
    });
    let mut args = operands(f, &data.args)?;
    let mask = CooperativeMatrixReduce::from_bits_retain(reduction.mask());
    args.push(Operand::CooperativeMatrixReduce(mask));
    args.push(callback(f, function)?);
    let (ty, id) = result(f, data)?;
    f.push(S::CooperativeMatrixReduceNV, Some(ty), Some(id), args);
    Ok(())
}

/// Emits a call of a function for each element of a matrix.
pub(super) fn per_element(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Function(function) = data.imm() else { return Err(wrong_imm(f, data)) };
    f.m.require(match f.m.ir.matrix_maintenance {
        true => Requirement::CooperativeMatrixPerElementOperationsEXT,
        false => Requirement::CooperativeMatrixPerElementOperationsNV,
    });
    let mut args = operands(f, &data.args)?;
    args.insert(1.min(args.len()), callback(f, function)?);
    let (ty, id) = result(f, data)?;
    f.push(S::CooperativeMatrixPerElementOpNV, Some(ty), Some(id), args);
    Ok(())
}

/// Emits the row and column of a matrix element.
pub(super) fn coordinate(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::CooperativeMatrixGetCoordinateEXT);
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    let (op, ty, id, args) = unknown::parts(GET_COORDINATE, Some(ty), Some(id), args);
    f.push(op, ty, id, args);
    Ok(())
}

fn callback(f: &mut FunctionEmitter<'_, '_>, function: FuncId) -> Emit<Operand> {
    Ok(Operand::IdRef(f.m.function_id(function)?))
}

/// Emits a load or store through a tensor layout.
pub(super) fn access(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.require(Requirement::CooperativeMatrixTensorAddressingNV);
    let pointer = arg(f, data, 0)?;
    let stores = data.op == Op::CoopStoreTensor;
    let direction = if stores { memory::Direction::Store } else { memory::Direction::Load };
    let mut args = operands(f, data.args.get(..3).unwrap_or(&data.args))?;
    let access = memory::memory_operands(f, data, pointer, direction)?;
    if access.is_empty() {
        args.push(Operand::MemoryAccess(MemoryAccess::NONE));
    }
    args.extend(access);
    let mut mask = TensorAddressingOperands::NONE;
    let mut more = Vec::new();
    if let Some(&view) = data.args.get(3) {
        mask |= TensorAddressingOperands::TENSOR_VIEW;
        more.push(f.operand(view)?);
    }
    if let Imm::Decode(decode) = data.imm() {
        f.m.require(Requirement::CooperativeMatrixBlockLoadsNV);
        mask |= TensorAddressingOperands::DECODE_FUNC;
        more.push(callback(f, decode.function)?);
        if let Some(function) = decode.vector {
            f.m.require(Requirement::CooperativeMatrixDecodeVectorNV);
            mask |= DECODE_VECTOR;
            more.push(callback(f, function)?);
        }
    }
    args.push(Operand::TensorAddressingOperands(mask));
    args.extend(more);
    if stores {
        f.push(S::CooperativeMatrixStoreTensorNV, None, None, args);
    } else {
        let (ty, id) = result(f, data)?;
        f.push(S::CooperativeMatrixLoadTensorNV, Some(ty), Some(id), args);
    }
    Ok(())
}

/// The bit `DecodeVectorFunc`, which the `spirv` crate does not have.
pub(crate) const DECODE_VECTOR: TensorAddressingOperands = TensorAddressingOperands::from_bits_retain(4);

//! Emits cooperative matrices: with SPV_KHR_cooperative_matrix for types that have a matrix use, otherwise
//! with SPV_NV_cooperative_matrix.

use super::{arg, memory, operands, result, result_type, wrong_imm};
use crate::capabilities::Requirement;
use crate::emit::function::FunctionEmitter;
use crate::emit::{Emit, Emitter};
use nvc_diag::{Code, Diagnostic};
use nvc_ir::function::InstRef;
use nvc_ir::imm::Imm;
use nvc_ir::types::CoopMatrixType;
use nvc_ir::{FpEncoding, Op, Type, TypeKind, Value};
use rspirv::dr::Operand;
use spirv::{CooperativeMatrixOperands, Op as S, Word};

impl Emitter<'_> {
    /// Returns the type of a cooperative matrix.
    pub(in crate::emit) fn coop_matrix_type(&mut self, matrix: CoopMatrixType) -> Emit<Word> {
        let component = match *self.kind(matrix.component)? {
            TypeKind::Int(bits) => self.int_type(bits, matrix.signed),
            _ => self.ty(matrix.component)?,
        };
        self.require_small_arithmetic(matrix.component)?;
        match *self.kind(matrix.component)? {
            TypeKind::EncodedFloat(FpEncoding::BFloat16) => {
                self.require(Requirement::BFloat16CooperativeMatrixKHR);
            }
            TypeKind::EncodedFloat(_) => self.require(Requirement::Float8CooperativeMatrixEXT),
            _ => {}
        }
        let mut parts = vec![Operand::IdRef(component)];
        for length in [matrix.scope, matrix.rows, matrix.columns] {
            parts.push(Operand::IdRef(self.length(length)?));
        }
        let op = match matrix.usage {
            None if self.ir.types.encoding(matrix.component).is_some() => {
                let message = "a cooperative matrix of bf16 or 8-bit floats needs SPV_KHR_cooperative_matrix";
                let finding = Diagnostic::new(Code::N0701, self.loc, message)
                    .note("the only floats of SPV_NV_cooperative_matrix are IEEE floats")
                    .help("compile with `--coopmat khr`");
                return Err(self.diags.report(finding));
            }
            None => {
                self.require(Requirement::CooperativeMatrixNV);
                S::TypeCooperativeMatrixNV
            }
            Some(usage) => {
                self.require(Requirement::CooperativeMatrixKHR);
                parts.push(Operand::IdRef(self.u32(usage.into())));
                S::TypeCooperativeMatrixKHR
            }
        };
        Ok(self.writer.intern(op, None, &parts))
    }
}

fn matrix(f: &mut FunctionEmitter<'_, '_>, ty: Type) -> Emit<CoopMatrixType> {
    match *f.m.kind(ty)? {
        TypeKind::CoopMatrix(matrix) => Ok(matrix),
        _ => Err(f.m.fault(format!("{ty} is not a cooperative matrix"))),
    }
}

/// Returns the signed component type of a matrix; `None` if the IR's type, which has no sign, can be used.
pub(super) fn signed_component(f: &mut FunctionEmitter<'_, '_>, ty: Type) -> Emit<Option<Word>> {
    let TypeKind::CoopMatrix(CoopMatrixType { component, signed: true, .. }) = *f.m.kind(ty)? else {
        return Ok(None);
    };
    match *f.m.kind(component)? {
        TypeKind::Int(bits) => Ok(Some(f.m.int_type(bits, true))),
        _ => Ok(None),
    }
}

/// Returns the signed component type if a pointer points to a component of a signed matrix.
pub(super) fn points_to_signed(f: &mut FunctionEmitter<'_, '_>, pointer: Value) -> Emit<Option<Word>> {
    let Some(chain) = f.func.def(pointer).filter(|def| def.op == Op::AccessChain) else {
        return Ok(None);
    };
    let base = arg(f, chain, 0)?;
    let (_, mut at) = memory::pointee(f, base)?;
    // The last index selects the component, so follow only the indices before it.
    for &index in chain.args.iter().skip(1).take(chain.args.len().saturating_sub(2)) {
        at = match f.m.kind(at)? {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => *element,
            TypeKind::Struct { members, .. } => {
                let member = f.func.as_bits(index).and_then(|bits| members.get(bits as usize));
                match member {
                    Some(member) => member.ty,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
    }
    signed_component(f, at)
}

/// Emits a splat or a multiplication by a scalar. The scalar is cast to the signedness of the components.
pub(super) fn with_scalar(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, op: S) -> Emit<()> {
    let ty = result_type(f, data)?;
    let mut args = operands(f, &data.args)?;
    if let (Some(signed), Some(scalar)) = (signed_component(f, ty)?, args.last_mut()) {
        *scalar = Operand::IdRef(f.fresh(S::Bitcast, signed, vec![scalar.clone()]));
    }
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits the product of a scalar and a matrix or cooperative vector.
pub(super) fn scale(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let ty = result_type(f, data)?;
    if let Some(vector) = f.m.ir.types.id_vector(ty) {
        return super::coop_vector::scale(f, data, vector);
    }
    with_scalar(f, data, S::MatrixTimesScalar)
}

/// Returns the layout operand of the KHR extension, which must be constant: 0 for row-major, 1 for
/// column-major.
fn layout(f: &mut FunctionEmitter<'_, '_>, column_major: Value) -> Emit<Operand> {
    match f.func.as_bits(column_major) {
        Some(bits) => Ok(Operand::IdRef(f.m.u32(u32::from(bits != 0)))),
        None => {
            let message = "the layout of a cooperative matrix is not a constant";
            let finding = Diagnostic::new(Code::N0701, f.m.loc, message)
                .note("SPV_KHR_cooperative_matrix requires a constant layout")
                .help("make it a constant, or compile with `--coopmat nv`");
            Err(f.m.diags.report(finding))
        }
    }
}

/// Emits a matrix load.
pub(super) fn load(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (pointer, stride, column_major) = (arg(f, data, 0)?, arg(f, data, 1)?, arg(f, data, 2)?);
    let ty = result_type(f, data)?;
    let khr = matrix(f, ty)?.usage.is_some();
    let mut args = vec![f.operand(pointer)?];
    if khr {
        args.push(layout(f, column_major)?);
        args.push(f.operand(stride)?);
    } else {
        args.push(f.operand(stride)?);
        args.push(f.operand(column_major)?);
    }
    args.extend(memory::memory_operands(f, data, pointer, memory::Direction::Load)?);
    let (ty, id) = result(f, data)?;
    let op = if khr { S::CooperativeMatrixLoadKHR } else { S::CooperativeMatrixLoadNV };
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits a matrix store.
pub(super) fn store(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let (pointer, value, stride) = (arg(f, data, 0)?, arg(f, data, 1)?, arg(f, data, 2)?);
    let column_major = arg(f, data, 3)?;
    let ty = f.func.ty(value);
    let khr = matrix(f, ty)?.usage.is_some();
    let mut args = vec![f.operand(pointer)?, f.operand(value)?];
    if khr {
        args.push(layout(f, column_major)?);
        args.push(f.operand(stride)?);
    } else {
        args.push(f.operand(stride)?);
        args.push(f.operand(column_major)?);
    }
    args.extend(memory::memory_operands(f, data, pointer, memory::Direction::Store)?);
    let op = if khr { S::CooperativeMatrixStoreKHR } else { S::CooperativeMatrixStoreNV };
    f.push(op, None, None, args);
    Ok(())
}

/// Emits a multiply-add. In the KHR extension, the signedness of the matrices is an operand of the
/// instruction.
pub(super) fn mul_add(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let mut signs = CooperativeMatrixOperands::NONE_KHR;
    let flags = [
        CooperativeMatrixOperands::MATRIX_A_SIGNED_COMPONENTS_KHR,
        CooperativeMatrixOperands::MATRIX_B_SIGNED_COMPONENTS_KHR,
        CooperativeMatrixOperands::MATRIX_C_SIGNED_COMPONENTS_KHR
            | CooperativeMatrixOperands::MATRIX_RESULT_SIGNED_COMPONENTS_KHR,
    ];
    let mut khr = false;
    for (&value, flag) in data.args.iter().zip(flags) {
        let ty = f.func.ty(value);
        let matrix = matrix(f, ty)?;
        khr |= matrix.usage.is_some();
        if matrix.signed {
            signs |= flag;
        }
    }
    if data.op == Op::CoopMulAddSat {
        if !khr {
            let finding = Diagnostic::new(
                Code::N0701,
                f.m.loc,
                "saturating accumulation needs SPV_KHR_cooperative_matrix",
            )
            .note("with SPV_NV_cooperative_matrix, accumulation wraps around")
            .help("compile with `--coopmat khr`");
            return Err(f.m.diags.report(finding));
        }
        signs |= CooperativeMatrixOperands::SATURATING_ACCUMULATION_KHR;
    }
    let mut args = operands(f, &data.args)?;
    if khr && !signs.is_empty() {
        args.push(Operand::CooperativeMatrixOperands(signs));
    }
    let (ty, id) = result(f, data)?;
    let op = if khr { S::CooperativeMatrixMulAddKHR } else { S::CooperativeMatrixMulAddNV };
    f.push(op, Some(ty), Some(id), args);
    Ok(())
}

/// Emits the number of matrix elements that each invocation holds.
pub(super) fn length(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    let Imm::Type(ty) = data.imm() else { return Err(wrong_imm(f, data)) };
    let khr = matrix(f, ty)?.usage.is_some();
    let operand = vec![Operand::IdRef(f.ty(ty)?)];
    let (ty, id) = result(f, data)?;
    let op = if khr { S::CooperativeMatrixLengthKHR } else { S::CooperativeMatrixLengthNV };
    f.push(op, Some(ty), Some(id), operand);
    Ok(())
}

//! The map of operations: one row per IR operation says how SPIR-V has it. An operation without a
//! row does not compile.
// tidy: table

mod atomic;
mod compute;
mod coop;
mod debug;
pub(super) mod derivative;
mod image;
mod memory;
mod shuffle;
mod signs;
mod subgroup;
mod sync;

use super::Emit;
use super::function::FunctionEmitter;
use nvc_ir::function::InstData;
use nvc_ir::ops::Effect;
use nvc_ir::{Op, Type, TypeKind, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, GlslStd450Op as G, Op as S, Word};

pub(super) use compute::select_into as select;

/// A function that emits one instruction.
type Special = fn(&mut FunctionEmitter<'_, '_>, &InstData) -> Emit<()>;

/// How SPIR-V has an operation.
enum Row {
    /// One opcode; operands and result as in the IR.
    Same(S),
    /// One opcode for numbers, another for truth values.
    ByKind(S, S),
    /// An instruction of GLSL.std.450.
    Glsl(G),
    /// More than one instruction, or operands in another order.
    Special(Special),
    /// A subgroup operation: the scope comes before the operands.
    Subgroup(S, crate::capabilities::Need),
    /// Lowering left none of it.
    Lowered,
}

fn row(op: Op) -> Row {
    use crate::capabilities::Need;
    use Row::{ByKind, Glsl, Lowered, Same, Special, Subgroup};
    match op {
        Op::IAdd => Same(S::IAdd),
        Op::ISub => Same(S::ISub),
        Op::IMul => Same(S::IMul),
        Op::SMulHi => Special(compute::mul_high),
        Op::UMulHi => Special(compute::mul_high),
        Op::SDiv => Same(S::SDiv),
        Op::UDiv => Same(S::UDiv),
        Op::SRem => Lowered,
        Op::URem => Same(S::UMod),
        Op::INeg => Same(S::SNegate),
        Op::SAbs => Glsl(G::SAbs),
        Op::SMin => Glsl(G::SMin),
        Op::SMax => Glsl(G::SMax),
        Op::UMin => Glsl(G::UMin),
        Op::UMax => Glsl(G::UMax),
        Op::And => ByKind(S::BitwiseAnd, S::LogicalAnd),
        Op::Or => ByKind(S::BitwiseOr, S::LogicalOr),
        Op::Xor => ByKind(S::BitwiseXor, S::LogicalNotEqual),
        Op::Not => ByKind(S::Not, S::LogicalNot),
        Op::Shl => Same(S::ShiftLeftLogical),
        Op::LShr => Same(S::ShiftRightLogical),
        Op::AShr => Same(S::ShiftRightArithmetic),
        Op::UBfe => Same(S::BitFieldUExtract),
        Op::SBfe => Same(S::BitFieldSExtract),
        Op::Bfi => Same(S::BitFieldInsert),
        Op::BitReverse => Same(S::BitReverse),
        Op::BitCount => Same(S::BitCount),
        Op::FindLsb => Glsl(G::FindILsb),
        Op::FindUMsb => Glsl(G::FindUMsb),
        Op::FindSMsb => Glsl(G::FindSMsb),

        Op::IEq => ByKind(S::IEqual, S::LogicalEqual),
        Op::INe => ByKind(S::INotEqual, S::LogicalNotEqual),
        Op::SLt => Same(S::SLessThan),
        Op::SLe => Same(S::SLessThanEqual),
        Op::ULt => Same(S::ULessThan),
        Op::ULe => Same(S::ULessThanEqual),
        Op::FEq => Same(S::FOrdEqual),
        Op::FNe => Same(S::FUnordNotEqual),
        Op::FLt => Same(S::FOrdLessThan),
        Op::FLe => Same(S::FOrdLessThanEqual),
        Op::FUnordLt => Same(S::FUnordLessThan),
        Op::FUnordLe => Same(S::FUnordLessThanEqual),
        Op::FUnordEq => Same(S::FUnordEqual),
        Op::FOrdNe => Same(S::FOrdNotEqual),
        Op::IsNan => Same(S::IsNan),
        Op::Select => Special(compute::select),

        Op::FAdd => Same(S::FAdd),
        Op::FSub => Same(S::FSub),
        Op::FMul => Same(S::FMul),
        Op::FDiv => Same(S::FDiv),
        Op::Fma => Glsl(G::Fma),
        Op::FNeg => Same(S::FNegate),
        Op::FAbs => Glsl(G::FAbs),
        Op::FMin => Glsl(G::NMin),
        Op::FMax => Glsl(G::NMax),
        Op::FSat => Special(compute::saturate),
        Op::Floor => Glsl(G::Floor),
        Op::Ceil => Glsl(G::Ceil),
        Op::Trunc => Glsl(G::Trunc),
        Op::RoundEven => Glsl(G::RoundEven),
        Op::Fract => Glsl(G::Fract),
        Op::Sqrt => Glsl(G::Sqrt),
        Op::Rsqrt => Glsl(G::InverseSqrt),
        Op::Exp2 => Glsl(G::Exp2),
        Op::Log2 => Glsl(G::Log2),
        Op::Sin => Glsl(G::Sin),
        Op::Cos => Glsl(G::Cos),
        Op::Tan => Glsl(G::Tan),
        Op::Asin => Glsl(G::Asin),
        Op::Acos => Glsl(G::Acos),
        Op::Atan => Glsl(G::Atan),
        Op::Atan2 => Glsl(G::Atan2),
        Op::Sinh => Glsl(G::Sinh),
        Op::Cosh => Glsl(G::Cosh),
        Op::Tanh => Glsl(G::Tanh),
        Op::Asinh => Glsl(G::Asinh),
        Op::Acosh => Glsl(G::Acosh),
        Op::Atanh => Glsl(G::Atanh),
        Op::Exp => Glsl(G::Exp),
        Op::Log => Glsl(G::Log),
        Op::Pow => Glsl(G::Pow),
        Op::Ldexp => Glsl(G::Ldexp),
        Op::FrexpSignificand => Special(compute::frexp),
        Op::FrexpExponent => Special(compute::frexp),
        Op::FSign => Glsl(G::FSign),
        Op::FDot => Same(S::Dot),

        Op::Bitcast => Same(S::Bitcast),
        Op::ITrunc => Special(compute::narrow),
        Op::ZExt => Same(S::UConvert),
        Op::SExt => Same(S::SConvert),
        Op::FConvert => Same(S::FConvert),
        Op::FConvertRounded => Lowered,
        Op::SToF => Same(S::ConvertSToF),
        Op::UToF => Same(S::ConvertUToF),
        Op::FToS => Same(S::ConvertFToS),
        Op::FToU => Same(S::ConvertFToU),
        Op::FToSSat => Lowered,
        Op::FToUSat => Lowered,
        Op::PackHalf => Glsl(G::PackHalf2x16),
        Op::UnpackHalf => Glsl(G::UnpackHalf2x16),
        Op::PackSnorm4x8 => Glsl(G::PackSnorm4x8),
        Op::PackUnorm4x8 => Glsl(G::PackUnorm4x8),
        Op::PackSnorm2x16 => Glsl(G::PackSnorm2x16),
        Op::PackUnorm2x16 => Glsl(G::PackUnorm2x16),
        Op::UnpackSnorm4x8 => Glsl(G::UnpackSnorm4x8),
        Op::UnpackUnorm4x8 => Glsl(G::UnpackUnorm4x8),
        Op::UnpackSnorm2x16 => Glsl(G::UnpackSnorm2x16),
        Op::UnpackUnorm2x16 => Glsl(G::UnpackUnorm2x16),

        Op::Construct => Special(compute::construct),
        Op::Extract => Special(compute::extract),
        Op::Insert => Special(compute::insert),
        Op::ExtractDynamic => Same(S::VectorExtractDynamic),
        Op::InsertDynamic => Same(S::VectorInsertDynamic),

        Op::CcSign => Lowered,
        Op::CcZero => Lowered,
        Op::CcAddCarry => Lowered,
        Op::CcAddOverflow => Lowered,
        Op::CcSubCarry => Lowered,
        Op::CcSubOverflow => Lowered,
        Op::CcTest => Lowered,

        Op::Builtin => Special(memory::builtin),
        Op::BytesLoad => Lowered,
        Op::BytesStore => Lowered,
        Op::BytesAtomic => Lowered,
        Op::BytesLength => Lowered,
        Op::GlobalAddr => Special(memory::global_addr),
        Op::LocalAddr => Special(memory::local_addr),
        Op::AccessChain => Special(memory::access_chain),
        Op::PhysicalAddr => Same(S::ConvertUToPtr),
        Op::Load => Special(memory::load),
        Op::Store => Special(memory::store),
        Op::Atomic => Special(atomic::atomic),
        Op::ArrayLength => Special(memory::array_length),

        Op::CoopLoad => Special(coop::load),
        Op::CoopStore => Special(coop::store),
        Op::CoopMulAdd | Op::CoopMulAddSat => Special(coop::mul_add),
        Op::CoopScale => Special(coop::scale),
        Op::CoopLength => Special(coop::length),

        Op::BindlessAddr => Lowered,
        Op::UnitAddr => Lowered,
        Op::TexCombine => Same(S::SampledImage),
        Op::TexSample => Special(image::sample),
        Op::TexFetch => Special(image::fetch),
        Op::TexGather => Special(image::gather),
        Op::TexSize => Special(image::size),
        Op::TexLevels => Special(image::levels),
        Op::TexSamples => Special(image::samples),
        Op::TexResident => Special(image::resident),
        Op::ImageRead => Special(image::read),
        Op::ImageWrite => Special(image::write),
        Op::TexelAddr => Special(image::texel_addr),

        Op::NvShuffle => Lowered,
        Op::NvShuffleValid => Lowered,
        Op::NvBallot => Lowered,
        Op::NvAll => Lowered,
        Op::NvAny => Lowered,
        Op::NvEqual => Lowered,
        Op::NvMatchAny => Lowered,
        Op::NvMatchAll => Lowered,

        Op::SubgroupShuffle => Special(shuffle::shuffle),
        Op::SubgroupShuffleXor => Special(shuffle::shuffle),
        Op::SubgroupShuffleUp => Special(shuffle::shuffle),
        Op::SubgroupShuffleDown => Special(shuffle::shuffle),
        Op::SubgroupBallot => Subgroup(S::GroupNonUniformBallot, Need::GroupNonUniformBallot),
        Op::SubgroupAll => Subgroup(S::GroupNonUniformAll, Need::GroupNonUniformVote),
        Op::SubgroupAny => Subgroup(S::GroupNonUniformAny, Need::GroupNonUniformVote),
        Op::SubgroupAllEqual => Subgroup(S::GroupNonUniformAllEqual, Need::GroupNonUniformVote),
        Op::SubgroupPartition => Special(sync::partition),
        Op::Ddx => Special(|f, data| derivative::difference(f, data, S::DPdx, false)),
        Op::DdxFine => Special(|f, data| derivative::difference(f, data, S::DPdxFine, true)),
        Op::DdxCoarse => Special(|f, data| derivative::difference(f, data, S::DPdxCoarse, true)),
        Op::Ddy => Special(|f, data| derivative::difference(f, data, S::DPdy, false)),
        Op::DdyFine => Special(|f, data| derivative::difference(f, data, S::DPdyFine, true)),
        Op::DdyCoarse => Special(|f, data| derivative::difference(f, data, S::DPdyCoarse, true)),
        Op::TexQueryLod => Special(derivative::level),
        Op::SubgroupElect => Subgroup(S::GroupNonUniformElect, Need::GroupNonUniform),
        Op::SubgroupBroadcast => Special(subgroup::broadcast),
        Op::SubgroupBroadcastFirst => Subgroup(S::GroupNonUniformBroadcastFirst, Need::GroupNonUniformBallot),
        Op::SubgroupArithmetic => Special(subgroup::arithmetic),
        Op::SubgroupInverseBallot => Subgroup(S::GroupNonUniformInverseBallot, Need::GroupNonUniformBallot),
        Op::SubgroupBallotBit => Subgroup(S::GroupNonUniformBallotBitExtract, Need::GroupNonUniformBallot),
        Op::SubgroupBallotCount => Special(subgroup::ballot_count),
        Op::SubgroupBallotLsb => Subgroup(S::GroupNonUniformBallotFindLSB, Need::GroupNonUniformBallot),
        Op::SubgroupBallotMsb => Subgroup(S::GroupNonUniformBallotFindMSB, Need::GroupNonUniformBallot),
        Op::SubgroupQuadBroadcast => Subgroup(S::GroupNonUniformQuadBroadcast, Need::GroupNonUniformQuad),
        Op::SubgroupQuadSwap => Special(subgroup::quad_swap),
        Op::SubgroupRotate => Subgroup(S::GroupNonUniformRotateKHR, Need::GroupNonUniformRotateKHR),

        Op::ReadClock => Special(debug::clock),
        Op::DebugPrintf => Special(debug::printf),

        Op::Barrier => Special(sync::barrier),
        Op::Call => Special(sync::call),
    }
}

/// The opcode of an operation on scalar constants, for `OpSpecConstantOp`; `None` if SPIR-V has none.
pub(super) fn constant_opcode(op: Op, logical: bool) -> Option<S> {
    match (op, row(op)) {
        // Legalised where it is an instruction, for the sake of drivers; a constant is exact.
        (Op::SRem, _) => Some(S::SRem),
        (Op::Select, _) => Some(S::Select),
        // The low bits are those of either conversion, and only this one is in all versions.
        (Op::ITrunc, _) => Some(S::SConvert),
        // SPV_NV_cooperative_matrix alone allows it; the pass `coop-uses` leaves no other.
        (Op::CoopLength, _) => Some(S::CooperativeMatrixLengthNV),
        (_, Row::Same(op)) => Some(op),
        (_, Row::ByKind(_, op)) if logical => Some(op),
        (_, Row::ByKind(op, _)) => Some(op),
        _ => None,
    }
}

/// Emits an instruction.
pub(super) fn inst(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    f.m.loc = data.loc;
    small_types(f, data)?;
    if f.m.signed_types && signs::signed(f, data)? {
        note_uniformity(f, data);
        f.m.check_limits();
        return Ok(());
    }
    match row(data.op) {
        Row::Same(op) => same(f, op, data)?,
        Row::ByKind(op, logical) => {
            let bool = is_bool(f, data)?;
            same(f, if bool { logical } else { op }, data)?;
        }
        Row::Glsl(op) => {
            let args = operands(f, &data.args)?;
            glsl(f, op, data, args)?;
        }
        Row::Special(emit) => emit(f, data)?,
        Row::Subgroup(op, need) => sync::subgroup(f, op, need, data)?,
        Row::Lowered => {
            return Err(f.m.fault(format!("`{}` reached the back end", data.op.info().name)));
        }
    }
    note_uniformity(f, data);
    f.m.check_limits();
    Ok(())
}

fn same(f: &mut FunctionEmitter<'_, '_>, op: S, data: &InstData) -> Emit<()> {
    let args = operands(f, &data.args)?;
    let (ty, id) = result(f, data)?;
    f.push(op, Some(ty), Some(id), args);
    no_contraction(f, data, id);
    Ok(())
}

/// An instruction of GLSL.std.450 with these operands.
fn glsl(f: &mut FunctionEmitter<'_, '_>, op: G, data: &InstData, args: Vec<Operand>) -> Emit<()> {
    let (ty, id) = result(f, data)?;
    let mut all = Vec::with_capacity(args.len() + 2);
    all.push(Operand::IdRef(f.m.glsl()));
    all.push(Operand::LiteralExtInstInteger(op as u32));
    all.extend(args);
    f.push(S::ExtInst, Some(ty), Some(id), all);
    no_contraction(f, data, id);
    Ok(())
}

fn no_contraction(f: &mut FunctionEmitter<'_, '_>, data: &InstData, id: Word) {
    let arithmetic = matches!(data.op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::Fma | Op::FNeg);
    if data.precise && arithmetic {
        f.m.writer.decorate(id, Decoration::NoContraction, &[]);
    }
}

/// Type and id of an instruction's result.
fn result(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<(Word, Word)> {
    let value = result_value(f, data)?;
    let ty = f.func.ty(value);
    Ok((f.ty(ty)?, f.id(value)?))
}

fn result_value(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<Value> {
    match data.result {
        Some(value) => Ok(value),
        None => Err(f.m.fault(format!("`{}` has no result", data.op.info().name))),
    }
}

fn result_type(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<Type> {
    let value = result_value(f, data)?;
    Ok(f.func.ty(value))
}

fn operands(f: &mut FunctionEmitter<'_, '_>, values: &[Value]) -> Emit<Vec<Operand>> {
    values.iter().map(|&value| f.operand(value)).collect()
}

/// An operand by its position.
fn arg(f: &mut FunctionEmitter<'_, '_>, data: &InstData, index: usize) -> Emit<Value> {
    match data.args.get(index) {
        Some(&value) => Ok(value),
        None => Err(f.m.fault(format!("`{}` lacks operand {index}", data.op.info().name))),
    }
}

/// The fault of an instruction with an immediate that its operation does not take.
fn wrong_imm(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> nvc_diag::Reported {
    f.m.fault(format!("`{}` has the wrong immediate", data.op.info().name))
}

fn is_bool(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<bool> {
    let first = arg(f, data, 0)?;
    Ok(match *f.kind(first)? {
        TypeKind::Bool => true,
        TypeKind::Vector(scalar, _) => matches!(f.m.kind(scalar)?, TypeKind::Bool),
        _ => false,
    })
}

/// Computing with 8- and 16-bit values takes capabilities that moving and widening them does not.
fn small_types(f: &mut FunctionEmitter<'_, '_>, data: &InstData) -> Emit<()> {
    if matches!(data.op, Op::Load | Op::Store | Op::ITrunc | Op::ZExt | Op::SExt | Op::FConvert) {
        return Ok(());
    }
    for &value in data.args.iter().chain(&data.result) {
        let Some(ty) = f.func.values.get(value).map(|data| data.ty) else { continue };
        f.m.small_arithmetic(ty)?;
    }
    Ok(())
}

/// Whether the result is known to be the same in all invocations. Loads and built-in inputs note
/// it themselves.
fn note_uniformity(f: &mut FunctionEmitter<'_, '_>, data: &InstData) {
    if data.op == Op::Builtin || data.op.info().effect != Effect::Pure {
        return;
    }
    let uniform = data.args.iter().all(|&value| f.facts(value).uniform);
    if let Some(facts) = data.result.and_then(|value| f.facts_mut(value)) {
        facts.uniform = uniform;
    }
}

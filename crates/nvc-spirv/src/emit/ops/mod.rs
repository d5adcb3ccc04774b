//! Maps each IR operation to its SPIR-V encoding, and emits instructions. The table is an exhaustive `match`,
//! so that a new operation without an encoding is a compile error.
// tidy: table

mod abort;
mod atomic;
mod compute;
mod coop;
mod coop_vector;
mod debug;
pub(super) mod derivative;
mod dot;
mod floats;
mod heap;
pub(super) mod image;
mod memory;
mod opaque;
mod shuffle;
mod signed;
mod subgroup;
mod sync;
pub(crate) mod tensor;

use super::Emit;
use super::function::FunctionEmitter;
use nvc_ir::function::InstRef;
use nvc_ir::ops::Effect;
use nvc_ir::{Op, Type, TypeKind, Value};
use rspirv::dr::Operand;
use smallvec::SmallVec;
use spirv::{Decoration, GlslStd450Op as G, Op as S, Word};

pub(super) use compute::select_into as select;

/// Emits one IR instruction.
type CustomEmit = fn(&mut FunctionEmitter<'_, '_>, InstRef<'_>) -> Emit<()>;

/// The SPIR-V encoding of an IR operation.
enum Encoding {
    /// One opcode with the same operands and result as in the IR.
    Direct(S),
    /// One opcode for numbers, another for bools.
    ByType(S, S),
    /// An instruction of GLSL.std.450.
    GlslStd450(G),
    /// Emitted by a function: several instructions, or operands that differ from the IR's.
    Custom(CustomEmit),
    /// A subgroup operation: one opcode with the scope before the operands, and the capability it requires.
    Subgroup(S, crate::capabilities::Requirement),
    /// Removed by the passes: not allowed in phase `legal`.
    Lowered,
}

fn encoding(op: Op) -> Encoding {
    use crate::capabilities::Requirement;
    use Encoding::{ByType, Custom, Direct, GlslStd450, Lowered, Subgroup};
    match op {
        Op::IAdd => Direct(S::IAdd),
        Op::ISub => Direct(S::ISub),
        Op::IMul => Custom(compute::mul),
        Op::SMulHi => Custom(compute::mul_high),
        Op::UMulHi => Custom(compute::mul_high),
        Op::SDiv => Direct(S::SDiv),
        Op::UDiv => Direct(S::UDiv),
        Op::SRem => Lowered,
        Op::SMod => Direct(S::SMod),
        Op::URem => Direct(S::UMod),
        Op::INeg => Direct(S::SNegate),
        Op::SAbs => GlslStd450(G::SAbs),
        Op::SMin => GlslStd450(G::SMin),
        Op::SMax => GlslStd450(G::SMax),
        Op::UMin => GlslStd450(G::UMin),
        Op::UMax => GlslStd450(G::UMax),
        Op::And => ByType(S::BitwiseAnd, S::LogicalAnd),
        Op::Or => ByType(S::BitwiseOr, S::LogicalOr),
        Op::Xor => ByType(S::BitwiseXor, S::LogicalNotEqual),
        Op::Not => ByType(S::Not, S::LogicalNot),
        Op::Shl => Direct(S::ShiftLeftLogical),
        Op::LShr => Direct(S::ShiftRightLogical),
        Op::AShr => Direct(S::ShiftRightArithmetic),
        Op::UBfe => Direct(S::BitFieldUExtract),
        Op::SBfe => Direct(S::BitFieldSExtract),
        Op::Bfi => Direct(S::BitFieldInsert),
        Op::BitReverse => Direct(S::BitReverse),
        Op::BitCount => Direct(S::BitCount),
        Op::FindLsb => GlslStd450(G::FindILsb),
        Op::FindUMsb => GlslStd450(G::FindUMsb),
        Op::FindSMsb => GlslStd450(G::FindSMsb),

        Op::SDot => Custom(|f, data| dot::dot(f, data, S::SDot)),
        Op::UDot => Custom(|f, data| dot::dot(f, data, S::UDot)),
        Op::SUDot => Custom(|f, data| dot::dot(f, data, S::SUDot)),
        Op::SDotAccSat => Custom(|f, data| dot::dot(f, data, S::SDotAccSat)),
        Op::UDotAccSat => Custom(|f, data| dot::dot(f, data, S::UDotAccSat)),
        Op::SUDotAccSat => Custom(|f, data| dot::dot(f, data, S::SUDotAccSat)),

        Op::IEq => ByType(S::IEqual, S::LogicalEqual),
        Op::INe => ByType(S::INotEqual, S::LogicalNotEqual),
        Op::SLt => Direct(S::SLessThan),
        Op::SLe => Direct(S::SLessThanEqual),
        Op::ULt => Direct(S::ULessThan),
        Op::ULe => Direct(S::ULessThanEqual),
        Op::FEq => Direct(S::FOrdEqual),
        Op::FNe => Direct(S::FUnordNotEqual),
        Op::FLt => Direct(S::FOrdLessThan),
        Op::FLe => Direct(S::FOrdLessThanEqual),
        Op::FUnordLt => Direct(S::FUnordLessThan),
        Op::FUnordLe => Direct(S::FUnordLessThanEqual),
        Op::FUnordEq => Direct(S::FUnordEqual),
        Op::FOrdNe => Direct(S::FOrdNotEqual),
        Op::IsNan => Direct(S::IsNan),
        Op::Select => Custom(compute::select),

        Op::FAdd => Direct(S::FAdd),
        Op::FSub => Direct(S::FSub),
        Op::FMul => Direct(S::FMul),
        Op::FDiv => Direct(S::FDiv),
        Op::Fma => Custom(compute::fma),
        Op::FNeg => Direct(S::FNegate),
        Op::FAbs => GlslStd450(G::FAbs),
        Op::FMin => GlslStd450(G::NMin),
        Op::FMax => GlslStd450(G::NMax),
        Op::FSat => Custom(compute::saturate),
        Op::Floor => GlslStd450(G::Floor),
        Op::Ceil => GlslStd450(G::Ceil),
        Op::Trunc => GlslStd450(G::Trunc),
        Op::RoundEven => GlslStd450(G::RoundEven),
        Op::Fract => GlslStd450(G::Fract),
        Op::Sqrt => GlslStd450(G::Sqrt),
        Op::Rsqrt => GlslStd450(G::InverseSqrt),
        Op::Exp2 => GlslStd450(G::Exp2),
        Op::Log2 => GlslStd450(G::Log2),
        Op::Sin => GlslStd450(G::Sin),
        Op::Cos => GlslStd450(G::Cos),
        Op::Tan => GlslStd450(G::Tan),
        Op::Asin => GlslStd450(G::Asin),
        Op::Acos => GlslStd450(G::Acos),
        Op::Atan => GlslStd450(G::Atan),
        Op::Atan2 => GlslStd450(G::Atan2),
        Op::Sinh => GlslStd450(G::Sinh),
        Op::Cosh => GlslStd450(G::Cosh),
        Op::Tanh => GlslStd450(G::Tanh),
        Op::Asinh => GlslStd450(G::Asinh),
        Op::Acosh => GlslStd450(G::Acosh),
        Op::Atanh => GlslStd450(G::Atanh),
        Op::Exp => GlslStd450(G::Exp),
        Op::Log => GlslStd450(G::Log),
        Op::Pow => GlslStd450(G::Pow),
        Op::Ldexp => GlslStd450(G::Ldexp),
        Op::FrexpSignificand => Custom(compute::frexp),
        Op::FrexpExponent => Custom(compute::frexp),
        Op::Step => GlslStd450(G::Step),
        Op::FSign => GlslStd450(G::FSign),
        Op::All => Direct(S::All),
        Op::Any => Direct(S::Any),
        Op::FDot => Custom(floats::dot),

        Op::Bitcast => Direct(S::Bitcast),
        Op::ITrunc => Custom(compute::narrow),
        Op::ZExt => Direct(S::UConvert),
        Op::SExt => Direct(S::SConvert),
        Op::BitcastExtract => Custom(floats::bitcast_extract),
        Op::FConvert => Direct(S::FConvert),
        Op::FConvertSat => Custom(|f, data| floats::saturated(f, data, S::FConvert)),
        Op::FConvertRounded => Lowered,
        Op::SToF => Direct(S::ConvertSToF),
        Op::UToF => Direct(S::ConvertUToF),
        Op::SToFSat => Custom(|f, data| floats::saturated(f, data, S::ConvertSToF)),
        Op::UToFSat => Custom(|f, data| floats::saturated(f, data, S::ConvertUToF)),
        Op::FToS => Direct(S::ConvertFToS),
        Op::FToU => Direct(S::ConvertFToU),
        Op::FToSSat => Lowered,
        Op::FToUSat => Lowered,
        Op::PackHalf => GlslStd450(G::PackHalf2x16),
        Op::UnpackHalf => GlslStd450(G::UnpackHalf2x16),
        Op::PackSnorm4x8 => GlslStd450(G::PackSnorm4x8),
        Op::PackUnorm4x8 => GlslStd450(G::PackUnorm4x8),
        Op::PackSnorm2x16 => GlslStd450(G::PackSnorm2x16),
        Op::PackUnorm2x16 => GlslStd450(G::PackUnorm2x16),
        Op::UnpackSnorm4x8 => GlslStd450(G::UnpackSnorm4x8),
        Op::UnpackUnorm4x8 => GlslStd450(G::UnpackUnorm4x8),
        Op::UnpackSnorm2x16 => GlslStd450(G::UnpackSnorm2x16),
        Op::UnpackUnorm2x16 => GlslStd450(G::UnpackUnorm2x16),

        Op::Construct => Custom(compute::construct),
        Op::Extract => Custom(compute::extract),
        Op::Insert => Custom(compute::insert),
        Op::ExtractDynamic => Direct(S::VectorExtractDynamic),
        Op::InsertDynamic => Direct(S::VectorInsertDynamic),

        Op::CcSign => Lowered,
        Op::CcZero => Lowered,
        Op::CcAddCarry => Lowered,
        Op::CcAddOverflow => Lowered,
        Op::CcSubCarry => Lowered,
        Op::CcSubOverflow => Lowered,
        Op::CcTest => Lowered,

        Op::Builtin => Custom(memory::builtin),
        Op::BytesLoad => Lowered,
        Op::BytesStore => Lowered,
        Op::BytesAtomic => Lowered,
        Op::BytesLength => Lowered,
        Op::GlobalAddr => Custom(memory::global_addr),
        Op::LocalAddr => Custom(memory::local_addr),
        Op::AccessChain => Custom(memory::access_chain),
        Op::HeapAddr => Custom(heap::heap_addr),
        Op::DescriptorSize => Custom(heap::descriptor_size),
        Op::PhysicalAddr => Direct(S::ConvertUToPtr),
        Op::PhysicalValue => Direct(S::ConvertPtrToU),
        Op::Load => Custom(memory::load),
        Op::Store => Custom(memory::store),
        Op::Atomic => Custom(atomic::atomic),
        Op::ArrayLength => Custom(memory::array_length),

        Op::CoopLoad => Custom(coop::load),
        Op::CoopStore => Custom(coop::store),
        Op::CoopMulAdd | Op::CoopMulAddSat => Custom(coop::mul_add),
        Op::CoopScale => Custom(coop::scale),
        Op::CoopLength => Custom(coop::length),
        Op::CoopConvertUse => Custom(tensor::convert_use),
        Op::CoopTranspose => Custom(tensor::transpose),
        Op::CoopReduce => Custom(tensor::reduce),
        Op::CoopPerElement => Custom(tensor::per_element),
        Op::CoopCoordinate => Custom(tensor::coordinate),
        Op::CoopLoadTensor | Op::CoopLoadDecoded | Op::CoopStoreTensor => Custom(tensor::access),
        Op::CoopVecLoad => Custom(coop_vector::load),
        Op::CoopVecStore => Custom(coop_vector::store),
        Op::CoopVecMatMul | Op::CoopVecMatMulAdd => Custom(coop_vector::product),
        Op::CoopVecOuterProduct => Custom(coop_vector::outer_product),
        Op::CoopVecReduceSum => Custom(coop_vector::reduce_sum),
        Op::TensorLayout => Direct(S::CreateTensorLayoutNV),
        Op::TensorLayoutBlock => Direct(S::TensorLayoutSetBlockSizeNV),
        Op::TensorLayoutDimensions => Direct(S::TensorLayoutSetDimensionNV),
        Op::TensorLayoutStrides => Direct(S::TensorLayoutSetStrideNV),
        Op::TensorLayoutSlice => Direct(S::TensorLayoutSliceNV),
        Op::TensorLayoutClamp => Direct(S::TensorLayoutSetClampValueNV),
        Op::TensorView => Direct(S::CreateTensorViewNV),
        Op::TensorViewDimensions => Direct(S::TensorViewSetDimensionNV),
        Op::TensorViewStrides => Direct(S::TensorViewSetStrideNV),
        Op::TensorViewClip => Direct(S::TensorViewSetClipNV),

        Op::BindlessAddr => Lowered,
        Op::UnitAddr => Lowered,
        Op::TexCombine => Custom(image::combine),
        Op::TexSample => Custom(image::sample),
        Op::TexFetch => Custom(image::fetch),
        Op::TexGather => Custom(image::gather),
        Op::TexSize => Custom(image::size),
        Op::TexLevels => Custom(image::levels),
        Op::TexSamples => Custom(image::samples),
        Op::TexResident => Custom(image::resident),
        Op::ImageRead => Custom(image::read),
        Op::ImageWrite => Custom(image::write),
        Op::TexelAddr => Custom(image::texel_addr),

        Op::NvShuffle => Lowered,
        Op::NvShuffleValid => Lowered,
        Op::NvBallot => Lowered,
        Op::NvAll => Lowered,
        Op::NvAny => Lowered,
        Op::NvEqual => Lowered,
        Op::NvMatchAny => Lowered,
        Op::NvMatchAll => Lowered,

        Op::SubgroupShuffle => Custom(shuffle::shuffle),
        Op::SubgroupShuffleXor => Custom(shuffle::shuffle),
        Op::SubgroupShuffleUp => Custom(shuffle::shuffle),
        Op::SubgroupShuffleDown => Custom(shuffle::shuffle),
        Op::SubgroupBallot => Subgroup(S::GroupNonUniformBallot, Requirement::GroupNonUniformBallot),
        Op::SubgroupAll => Subgroup(S::GroupNonUniformAll, Requirement::GroupNonUniformVote),
        Op::SubgroupAny => Subgroup(S::GroupNonUniformAny, Requirement::GroupNonUniformVote),
        Op::SubgroupAllEqual => Subgroup(S::GroupNonUniformAllEqual, Requirement::GroupNonUniformVote),
        Op::SubgroupPartition => Custom(sync::partition),
        Op::Ddx => Custom(|f, data| derivative::derivative(f, data, S::DPdx, false)),
        Op::DdxFine => Custom(|f, data| derivative::derivative(f, data, S::DPdxFine, true)),
        Op::DdxCoarse => Custom(|f, data| derivative::derivative(f, data, S::DPdxCoarse, true)),
        Op::Ddy => Custom(|f, data| derivative::derivative(f, data, S::DPdy, false)),
        Op::DdyFine => Custom(|f, data| derivative::derivative(f, data, S::DPdyFine, true)),
        Op::DdyCoarse => Custom(|f, data| derivative::derivative(f, data, S::DPdyCoarse, true)),
        Op::TexQueryLod => Custom(derivative::level),
        Op::SubgroupElect => Subgroup(S::GroupNonUniformElect, Requirement::GroupNonUniform),
        Op::SubgroupBroadcast => Custom(subgroup::broadcast),
        Op::SubgroupBroadcastFirst => {
            Subgroup(S::GroupNonUniformBroadcastFirst, Requirement::GroupNonUniformBallot)
        }
        Op::SubgroupArithmetic => Custom(subgroup::arithmetic),
        Op::SubgroupInverseBallot => {
            Subgroup(S::GroupNonUniformInverseBallot, Requirement::GroupNonUniformBallot)
        }
        Op::SubgroupBallotBit => {
            Subgroup(S::GroupNonUniformBallotBitExtract, Requirement::GroupNonUniformBallot)
        }
        Op::SubgroupBallotCount => Custom(subgroup::ballot_count),
        Op::SubgroupBallotLsb => {
            Subgroup(S::GroupNonUniformBallotFindLSB, Requirement::GroupNonUniformBallot)
        }
        Op::SubgroupBallotMsb => {
            Subgroup(S::GroupNonUniformBallotFindMSB, Requirement::GroupNonUniformBallot)
        }
        Op::SubgroupQuadBroadcast => {
            Subgroup(S::GroupNonUniformQuadBroadcast, Requirement::GroupNonUniformQuad)
        }
        Op::SubgroupQuadSwap => Custom(subgroup::quad_swap),
        Op::SubgroupQuadAll => Custom(|f, data| subgroup::quad_vote(f, data, S::GroupNonUniformQuadAllKHR)),
        Op::SubgroupQuadAny => Custom(|f, data| subgroup::quad_vote(f, data, S::GroupNonUniformQuadAnyKHR)),
        Op::SubgroupRotate => Subgroup(S::GroupNonUniformRotateKHR, Requirement::GroupNonUniformRotateKHR),

        Op::ReadClock => Custom(debug::clock),
        Op::DebugPrintf => Custom(debug::printf),
        Op::Abort => Custom(abort::abort),

        Op::Spirv | Op::SpirvPure => Custom(opaque::inst),

        Op::Barrier => Custom(sync::barrier),
        Op::Call => Custom(sync::call),
    }
}

/// Returns the opcode of an operation in `OpSpecConstantOp`; `None` if it is not allowed there.
pub(super) fn spec_constant_opcode(op: Op, logical: bool) -> Option<S> {
    match (op, encoding(op)) {
        // As an instruction, `srem` is legalized, because Vulkan leaves it undefined for negative operands. In a constant it
        // cannot be expanded.
        (Op::SRem, _) => Some(S::SRem),
        (Op::Select, _) => Some(S::Select),
        // `SConvert` and `UConvert` both keep the low bits, but only `SConvert` is allowed in all versions.
        (Op::ITrunc, _) => Some(S::SConvert),
        // Only SPV_NV_cooperative_matrix allows the length of a matrix in a constant. The pass `coop-uses` rejects it for
        // other matrices.
        (Op::CoopLength, _) => Some(S::CooperativeMatrixLengthNV),
        (Op::IMul, _) => Some(S::IMul),
        (_, Encoding::Direct(op)) => Some(op),
        (_, Encoding::ByType(_, op)) if logical => Some(op),
        (_, Encoding::ByType(op, _)) => Some(op),
        _ => None,
    }
}

/// Emits an instruction.
pub(super) fn inst(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    f.m.loc = data.loc();
    require_arithmetic(f, data)?;
    tensor::require_conversion(f, data);
    if f.m.signed_types && signed::emit(f, data)? {
        record_uniformity(f, data);
        f.m.check_limits();
        return Ok(());
    }
    match encoding(data.op) {
        Encoding::Direct(op) => direct(f, op, data)?,
        Encoding::ByType(op, logical) => {
            let bool = is_bool(f, data)?;
            direct(f, if bool { logical } else { op }, data)?;
        }
        Encoding::GlslStd450(op) => {
            let args = operands(f, &data.args)?;
            glsl(f, op, data, args)?;
        }
        Encoding::Custom(emit) => emit(f, data)?,
        Encoding::Subgroup(op, requirement) => sync::subgroup(f, op, requirement, data)?,
        Encoding::Lowered => {
            return Err(f.m.fault(format!("`{}` reached the back end", data.op.info().name)));
        }
    }
    record_uniformity(f, data);
    f.m.check_limits();
    Ok(())
}

fn direct(f: &mut FunctionEmitter<'_, '_>, op: S, data: InstRef<'_>) -> Emit<()> {
    let mut args: SmallVec<[Word; 4]> = SmallVec::new();
    for &value in &data.args {
        args.push(f.id(value)?);
    }
    let (ty, id) = result(f, data)?;
    f.push_ids(op, ty, id, &args);
    no_contraction(f, data, id);
    Ok(())
}

/// Emits an instruction of GLSL.std.450.
fn glsl(f: &mut FunctionEmitter<'_, '_>, op: G, data: InstRef<'_>, args: Vec<Operand>) -> Emit<()> {
    let (ty, id) = result(f, data)?;
    let mut all = Vec::with_capacity(args.len() + 2);
    all.push(Operand::IdRef(f.m.glsl()));
    all.push(Operand::LiteralExtInstInteger(op as u32));
    all.extend(args);
    f.push(S::ExtInst, Some(ty), Some(id), all);
    no_contraction(f, data, id);
    Ok(())
}

fn no_contraction(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, id: Word) {
    let arithmetic = matches!(data.op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::Fma | Op::FNeg);
    if data.precise && arithmetic {
        f.m.writer.decorate(id, Decoration::NoContraction, &[]);
    }
}

/// Returns the type and the id of an instruction's result.
fn result(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<(Word, Word)> {
    let value = result_value(f, data)?;
    let ty = f.func.ty(value);
    Ok((f.ty(ty)?, f.id(value)?))
}

fn result_value(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<Value> {
    match data.result {
        Some(value) => Ok(value),
        None => Err(f.m.fault(format!("`{}` has no result", data.op.info().name))),
    }
}

fn result_type(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<Type> {
    let value = result_value(f, data)?;
    Ok(f.func.ty(value))
}

fn operands(f: &mut FunctionEmitter<'_, '_>, values: &[Value]) -> Emit<Vec<Operand>> {
    values.iter().map(|&value| f.operand(value)).collect()
}

/// Returns an operand by its index.
fn arg(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>, index: usize) -> Emit<Value> {
    match data.args.get(index) {
        Some(&value) => Ok(value),
        None => Err(f.m.fault(format!("`{}` lacks operand {index}", data.op.info().name))),
    }
}

/// Reports an internal error: the immediate has the wrong kind.
fn wrong_imm(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> nvc_diag::Reported {
    f.m.fault(format!("`{}` has the wrong immediate", data.op.info().name))
}

fn is_bool(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<bool> {
    let first = arg(f, data, 0)?;
    Ok(match *f.kind(first)? {
        TypeKind::Bool => true,
        TypeKind::Vector(scalar, _) => matches!(f.m.kind(scalar)?, TypeKind::Bool),
        TypeKind::IdVector(vector) => matches!(f.m.kind(vector.component)?, TypeKind::Bool),
        _ => false,
    })
}

/// Requires the capabilities for arithmetic on 8- and 16-bit values. Loading, storing, narrowing and widening
/// such values require none.
fn require_arithmetic(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) -> Emit<()> {
    if matches!(
        data.op,
        Op::Load | Op::Store | Op::ITrunc | Op::ZExt | Op::SExt | Op::FConvert | Op::FConvertSat
    ) {
        return Ok(());
    }
    for &value in data.args.iter().chain(&data.result) {
        let Some(ty) = f.func.values.get(value).map(|data| data.ty) else { continue };
        f.m.require_small_arithmetic(ty)?;
    }
    Ok(())
}

/// Records whether the result of a pure operation is uniform across the dispatch, as it is if all operands are. Loads and
/// built-in inputs record it themselves; all other results count as not uniform.
fn record_uniformity(f: &mut FunctionEmitter<'_, '_>, data: InstRef<'_>) {
    if data.op == Op::Builtin || data.op.info().effect != Effect::Pure {
        return;
    }
    let uniform = data.args.iter().all(|&value| f.facts(value).uniform);
    if let Some(facts) = data.result.and_then(|value| f.facts_mut(value)) {
        facts.uniform = uniform;
    }
}

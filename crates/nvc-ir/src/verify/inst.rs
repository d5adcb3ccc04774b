//! Verifies instructions: first by the rows of the operation table (invariants 9 to 12), then by rules
//! specific to each operation.

use super::error::{Check, Errors, Invariant, fault};
use super::view::InstView;
use super::{aggregates, callbacks, coop, coop_vector, floats, images, memory, spirv, subgroups, tensor};
use crate::entity::{FuncId, Type};
use crate::function::Function;
use crate::imm::{Builtin, Imm};
use crate::module::Module;
use crate::ops::{ArgRule, Op, OpInfo, ResultRule};
use crate::phase::Phase;
use crate::text::Place;
use crate::types::{TypeKind, Types};

/// Checks every instruction of a function.
pub(super) fn check(module: &Module, id: FuncId, func: &Function, errors: &mut Errors) {
    for (inst, data) in func.insts() {
        let view = InstView { module, types: &module.types, func, data };
        errors.check(Place::Inst(id, inst), view.check());
    }
}

/// Describes an operand rule in a message.
fn describe(rule: ArgRule) -> &'static str {
    match rule {
        ArgRule::Int => "an integer or vector of integers",
        ArgRule::Float => "an IEEE float or vector of them",
        ArgRule::AnyFloat => "a float or vector of floats",
        ArgRule::Bool => "a bool or vector of bools",
        ArgRule::Bits => "integers or bools",
        ArgRule::Number => "integers or floats",
        ArgRule::Same => "the type of operand 1",
        ArgRule::SameAs1 => "the type of operand 2",
        ArgRule::I32 => "i32",
        ArgRule::Offset => "i32 or i64",
        ArgRule::Pointer => "a pointer",
        ArgRule::Image => "an image",
        ArgRule::Any => "a value",
    }
}

/// A check specific to an operation.
type Extra = fn(&InstView<'_>) -> Check;

/// Returns the specific check of an operation, if it has one.
fn extra(op: Op) -> Option<Extra> {
    Some(match op {
        Op::ITrunc => aggregates::narrower,
        Op::ZExt | Op::SExt => aggregates::wider,
        Op::FConvert | Op::FConvertSat => floats::convert,
        Op::SToF | Op::UToF | Op::SToFSat | Op::UToFSat => floats::from_integer,
        Op::FToS | Op::FToU => floats::to_integer,
        Op::BitcastExtract => floats::bitcast_extract,
        Op::BitReverse | Op::BitCount | Op::FindLsb | Op::FindUMsb | Op::FindSMsb => aggregates::bits32,
        Op::Select => aggregates::select,
        Op::Bitcast => aggregates::bitcast,
        Op::PackHalf
        | Op::UnpackHalf
        | Op::PackSnorm4x8
        | Op::PackUnorm4x8
        | Op::PackSnorm2x16
        | Op::PackUnorm2x16
        | Op::UnpackSnorm4x8
        | Op::UnpackUnorm4x8
        | Op::UnpackSnorm2x16
        | Op::UnpackUnorm2x16 => aggregates::packed,
        Op::Ldexp | Op::FrexpExponent => aggregates::exponent,
        Op::All | Op::Any => aggregates::vector_operand,
        Op::FDot => aggregates::dot,
        Op::SDot | Op::UDot | Op::SUDot | Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => {
            aggregates::integer_dot
        }
        Op::Construct => aggregates::construct,
        Op::Extract => aggregates::extract,
        Op::Insert => aggregates::insert,
        Op::ExtractDynamic | Op::InsertDynamic => aggregates::dynamic_component,
        Op::CcSign | Op::CcZero | Op::CcAddCarry | Op::CcAddOverflow | Op::CcSubCarry | Op::CcSubOverflow => {
            aggregates::scalar_operands
        }
        Op::CcTest
        | Op::NvBallot
        | Op::NvAll
        | Op::NvAny
        | Op::NvEqual
        | Op::SubgroupAll
        | Op::SubgroupAny
        | Op::SubgroupQuadAll
        | Op::SubgroupQuadAny => aggregates::scalar_operands,
        Op::SubgroupArithmetic => subgroups::arithmetic,
        Op::SubgroupInverseBallot
        | Op::SubgroupBallotBit
        | Op::SubgroupBallotCount
        | Op::SubgroupBallotLsb
        | Op::SubgroupBallotMsb => subgroups::on_lane_mask,
        Op::SubgroupQuadSwap => subgroups::quad_swap,
        Op::SubgroupRotate => subgroups::rotate,
        Op::ReadClock => subgroups::clock,
        Op::DebugPrintf | Op::Abort => subgroups::printf,
        Op::Spirv | Op::SpirvPure => spirv::inst,
        Op::CoopLoad => coop::load,
        Op::CoopStore => coop::store,
        Op::CoopMulAdd => coop::mul_add,
        Op::CoopMulAddSat => coop::mul_add_saturated,
        Op::CoopScale => coop::scale,
        Op::CoopLength => coop::length,
        Op::CoopConvertUse => coop::convert_use,
        Op::CoopTranspose => coop::transpose,
        Op::CoopCoordinate => coop::coordinate,
        Op::CoopReduce => callbacks::reduce,
        Op::CoopPerElement => callbacks::per_element,
        Op::CoopLoadTensor | Op::CoopStoreTensor => tensor::access,
        Op::CoopLoadDecoded => callbacks::decode,
        Op::CoopVecLoad => coop_vector::load,
        Op::CoopVecStore | Op::CoopVecReduceSum => coop_vector::store,
        Op::CoopVecMatMul | Op::CoopVecMatMulAdd => coop_vector::product,
        Op::CoopVecOuterProduct => coop_vector::outer_product,
        Op::TensorLayout => tensor::layout,
        Op::TensorView => tensor::view,
        Op::TensorLayoutBlock | Op::TensorLayoutDimensions | Op::TensorLayoutStrides => tensor::set_layout,
        Op::TensorLayoutSlice => tensor::slice,
        Op::TensorLayoutClamp => tensor::clamp,
        Op::TensorViewDimensions | Op::TensorViewStrides => tensor::set_view,
        Op::TensorViewClip => tensor::clip,
        Op::SubgroupBallot | Op::SubgroupPartition => aggregates::lane_mask,
        Op::Builtin => aggregates::builtin,
        Op::BytesLoad | Op::BytesStore | Op::BytesAtomic | Op::BytesLength => memory::bytes,
        Op::GlobalAddr => memory::global_addr,
        Op::LocalAddr => memory::local_addr,
        Op::AccessChain => memory::access_chain,
        Op::PhysicalAddr => memory::physical_addr,
        Op::PhysicalValue => memory::physical_value,
        Op::Load => memory::load,
        Op::Store => memory::store,
        Op::Atomic => memory::atomic,
        Op::ArrayLength => memory::array_length,
        Op::BindlessAddr => images::bindless_addr,
        Op::UnitAddr => images::unit_addr,
        Op::HeapAddr => images::heap_addr,
        Op::DescriptorSize => images::descriptor_size,
        Op::TexSample | Op::TexFetch | Op::TexGather | Op::TexSize | Op::ImageRead | Op::ImageWrite => {
            images::access
        }
        Op::TexLevels | Op::TexSamples | Op::TexQueryLod => images::query,
        Op::TexCombine => images::combine,
        Op::TexelAddr => images::texel_addr,
        Op::Call => memory::call,
        _ => return None,
    })
}

impl InstView<'_> {
    fn check(&self) -> Check {
        let info = self.data.op.info();
        self.check_phase(info)?;
        if self.data.imm().kind() != info.imm {
            let message = format!("the immediate is {:?}, not {:?}", self.data.imm().kind(), info.imm);
            return fault(Invariant::Immediates, message);
        }
        self.check_operands(info)?;
        self.check_result(info)?;
        coop_vector::operation(self)?;
        extra(self.data.op).map_or(Ok(()), |check| check(self))
    }

    fn check_phase(&self, info: &OpInfo) -> Check {
        let phase = self.module.phase;
        if phase > info.until {
            return fault(
                Invariant::Phases,
                format!(
                    "{} is not allowed after phase {}; the module is in phase {}",
                    info.name,
                    info.until.name(),
                    phase.name()
                ),
            );
        }
        let built_only = match self.data.imm() {
            Imm::Builtin(builtin @ Builtin::WarpLane) => Some(builtin.name()),
            Imm::Atomic(op, _) if op.needs_loop() => Some(op.name()),
            _ => None,
        };
        match built_only {
            Some(name) if phase > Phase::Built => fault(
                Invariant::Phases,
                format!("{name} is not allowed after phase built; the module is in phase {}", phase.name()),
            ),
            _ => Ok(()),
        }
    }

    fn check_operands(&self, info: &OpInfo) -> Check {
        let (given, fixed) = (self.data.args.len(), info.args.len());
        if given < fixed || (given > fixed && !info.variadic) {
            let at_least = if info.variadic { "at least " } else { "" };
            return fault(Invariant::Operands, format!("{given} operands, expected {at_least}{fixed}"));
        }
        for (i, rule) in info.args.iter().enumerate() {
            if !self.fits(*rule, self.arg(i)) {
                let expected = match rule {
                    ArgRule::Same => self.show(self.arg(0)),
                    ArgRule::SameAs1 => self.show(self.arg(1)),
                    rule => describe(*rule).to_owned(),
                };
                return self.wrong_operand(i, &expected);
            }
        }
        Ok(())
    }

    fn fits(&self, rule: ArgRule, ty: Type) -> bool {
        let types = self.types;
        match rule {
            ArgRule::Int => types.is_int(ty),
            ArgRule::Float => types.is_float(ty),
            ArgRule::AnyFloat => types.is_float(ty) || types.encoding(ty).is_some(),
            ArgRule::Bool => types.is_bool(ty),
            ArgRule::Bits => types.is_int(ty) || types.is_bool(ty),
            ArgRule::Number => types.is_int(ty) || types.is_float(ty),
            ArgRule::Same => ty == self.arg(0),
            ArgRule::SameAs1 => ty == self.arg(1),
            ArgRule::I32 => ty == Types::I32,
            ArgRule::Offset => ty == Types::I32 || ty == Types::I64,
            ArgRule::Pointer => types.pointee(ty).is_some(),
            ArgRule::Image => matches!(types.kind(ty), TypeKind::Image(_) | TypeKind::SampledImage(_)),
            ArgRule::Any => ty != Types::VOID,
        }
    }

    fn check_result(&self, info: &OpInfo) -> Check {
        let types = self.types;
        let Some(result) = self.result() else {
            // A call of a function without a result has no result. Some opaque instructions have none either.
            let none = info.result == ResultRule::None || matches!(self.data.op, Op::Call | Op::Spirv);
            return if none { Ok(()) } else { fault(Invariant::Results, "the result is missing") };
        };
        let (expected, fits) = match info.result {
            ResultRule::None => return fault(Invariant::Results, "the operation has no result"),
            ResultRule::Same => (self.show(self.arg(0)), result == self.arg(0)),
            ResultRule::SameAs1 => (self.show(self.arg(1)), result == self.arg(1)),
            ResultRule::Bool => (
                "one bool per component of operand 1".to_owned(),
                types.is_bool(result) && self.matches_first_in_components(result),
            ),
            ResultRule::BoolScalar => ("bool".to_owned(), result == Types::BOOL),
            ResultRule::I32 => ("i32".to_owned(), result == Types::I32),
            ResultRule::Int => (
                "one integer per component of operand 1".to_owned(),
                types.is_int(result) && self.matches_first_in_components(result),
            ),
            ResultRule::Float => (
                "one IEEE float per component of operand 1".to_owned(),
                types.is_float(result) && self.matches_first_in_components(result),
            ),
            ResultRule::AnyFloat => (
                "one float per component of operand 1".to_owned(),
                (types.is_float(result) || types.encoding(result).is_some())
                    && self.matches_first_in_components(result),
            ),
            ResultRule::Explicit => return Ok(()),
        };
        if fits { Ok(()) } else { self.wrong_result(&expected) }
    }

    /// Returns whether a type has as many components as the first operand. A matrix counts as one component,
    /// so that a conversion may change its use.
    fn matches_first_in_components(&self, ty: Type) -> bool {
        self.types.same_components(ty, self.arg(0))
    }
}

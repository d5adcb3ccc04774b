//! The table of the definitions ([`Meaning`]) of all pure operations.

use super::Meaning::{self, Function, Lanes, None as Nothing, Whole};
use super::{ScalarOp, convert, dot, float, integer, vector};
use crate::lane::Lane;
use nvc_ir::imm::Test;
use nvc_ir::ops::Effect;
use nvc_ir::{Imm, Op};

const APPROXIMATE: &str = "devices approximate it; no rule looks inside";
const MEMORY: &str = "the address of memory or its size: the same operands give the same address";
const OPAQUE: &str = "its types have no bit representation";
const ENCODED: &str = "its floats are not in an IEEE format";

/// Returns the definition of a pure operation; `None` for other operations.
pub fn of(op: Op) -> Option<Meaning> {
    if op.info().effect != Effect::Pure {
        return None;
    }
    integers(op).or_else(|| floats(op)).or_else(|| conversions(op)).or_else(|| others(op))
}

fn integers(op: Op) -> Option<Meaning> {
    Some(match op {
        Op::IAdd => Lanes(|r| r.int("bvadd")),
        Op::ISub => Lanes(|r| r.int("bvsub")),
        Op::IMul => Lanes(|r| r.int("bvmul")),
        Op::SMulHi => Lanes(|r| integer::multiply_high(r, "sign_extend")),
        Op::UMulHi => Lanes(|r| integer::multiply_high(r, "zero_extend")),
        Op::SDiv => Lanes(|r| integer::divide(r, "bvsdiv", true)),
        Op::UDiv => Lanes(|r| integer::divide(r, "bvudiv", false)),
        Op::SRem => Lanes(|r| integer::divide(r, "bvsrem", true)),
        Op::SMod => Lanes(|r| integer::divide(r, "bvsmod", true)),
        Op::URem => Lanes(|r| integer::divide(r, "bvurem", false)),
        Op::INeg => Lanes(|r| r.int("bvneg")),
        Op::SAbs => Lanes(integer::absolute),
        Op::SMin => Lanes(|r| integer::pick(r, "bvsle")),
        Op::SMax => Lanes(|r| integer::pick(r, "bvsge")),
        Op::UMin => Lanes(|r| integer::pick(r, "bvule")),
        Op::UMax => Lanes(|r| integer::pick(r, "bvuge")),
        Op::And => Lanes(|r| r.int("bvand")),
        Op::Or => Lanes(|r| r.int("bvor")),
        Op::Xor => Lanes(|r| r.int("bvxor")),
        Op::Not => Lanes(|r| r.int("bvnot")),
        Op::Shl => Lanes(|r| integer::shift(r, "bvshl")),
        Op::LShr => Lanes(|r| integer::shift(r, "bvlshr")),
        Op::AShr => Lanes(|r| integer::shift(r, "bvashr")),
        Op::UBfe => Lanes(integer::extract_unsigned),
        Op::SBfe => Lanes(integer::extract_signed),
        Op::Bfi => Lanes(integer::insert),
        Op::BitReverse => Lanes(integer::reverse),
        Op::BitCount => Lanes(integer::count),
        Op::FindLsb => Lanes(integer::find_lowest),
        Op::FindUMsb => Lanes(integer::find_highest),
        Op::FindSMsb => Lanes(integer::find_highest_signed),

        Op::SDot | Op::UDot | Op::SUDot | Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => {
            Whole(dot::product)
        }

        Op::IEq => Lanes(|r| r.compare("=")),
        Op::INe => Lanes(|r| r.compare("distinct")),
        Op::SLt => Lanes(|r| r.compare("bvslt")),
        Op::SLe => Lanes(|r| r.compare("bvsle")),
        Op::ULt => Lanes(|r| r.compare("bvult")),
        Op::ULe => Lanes(|r| r.compare("bvule")),
        _ => return None,
    })
}

fn floats(op: Op) -> Option<Meaning> {
    Some(match op {
        Op::FEq => Lanes(|r| r.order("fp.eq", false, false)),
        Op::FNe => Lanes(|r| r.order("fp.eq", false, true)),
        Op::FLt => Lanes(|r| r.order("fp.lt", false, false)),
        Op::FLe => Lanes(|r| r.order("fp.leq", false, false)),
        Op::FUnordLt => Lanes(|r| r.order("fp.leq", true, true)),
        Op::FUnordLe => Lanes(|r| r.order("fp.lt", true, true)),
        Op::FUnordEq => Lanes(|r| float::unordered_or(r, "fp.eq")),
        Op::FOrdNe => Lanes(|r| float::ordered_not_equal(r)),
        Op::IsNan => Lanes(|r| float::is(r, "fp.isNaN")),
        Op::Select => Whole(vector::select),
        Op::All | Op::Any => Function("no rule looks inside"),

        Op::FAdd => Lanes(|r| r.rounded("fp.add")),
        Op::FSub => Lanes(|r| r.rounded("fp.sub")),
        Op::FMul => Lanes(|r| r.rounded("fp.mul")),
        Op::FDiv => Lanes(|r| r.rounded("fp.div")),
        Op::Fma => Lanes(|r| r.rounded("fp.fma")),
        Op::FNeg => Lanes(|r| float::sign(r, "fp.neg", "bvxor")),
        Op::FAbs => Lanes(|r| float::sign(r, "fp.abs", "bvand")),
        Op::FMin => Lanes(|r| float::pick(r, "fp.leq")),
        Op::FMax => Lanes(|r| float::pick(r, "fp.geq")),
        Op::FSat => Lanes(float::saturate),
        Op::Floor => Lanes(|r| float::integral(r, "RTN")),
        Op::Ceil => Lanes(|r| float::integral(r, "RTP")),
        Op::Trunc => Lanes(|r| float::integral(r, "RTZ")),
        Op::RoundEven => Lanes(|r| float::integral(r, "RNE")),
        Op::Fract => Lanes(float::fraction),
        Op::Step => Lanes(float::step),
        Op::Sqrt | Op::Rsqrt | Op::Exp2 | Op::Log2 | Op::Exp | Op::Log | Op::Pow => Function(APPROXIMATE),
        Op::Sin | Op::Cos | Op::Tan | Op::Asin | Op::Acos | Op::Atan | Op::Atan2 => Function(APPROXIMATE),
        Op::Sinh | Op::Cosh | Op::Tanh | Op::Asinh | Op::Acosh | Op::Atanh => Function(APPROXIMATE),
        Op::Ldexp | Op::FrexpSignificand | Op::FrexpExponent | Op::FSign => {
            Function("devices differ at zeros, denormals, infinities and NaNs; no rule looks inside")
        }
        Op::FDot => Function("the order of the sum is not defined"),
        _ => return None,
    })
}

fn conversions(op: Op) -> Option<Meaning> {
    Some(match op {
        Op::Bitcast => Whole(vector::bitcast),
        Op::ITrunc => Lanes(convert::truncate),
        Op::ZExt => Lanes(|r| convert::extend(r, "zero_extend")),
        Op::SExt => Lanes(|r| convert::extend(r, "sign_extend")),
        Op::FConvert => Lanes(|r| convert::convert(r, "RNE")),
        Op::FConvertRounded => Lanes(convert::convert_rounded),
        Op::SToF => Lanes(|r| convert::from_integer(r, "to_fp")),
        Op::UToF => Lanes(|r| convert::from_integer(r, "to_fp_unsigned")),
        Op::FToS => Lanes(|r| convert::to_integer(r, true)),
        Op::FToU => Lanes(|r| convert::to_integer(r, false)),
        Op::FToSSat => Lanes(|r| convert::to_integer_saturated(r, true)),
        Op::FToUSat => Lanes(|r| convert::to_integer_saturated(r, false)),
        Op::BitcastExtract | Op::FConvertSat | Op::SToFSat | Op::UToFSat => Nothing(ENCODED),
        Op::PackHalf | Op::UnpackHalf => Function("devices differ in rounding, denormals and NaNs"),
        Op::PackSnorm4x8 | Op::PackUnorm4x8 | Op::PackSnorm2x16 | Op::PackUnorm2x16 => {
            Function("devices differ in rounding")
        }
        Op::UnpackSnorm4x8 | Op::UnpackUnorm4x8 | Op::UnpackSnorm2x16 | Op::UnpackUnorm2x16 => {
            Function("devices differ in rounding")
        }
        _ => return None,
    })
}

fn others(op: Op) -> Option<Meaning> {
    Some(match op {
        Op::Construct => Whole(vector::construct),
        Op::Extract => Whole(vector::extract),
        Op::Insert => Whole(vector::insert),
        Op::ExtractDynamic => Whole(vector::extract_dynamic),
        Op::InsertDynamic => Whole(vector::insert_dynamic),

        Op::CcSign => Lanes(float::sign_flag),
        Op::CcZero => Lanes(float::zero_flag),
        Op::CcAddCarry => Lanes(integer::carry),
        Op::CcAddOverflow => Lanes(|r| integer::overflow(r, "bvadd")),
        Op::CcSubCarry => Lanes(|r| r.compare("bvuge")),
        Op::CcSubOverflow => Lanes(|r| integer::overflow(r, "bvsub")),
        Op::CcTest => Lanes(test),

        Op::Builtin => Function("an input"),
        Op::PhysicalAddr | Op::PhysicalValue => Whole(vector::address),
        Op::BytesLength | Op::GlobalAddr | Op::LocalAddr | Op::AccessChain | Op::ArrayLength => {
            Function(MEMORY)
        }
        Op::HeapAddr | Op::DescriptorSize | Op::BindlessAddr | Op::UnitAddr | Op::TexelAddr => {
            Function(MEMORY)
        }
        Op::TexCombine | Op::TexSize | Op::TexLevels | Op::TexSamples => {
            Function("a property of a descriptor")
        }
        Op::TexResident => Function("the residency code is the device's own"),
        Op::NvShuffleValid => Function("depends on the lane"),
        Op::CoopScale | Op::CoopLength | Op::CoopConvertUse => Nothing(OPAQUE),
        Op::TensorLayout
        | Op::TensorLayoutBlock
        | Op::TensorLayoutDimensions
        | Op::TensorLayoutStrides
        | Op::TensorLayoutSlice
        | Op::TensorLayoutClamp
        | Op::TensorView
        | Op::TensorViewDimensions
        | Op::TensorViewStrides
        | Op::TensorViewClip => Nothing(OPAQUE),
        Op::SpirvPure => Function("an instruction that the IR does not know"),
        _ => return None,
    })
}

/// A test of the flags SF, ZF, OF, CF (NV_gpu_program4, table X.16).
fn test(op: &mut ScalarOp<'_, '_>) -> Lane {
    let one = op.literal(1, 1);
    let [s, z, o, c] = [0, 1, 2, 3].map(|index| {
        let bits = op.bits(index);
        op.app("=", &[bits, one])
    });
    let not = |term| op.app("not", &[term]);
    let and = |x, y| op.app("and", &[x, y]);
    let or = |x, y| op.app("or", &[x, y]);
    let same = |x, y| op.app("=", &[x, y]);
    let Imm::Test(test) = op.imm else { return op.truth(op.app("false", &[])) };
    op.truth(match test {
        Test::Eq => and(not(s), z),
        Test::Ne => or(s, not(z)),
        Test::Lt => not(same(and(s, not(z)), o)),
        Test::Le => not(same(s, or(z, o))),
        Test::Gt => and(same(s, o), not(z)),
        Test::Ge => same(s, o),
        Test::Nan => and(s, z),
        Test::Leg => or(not(s), not(z)),
        Test::Cf => c,
        Test::Ncf => not(c),
        Test::Of => o,
        Test::Nof => not(o),
        Test::Sf => s,
        Test::Nsf => not(s),
        Test::Ab => and(c, not(z)),
        Test::Ble => or(not(c), z),
    })
}

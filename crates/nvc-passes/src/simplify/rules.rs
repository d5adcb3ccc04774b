//! The rules of each operation, in the order in which they are tried.

use super::context::Rule;
use super::{address, bits, cast, compare, dot, float, int, select, vector};
use nvc_ir::Op;

/// The rules of an operation.
pub(super) const fn of(op: Op) -> &'static [Rule] {
    match op {
        Op::IAdd => {
            &[int::add_zero, select::fold_into, int::add_const, int::add_neg, int::add_outward, int::add_sub]
        }
        Op::ISub => &[int::sub_self, int::sub_const, select::fold_into, int::sub_neg, int::sub_add],
        Op::IMul => &[int::mul_identity, select::fold_into, int::mul_const],
        Op::INeg => &[int::neg_neg, select::fold_into, int::neg_sub],
        Op::SAbs => &[select::fold_into],
        Op::SMin | Op::SMax | Op::UMin | Op::UMax => &[int::same_operands, select::fold_into],
        Op::SDiv | Op::UDiv => &[int::div_one, select::fold_into],
        Op::SRem | Op::SMod | Op::URem => &[int::rem_one, select::fold_into],
        Op::SMulHi | Op::UMulHi => &[int::mulhi_zero, select::fold_into],

        Op::And => &[
            bits::and_identity,
            int::same_operands,
            select::fold_into,
            select::mask_into,
            bits::chain_const,
            bits::complement,
            address::mask_of_small,
            address::mask_of_known,
        ],
        Op::Or => &[
            bits::or_identity,
            int::same_operands,
            select::fold_into,
            select::mask_into,
            bits::chain_const,
            bits::complement,
            vector::join_halves,
        ],
        Op::Xor => &[bits::xor_identity, select::fold_into, bits::chain_const],
        Op::Not => &[bits::not_not, bits::not_compare, select::fold_into],
        Op::Shl => &[bits::shift_zero, select::fold_into, bits::shl_const],
        Op::LShr => &[
            bits::shift_zero,
            select::fold_into,
            address::shr_of_shl,
            address::shr_of_mul,
            bits::shr_const,
            address::shr_of_add,
            address::shr_of_sum,
        ],
        Op::AShr => &[bits::shift_zero, select::fold_into, bits::shr_const],
        Op::UBfe | Op::SBfe => &[bits::extract_field, select::fold_into],
        Op::Bfi => &[bits::insert_field],
        Op::BitReverse | Op::BitCount | Op::FindLsb | Op::FindUMsb | Op::FindSMsb => &[select::fold_into],

        Op::SDot | Op::UDot | Op::SUDot => &[dot::zero, dot::packed, select::fold_into],
        Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => {
            &[dot::zero, dot::no_accumulator, dot::packed, select::fold_into]
        }

        Op::IEq | Op::INe => &[
            compare::reflexive,
            compare::bool_constant,
            select::fold_into,
            select::compare_into,
            compare::equal_difference,
            compare::extended,
            compare::out_of_range,
        ],
        Op::SLt | Op::SLe | Op::ULt | Op::ULe => &[
            compare::reflexive,
            compare::range_end,
            select::fold_into,
            compare::extended,
            compare::out_of_range,
        ],
        Op::FEq | Op::FNe | Op::FLt | Op::FLe | Op::FUnordLt | Op::FUnordLe | Op::FUnordEq | Op::FOrdNe => {
            &[float::self_compare, select::fold_into]
        }
        Op::IsNan => &[float::nan_of_sign, select::fold_into],
        Op::Select => &[select::known_condition, select::negated_condition, select::bool_arm, select::nested],

        Op::FAdd => &[float::add_zero, float::add_neg, select::fold_into],
        Op::FSub => &[float::sub_zero, float::sub_neg, select::fold_into],
        Op::FMul => &[float::mul_one, float::mul_neg, select::fold_into],
        Op::FDiv => &[float::div_one, select::fold_into],
        Op::FNeg => &[float::neg_neg, select::fold_into],
        Op::FAbs => &[float::abs_sign, select::fold_into],
        Op::FMin | Op::FMax => &[int::same_operands, select::fold_into],
        Op::FSat => &[float::idempotent, select::fold_into],
        Op::Floor | Op::Ceil | Op::Trunc | Op::RoundEven => &[float::idempotent, select::fold_into],
        Op::Fract => &[select::fold_into],

        Op::Bitcast => &[
            cast::bitcast_same,
            cast::bitcast_undef,
            select::fold_into,
            cast::bitcast_select,
            vector::bitcast_construct,
        ],
        Op::ITrunc => &[cast::trunc_ext, select::fold_into, vector::trunc_half, cast::trunc_arithmetic],
        Op::ZExt | Op::SExt => &[cast::ext_ext, select::fold_into],
        Op::FConvert => &[cast::convert_convert, select::fold_into],
        Op::SToF | Op::UToF | Op::FToS | Op::FToU | Op::FToSSat | Op::FToUSat => &[select::fold_into],

        Op::PhysicalAddr => &[address::pointer_of_value],
        Op::Construct => &[vector::construct_const, vector::construct_whole],
        Op::Extract => &[
            vector::extract_construct,
            vector::extract_const,
            vector::extract_bitcast,
            vector::extract_local_id,
        ],
        _ => &[],
    }
}

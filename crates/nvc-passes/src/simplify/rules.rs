//! The rules of each operation, in the order in which they are tried.

use super::context::Rule;
use super::{address, bits, cast, compare, dot, float, int, select, vector};
use nvc_ir::Op;

/// Expands to a list of rules, each with the name `file::function`.
macro_rules! rules {
    ($($file:ident::$rule:ident),* $(,)?) => {
        &[$(Rule { name: concat!(stringify!($file), "::", stringify!($rule)), apply: $file::$rule }),*]
    };
}

/// The rules of operations to which only [`select::fold_into`] applies.
const SELECTS: &[Rule] = rules![select::fold_into];

/// The rules of integer addition.
const ADD: &[Rule] =
    rules![int::add_zero, select::fold_into, int::add_const, int::add_neg, int::add_outward, int::add_sub,];

/// The rules of integer subtraction.
const SUB: &[Rule] =
    rules![int::sub_self, int::sub_const, select::fold_into, int::sub_neg, int::sub_add, int::sub_masked,];

/// The rules of an operation.
pub(super) const fn of(op: Op) -> &'static [Rule] {
    match op {
        Op::IAdd => ADD,
        Op::ISub => SUB,
        Op::IMul => rules![int::mul_identity, select::fold_into, int::mul_const],
        Op::INeg => rules![int::neg_neg, select::fold_into, int::neg_sub],
        Op::SMin | Op::SMax | Op::UMin | Op::UMax => rules![int::same_operands, select::fold_into],
        Op::SDiv | Op::UDiv => rules![int::div_one, select::fold_into],
        Op::SRem => rules![int::rem_one, select::fold_into],
        Op::SMod | Op::URem => rules![int::rem_one, int::rem_power_of_two, select::fold_into],
        Op::SMulHi | Op::UMulHi => rules![int::mulhi_zero, select::fold_into],

        Op::And => rules![
            bits::and_identity,
            int::same_operands,
            select::fold_into,
            select::mask_into,
            bits::chain_const,
            bits::complement,
            address::mask_of_small,
            address::mask_of_known,
        ],
        Op::Or => rules![
            bits::or_identity,
            int::same_operands,
            select::fold_into,
            select::mask_into,
            bits::chain_const,
            bits::complement,
            vector::join_halves,
        ],
        Op::Xor => rules![bits::xor_identity, select::fold_into, bits::chain_const],
        Op::Not => rules![bits::not_not, bits::not_compare, select::fold_into],
        Op::Shl => rules![bits::shift_zero, select::fold_into, bits::shl_const],
        Op::LShr => rules![
            bits::shift_zero,
            select::fold_into,
            address::shr_of_shl,
            address::shr_of_mul,
            bits::shr_const,
            address::shr_of_add,
            address::shr_of_sum,
        ],
        Op::AShr => rules![bits::shift_zero, select::fold_into, bits::shr_const],
        Op::UBfe | Op::SBfe => rules![bits::extract_field, select::fold_into],
        Op::Bfi => rules![bits::insert_field],

        Op::SDot | Op::UDot | Op::SUDot => rules![dot::zero, dot::packed, select::fold_into],
        Op::SDotAccSat | Op::UDotAccSat | Op::SUDotAccSat => {
            rules![dot::zero, dot::no_accumulator, dot::packed, select::fold_into]
        }

        Op::IEq | Op::INe => rules![
            compare::reflexive,
            compare::bool_constant,
            select::fold_into,
            select::compare_into,
            compare::equal_difference,
            compare::extended,
            compare::out_of_range,
        ],
        Op::SLt | Op::SLe | Op::ULt | Op::ULe => rules![
            compare::reflexive,
            compare::range_end,
            select::fold_into,
            compare::extended,
            compare::out_of_range,
        ],
        Op::FEq | Op::FNe => rules![float::self_compare, select::fold_into],
        Op::IsNan => rules![float::nan_of_sign, select::fold_into],
        Op::Select => {
            rules![select::known_condition, select::negated_condition, select::bool_arm, select::nested]
        }

        Op::FAdd => rules![float::add_zero, float::add_neg, select::fold_into],
        Op::FSub => rules![float::sub_zero, float::sub_neg, select::fold_into],
        Op::FMul => rules![float::mul_one, float::mul_neg, select::fold_into],
        Op::FDiv => rules![float::div_one, select::fold_into],
        Op::FNeg => rules![float::neg_neg, select::fold_into],
        Op::FAbs => rules![float::abs_sign, select::fold_into],
        Op::FMin | Op::FMax => rules![int::same_operands, select::fold_into],
        Op::FSat => rules![float::idempotent, select::fold_into],
        Op::Floor | Op::Ceil | Op::Trunc | Op::RoundEven => rules![float::idempotent, select::fold_into],

        Op::Bitcast => rules![
            cast::bitcast_same,
            cast::bitcast_undef,
            select::fold_into,
            cast::bitcast_select,
            vector::bitcast_construct,
        ],
        Op::ITrunc => rules![cast::trunc_ext, select::fold_into, vector::trunc_half, cast::trunc_arithmetic],
        Op::ZExt | Op::SExt => rules![cast::ext_ext, select::fold_into],
        Op::FConvert => rules![cast::convert_convert, select::fold_into],

        Op::PhysicalAddr => rules![address::pointer_of_value],
        Op::Construct => rules![vector::construct_const, vector::construct_whole],
        Op::Extract => rules![
            vector::extract_construct,
            vector::extract_const,
            vector::extract_bitcast,
            vector::extract_local_id,
        ],
        Op::ExtractDynamic => rules![vector::dynamic_constant, vector::dynamic_select],
        Op::SAbs | Op::BitReverse | Op::BitCount | Op::FindLsb | Op::FindUMsb | Op::FindSMsb => SELECTS,
        Op::FLt | Op::FLe | Op::FUnordLt | Op::FUnordLe | Op::FUnordEq | Op::FOrdNe => SELECTS,
        Op::Fract | Op::SToF | Op::UToF | Op::FToS | Op::FToU | Op::FToSSat | Op::FToUSat => SELECTS,
        _ => &[],
    }
}

//! Folds integer and bool operations on constants.

use super::mask;
use nvc_ir::Op;

/// The result of an operation on integers of `width` bits (1 for bools); bits above the width are unspecified. `None` for
/// other operations and for undefined results.
pub(super) fn fold(op: Op, width: u32, args: &[u64]) -> Option<u64> {
    match *args {
        [a] => unary(op, width, a),
        [a, b] => arithmetic(op, width, a, b)
            .or_else(|| shift(op, width, a, b))
            .or_else(|| compare(op, width, a, b).map(u64::from)),
        [a, b, c] => field(op, width, a, b, c),
        [a, b, offset, count] if op == Op::Bfi => {
            let field = field_mask(width, offset, count)?;
            Some((a & !field) | ((b << offset.min(63)) & field))
        }
        _ => None,
    }
}

/// Sign-extends the low `width` bits.
fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}

fn unary(op: Op, width: u32, a: u64) -> Option<u64> {
    let s = signed(a, width);
    Some(match op {
        Op::INeg => a.wrapping_neg(),
        Op::SAbs => s.wrapping_abs() as u64,
        Op::Not => !a,
        Op::BitReverse if width == 32 => u64::from((a as u32).reverse_bits()),
        Op::BitCount => u64::from(a.count_ones()),
        Op::FindLsb if a == 0 => u64::MAX,
        Op::FindLsb => u64::from(a.trailing_zeros()),
        Op::FindUMsb => highest(a),
        Op::FindSMsb => highest(if s < 0 { !s as u64 } else { a }),
        _ => return None,
    })
}

/// The index of the highest one bit; all ones if there is none.
fn highest(a: u64) -> u64 {
    a.checked_ilog2().map_or(u64::MAX, u64::from)
}

fn arithmetic(op: Op, width: u32, a: u64, b: u64) -> Option<u64> {
    let (s, t) = (signed(a, width), signed(b, width));
    let overflow = s == signed(1 << (width.clamp(1, 64) - 1), width) && t == -1;
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::SMulHi => ((i128::from(s) * i128::from(t)) >> width) as u64,
        Op::UMulHi => ((u128::from(a) * u128::from(b)) >> width) as u64,
        Op::SDiv if t != 0 && !overflow => s.wrapping_div(t) as u64,
        Op::SRem if t != 0 && !overflow => s.wrapping_rem(t) as u64,
        Op::SMod if t != 0 && !overflow => {
            let remainder = s.wrapping_rem(t);
            (if remainder != 0 && (remainder < 0) != (t < 0) { remainder + t } else { remainder }) as u64
        }
        Op::UDiv => a.checked_div(b)?,
        Op::URem => a.checked_rem(b)?,
        Op::SMin => s.min(t) as u64,
        Op::SMax => s.max(t) as u64,
        Op::UMin => a.min(b),
        Op::UMax => a.max(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        _ => return None,
    })
}

fn shift(op: Op, width: u32, a: u64, amount: u64) -> Option<u64> {
    if amount >= u64::from(width) {
        return None;
    }
    match op {
        Op::Shl => Some(a << amount),
        Op::LShr => Some(a >> amount),
        Op::AShr => Some((signed(a, width) >> amount) as u64),
        _ => None,
    }
}

fn compare(op: Op, width: u32, a: u64, b: u64) -> Option<bool> {
    let (s, t) = (signed(a, width), signed(b, width));
    Some(match op {
        Op::IEq => a == b,
        Op::INe => a != b,
        Op::SLt => s < t,
        Op::SLe => s <= t,
        Op::ULt => a < b,
        Op::ULe => a <= b,
        _ => return None,
    })
}

/// The mask of a bit field; `None` if it does not fit into the width.
fn field_mask(width: u32, offset: u64, count: u64) -> Option<u64> {
    if offset.checked_add(count)? > u64::from(width) {
        return None;
    }
    Some(if count == 0 { 0 } else { mask(count as u32) << offset.min(63) })
}

fn field(op: Op, width: u32, a: u64, offset: u64, count: u64) -> Option<u64> {
    let field = field_mask(width, offset, count)?;
    let low = (a & field) >> offset.min(63);
    match op {
        Op::UBfe => Some(low),
        Op::SBfe if count == 0 => Some(0),
        Op::SBfe => Some(signed(low, count as u32) as u64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(op: Op, args: &[u64]) -> Option<u32> {
        fold(op, 32, args).map(|bits| bits as u32)
    }

    #[test]
    fn wraps_at_the_width() {
        assert_eq!(word(Op::IAdd, &[0xffff_ffff, 2]), Some(1));
        assert_eq!(word(Op::IMul, &[0x1_0001, 0x1_0001]), Some(0x2_0001));
        assert_eq!(word(Op::INeg, &[1]), Some(u32::MAX));
        assert_eq!(word(Op::SAbs, &[0x8000_0000]), Some(0x8000_0000));
        assert_eq!(word(Op::SMulHi, &[0xffff_ffff, 3]), Some(u32::MAX));
        assert_eq!(word(Op::UMulHi, &[0xffff_ffff, 3]), Some(2));
        assert_eq!(fold(Op::UMulHi, 64, &[u64::MAX, u64::MAX]), Some(u64::MAX - 1));
        assert_eq!(word(Op::AShr, &[0x8000_0000, 31]), Some(u32::MAX));
        assert_eq!(word(Op::SMin, &[0xffff_ffff, 1]), Some(u32::MAX));
    }

    #[test]
    fn does_not_fold_undefined_results() {
        for op in [Op::SDiv, Op::UDiv, Op::SRem, Op::SMod, Op::URem] {
            assert_eq!(word(op, &[7, 0]), None, "{op:?}");
        }
        assert_eq!(word(Op::SDiv, &[0x8000_0000, 0xffff_ffff]), None);
        assert_eq!(word(Op::Shl, &[1, 32]), None);
        assert_eq!(word(Op::UBfe, &[1, 16, 17]), None);
    }

    #[test]
    fn remainders_have_the_sign_of_one_operand() {
        let signed = |op, s: i32, t: i32| {
            word(op, &[u64::from(s.cast_unsigned()), u64::from(t.cast_unsigned())]).map(u32::cast_signed)
        };
        for (s, t, rem, modulo) in
            [(7, 3, 1, 1), (-7, 3, -1, 2), (7, -3, 1, -2), (-7, -3, -1, -1), (-6, 3, 0, 0)]
        {
            assert_eq!(signed(Op::SRem, s, t), Some(rem), "{s} {t}");
            assert_eq!(signed(Op::SMod, s, t), Some(modulo), "{s} {t}");
        }
        assert_eq!(signed(Op::SMod, i32::MIN, -1), None);
    }

    #[test]
    fn finds_and_moves_bits() {
        assert_eq!(word(Op::FindLsb, &[0]), Some(u32::MAX));
        assert_eq!(word(Op::FindLsb, &[8]), Some(3));
        assert_eq!(word(Op::FindUMsb, &[0x10]), Some(4));
        assert_eq!(word(Op::FindSMsb, &[0xffff_ffff]), Some(u32::MAX));
        assert_eq!(word(Op::FindSMsb, &[0xffff_fff0]), Some(3));
        assert_eq!(word(Op::BitReverse, &[1]), Some(0x8000_0000));
        assert_eq!(word(Op::UBfe, &[0xabcd_1234, 16, 16]), Some(0xabcd));
        assert_eq!(word(Op::SBfe, &[0xabcd_1234, 16, 16]), Some(0xffff_abcd));
        assert_eq!(word(Op::SBfe, &[0xabcd_1234, 32, 0]), Some(0));
        assert_eq!(word(Op::Bfi, &[0xffff_ffff, 0, 8, 8]), Some(0xffff_00ff));
    }
}

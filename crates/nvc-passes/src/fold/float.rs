//! Folds float operations on constants. Rust's float arithmetic is IEEE 754, rounds to nearest even and has no excess
//! precision on any host.

use nvc_ir::Op;
use std::cmp::Ordering;

/// The result of an operation on floats of `width` bits, as bits; 0 or 1 for comparisons. `None` for operations other than
/// `fneg` and `fabs` if `width` is neither 32 nor 64, for operations that are not folded, and where results may differ between
/// targets.
pub(super) fn fold(op: Op, width: u32, args: &[u64]) -> Option<u64> {
    if let [a] = *args
        && let Some(bits) = sign(op, width, a)
    {
        return Some(bits);
    }
    match width {
        32 => single(op, args),
        64 => double(op, args),
        _ => None,
    }
}

/// Operations on the sign bit only, which are exact for NaNs too.
fn sign(op: Op, width: u32, a: u64) -> Option<u64> {
    let top = 1u64 << (width.clamp(1, 64) - 1);
    match op {
        Op::FNeg => Some(a ^ top),
        Op::FAbs => Some(a & !top),
        _ => None,
    }
}

/// The result of a comparison, from the order of its operands; `order` is `None` if one is a NaN.
fn compare(op: Op, order: Option<Ordering>) -> Option<bool> {
    use Ordering::{Equal, Greater, Less};
    Some(match op {
        Op::FEq => order == Some(Equal),
        Op::FNe => order != Some(Equal),
        Op::FLt => order == Some(Less),
        Op::FLe => matches!(order, Some(Less | Equal)),
        Op::FUnordLt => !matches!(order, Some(Greater | Equal)),
        Op::FUnordLe => order != Some(Greater),
        Op::FUnordEq => !matches!(order, Some(Less | Greater)),
        Op::FOrdNe => matches!(order, Some(Less | Greater)),
        _ => return None,
    })
}

macro_rules! evaluate {
    ($name:ident, $float:ident, $bits:ident) => {
        fn $name(op: Op, args: &[u64]) -> Option<u64> {
            let number = |index: usize| args.get(index).map(|&bits| $float::from_bits(bits as $bits));
            let (a, b, c) = (number(0)?, number(1), number(2));
            let order = b.and_then(|b| a.partial_cmp(&b));
            let holds = match op {
                Op::IsNan => Some(a.is_nan()),
                _ => compare(op, order),
            };
            if let Some(holds) = holds {
                return Some(u64::from(holds));
            }
            let both_zero = a == 0.0 && b == Some(0.0);
            let result = match (op, b, c) {
                (Op::FAdd, Some(b), _) => a + b,
                (Op::FSub, Some(b), _) => a - b,
                (Op::FMul, Some(b), _) => a * b,
                (Op::FDiv, Some(b), _) => a / b,
                (Op::Fma, Some(b), Some(c)) => a.mul_add(b, c),
                // For two zeros of different sign, targets may return either.
                (Op::FMin, Some(b), _) if !both_zero => a.min(b),
                (Op::FMax, Some(b), _) if !both_zero => a.max(b),
                (Op::FSat, ..) if a.is_nan() => 0.0,
                (Op::FSat, ..) if a != 0.0 || a.is_sign_positive() => a.clamp(0.0, 1.0),
                (Op::Floor, ..) => a.floor(),
                (Op::Ceil, ..) => a.ceil(),
                (Op::Trunc, ..) => a.trunc(),
                (Op::RoundEven, ..) => a.round_ties_even(),
                // For a tiny negative operand the difference rounds to 1, and targets differ.
                (Op::Fract, ..) if a - a.floor() < 1.0 => a - a.floor(),
                _ => return None,
            };
            (!result.is_nan()).then(|| u64::from(result.to_bits()))
        }
    };
}

evaluate!(single, f32, u32);
evaluate!(double, f64, u64);

#[cfg(test)]
mod tests {
    use super::*;

    fn single(op: Op, args: &[f32]) -> Option<f32> {
        let bits: Vec<u64> = args.iter().map(|x| u64::from(x.to_bits())).collect();
        fold(op, 32, &bits).map(|bits| f32::from_bits(bits as u32))
    }

    #[test]
    fn rounds_once() {
        assert_eq!(single(Op::FAdd, &[16_777_216.0, 1.0]), Some(16_777_216.0));
        assert_eq!(
            single(Op::Fma, &[1.000_000_1, 1.000_000_1, -1.0]),
            Some(1.000_000_1f32.mul_add(1.000_000_1, -1.0))
        );
        assert_eq!(single(Op::RoundEven, &[2.5]), Some(2.0));
        assert_eq!(single(Op::FSat, &[f32::NAN]), Some(0.0));
        assert_eq!(single(Op::FSat, &[7.0]), Some(1.0));
        assert_eq!(single(Op::FMin, &[f32::NAN, 3.0]), Some(3.0));
        assert_eq!(fold(Op::FNeg, 16, &[0x3c00]), Some(0xbc00));
    }

    #[test]
    fn does_not_fold_where_targets_differ() {
        assert_eq!(single(Op::FSub, &[f32::INFINITY, f32::INFINITY]), None);
        assert_eq!(single(Op::FMax, &[-0.0, 0.0]), None);
        assert_eq!(single(Op::FSat, &[-0.0]), None);
        assert_eq!(single(Op::Fract, &[-1e-20]), None);
        for op in [Op::Sin, Op::Cos, Op::Exp2, Op::Log2, Op::Sqrt, Op::Rsqrt] {
            assert_eq!(single(op, &[1.0]), None, "{op:?}");
        }
    }

    #[test]
    fn compares_with_nans() {
        let nan = u64::from(f32::NAN.to_bits());
        for (op, holds) in [
            (Op::FEq, 0),
            (Op::FNe, 1),
            (Op::FLt, 0),
            (Op::FLe, 0),
            (Op::FUnordLt, 1),
            (Op::FUnordLe, 1),
            (Op::FUnordEq, 1),
            (Op::FOrdNe, 0),
        ] {
            assert_eq!(fold(op, 32, &[nan, 0]), Some(holds), "{op:?}");
        }
    }
}

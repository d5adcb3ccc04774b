//! Folds integer dot products of constants.

use super::{lane, mask};
use crate::legalise::dot::signs;
use nvc_ir::{Const, Function, Op, Type, Types, Value};

/// The result as a constant; `None` if an operand is not constant, or if an accumulator is added and the sum of the
/// products overflows, which is undefined.
pub(super) fn fold(func: &mut Function, types: &Types, op: Op, args: &[Value], ty: Type) -> Option<Value> {
    let [signed_x, signed_y] = signs(op)?;
    let (&[x, y], rest) = args.split_first_chunk()?;
    let (x, y) = (components(func, types, x, signed_x)?, components(func, types, y, signed_y)?);
    let mut sum = 0i128;
    for (x, y) in x.into_iter().zip(y) {
        sum = sum.checked_add(x.checked_mul(y)?)?;
    }
    let width = u32::from(types.scalar_bits(ty)?);
    if let Some(&addend) = rest.first() {
        let (min, max) = if signed_x {
            (-1i128 << (width - 1), (1i128 << (width - 1)) - 1)
        } else {
            (0, i128::from(mask(width)))
        };
        if sum < min || sum > max {
            return None;
        }
        sum = (sum + extend(lane(func, types, addend, 0)?, width, signed_x)).clamp(min, max);
    }
    Some(func.constant(ty, Const::Bits(sum as u64 & mask(width))))
}

/// The components of a vector, or the four bytes of a 32-bit integer.
fn components(func: &Function, types: &Types, value: Value, signed: bool) -> Option<Vec<i128>> {
    let ty = func.ty(value);
    if ty == Types::I32 {
        let word = lane(func, types, value, 0)?;
        return Some((0..4).map(|k| extend(word >> (8 * k), 8, signed)).collect());
    }
    let width = u32::from(types.scalar_bits(types.scalar(ty))?);
    (0..types.components(ty)).map(|k| Some(extend(lane(func, types, value, k)?, width, signed))).collect()
}

/// Sign- or zero-extends the low `width` bits.
fn extend(bits: u64, width: u32, signed: bool) -> i128 {
    let unused = 64 - width;
    if signed { i128::from(((bits << unused) as i64) >> unused) } else { i128::from(bits & mask(width)) }
}

//! Constant folding of bit operations and integer dot products (GLSL §8.8, GL_EXT_integer_dot_product).

use super::Operand;
use crate::fold::{mask, signed};
use crate::types::{Scalar, ScalarKind};

/// Returns the width of a type in bits.
pub(super) fn bits(ty: Scalar) -> u32 {
    u32::from(ty.width) * 8
}

/// `bitfieldExtract(value, offset, bits)`; `None` if the field extends past the width of the value.
pub(super) fn extract(ty: Scalar, [value, offset, count, _]: [u64; 4]) -> Option<u64> {
    let field = field(ty, offset, count)?;
    let low = value.checked_shr(u32::try_from(offset).ok()?).unwrap_or(0) & field;
    let negative = ty.kind == ScalarKind::Sint && low & (field ^ (field >> 1)) != 0;
    Some(if negative { low | !field } else { low })
}

/// `bitfieldInsert(base, insert, offset, bits)`; `None` if the field extends past the width of the base.
pub(super) fn insert(ty: Scalar, [base, insert, offset, count]: [u64; 4]) -> Option<u64> {
    let field = field(ty, offset, count)?;
    let shift = u32::try_from(offset).ok()?;
    let shifted = |bits: u64| bits.checked_shl(shift).unwrap_or(0);
    Some((base & !shifted(field)) | shifted(insert & field))
}

/// Returns a mask of `count` ones; `None` if the bit field exceeds the width of the type.
fn field(ty: Scalar, offset: u64, count: u64) -> Option<u64> {
    let fits = offset.checked_add(count).is_some_and(|end| end <= u64::from(bits(ty)));
    fits.then(|| if count >= 64 { u64::MAX } else { (1 << count) - 1 })
}

/// `findLSB`: -1 if no bit is set.
pub(super) fn first(_: Scalar, [value, ..]: [u64; 4]) -> Option<u64> {
    Some(if value == 0 { u64::MAX } else { u64::from(value.trailing_zeros()) })
}

/// `findMSB`: for negative numbers the highest bit that is 0; -1 if there is none.
pub(super) fn last(ty: Scalar, [value, ..]: [u64; 4]) -> Option<u64> {
    let negative = ty.kind == ScalarKind::Sint && signed(ty, value) < 0;
    let value = if negative { !value & mask(ty) } else { value };
    Some(if value == 0 { u64::MAX } else { u64::from(63 - value.leading_zeros()) })
}

/// `dotEXT` and `dotAccSatEXT`.
pub(super) fn dot(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    let [a, b, rest @ ..] = args else { return None };
    product(&a.integers(), &b.integers(), rest.first(), result)
}

/// `dotPacked4x8EXT` and `dotPacked4x8AccSatEXT`: four bytes packed in 32 bits.
pub(super) fn dot_packed(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    let [a, b, rest @ ..] = args else { return None };
    let bytes = |word: &Operand| {
        let scalar = Scalar { width: 1, ..word.scalar };
        let parts = word.parts.first()?.to_le_bytes().into_iter().take(4).map(u64::from).collect();
        Some(Operand { scalar, rows: 4, parts }.integers())
    };
    product(&bytes(a)?, &bytes(b)?, rest.first(), result)
}

/// Returns the sum of products, wrapped to the width of the result. An accumulator is added with saturation.
fn product(a: &[i128], b: &[i128], addend: Option<&Operand>, result: Scalar) -> Option<Vec<u64>> {
    let sum = a.iter().zip(b).fold(0i128, |sum, (x, y)| sum.wrapping_add(x.wrapping_mul(*y)));
    let sum = sum as u64 & mask(result);
    let Some(addend) = addend else { return Some(vec![sum]) };
    let addend = addend.integers().first().copied()?;
    let total = addend + integer(result, sum);
    let top = if result.kind == ScalarKind::Sint { mask(result) >> 1 } else { mask(result) };
    let bottom = if result.kind == ScalarKind::Sint { -i128::from(top) - 1 } else { 0 };
    Some(vec![total.clamp(bottom, i128::from(top)) as u64])
}

fn integer(ty: Scalar, bits: u64) -> i128 {
    if ty.kind == ScalarKind::Sint { i128::from(signed(ty, bits)) } else { i128::from(bits) }
}

impl Operand {
    fn integers(&self) -> Vec<i128> {
        self.parts.iter().map(|&bits| integer(self.scalar, bits)).collect()
    }
}

//! Constant folding of bit casts and packing (GLSL §8.3, §8.4).

use super::Operand;
use crate::fold::{float, float_bits, mask};
use crate::types::Scalar;
use nvc_ir::half;
use nvc_ir::imm::Rounding;

/// Reinterprets the bits of an argument as components of the result's width; the first component is in the low bits.
pub(super) fn bits(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    let Operand { scalar, parts, .. } = args.first()?;
    let fields = |bits: u64, width: u8| (0..width).map(move |n| bits >> n & 1 == 1);
    let all: Vec<bool> = parts.iter().flat_map(|&bits| fields(bits, scalar.bits())).collect();
    let word = |chunk: &[bool]| chunk.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
    Some(all.chunks(usize::from(result.bits()).max(1)).map(word).collect())
}

/// Extracts from each component a bit field as wide as the result, at the offset in the second argument.
pub(super) fn extract(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    let [base, offset] = args else { return None };
    let &offset = offset.parts.first()?;
    let end = offset.checked_add(u64::from(result.bits()))?;
    (end <= u64::from(base.scalar.bits()))
        .then(|| base.parts.iter().map(|bits| bits >> offset & mask(result)).collect())
}

/// Packs fields of `width` bits, the first in the low bits.
fn pack(args: &[Operand], width: u32, field: impl Fn(f64) -> u64) -> Option<Vec<u64>> {
    let Operand { scalar, parts, .. } = args.first()?;
    let low = (1u64 << width) - 1;
    let fields = parts.iter().rev().map(|&bits| field(float(*scalar, bits)) & low);
    Some(vec![fields.fold(0, |word, field| word << width | field)])
}

/// Unpacks the fields of `width` bits from 32 bits.
fn unpack(args: &[Operand], result: Scalar, width: u32, value: impl Fn(u64) -> f64) -> Option<Vec<u64>> {
    let word = *args.first()?.parts.first()?;
    let low = (1u64 << width) - 1;
    Some((0..32 / width).map(|index| float_bits(result, value(word >> (index * width) & low))).collect())
}

/// Returns the maximum value of an unsigned field of `width` bits.
fn top(width: u32) -> f64 {
    ((1u64 << width) - 1) as f64
}

/// Sign-extends a field of `width` bits.
fn signed(field: u64, width: u32) -> f64 {
    let unused = 64 - width;
    ((field << unused) as i64 >> unused) as f64
}

pub(super) fn unorm<const WIDTH: u32>(args: &[Operand], _: Scalar) -> Option<Vec<u64>> {
    pack(args, WIDTH, |value| (value.clamp(0.0, 1.0) * top(WIDTH)).round_ties_even() as u64)
}

pub(super) fn snorm<const WIDTH: u32>(args: &[Operand], _: Scalar) -> Option<Vec<u64>> {
    pack(args, WIDTH, |value| (value.clamp(-1.0, 1.0) * top(WIDTH - 1)).round_ties_even() as i64 as u64)
}

pub(super) fn halves(args: &[Operand], _: Scalar) -> Option<Vec<u64>> {
    pack(args, 16, |value| u64::from(half::from_f64(value, Rounding::Nearest)))
}

pub(super) fn from_unorm<const WIDTH: u32>(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    unpack(args, result, WIDTH, |field| field as f64 / top(WIDTH))
}

pub(super) fn from_snorm<const WIDTH: u32>(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    unpack(args, result, WIDTH, |field| (signed(field, WIDTH) / top(WIDTH - 1)).clamp(-1.0, 1.0))
}

pub(super) fn from_halves(args: &[Operand], result: Scalar) -> Option<Vec<u64>> {
    unpack(args, result, 16, |field| half::to_f64(field as u16))
}

//! Concrete operands for comparisons with the interpreter: all values of narrow types, corner values and random values of
//! wide types.

use crate::rng::Rng;
use nvc_ir::{Type, Types};

/// Returns the corner values of a type, as bits: zeros, ones, limits, and for floats also infinities, NaNs, denormals,
/// numbers halfway between integers, and numbers at the limits of integer types.
pub fn corners(types: &Types, ty: Type) -> Vec<u64> {
    let width = types.scalar_bits(types.scalar(ty)).map_or(1, u32::from);
    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    let mut list: Vec<u64> = if types.is_float(types.scalar(ty)) {
        let limits =
            [2f64.powi(31), 2f64.powi(32), 2f64.powi(63), 2f64.powi(64), 128.0, 255.0, 256.0, 65504.0];
        let numbers =
            [0.0, 0.5, 1.0, 1.5, 2.5, 3.0, 0.1, 1e-40, 1e30, f64::INFINITY, f64::NAN, 2f64.powi(-24)];
        let all = limits.iter().chain(&numbers).flat_map(|&x| [x, -x]);
        all.map(|x| match width {
            16 => u64::from(nvc_ir::half::from_f64(x, nvc_ir::imm::Rounding::Nearest)),
            32 => u64::from((x as f32).to_bits()),
            _ => x.to_bits(),
        })
        .collect()
    } else {
        let small = [0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 33, 63, 64, 0x7f, 0x80, 0xff, 0x8000, 0xffff];
        let top = 1u64 << (width - 1);
        small
            .into_iter()
            .chain([mask, mask - u64::from(width > 1), top, top.wrapping_sub(1), top | 1])
            .collect()
    };
    list.iter_mut().for_each(|bits| *bits &= mask);
    list.sort_unstable();
    list.dedup();
    list
}

/// Returns all combinations of values for the operands of an operation. Operands of up to 8 bits (16 bits in unary
/// operations) take all values if there are at most two; others take corner values and `random` random values.
pub fn tuples(types: &Types, args: &[Type], random: usize, rng: &mut Rng) -> Vec<Vec<u64>> {
    let width = |ty: Type| types.scalar_bits(types.scalar(ty)).map_or(1, u32::from);
    let lists: Vec<Vec<u64>> = args
        .iter()
        .map(|&ty| {
            let few = width(ty) <= 8 || (args.len() == 1 && width(ty) <= 16);
            if few && args.len() <= 2 {
                return (0..1 << width(ty)).collect();
            }
            let mask = if width(ty) >= 64 { u64::MAX } else { (1 << width(ty)) - 1 };
            let mut list = corners(types, ty);
            list.extend((0..random).map(|_| rng.bits() & mask));
            list
        })
        .collect();
    let count: usize = lists.iter().map(Vec::len).product();
    (0..count)
        .map(|mut index| {
            lists
                .iter()
                .map(|list| {
                    let bits = list[index % list.len()];
                    index /= list.len();
                    bits
                })
                .collect()
        })
        .collect()
}

//! Kernels of bitwise operations: logic, bit fields, bit counts, select.

use super::{Kernel, Kind, kernel, map3, map4, signed, unsigned};
use nvc_ir::Op;

/// Returns the kernel of a bitwise operation.
pub(super) fn kernel(op: Op, kind: Kind) -> Option<Kernel> {
    let n = kind.bits();
    let all = u64::MAX >> (64 - u32::from(n.clamp(1, 64)));
    Some(match (op, kind) {
        (Op::And, _) => kernel!(u64, |x, y| x & y),
        (Op::Or, _) => kernel!(u64, |x, y| x | y),
        (Op::Xor, _) => kernel!(u64, |x, y| x ^ y),
        (Op::Not, Kind::Bool) => kernel!(u64, |x| x ^ 1),
        (Op::Not, _) => unsigned!(n, |x| !x),
        (Op::Select, _) => |r, m, d, a| map3(r, m, d, a, |c, x, y| if c != 0 { x } else { y }),
        (Op::BitReverse, _) => unsigned!(n, |x| x.reverse_bits()),
        (Op::BitCount, _) => unsigned!(n, |x| x.count_ones()),
        (Op::FindLsb, _) => unsigned!(n, |x| if x == 0 { u32::MAX } else { x.trailing_zeros() }),
        (Op::FindUMsb, _) => unsigned!(n, |x| x.checked_ilog2().unwrap_or(u32::MAX)),
        (Op::FindSMsb, _) => signed!(n, |x| (if x < 0 { !x } else { x }).checked_ilog2().unwrap_or(u32::MAX)),
        (Op::UBfe, _) => |r, m, d, a| map3(r, m, d, a, field),
        (Op::SBfe, Kind::Int(bits)) => signed_field(bits),
        (Op::Bfi, _) => match all {
            0xff => |r, m, d, a| map4(r, m, d, a, |x, y, o, c| insert(x, y, o, c) & 0xff),
            0xffff => |r, m, d, a| map4(r, m, d, a, |x, y, o, c| insert(x, y, o, c) & 0xffff),
            0xffff_ffff => |r, m, d, a| map4(r, m, d, a, |x, y, o, c| insert(x, y, o, c) & 0xffff_ffff),
            _ => |r, m, d, a| map4(r, m, d, a, insert),
        },
        _ => return None,
    })
}

/// Returns a mask of the low `count` bits.
fn low_mask(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// Extracts an unsigned bit field. Bits beyond the width read as zero, because column bits above the width
/// are zero.
fn field(x: u64, offset: u64, count: u64) -> u64 {
    if offset >= 64 { 0 } else { x >> offset & low_mask(count) }
}

/// Replaces the `count` bits of `x` from bit `offset` on by the low bits of `y`.
fn insert(x: u64, y: u64, offset: u64, count: u64) -> u64 {
    if offset >= 64 {
        return x;
    }
    let mask = low_mask(count) << offset;
    x & !mask | y << offset & mask
}

/// Returns the kernel that extracts a signed bit field from integers of a width.
fn signed_field(bits: u8) -> Kernel {
    fn extract(x: i64, offset: u64, count: u64) -> u64 {
        let count = count.min(64) as u32;
        if count == 0 {
            return 0;
        }
        let field = (x >> offset.min(63)) as u64;
        ((field << (64 - count)) as i64 >> (64 - count)) as u64
    }
    match bits {
        8 => |r, m, d, a| map3(r, m, d, a, |x, o, c| extract((x as i8).into(), o, c) & 0xff),
        16 => |r, m, d, a| map3(r, m, d, a, |x, o, c| extract((x as i16).into(), o, c) & 0xffff),
        32 => |r, m, d, a| map3(r, m, d, a, |x, o, c| extract((x as i32).into(), o, c) & 0xffff_ffff),
        _ => |r, m, d, a| map3(r, m, d, a, |x, o, c| extract(x as i64, o, c)),
    }
}

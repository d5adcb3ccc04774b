//! Kernels of integer arithmetic. Where SPIR-V leaves a result undefined, they return what NVIDIA's hardware
//! returns in most cases. In the other cases, the assembly front end emits instructions that compute the result
//! (`docs/interp.md`).

use super::{Kernel, Kind, signed, unsigned};
use nvc_ir::Op;

/// Returns the kernel of an integer operation.
pub(super) fn kernel(op: Op, kind: Kind) -> Option<Kernel> {
    let Kind::Int(n) = kind else { return None };
    Some(match op {
        Op::IAdd => unsigned!(n, |x, y| x.wrapping_add(y)),
        Op::ISub => unsigned!(n, |x, y| x.wrapping_sub(y)),
        Op::IMul => unsigned!(n, |x, y| x.wrapping_mul(y)),
        Op::INeg => unsigned!(n, |x| x.wrapping_neg()),
        Op::SAbs => signed!(n, |x| x.wrapping_abs()),
        Op::SMin => signed!(n, |x, y| x.min(y)),
        Op::SMax => signed!(n, |x, y| x.max(y)),
        Op::UMin => unsigned!(n, |x, y| x.min(y)),
        Op::UMax => unsigned!(n, |x, y| x.max(y)),
        // On NVIDIA's hardware, most quotients by zero have all bits set.
        Op::SDiv => signed!(n, |x, y| if y == 0 { -1 } else { x.wrapping_div(y) }),
        Op::UDiv => unsigned!(n, |x, y| x.checked_div(y).unwrap_or(!0)),
        Op::SRem => signed!(n, |x, y| if y == 0 { x } else { x.wrapping_rem(y) }),
        Op::SMod => signed!(n, |x, y| {
            let remainder = if y == 0 { x } else { x.wrapping_rem(y) };
            if y != 0 && remainder != 0 && (remainder < 0) != (y < 0) { remainder + y } else { remainder }
        }),
        Op::URem => unsigned!(n, |x, y| x.checked_rem(y).unwrap_or(x)),
        Op::SMulHi => high_signed(n),
        Op::UMulHi => high_unsigned(n),
        // Shift amounts are taken modulo the width.
        Op::Shl => unsigned!(n, |x, y| x.wrapping_shl(y as u32)),
        Op::LShr => unsigned!(n, |x, y| x.wrapping_shr(y as u32)),
        Op::AShr => signed!(n, |x, y| x.wrapping_shr(y as u32)),
        _ => return None,
    })
}

/// Returns the kernel of a saturating addition of integers.
pub(crate) fn saturating_add(kind: Kind, is_signed: bool) -> Kernel {
    let n = kind.bits();
    if is_signed { signed!(n, |x, y| x.saturating_add(y)) } else { unsigned!(n, |x, y| x.saturating_add(y)) }
}

fn high_signed(bits: u8) -> Kernel {
    match bits {
        8 => super::kernel!(i8, |x, y| ((i16::from(x) * i16::from(y)) >> 8) as i8),
        16 => super::kernel!(i16, |x, y| ((i32::from(x) * i32::from(y)) >> 16) as i16),
        32 => super::kernel!(i32, |x, y| ((i64::from(x) * i64::from(y)) >> 32) as i32),
        _ => super::kernel!(i64, |x, y| ((i128::from(x) * i128::from(y)) >> 64) as i64),
    }
}

fn high_unsigned(bits: u8) -> Kernel {
    match bits {
        8 => super::kernel!(u8, |x, y| ((u16::from(x) * u16::from(y)) >> 8) as u8),
        16 => super::kernel!(u16, |x, y| ((u32::from(x) * u32::from(y)) >> 16) as u16),
        32 => super::kernel!(u32, |x, y| ((u64::from(x) * u64::from(y)) >> 32) as u32),
        _ => super::kernel!(u64, |x, y| ((u128::from(x) * u128::from(y)) >> 64) as u64),
    }
}

//! Known low bits of integers.
//!
//! The low bits of an integer can be known although its high bits are not: an index times the element size has known
//! trailing zeros, which determine the position of the element in a vector. (This is LLVM's `KnownBits`, restricted to a
//! run of bits from bit 0.) A query follows operands [`DEPTH`] levels deep; block parameters are unknown.

use crate::fold::mask;
use nvc_ir::{Function, Op, Types, Value};

/// How many levels of operands are followed.
const DEPTH: u32 = 8;

/// The low bits of an integer that are known.
#[derive(Clone, Copy)]
pub(crate) struct LowBits {
    /// The number of known bits.
    pub count: u32,
    /// Their values; higher bits are 0.
    pub bits: u64,
}

impl LowBits {
    const UNKNOWN: LowBits = LowBits { count: 0, bits: 0 };

    fn new(count: u32, bits: u64) -> LowBits {
        LowBits { count, bits: bits & mask(count) }
    }

    /// The number of known trailing zeros.
    pub(crate) fn trailing_zeros(self) -> u32 {
        self.bits.trailing_zeros().min(self.count)
    }

    /// The number of known trailing ones.
    fn trailing_ones(self) -> u32 {
        self.bits.trailing_ones()
    }
}

/// The known low bits of an integer scalar.
pub(crate) fn known_low_bits(func: &Function, types: &Types, value: Value) -> LowBits {
    known(func, types, value, DEPTH)
}

fn known(func: &Function, types: &Types, value: Value, depth: u32) -> LowBits {
    let width = types.scalar_bits(types.scalar(func.ty(value))).map_or(1, u32::from);
    if let Some(bits) = func.as_bits(value) {
        return LowBits::new(width, bits);
    }
    let Some(rest) = depth.checked_sub(1) else { return LowBits::UNKNOWN };
    let Some(data) = func.def(value) else { return LowBits::UNKNOWN };
    let of = |k: usize| match data.args.get(k) {
        Some(&arg) => known(func, types, func.resolve(arg), rest),
        None => LowBits::UNKNOWN,
    };
    let both = |of_bits: fn(u64, u64) -> u64| {
        let (x, y) = (of(0), of(1));
        LowBits::new(x.count.min(y.count), of_bits(x.bits, y.bits))
    };
    // Shifts by the width or more are undefined in SPIR-V.
    let amount = || {
        let bits = data.args.get(1).and_then(|&arg| func.as_bits(arg));
        bits.filter(|&n| n < u64::from(width)).map(|n| n as u32)
    };
    match data.op {
        Op::IAdd => both(u64::wrapping_add),
        Op::ISub => both(u64::wrapping_sub),
        Op::Xor => both(|x, y| x ^ y),
        Op::And => {
            let (x, y) = (of(0), of(1));
            // A known 0 in one operand makes the result bit 0, whatever the other operand is.
            let count = x.count.min(y.count).max(x.trailing_zeros()).max(y.trailing_zeros());
            LowBits::new(count, x.bits & y.bits)
        }
        Op::Or => {
            let (x, y) = (of(0), of(1));
            // A known 1 in one operand makes the result bit 1.
            let count = x.count.min(y.count).max(x.trailing_ones()).max(y.trailing_ones());
            LowBits::new(count, x.bits | y.bits)
        }
        Op::IMul => {
            let (x, y) = (of(0), of(1));
            // Trailing zeros of one factor shift the unknown bits of the other factor up.
            let count = (x.count + y.trailing_zeros()).min(y.count + x.trailing_zeros());
            LowBits::new(count.min(width), x.bits.wrapping_mul(y.bits))
        }
        Op::Shl => amount().map_or(LowBits::UNKNOWN, |n| {
            let x = of(0);
            LowBits::new((x.count + n).min(width), x.bits << n)
        }),
        Op::LShr | Op::AShr => amount().map_or(LowBits::UNKNOWN, |n| {
            let x = of(0);
            LowBits::new(x.count.saturating_sub(n), x.bits >> n)
        }),
        _ => LowBits::UNKNOWN,
    }
}

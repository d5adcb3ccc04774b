//! What is known of the low bits of integers, whatever their high bits are: an index times the size of an
//! element says where in a vector the element lies.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Op, Value};

/// How far back operands are followed.
const DEPTH: u32 = 8;

/// The low bits of an integer that are known: so many, and which they are.
#[derive(Clone, Copy)]
struct Low {
    count: u32,
    bits: u64,
}

impl Low {
    const NONE: Low = Low { count: 0, bits: 0 };

    /// The low `count` of some bits.
    fn of(count: u32, bits: u64) -> Low {
        Low { count, bits: bits & mask(count) }
    }

    /// How many of them are clear.
    fn clear(self) -> u32 {
        self.bits.trailing_zeros().min(self.count)
    }
}

/// How many of the low bits of an integer scalar are known to be clear.
pub(super) fn clear(cx: &Simplifier<'_>, value: Value) -> u32 {
    known(cx, value, DEPTH).clear()
}

/// What is known of the low bits of an integer scalar.
fn known(cx: &Simplifier<'_>, value: Value, depth: u32) -> Low {
    let width = cx.width(value);
    if let Some(bits) = cx.bits(value) {
        return Low::of(width, bits);
    }
    let Some(rest) = depth.checked_sub(1) else { return Low::NONE };
    let Some(data) = cx.builder.func.def(value) else { return Low::NONE };
    let arg = |k: usize| data.args.get(k).map(|&v| cx.builder.func.resolve(v));
    let of = |k: usize| arg(k).map_or(Low::NONE, |v| known(cx, v, rest));
    let both = |of_bits: fn(u64, u64) -> u64| {
        let (x, y) = (of(0), of(1));
        Low::of(x.count.min(y.count), of_bits(x.bits, y.bits))
    };
    // SPIR-V leaves open what longer shifts give.
    let amount = || arg(1).and_then(|v| cx.bits(v)).filter(|&n| n < u64::from(width)).map(|n| n as u32);
    match data.op {
        Op::IAdd => both(u64::wrapping_add),
        Op::ISub => both(u64::wrapping_sub),
        Op::Xor => both(|x, y| x ^ y),
        Op::And => {
            let (x, y) = (of(0), of(1));
            // Clear bits of one hide what is not known of the other.
            let count = x.count.min(y.count).max(x.clear()).max(y.clear());
            Low::of(count, x.bits & y.bits)
        }
        Op::Or => {
            let (x, y) = (of(0), of(1));
            // And so do set ones.
            let count = x.count.min(y.count).max(x.bits.trailing_ones()).max(y.bits.trailing_ones());
            Low::of(count, x.bits | y.bits)
        }
        Op::IMul => {
            let (x, y) = (of(0), of(1));
            // What is not known of one is a multiple of the power of two that divides the other.
            let count = (x.count + y.clear()).min(y.count + x.clear());
            Low::of(count.min(width), x.bits.wrapping_mul(y.bits))
        }
        Op::Shl => amount().map_or(Low::NONE, |n| {
            let x = of(0);
            Low::of((x.count + n).min(width), x.bits << n)
        }),
        Op::LShr | Op::AShr => amount().map_or(Low::NONE, |n| {
            let x = of(0);
            Low::of(x.count.saturating_sub(n), x.bits >> n)
        }),
        _ => Low::NONE,
    }
}

/// `x & c`, where the bits of x that c leaves are known, and `(x + y) & c`, where they are clear in x: nothing
/// carries into them.
pub(super) fn mask_of_known(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, c) = node.pair()?;
    let bits = cx.bits(c).filter(|_| cx.is_word(x))?;
    let low = known(cx, x, DEPTH);
    if bits & !mask(low.count) == 0 {
        return Some(cx.int(node.ty, low.bits & bits));
    }
    let (a, b) = cx.binary(Op::IAdd, x)?;
    let (_, rest) = [(a, b), (b, a)].into_iter().find(|&(part, _)| bits & !mask(clear(cx, part)) == 0)?;
    Some(cx.make(Op::And, &[rest, c], node.ty))
}

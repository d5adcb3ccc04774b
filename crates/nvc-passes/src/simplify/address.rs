//! Simplifies the masks and shifts of address arithmetic by value ranges and known bits.
//!
//! Front ends compute byte offsets (`index << 4`, plus constants), and `lower-memory` shifts them back to element
//! indices. The shifts cancel if the offset cannot wrap, or leave a mask if it can. One more rule removes conversions of
//! physical pointers to integers and back.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Op, Value};

/// `physical.addr (physical.value p)` to `p`, if the types are equal.
pub(super) fn pointer_of_value(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let pointer = cx.unary(Op::PhysicalValue, node.only()?)?;
    (cx.ty(pointer) == node.ty).then_some(pointer)
}

/// `x & c` to `x`, if `c` is a mask of low bits that contains all bits of `x`.
pub(super) fn mask_of_small(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let low = cx.bits(y).filter(|low| low.wrapping_add(1).is_power_of_two())?;
    (cx.is_word(x) && cx.upper_bound(x) <= low).then_some(x)
}

/// `x & c` to a constant, if all bits of `x` that `c` selects are known. `(x + y) & c` to `y & c`, if those
/// bits of `x` and all lower ones are 0, so that nothing carries into them.
pub(super) fn mask_of_known(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, c) = node.pair()?;
    let bits = cx.bits(c).filter(|_| cx.is_word(x))?;
    let low = cx.known_low_bits(x);
    if bits & !mask(low.count) == 0 {
        return Some(cx.int(node.ty, low.bits & bits));
    }
    let (a, b) = cx.binary(Op::IAdd, x)?;
    let covers = |part: Value| bits & !mask(cx.known_low_bits(part).trailing_zeros()) == 0;
    let (_, rest) = [(a, b), (b, a)].into_iter().find(|&(part, _)| covers(part))?;
    Some(cx.make(Op::And, &[rest, c], node.ty))
}

/// `(x << c) >> d` to one shift, if `x << c` does not overflow.
pub(super) fn shr_of_shl(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let (x, c) = cx.binary_const(Op::Shl, inner)?;
    let all = mask(cx.width(inner));
    if !cx.is_word(x) || c >= 64 || cx.upper_bound(x) > all >> c {
        return None;
    }
    let (op, by) = if c >= d { (Op::Shl, c - d) } else { (Op::LShr, d - c) };
    let by = cx.int(cx.ty(amount), by);
    Some(cx.make(op, &[x, by], node.ty))
}

/// `(x * c) >> d` to `x * (c >> d)`, if 2^d divides c and the product does not wrap.
pub(super) fn shr_of_mul(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let (x, c) = cx.binary_const(Op::IMul, inner)?;
    let all = mask(cx.width(inner));
    let divides = d < 64 && c != 0 && u64::from(c.trailing_zeros()) >= d;
    if !divides || !cx.is_word(x) || cx.upper_bound(x) > all / c {
        return None;
    }
    let factor = cx.int(node.ty, c >> d);
    Some(cx.make(Op::IMul, &[x, factor], node.ty))
}

/// `(x + c) >> d` to `(x >> d) + (c >> d)`, if the low d bits of x are 0 and the sum does not wrap;
/// `((x << d) + c) >> d` to `(x + (c >> d)) & mask` for any x. First clears the bits of c that are below bit d and
/// below the lowest bit of x that may be 1: they are shifted out, and no carry leaves them.
pub(super) fn shr_of_add(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let (x, c) = cx.binary_const(Op::IAdd, inner)?;
    let all = mask(cx.width(inner));
    if d >= u64::from(cx.width(inner)) || !cx.is_word(x) {
        return None;
    }
    let zeros = u64::from(cx.known_low_bits(x).trailing_zeros());
    let high = c & !mask(zeros.min(d) as u32);
    if high != c {
        let high = cx.int(node.ty, high);
        let sum = cx.make(Op::IAdd, &[x, high], node.ty);
        return Some(cx.make(Op::LShr, &[sum, amount], node.ty));
    }
    if u64::from(c.trailing_zeros()) < d {
        return None;
    }
    let offset = cx.int(node.ty, c >> d);
    // No carry out: either the operands have no one bits in common, or the sum is below 2^width.
    let no_carry = zeros < 64 && c >> zeros == 0 || cx.upper_bound(x) <= all - c;
    if zeros >= d && no_carry {
        let scaled = cx.make(Op::LShr, &[x, amount], node.ty);
        return Some(cx.make(Op::IAdd, &[scaled, offset], node.ty));
    }
    let (x, shift) = cx.binary_const(Op::Shl, x)?;
    if shift != d {
        return None;
    }
    let sum = cx.make(Op::IAdd, &[x, offset], node.ty);
    let low = cx.int(node.ty, all >> d);
    Some(cx.make(Op::And, &[sum, low], node.ty))
}

/// `(x + y) >> d` to `((x >> d) + (y >> d)) & mask`, if the sum has no other use and both operands are syntactically multiples
/// of 2^d: a sum of scaled indices becomes a sum of indices. The mask accounts for wrapping of the original sum.
pub(super) fn shr_of_sum(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let all = mask(cx.width(inner));
    if d >= u64::from(cx.width(inner)) || !cx.is_word(inner) || !cx.used_once(inner) {
        return None;
    }
    cx.binary(Op::IAdd, inner)?;
    is_multiple(cx, inner, d, SUM_DEPTH).then_some(())?;
    let sum = exact_shr(cx, inner, d, node)?;
    let low = cx.int(node.ty, all >> d);
    Some(cx.make(Op::And, &[sum, low], node.ty))
}

/// Maximum nesting of the sums that [`exact_shr`] shifts.
const SUM_DEPTH: u32 = 4;

/// Whether a value is syntactically a multiple of 2^d, so that [`exact_shr`] can shift it.
fn is_multiple(cx: &Simplifier<'_>, value: Value, d: u64, depth: u32) -> bool {
    let multiple = |bits: u64| bits == 0 || u64::from(bits.trailing_zeros()) >= d;
    if let Some(bits) = cx.bits(value) {
        return multiple(bits);
    }
    if let Some((x, y)) = cx.binary(Op::IAdd, value) {
        return depth.checked_sub(1).is_some_and(|n| is_multiple(cx, x, d, n) && is_multiple(cx, y, d, n));
    }
    let shifted =
        cx.binary_const(Op::Shl, value).is_some_and(|(_, n)| n >= d && n < u64::from(cx.width(value)));
    shifted || cx.binary_const(Op::IMul, value).is_some_and(|(_, factor)| multiple(factor))
}

/// `value >> d` for a multiple of 2^d, modulo wrapping.
fn exact_shr(cx: &mut Simplifier<'_>, value: Value, d: u64, node: &Node) -> Option<Value> {
    if let Some(bits) = cx.bits(value) {
        return Some(cx.int(node.ty, bits >> d));
    }
    if let Some((x, y)) = cx.binary(Op::IAdd, value) {
        let (x, y) = (exact_shr(cx, x, d, node)?, exact_shr(cx, y, d, node)?);
        return Some(cx.make(Op::IAdd, &[x, y], node.ty));
    }
    if let Some((x, n)) = cx.binary_const(Op::Shl, value) {
        let by = cx.int(node.args.get(1).map_or(node.ty, |&v| cx.ty(v)), n - d);
        return Some(cx.make(Op::Shl, &[x, by], node.ty));
    }
    let (x, factor) = cx.binary_const(Op::IMul, value)?;
    let factor = cx.int(node.ty, factor >> d);
    Some(cx.make(Op::IMul, &[x, factor], node.ty))
}

//! Rules for integer arithmetic. Constants move outwards, so that the constant offsets of an address combine. The
//! comment of a rule shows the expressions that it simplifies; a constant operand is the second one.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Op, Value};

/// `x op x` to `x`: `and`, `or`, `min`, `max`.
pub(super) fn same_operands(_: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    (x == y).then_some(x)
}

/// `x + 0`.
pub(super) fn add_zero(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    cx.is(y, 0).then_some(x)
}

/// `(x + c) + d`, `(c - x) + d`.
pub(super) fn add_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, d) = node.pair()?;
    cx.constant(d)?;
    if let Some((x, c)) = cx.binary(Op::IAdd, x)
        && let Some(sum) = cx.fold(Op::IAdd, &[c, d], node.ty)
    {
        return Some(cx.make(Op::IAdd, &[x, sum], node.ty));
    }
    let (c, x) = cx.binary(Op::ISub, x)?;
    let sum = cx.fold(Op::IAdd, &[c, d], node.ty)?;
    Some(cx.make(Op::ISub, &[sum, x], node.ty))
}

/// `x + -y`, `-x + y`.
pub(super) fn add_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if let Some(y) = cx.unary(Op::INeg, y) {
        return Some(cx.make(Op::ISub, &[x, y], node.ty));
    }
    let x = cx.unary(Op::INeg, x)?;
    Some(cx.make(Op::ISub, &[y, x], node.ty))
}

/// `(x + c) + y` to `(x + y) + c`, if the inner sum can be moved.
pub(super) fn add_outward(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (a, b) = node.pair()?;
    for (inner, y) in [(a, b), (b, a)] {
        if let Some((x, c)) = cx.binary(Op::IAdd, inner)
            && cx.constant(c).is_some()
            && cx.constant(y).is_none()
            && cx.is_movable(inner)
        {
            let sum = cx.make(Op::IAdd, &[x, y], node.ty);
            return Some(cx.make(Op::IAdd, &[sum, c], node.ty));
        }
    }
    None
}

/// `(x - y) + y`.
pub(super) fn add_sub(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (a, b) = node.pair()?;
    [(a, b), (b, a)].into_iter().find_map(|(inner, y)| {
        let (x, z) = cx.binary(Op::ISub, inner)?;
        (z == y).then_some(x)
    })
}

/// `x - x`.
pub(super) fn sub_self(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    (x == y).then(|| cx.int(node.ty, 0))
}

/// `x - c` to `x + -c`; `0 - x` to `-x`.
pub(super) fn sub_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if let Some(negative) = cx.fold(Op::INeg, &[y], node.ty) {
        return Some(cx.make(Op::IAdd, &[x, negative], node.ty));
    }
    cx.is(x, 0).then(|| cx.make(Op::INeg, &[y], node.ty))
}

/// `x - -y`.
pub(super) fn sub_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let y = cx.unary(Op::INeg, y)?;
    Some(cx.make(Op::IAdd, &[x, y], node.ty))
}

/// `(x + y) - y`, `(x + y) - x`, `(x + c) - (x + d)`.
pub(super) fn sub_add(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (a, b) = node.pair()?;
    let (x, y) = cx.binary(Op::IAdd, a)?;
    if y == b {
        return Some(x);
    }
    if x == b {
        return Some(y);
    }
    let (z, d) = cx.binary(Op::IAdd, b)?;
    if z == x { cx.fold(Op::ISub, &[y, d], node.ty) } else { None }
}

/// `(x & c) - (x & d)` to `x & (c ^ d)`, if c contains d, and `x - (x & d)` to `x & ~d`: nothing is borrowed.
pub(super) fn sub_masked(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (a, b) = node.pair()?;
    let (x, d) = cx.binary_const(Op::And, b)?;
    let c = match cx.binary_const(Op::And, a) {
        Some((same, c)) if same == x => c,
        _ if a == x => mask(cx.width(x)),
        _ => return None,
    };
    if !cx.is_word(x) || d & !c != 0 {
        return None;
    }
    let rest = cx.int(node.ty, c ^ d);
    Some(cx.make(Op::And, &[x, rest], node.ty))
}

/// `- -x`.
pub(super) fn neg_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    cx.unary(Op::INeg, node.only()?)
}

/// `-(x - y)` to `y - x`.
pub(super) fn neg_sub(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let inner = node.only()?;
    let (x, y) = cx.binary(Op::ISub, inner)?;
    cx.used_once(inner).then(|| cx.make(Op::ISub, &[y, x], node.ty))
}

/// `x * 0`, `x * 1`, `x * -1`; `x * 2^n` to a shift, which combines with other shifts.
pub(super) fn mul_identity(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.is(y, 0) {
        return Some(y);
    }
    if cx.is(y, 1) {
        return Some(x);
    }
    if cx.is_ones(y) {
        return Some(cx.make(Op::INeg, &[x], node.ty));
    }
    let factor = cx.bits(y).filter(|factor| factor.is_power_of_two())?;
    let amount = cx.int(node.ty, u64::from(factor.trailing_zeros()));
    Some(cx.make_instead_of(node, Op::Shl, &[x, amount]))
}

/// `(x * c) * d`, `(x << c) * d`, `(-x) * d`, `(x + c) * d`.
pub(super) fn mul_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, d) = node.pair()?;
    cx.constant(d)?;
    for op in [Op::IMul, Op::Shl] {
        if let Some((x, c)) = cx.binary(op, inner) {
            // d * c, or d << c.
            if let Some(factor) = cx.fold(op, &[d, c], node.ty) {
                return Some(cx.make(Op::IMul, &[x, factor], node.ty));
            }
        }
    }
    if let Some(x) = cx.unary(Op::INeg, inner)
        && let Some(factor) = cx.fold(Op::INeg, &[d], node.ty)
    {
        return Some(cx.make(Op::IMul, &[x, factor], node.ty));
    }
    distribute(cx, node)
}

/// `(x + c) op d` to `(x op d) + (c op d)` for `mul` and `shl` by a constant, if the sum can be moved.
///
/// Not in front of a product with a variable: the constant would stop there.
pub(super) fn distribute(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, d) = node.pair()?;
    let (x, c) = cx.binary(Op::IAdd, inner)?;
    if !cx.is_movable(inner) || cx.is_factor(node) {
        return None;
    }
    let offset = cx.fold(node.op, &[c, d], node.ty)?;
    let scaled = cx.make(node.op, &[x, d], node.ty);
    Some(cx.make(Op::IAdd, &[scaled, offset], node.ty))
}

/// The high half of `x * 0`.
pub(super) fn mulhi_zero(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (_, y) = node.pair()?;
    cx.is(y, 0).then_some(y)
}

/// `x / 1`; unsigned `x / 2^n` to a shift.
pub(super) fn div_one(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let divisor = cx.bits(y)?;
    if divisor == 1 {
        return Some(x);
    }
    if node.op == Op::UDiv && divisor.is_power_of_two() {
        let amount = cx.int(node.ty, u64::from(divisor.trailing_zeros()));
        return Some(cx.make(Op::LShr, &[x, amount], node.ty));
    }
    None
}

/// `x % 1`.
pub(super) fn rem_one(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (_, y) = node.pair()?;
    cx.is(y, 1).then(|| cx.int(node.ty, 0))
}

/// `x % 2^n` to a mask, for remainders without the sign of `x`.
///
/// An unsigned remainder of at most 32 bits that is only compared with zero stays, unless the mask can be simplified: with a mask,
/// NVIDIA's driver generates slower code. With remainders, llama.cpp's products of floats with one to eight columns take 0.95 of
/// the time on an H200 (crates/lab/logs/conformance.md).
pub(super) fn rem_power_of_two(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let divisor = cx.bits(y)?;
    let width = cx.width(x);
    // A divisor with only the sign bit set is a negative number for `SMod`.
    let is_negative = node.op == Op::SMod && divisor >> (width - 1) != 0;
    if is_negative || !divisor.is_power_of_two() {
        return None;
    }
    let low = cx.int(node.ty, (divisor - 1) & mask(width));
    if node.op == Op::URem && width <= 32 && cx.is_zero_test(node) {
        return cx.simplified(Op::And, &[x, low], node.ty);
    }
    Some(cx.make(Op::And, &[x, low], node.ty))
}

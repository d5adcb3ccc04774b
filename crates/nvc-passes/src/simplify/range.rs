//! What is known of the size of unsigned integers, and rules that need it: address arithmetic does
//! not wrap where indices are small, so that its masks and detours vanish.

use super::context::{Node, Simplifier};
use super::low;
use crate::fold::mask;
use nvc_ir::imm::Builtin;
use nvc_ir::{Const, Imm, Op, Value};

/// How far back operands are followed.
const DEPTH: u32 = 8;

/// The largest value that an integer scalar can have, read without sign.
fn largest(cx: &Simplifier<'_>, value: Value, depth: u32) -> u64 {
    let all = mask(cx.width(value));
    let Some(rest) = depth.checked_sub(1) else { return all };
    if let Some(constant) = cx.constant(value) {
        return if let Const::Bits(bits) = constant { *bits & all } else { all };
    }
    let Some(data) = cx.builder.func.def(value) else { return all };
    let arg = |k: usize| data.args.get(k).map(|&v| cx.builder.func.resolve(v));
    let of = |k: usize| arg(k).map_or(all, |v| largest(cx, v, rest));
    let bits = |k: usize| arg(k).and_then(|v| cx.bits(v));
    let bound = match data.op {
        Op::And | Op::UMin => of(0).min(of(1)),
        Op::Or | Op::Xor => u64::MAX.checked_shr((of(0) | of(1)).leading_zeros()).unwrap_or(0),
        Op::UMax => of(0).max(of(1)),
        Op::IAdd => of(0).saturating_add(of(1)),
        Op::IMul => of(0).saturating_mul(of(1)),
        Op::Shl => bits(1).filter(|&n| n < 64).map_or(all, |n| of(0).saturating_mul(1 << n)),
        Op::LShr => bits(1).filter(|&n| n < 64).map_or(all, |n| of(0) >> n),
        Op::URem => bits(1).filter(|&n| n > 0).map_or(all, |n| of(0).min(n - 1)),
        Op::UDiv => bits(1).filter(|&n| n > 0).map_or(all, |n| of(0) / n),
        Op::UBfe => bits(2).filter(|&n| n < 64).map_or(all, |n| (1 << n) - 1),
        Op::Select => of(1).max(of(2)),
        Op::ZExt => of(0),
        Op::Builtin if data.imm == Imm::Builtin(Builtin::LocalIndex) => cx.largest_local_index(),
        Op::Extract => match (data.imm, arg(0).and_then(|v| cx.builder.func.def(v))) {
            (Imm::Index(axis), Some(vector)) if vector.imm == Imm::Builtin(Builtin::LocalId) => {
                cx.largest_local_id(axis)
            }
            _ => all,
        },
        _ => all,
    };
    // A larger result has wrapped, and may be anything.
    if bound > all { all } else { bound }
}

/// The place on an axis along which the work group is one invocation long.
pub(super) fn only_place(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (Some(vector), Imm::Index(axis)) = (node.only(), node.imm) else { return None };
    let places = cx.builder.func.def(vector)?.imm == Imm::Builtin(Builtin::LocalId);
    (places && cx.largest_local_id(axis) == 0).then(|| cx.int(node.ty, 0))
}

/// `x & c`, where `c` is a low mask and `x` no larger.
pub(super) fn mask_of_small(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let low = cx.bits(y).filter(|low| low.wrapping_add(1).is_power_of_two())?;
    (cx.is_word(x) && largest(cx, x, DEPTH) <= low).then_some(x)
}

/// `(x << c) >> d`, where nothing is shifted out.
pub(super) fn shr_of_shl(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let (x, c) = cx.binary_const(Op::Shl, inner)?;
    let all = mask(cx.width(inner));
    if !cx.is_word(x) || c >= 64 || largest(cx, x, DEPTH) > all >> c {
        return None;
    }
    let (op, by) = if c >= d { (Op::Shl, c - d) } else { (Op::LShr, d - c) };
    let by = cx.int(cx.ty(amount), by);
    Some(cx.make(op, &[x, by], node.ty))
}

/// `(x * c) >> d` where 2^d divides c and nothing wraps.
pub(super) fn shr_of_mul(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let (x, c) = cx.binary_const(Op::IMul, inner)?;
    let all = mask(cx.width(inner));
    let divides = d < 64 && c != 0 && u64::from(c.trailing_zeros()) >= d;
    if !divides || !cx.is_word(x) || largest(cx, x, DEPTH) > all / c {
        return None;
    }
    let factor = cx.int(node.ty, c >> d);
    Some(cx.make(Op::IMul, &[x, factor], node.ty))
}

/// `(x + c) >> d` to `(x >> d) + (c >> d)`, where no bit is lost below and no carry above, and
/// `((x << d) + c) >> d` to `(x + (c >> d)) & mask` at any size of x. What c adds below the lowest bit that x
/// has is shifted out.
pub(super) fn shr_of_add(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let (x, c) = cx.binary_const(Op::IAdd, inner)?;
    let all = mask(cx.width(inner));
    if d >= u64::from(cx.width(inner)) || !cx.is_word(x) {
        return None;
    }
    let clear = u64::from(low::clear(cx, x));
    let high = c & !mask(clear.min(d) as u32);
    if high != c {
        let high = cx.int(node.ty, high);
        let sum = cx.make(Op::IAdd, &[x, high], node.ty);
        return Some(cx.make(Op::LShr, &[sum, amount], node.ty));
    }
    if u64::from(c.trailing_zeros()) < d {
        return None;
    }
    let offset = cx.int(node.ty, c >> d);
    // No bit of the one meets a bit of the other, or the sum is small.
    let no_carry = clear < 64 && c >> clear == 0 || largest(cx, x, DEPTH) <= all - c;
    if clear >= d && no_carry {
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

/// `(x + y) >> d`, where both are multiples of 2^d by their form, to `(x' + y') & mask`: addresses of two
/// indices become sums of indices. The mask is what wraps at the word's end.
pub(super) fn shr_of_sum(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let all = mask(cx.width(inner));
    if d >= u64::from(cx.width(inner)) || !cx.is_word(inner) || !cx.used_once(inner) {
        return None;
    }
    cx.binary(Op::IAdd, inner)?;
    divisible(cx, inner, d, PARTS).then_some(())?;
    let sum = divided(cx, inner, d, node)?;
    let low = cx.int(node.ty, all >> d);
    Some(cx.make(Op::And, &[sum, low], node.ty))
}

/// How deep the sums of an address are taken apart.
const PARTS: u32 = 4;

/// Whether [`divided`] can take an integer apart.
fn divisible(cx: &Simplifier<'_>, value: Value, d: u64, depth: u32) -> bool {
    let multiple = |bits: u64| bits == 0 || u64::from(bits.trailing_zeros()) >= d;
    if let Some(bits) = cx.bits(value) {
        return multiple(bits);
    }
    if let Some((x, y)) = cx.binary(Op::IAdd, value) {
        return depth.checked_sub(1).is_some_and(|n| divisible(cx, x, d, n) && divisible(cx, y, d, n));
    }
    let shifted =
        cx.binary_const(Op::Shl, value).is_some_and(|(_, n)| n >= d && n < u64::from(cx.width(value)));
    shifted || cx.binary_const(Op::IMul, value).is_some_and(|(_, factor)| multiple(factor))
}

/// What times 2^d is `value`, modulo the word.
fn divided(cx: &mut Simplifier<'_>, value: Value, d: u64, node: &Node) -> Option<Value> {
    if let Some(bits) = cx.bits(value) {
        return Some(cx.int(node.ty, bits >> d));
    }
    if let Some((x, y)) = cx.binary(Op::IAdd, value) {
        let (x, y) = (divided(cx, x, d, node)?, divided(cx, y, d, node)?);
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

//! Rules for bitwise and logical operations, shifts and bit fields. The comment of a rule shows the expressions that it
//! simplifies; a constant operand of a commutative operation is the second one.

use super::context::{Node, Simplifier};
use super::int::distribute;
use crate::fold::mask;
use nvc_ir::{Op, Types, Value};

/// `x & 0`, `x & ~0`.
pub(super) fn and_identity(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.is(y, 0) {
        return Some(y);
    }
    cx.is_ones(y).then_some(x)
}

/// `x | 0`, `x | ~0`.
pub(super) fn or_identity(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.is(y, 0) {
        return Some(x);
    }
    cx.is_ones(y).then_some(y)
}

/// `x ^ 0`, `x ^ ~0`, `x ^ x`.
pub(super) fn xor_identity(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.is(y, 0) {
        return Some(x);
    }
    if x == y {
        return Some(cx.int(node.ty, 0));
    }
    cx.is_ones(y).then(|| cx.make(Op::Not, &[x], node.ty))
}

/// `(x op c) op d` for `and`, `or` and `xor`.
pub(super) fn chain_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, d) = node.pair()?;
    let (x, c) = cx.binary(node.op, inner)?;
    let both = cx.fold(node.op, &[c, d], node.ty)?;
    Some(cx.make(node.op, &[x, both], node.ty))
}

/// `x & ~x`, `x | ~x`.
pub(super) fn complement(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.unary(Op::Not, x) != Some(y) && cx.unary(Op::Not, y) != Some(x) {
        return None;
    }
    let ones = mask(cx.width(x));
    Some(cx.int(node.ty, if node.op == Op::Or { ones } else { 0 }))
}

/// `~~x`.
pub(super) fn not_not(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    cx.unary(Op::Not, node.only()?)
}

/// The negation of a comparison, and whether its operands are swapped.
fn inverse(op: Op) -> Option<(Op, bool)> {
    Some(match op {
        Op::IEq => (Op::INe, false),
        Op::INe => (Op::IEq, false),
        Op::SLt => (Op::SLe, true),
        Op::SLe => (Op::SLt, true),
        Op::ULt => (Op::ULe, true),
        Op::ULe => (Op::ULt, true),
        Op::FEq => (Op::FNe, false),
        Op::FNe => (Op::FEq, false),
        Op::FLt => (Op::FUnordLe, true),
        Op::FLe => (Op::FUnordLt, true),
        Op::FUnordLt => (Op::FLe, true),
        Op::FUnordLe => (Op::FLt, true),
        Op::FUnordEq => (Op::FOrdNe, false),
        Op::FOrdNe => (Op::FUnordEq, false),
        _ => return None,
    })
}

/// `~(x < y)` and so on.
pub(super) fn not_compare(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let func = &*cx.builder.func;
    let data = func.def(node.only()?)?;
    let (op, swapped) = inverse(data.op)?;
    let [a, b] = data.args[..] else { return None };
    let (a, b) = (func.resolve(a), func.resolve(b));
    let args = if swapped { [b, a] } else { [a, b] };
    Some(cx.make(op, &args, node.ty))
}

/// `x << 0`, `0 << x`; likewise right shifts.
pub(super) fn shift_zero(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, amount) = node.pair()?;
    (cx.is(amount, 0) || cx.is(x, 0)).then_some(x)
}

/// `(x << c) << d`, `(x * c) << d`, `(x >> c) << c`, `(x + c) << d`.
pub(super) fn shl_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let width = u64::from(cx.width(inner));
    if d >= width {
        return None;
    }
    if let Some((x, c)) = cx.binary_const(Op::Shl, inner)
        && c < width
    {
        return Some(shifted(cx, node, x, c + d, width));
    }
    if let Some((x, factor)) = cx.binary(Op::IMul, inner)
        && let Some(factor) = cx.fold(Op::Shl, &[factor, amount], node.ty)
    {
        return Some(cx.make(Op::IMul, &[x, factor], node.ty));
    }
    for op in [Op::LShr, Op::AShr] {
        if let Some((x, c)) = cx.binary_const(op, inner)
            && c == d
        {
            let high = cx.int(node.ty, mask(width as u32) << d);
            return Some(cx.make(Op::And, &[x, high], node.ty));
        }
    }
    distribute(cx, node)
}

/// `(x >> c) >> d`; `(x << c) >> c`.
pub(super) fn shr_const(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (inner, amount) = node.pair()?;
    let d = cx.bits(amount)?;
    let width = u64::from(cx.width(inner));
    if d >= width {
        return None;
    }
    if let Some((x, c)) = cx.binary_const(node.op, inner)
        && c < width
    {
        // An arithmetic shift by the width or more leaves copies of the sign bit.
        let total = if node.op == Op::AShr { (c + d).min(width - 1) } else { c + d };
        return Some(shifted(cx, node, x, total, width));
    }
    let (x, c) = cx.binary_const(Op::Shl, inner)?;
    if node.op != Op::LShr || c != d {
        return None;
    }
    let low = cx.int(node.ty, mask(width as u32) >> d);
    Some(cx.make(Op::And, &[x, low], node.ty))
}

/// `x` shifted by `amount` with the node's operation; 0 if all bits are shifted out.
fn shifted(cx: &mut Simplifier<'_>, node: &Node, x: Value, amount: u64, width: u64) -> Value {
    if amount >= width {
        return cx.int(node.ty, 0);
    }
    let amount_ty = node.args.get(1).map_or(Types::I32, |&v| cx.ty(v));
    let amount = cx.int(amount_ty, amount);
    cx.make(node.op, &[x, amount], node.ty)
}

/// Extraction of an empty bit field, or of the whole integer.
pub(super) fn extract_field(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [x, offset, count] = node.args[..] else { return None };
    match cx.bits(count)? {
        0 => Some(cx.int(node.ty, 0)),
        count => (count == u64::from(cx.width(x)) && cx.is(offset, 0)).then_some(x),
    }
}

/// Insertion of an empty bit field, or of the whole integer.
pub(super) fn insert_field(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [x, inserted, offset, count] = node.args[..] else { return None };
    match cx.bits(count)? {
        0 => Some(x),
        count => (count == u64::from(cx.width(x)) && cx.is(offset, 0)).then_some(inserted),
    }
}

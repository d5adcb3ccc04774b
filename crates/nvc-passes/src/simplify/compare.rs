//! Comparisons.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Op, Value};

/// A constant truth value with the node's type.
fn verdict(cx: &mut Simplifier<'_>, node: &Node, truth: bool) -> Option<Value> {
    Some(cx.int(node.ty, u64::from(truth)))
}

/// An integer compared with itself.
pub(super) fn reflexive(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if x != y {
        return None;
    }
    verdict(cx, node, matches!(node.op, Op::IEq | Op::SLe | Op::ULe))
}

/// A truth value compared with a constant.
pub(super) fn truth(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if !cx.types().is_bool(cx.ty(x)) {
        return None;
    }
    let same = cx.is_ones(y);
    if !same && !cx.is(y, 0) {
        return None;
    }
    if same == (node.op == Op::IEq) { Some(x) } else { Some(cx.make(Op::Not, &[x], node.ty)) }
}

/// Equality of a difference with 0, of a complement, and of sums with constants.
pub(super) fn equal_difference(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    cx.constant(y)?;
    if cx.is(y, 0) {
        for op in [Op::ISub, Op::Xor] {
            if let Some((a, b)) = cx.binary(op, x) {
                return Some(cx.make(node.op, &[a, b], node.ty));
            }
        }
    }
    for (inner, inverse) in [(Op::IAdd, Op::ISub), (Op::Xor, Op::Xor)] {
        if let Some((a, c)) = cx.binary(inner, x)
            && let Some(moved) = cx.fold(inverse, &[y, c], cx.ty(y))
        {
            return Some(cx.make(node.op, &[a, moved], node.ty));
        }
    }
    for op in [Op::INeg, Op::Not] {
        if let Some(a) = cx.unary(op, x)
            && let Some(moved) = cx.fold(op, &[y], cx.ty(y))
        {
            return Some(cx.make(node.op, &[a, moved], node.ty));
        }
    }
    equal_extended(cx, node, x, y)
}

/// Equality of an extended integer with a constant that the extension can give.
fn equal_extended(cx: &mut Simplifier<'_>, node: &Node, x: Value, y: Value) -> Option<Value> {
    for op in [Op::ZExt, Op::SExt] {
        if let Some(a) = cx.unary(op, x) {
            // No constant comes back for the widths that not every device computes with.
            let narrow = cx.fold(Op::ITrunc, &[y], cx.ty(a))?;
            if cx.fold(op, &[narrow], cx.ty(y)) == Some(y) {
                return Some(cx.make(node.op, &[a, narrow], node.ty));
            }
        }
    }
    None
}

/// Comparisons with the ends of the range.
pub(super) fn bounds(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let all = mask(cx.width(x));
    let (least, most) = match node.op {
        Op::SLt | Op::SLe => (all ^ (all >> 1), all >> 1),
        _ => (0, all),
    };
    match node.op {
        Op::SLt | Op::ULt if cx.is(y, least) || cx.is(x, most) => verdict(cx, node, false),
        Op::SLe | Op::ULe if cx.is(x, least) || cx.is(y, most) => verdict(cx, node, true),
        // Unsigned order against 0 is equality with it.
        Op::ULt if cx.is(x, 0) => Some(cx.make(Op::INe, &[y, x], node.ty)),
        Op::ULt if cx.is(y, 1) => {
            let zero = cx.int(cx.ty(y), 0);
            Some(cx.make(Op::IEq, &[x, zero], node.ty))
        }
        Op::ULe if cx.is(y, 0) => Some(cx.make(Op::IEq, &[x, y], node.ty)),
        _ => None,
    }
}

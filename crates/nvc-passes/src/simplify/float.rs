//! Rules for float operations. The comment of a rule shows the expressions that it simplifies. All rules are exact for
//! every operand, including signed zeros and NaNs.

use super::context::{Node, Simplifier};
use nvc_ir::{Op, Value};

/// The bits of -0.0 in the float width of a value.
fn negative_zero(cx: &Simplifier<'_>, value: Value) -> u64 {
    1 << (cx.width(value).clamp(1, 64) - 1)
}

/// The bits of 1.0 in the float width of a value.
fn one(cx: &Simplifier<'_>, value: Value) -> u64 {
    match cx.width(value) {
        16 => 0x3c00,
        64 => 1f64.to_bits(),
        _ => u64::from(1f32.to_bits()),
    }
}

/// `x + -0.0` to `x`. (`x + 0.0` is not `x` if `x` is -0.0.)
pub(super) fn add_zero(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    cx.is(y, negative_zero(cx, y)).then_some(x)
}

/// `x + -y`, `-x + y`.
pub(super) fn add_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if let Some(y) = cx.unary(Op::FNeg, y) {
        return Some(cx.make(Op::FSub, &[x, y], node.ty));
    }
    let x = cx.unary(Op::FNeg, x)?;
    Some(cx.make(Op::FSub, &[y, x], node.ty))
}

/// `x - 0.0`, `-0.0 - x`.
pub(super) fn sub_zero(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.is(y, 0) {
        return Some(x);
    }
    cx.is(x, negative_zero(cx, x)).then(|| cx.make(Op::FNeg, &[y], node.ty))
}

/// `x - -y`.
pub(super) fn sub_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let y = cx.unary(Op::FNeg, y)?;
    Some(cx.make(Op::FAdd, &[x, y], node.ty))
}

/// `x * 1.0`, `x * -1.0`.
pub(super) fn mul_one(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.is(y, one(cx, y)) {
        return Some(x);
    }
    cx.is(y, one(cx, y) | negative_zero(cx, y)).then(|| cx.make(Op::FNeg, &[x], node.ty))
}

/// `-x * -y`, `-x * c`.
pub(super) fn mul_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    let x = cx.unary(Op::FNeg, x)?;
    let y = match cx.unary(Op::FNeg, y) {
        Some(y) => y,
        None => cx.fold(Op::FNeg, &[y], node.ty)?,
    };
    Some(cx.make(Op::FMul, &[x, y], node.ty))
}

/// `x / 1.0`.
pub(super) fn div_one(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    cx.is(y, one(cx, y)).then_some(x)
}

/// `- -x`.
pub(super) fn neg_neg(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    cx.unary(Op::FNeg, node.only()?)
}

/// `|-x|`, `||x||`.
pub(super) fn abs_sign(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    if cx.unary(Op::FAbs, x).is_some() {
        return Some(x);
    }
    let inner = cx.unary(Op::FNeg, x)?;
    Some(cx.make(Op::FAbs, &[inner], node.ty))
}

/// `f(f(x))` for idempotent operations.
pub(super) fn idempotent(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    cx.unary(node.op, x).map(|_| x)
}

/// `x != x` and `x == x` to explicit NaN tests. Without SPIR-V float controls, which not every device has, drivers may assume
/// that compared operands are not NaNs; explicit tests are not affected.
pub(super) fn self_compare(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if x != y {
        return None;
    }
    match node.op {
        Op::FNe => Some(cx.make(Op::IsNan, &[x], node.ty)),
        Op::FEq => {
            let nan = cx.make(Op::IsNan, &[x], node.ty);
            Some(cx.make(Op::Not, &[nan], node.ty))
        }
        _ => None,
    }
}

/// `isnan(-x)`, `isnan(|x|)`.
pub(super) fn nan_of_sign(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    let inner = cx.unary(Op::FNeg, x).or_else(|| cx.unary(Op::FAbs, x))?;
    Some(cx.make(Op::IsNan, &[inner], node.ty))
}

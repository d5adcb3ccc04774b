//! Rules for bitcasts and conversions. The comment of a rule shows the expressions that it simplifies.

use super::context::{Node, Simplifier};
use crate::fold::mask;
use nvc_ir::{Const, Op, Type, Types, Value};

/// `bitcast x` to the type of x; `bitcast (bitcast x)`.
pub(super) fn bitcast_same(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    if cx.ty(x) == node.ty {
        return Some(x);
    }
    let inner = cx.unary(Op::Bitcast, x)?;
    Some(cx.bitcast(inner, node.ty))
}

/// `bitcast undef`.
pub(super) fn bitcast_undef(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    (cx.constant(node.only()?) == Some(&Const::Undef)).then(|| cx.builder.undef(node.ty))
}

/// `bitcast value` to `ty` if that needs no instruction: a constant, or the operand of the inverse bitcast.
pub(super) fn uncast(cx: &mut Simplifier<'_>, value: Value, ty: Type) -> Option<Value> {
    if cx.constant(value) == Some(&Const::Undef) {
        return Some(cx.builder.undef(ty));
    }
    if let Some(constant) = cx.fold(Op::Bitcast, &[value], ty) {
        return Some(constant);
    }
    cx.unary(Op::Bitcast, value).filter(|&inner| cx.ty(inner) == ty)
}

/// `bitcast (select c, a, b)`, if both arms can be bitcast without an instruction.
pub(super) fn bitcast_select(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (c, a, b) = cx.select(node.only()?)?;
    let (a, b) = (uncast(cx, a, node.ty)?, uncast(cx, b, node.ty)?);
    Some(cx.make(Op::Select, &[c, a, b], node.ty))
}

/// `trunc` of a truncated, extended or masked integer.
pub(super) fn trunc_ext(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    if cx.ty(x) == node.ty {
        return Some(x);
    }
    if let Some(inner) = cx.unary(Op::ITrunc, x) {
        return Some(cx.make(Op::ITrunc, &[inner], node.ty));
    }
    for op in [Op::ZExt, Op::SExt] {
        if let Some(inner) = cx.unary(op, x) {
            let (from, to) = (cx.width(inner), width_of(cx, node.ty));
            return match from.cmp(&to) {
                std::cmp::Ordering::Equal => Some(inner),
                std::cmp::Ordering::Less => Some(cx.make(op, &[inner], node.ty)),
                std::cmp::Ordering::Greater => Some(cx.make(Op::ITrunc, &[inner], node.ty)),
            };
        }
    }
    // A mask that only clears truncated bits is redundant.
    let (inner, kept) = cx.binary_const(Op::And, x)?;
    let low = mask(width_of(cx, node.ty));
    (kept & low == low).then(|| cx.make(Op::ITrunc, &[inner], node.ty))
}

/// `trunc (x op y)` of extended 32-bit integers to 32-bit arithmetic.
pub(super) fn trunc_arithmetic(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    const LOW_BITS_ONLY: [Op; 6] = [Op::IAdd, Op::ISub, Op::IMul, Op::And, Op::Or, Op::Xor];
    let x = node.only()?;
    // Not to 8 or 16 bits: some devices convert such integers but have no arithmetic on them.
    if node.ty != Types::I32 {
        return None;
    }
    let op = cx.builder.func.def(x)?.op;
    if !LOW_BITS_ONLY.contains(&op) || !cx.used_once(x) {
        return None;
    }
    let (a, b) = cx.binary(op, x)?;
    let (a, b) = (narrow(cx, a, node.ty)?, narrow(cx, b, node.ty)?);
    Some(cx.make(op, &[a, b], node.ty))
}

/// `trunc value` to `ty` if that needs no instruction: a constant, or the operand of an extension.
fn narrow(cx: &mut Simplifier<'_>, value: Value, ty: Type) -> Option<Value> {
    if let Some(constant) = cx.fold(Op::ITrunc, &[value], ty) {
        return Some(constant);
    }
    [Op::ZExt, Op::SExt].into_iter().find_map(|op| cx.unary(op, value).filter(|&inner| cx.ty(inner) == ty))
}

fn width_of(cx: &Simplifier<'_>, ty: Type) -> u32 {
    cx.types().scalar_bits(cx.types().scalar(ty)).map_or(1, u32::from)
}

/// `zext` and `sext` of an extended integer; `zext` of an integer that was truncated from the result's type.
pub(super) fn ext_ext(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    if cx.ty(x) == node.ty {
        return Some(x);
    }
    // The sign bit of a zero-extended integer is 0.
    if let Some(inner) = cx.unary(Op::ZExt, x) {
        return Some(cx.make(Op::ZExt, &[inner], node.ty));
    }
    if node.op == Op::SExt {
        let inner = cx.unary(Op::SExt, x)?;
        return Some(cx.make(Op::SExt, &[inner], node.ty));
    }
    let inner = cx.unary(Op::ITrunc, x)?;
    if cx.ty(inner) != node.ty {
        return None;
    }
    let low = cx.int(node.ty, mask(cx.width(x)));
    Some(cx.make(Op::And, &[inner, low], node.ty))
}

/// Removes a widening of a float that is narrowed back.
pub(super) fn convert_convert(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let x = node.only()?;
    if cx.ty(x) == node.ty {
        return Some(x);
    }
    let inner = cx.unary(Op::FConvert, x)?;
    (cx.ty(inner) == node.ty && cx.width(inner) < cx.width(x)).then_some(inner)
}

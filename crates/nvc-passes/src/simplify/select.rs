//! Selections. NVIDIA's comparisons yield words of all ones or zeros (floats of 1 or 0), which
//! programs negate, convert and test again: operations on a selection of constants become a
//! selection of their results, until the truth value itself is left.

use super::context::{Node, Simplifier};
use nvc_ir::function::Args;
use nvc_ir::{Const, Imm, Op, Types, Value};

/// An operation on a selection of constants and constants, or on two selections of constants.
pub(super) fn fold_into(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    if node.imm != Imm::None {
        return None;
    }
    let mut selects = node.args.iter().enumerate().filter(|&(_, &arg)| cx.constant(arg).is_none());
    let first = selects.next()?;
    let second = selects.next();
    if selects.next().is_some() {
        return None;
    }
    let (at, (c, a, b)) = (first.0, const_select(cx, *first.1)?);
    let Some((other_at, &other)) = second else {
        let [yes, no] = [a, b].map(|arm| with(cx, node, &[(at, arm)]));
        return Some(choose(cx, c, yes?, no?));
    };
    let (d, e, f) = const_select(cx, other)?;
    let [tt, tf, ft, ff] =
        [(a, e), (a, f), (b, e), (b, f)].map(|(p, q)| with(cx, node, &[(at, p), (other_at, q)]));
    by_two(cx, (c, d), [tt?, tf?, ft?, ff?])
}

/// Condition and arms of a selection of constants.
fn const_select(cx: &Simplifier<'_>, value: Value) -> Option<(Value, Value, Value)> {
    let (c, a, b) = cx.select(value)?;
    (cx.constant(a).is_some() && cx.constant(b).is_some()).then_some((c, a, b))
}

/// The value of the node with some operands replaced by constants.
fn with(cx: &mut Simplifier<'_>, node: &Node, constants: &[(usize, Value)]) -> Option<Value> {
    let mut args: Args = node.args.clone();
    for &(at, value) in constants {
        *args.get_mut(at)? = value;
    }
    cx.fold(node.op, &args, node.ty)
}

fn choose(cx: &mut Simplifier<'_>, c: Value, a: Value, b: Value) -> Value {
    cx.make(Op::Select, &[c, a, b], cx.ty(a))
}

/// What a function of two truth values is, by its values for true-true to false-false, where one
/// selection can say it.
fn by_two(cx: &mut Simplifier<'_>, (c, d): (Value, Value), [tt, tf, ft, ff]: [Value; 4]) -> Option<Value> {
    if c == d {
        return Some(choose(cx, c, tt, ff));
    }
    if tt == tf && ft == ff {
        return Some(choose(cx, c, tt, ff));
    }
    if tt == ft && tf == ff {
        return Some(choose(cx, d, tt, ff));
    }
    let (op, yes, no) = if tf == ft && ft == ff {
        (Op::And, tt, ff)
    } else if tt == tf && tf == ft {
        (Op::Or, tt, ff)
    } else if tf == ft && tt == ff {
        (Op::Xor, tf, tt)
    } else {
        return None;
    };
    let both = cx.make(op, &[c, d], Types::BOOL);
    Some(choose(cx, both, yes, no))
}

/// `x & (c ? ~0 : 0)`, `x | (c ? ~0 : 0)`.
pub(super) fn mask_into(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, y) = node.pair()?;
    if cx.types().is_bool(node.ty) {
        return None;
    }
    for (masked, mask) in [(x, y), (y, x)] {
        let Some((c, a, b)) = cx.select(mask) else { continue };
        let (ones_first, zero_first) = (cx.is_ones(a) && cx.is(b, 0), cx.is(a, 0) && cx.is_ones(b));
        if !ones_first && !zero_first {
            continue;
        }
        let pick = |arm: Value| if cx.is(arm, 0) == (node.op == Op::And) { arm } else { masked };
        let (yes, no) = (pick(a), pick(b));
        return Some(choose(cx, c, yes, no));
    }
    None
}

/// A selection of a variable and a constant, compared with a constant: `(c ? x : 0) != 0` is
/// `c && x != 0`.
pub(super) fn compare_arm(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, k) = node.pair()?;
    cx.constant(k)?;
    let (c, a, b) = cx.select(x)?;
    if !cx.used_once(x) || (cx.constant(a).is_none() && cx.constant(b).is_none()) {
        return None;
    }
    let [yes, no] = [a, b].map(|arm| cx.make(node.op, &[arm, k], node.ty));
    Some(choose(cx, c, yes, no))
}

/// A constant condition, equal arms, an arm of any value.
pub(super) fn decided(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [c, a, b] = node.args[..] else { return None };
    if a == b || cx.is_ones(c) || cx.constant(b) == Some(&Const::Undef) {
        return Some(a);
    }
    (cx.is(c, 0) || cx.constant(a) == Some(&Const::Undef)).then_some(b)
}

/// `~c ? a : b`.
pub(super) fn inverted(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [c, a, b] = node.args[..] else { return None };
    let c = cx.unary(Op::Not, c)?;
    Some(cx.make(Op::Select, &[c, b, a], node.ty))
}

/// A selection of truth values, one of them constant.
pub(super) fn truth(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [c, a, b] = node.args[..] else { return None };
    if !cx.types().is_bool(node.ty) || cx.ty(c) != node.ty {
        return None;
    }
    let known = |value| match (cx.is_ones(value), cx.is(value, 0)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let not = |cx: &mut Simplifier<'_>| cx.make(Op::Not, &[c], node.ty);
    match (known(a), known(b)) {
        (Some(true), Some(false)) => Some(c),
        (Some(false), Some(true)) => Some(not(cx)),
        (Some(true), None) => Some(cx.make(Op::Or, &[c, b], node.ty)),
        (None, Some(false)) => Some(cx.make(Op::And, &[c, a], node.ty)),
        (Some(false), None) => {
            let c = not(cx);
            Some(cx.make(Op::And, &[c, b], node.ty))
        }
        (None, Some(true)) => {
            let c = not(cx);
            Some(cx.make(Op::Or, &[c, a], node.ty))
        }
        _ => None,
    }
}

/// A selection by the condition that an arm is selected by.
pub(super) fn nested(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [c, a, b] = node.args[..] else { return None };
    if let Some((d, inner, _)) = cx.select(a)
        && d == c
    {
        return Some(cx.make(Op::Select, &[c, inner, b], node.ty));
    }
    let (d, _, inner) = cx.select(b)?;
    (d == c).then(|| cx.make(Op::Select, &[c, a, inner], node.ty))
}

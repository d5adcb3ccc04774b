//! Rules for `select` instructions, and for operations on them.
//!
//! NVIDIA's comparisons yield all ones or 0 (1.0 or 0.0 as floats), which programs negate, convert and compare
//! again. An operation on a `select` of constants becomes a `select` of the results, until only the condition remains.

use super::context::{Node, Simplifier};
use nvc_ir::function::Args;
use nvc_ir::{Const, Imm, Op, Types, Value};

/// `op (select c, 1, 2), 3` to `select c, (op 1, 3), (op 2, 3)`; likewise an operation on two selects of constants.
pub(super) fn fold_into(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    if node.imm != Imm::None {
        return None;
    }
    let mut selects = node.args.iter().enumerate().filter(|&(_, &arg)| cx.constant(arg).is_none());
    let (at, &first) = selects.next()?;
    // For most nodes, this is the only check.
    let (c, a, b) = const_select(cx, first)?;
    let second = selects.next();
    if selects.next().is_some() {
        return None;
    }
    let Some((other_at, &other)) = second else {
        let [yes, no] = [a, b].map(|arm| with(cx, node, &[(at, arm)]));
        return Some(select(cx, c, yes?, no?));
    };
    let (d, e, f) = const_select(cx, other)?;
    let [tt, tf, ft, ff] =
        [(a, e), (a, f), (b, e), (b, f)].map(|(p, q)| with(cx, node, &[(at, p), (other_at, q)]));
    by_two_conditions(cx, (c, d), [tt?, tf?, ft?, ff?])
}

/// Matches a `select` of two constants: condition, true value, false value.
fn const_select(cx: &Simplifier<'_>, value: Value) -> Option<(Value, Value, Value)> {
    let (c, a, b) = cx.select(value)?;
    (cx.constant(a).is_some() && cx.constant(b).is_some()).then_some((c, a, b))
}

/// Folds the node with some operands replaced by constants.
fn with(cx: &mut Simplifier<'_>, node: &Node, constants: &[(usize, Value)]) -> Option<Value> {
    let mut args: Args = node.args.clone();
    for &(at, value) in constants {
        *args.get_mut(at)? = value;
    }
    cx.fold(node.op, &args, node.ty)
}

fn select(cx: &mut Simplifier<'_>, c: Value, a: Value, b: Value) -> Value {
    cx.make(Op::Select, &[c, a, b], cx.ty(a))
}

/// A function of two conditions as one `select`, if that is possible. The function is given by its values for (true, true),
/// (true, false), (false, true) and (false, false).
fn by_two_conditions(
    cx: &mut Simplifier<'_>,
    (c, d): (Value, Value),
    [tt, tf, ft, ff]: [Value; 4],
) -> Option<Value> {
    if c == d {
        return Some(select(cx, c, tt, ff));
    }
    if tt == tf && ft == ff {
        return Some(select(cx, c, tt, ff));
    }
    if tt == ft && tf == ff {
        return Some(select(cx, d, tt, ff));
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
    let combined = cx.make(op, &[c, d], Types::BOOL);
    Some(select(cx, combined, yes, no))
}

/// `x & (c ? ~0 : 0)`, `x | (c ? ~0 : 0)`; likewise for `c ? 0 : ~0`.
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
        return Some(select(cx, c, yes, no));
    }
    None
}

/// `(c ? x : 0) != 0` to `c && x != 0`: moves the comparison of a `select` with a constant into the arms, one of which must
/// be constant.
pub(super) fn compare_into(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (x, k) = node.pair()?;
    cx.constant(k)?;
    let (c, a, b) = cx.select(x)?;
    if !cx.used_once(x) || (cx.constant(a).is_none() && cx.constant(b).is_none()) {
        return None;
    }
    let [yes, no] = [a, b].map(|arm| cx.make(node.op, &[arm, k], node.ty));
    Some(select(cx, c, yes, no))
}

/// `select` with a constant condition, equal arms, or an undefined arm.
pub(super) fn known_condition(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [c, a, b] = node.args[..] else { return None };
    if a == b || cx.is_ones(c) || cx.constant(b) == Some(&Const::Undef) {
        return Some(a);
    }
    (cx.is(c, 0) || cx.constant(a) == Some(&Const::Undef)).then_some(b)
}

/// `~c ? a : b`.
pub(super) fn negated_condition(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let [c, a, b] = node.args[..] else { return None };
    let c = cx.unary(Op::Not, c)?;
    Some(cx.make(Op::Select, &[c, b, a], node.ty))
}

/// `select` of bools, one of which is constant: `c ? true : b` is `c || b`.
pub(super) fn bool_arm(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
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

/// `c ? (c ? x : y) : z`, `c ? x : (c ? y : z)`.
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

//! Rules for integer dot products.

use super::context::{Node, Simplifier};
use nvc_ir::function::Args;
use nvc_ir::{Op, Types, Value};

/// A product with a zero factor is 0, plus the accumulator if there is one.
pub(super) fn zero(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let (&[x, y], rest) = node.args.split_first_chunk()?;
    if !cx.is(x, 0) && !cx.is(y, 0) {
        return None;
    }
    Some(rest.first().copied().unwrap_or_else(|| cx.int(node.ty, 0)))
}

/// Drops an accumulator of 0: the sum then cannot saturate.
pub(super) fn no_accumulator(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let &[x, y, accumulator] = &node.args[..] else { return None };
    let op = match node.op {
        Op::SDotAccSat => Op::SDot,
        Op::UDotAccSat => Op::UDot,
        _ => Op::SUDot,
    };
    cx.is(accumulator, 0).then(|| cx.make(op, &[x, y], node.ty))
}

/// Replaces byte vectors that are bitcast from 32-bit integers by the integers, so that no 8-bit types are needed.
pub(super) fn packed(cx: &mut Simplifier<'_>, node: &Node) -> Option<Value> {
    let mut args: Args = node.args.clone();
    for arg in args.iter_mut().take(2) {
        let vector = cx.ty(*arg);
        if cx.types().components(vector) != 4 || cx.types().bits(vector) != Some(32) {
            return None;
        }
        *arg = cx.unary(Op::Bitcast, *arg)?;
        if cx.ty(*arg) != Types::I32 {
            return None;
        }
    }
    Some(cx.make(node.op, &args, node.ty))
}

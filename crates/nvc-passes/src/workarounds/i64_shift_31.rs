//! `i64-shift-31`: if NVIDIA's Vulkan driver knows that a 64-bit integer is a sign-extended word, or a sum of
//! sign-extended words, it computes `x << 31` and `x * 2^31` with a signed 32-bit factor. 2^31 does not fit, and the
//! product is negated. No other power of two fits an unsigned word but not a signed one, so other shifts are right.

use super::patterns::{constant_component, is_i64, join_i64, sign_extended_from, split_i64};
use super::replace_insts;
use crate::{Context, OpSet, Pass};
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Module, Op, OwnedInst, Types, Value};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "i64-shift-31",
    doc: "Computes 64-bit shifts by 31 and products by 2^31 from 32-bit shifts.",
    ops: OPS,
    run,
};

const OPS: OpSet = OpSet::of(&[Op::Shl, Op::IMul]);

const SHIFT: u64 = 31;

fn run(module: &mut Module, context: &mut Context<'_>) {
    // Other shading languages cannot bitcast a pair of words to a 64-bit integer.
    if !context.options.portable {
        replace_insts(module, OPS, scaled);
    }
}

/// Computes the result from shifts of words, component by component; `None` if no component is scaled by 2^31.
fn scaled(b: &mut Builder<'_>, data: &OwnedInst) -> Option<Value> {
    let ty = b.func.ty(data.result?);
    let &[x, y] = &data.args[..] else { return None };
    if !is_i64(b.types, ty) {
        return None;
    }
    let factors: Vec<Option<Value>> = (0..u32::from(b.types.components(ty)))
        .map(|index| {
            let constant = |value, bits| constant_component(b.func, value, index) == Some(bits);
            match data.op {
                Op::Shl if constant(y, SHIFT) => Some(x),
                Op::IMul if constant(y, 1 << SHIFT) => Some(x),
                Op::IMul if constant(x, 1 << SHIFT) => Some(y),
                _ => None,
            }
        })
        .collect();
    if factors.iter().all(Option::is_none) {
        return None;
    }
    let mut parts = Vec::with_capacity(factors.len());
    for (index, factor) in (0..).zip(factors) {
        parts.push(match factor.map(|factor| (factor, sign_extended_from(b, factor, index))) {
            Some((_, Some((narrow, at)))) => {
                let narrow = b.extract(narrow, at);
                shifted_word(b, narrow)
            }
            Some((factor, None)) => {
                let factor = b.extract(factor, index);
                shifted(b, factor)
            }
            None => {
                let operands = [b.extract(x, index), b.extract(y, index)];
                b.op(data.op, &operands)
            }
        });
    }
    Some(b.construct(&parts))
}

/// Sign-extends an integer of at most 32 bits and shifts it by 31: the lowest bit becomes the top bit of the low word, and
/// the other bits are the high word.
fn shifted_word(b: &mut Builder<'_>, narrow: Value) -> Value {
    let word = match b.func.ty(narrow) {
        Types::I32 => narrow,
        _ => b.inst_with_type(Op::SExt, Imm::None, &[narrow], Types::I32),
    };
    let (amount, one) = (b.i32(SHIFT as u32), b.i32(1));
    let low = b.op(Op::Shl, &[word, amount]);
    let high = b.op(Op::AShr, &[word, one]);
    join_i64(b, low, high)
}

/// Shifts a 64-bit integer by 31.
fn shifted(b: &mut Builder<'_>, wide: Value) -> Value {
    let [low, high] = split_i64(b, wide);
    let (amount, one) = (b.i32(SHIFT as u32), b.i32(1));
    let carried = b.op(Op::LShr, &[low, one]);
    let (low, high) = (b.op(Op::Shl, &[low, amount]), b.op(Op::Shl, &[high, amount]));
    let high = b.op(Op::Or, &[high, carried]);
    join_i64(b, low, high)
}

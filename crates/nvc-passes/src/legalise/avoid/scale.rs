//! Products by 2^31 as 64 bits, which NVIDIA's Vulkan driver negates where it knows a signed word.

use super::{component, extended, has_words, joined, words};
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, InstData, Op, Types, Value};

/// A number times 2^31 as 64 bits, or shifted by 31, by its words: where the driver knows that the number
/// is a signed word, or a sum of such, it multiplies by a signed word, which 2^31 is not, and gives the
/// negated product. `None` where no component is one.
pub(in crate::legalise) fn scaled(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let ty = b.func.ty(data.result?);
    let &[x, y] = &data.args[..] else { return None };
    if !has_words(b.types, ty) {
        return None;
    }
    let factors: Vec<Option<Value>> = (0..u32::from(b.types.components(ty)))
        .map(|index| {
            let constant = |value, bits| component(b.func, value, index) == Some(bits);
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
        parts.push(match factor.map(|factor| (factor, extended(b, factor, index))) {
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

/// The one shift that fails: 2^31 is the one power of two that a word has and a signed word has not.
const SHIFT: u64 = 31;

/// A number of at most 32 bits, extended with its sign and shifted by 31: its lowest bit atop the
/// low word, all others in the high one.
fn shifted_word(b: &mut Builder<'_>, narrow: Value) -> Value {
    let word = match b.func.ty(narrow) {
        Types::I32 => narrow,
        _ => b.inst_with_type(Op::SExt, Imm::None, &[narrow], Types::I32),
    };
    let (amount, one) = (b.i32(SHIFT as u32), b.i32(1));
    let low = b.op(Op::Shl, &[word, amount]);
    let high = b.op(Op::AShr, &[word, one]);
    joined(b, low, high)
}

/// A number of 64 bits, shifted by 31.
fn shifted(b: &mut Builder<'_>, wide: Value) -> Value {
    let [low, high] = words(b, wide);
    let (amount, one) = (b.i32(SHIFT as u32), b.i32(1));
    let carried = b.op(Op::LShr, &[low, one]);
    let (low, high) = (b.op(Op::Shl, &[low, amount]), b.op(Op::Shl, &[high, amount]));
    let high = b.op(Op::Or, &[high, carried]);
    joined(b, low, high)
}

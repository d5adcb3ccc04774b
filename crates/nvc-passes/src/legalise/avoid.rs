//! Forms that NVIDIA's Vulkan driver 580 compiles wrongly, in words that it compiles as they stand
//! (docs/hardware.md has the measurements).

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Const, Function, InstData, Op, Types, Value};

/// |x| of integers: the driver takes it for never negative, which the least integer's is.
pub(super) fn abs(b: &mut Builder<'_>, x: Value) -> Value {
    let negated = b.op(Op::INeg, &[x]);
    b.op(Op::SMax, &[negated, x])
}

/// The least or greatest of a signed integer and a negated one, which goes first: the driver loses the sign
/// of a second operand where the result is compared with it once more. `None` where nothing is to be done.
pub(super) fn least_of_negated(b: &mut Builder<'_>, op: Op, [x, y]: [Value; 2]) -> Option<Value> {
    let negated = |value| b.func.def(value).is_some_and(|data| data.op == Op::INeg);
    (negated(y) && !negated(x)).then(|| b.op(op, &[y, x]))
}

/// A number times 2^31 as 64 bits, or shifted by 31, by its words: where the driver knows that the number
/// is a signed word, or a sum of such, it multiplies by a signed word, which 2^31 is not, and gives the
/// negated product. `None` where no component is one.
pub(super) fn scaled(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let ty = b.func.ty(data.result?);
    let &[x, y] = &data.args[..] else { return None };
    if b.types.scalar(ty) != Types::I64 {
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

/// The operand of at most 32 bits whose extension a component is, and the component of the operand.
fn extended(b: &Builder<'_>, wide: Value, index: u32) -> Option<(Value, u32)> {
    let (mut value, mut index) = (wide, index);
    // An extension of a vector, of what a vector is made of, or of what is taken from one.
    for _ in 0..3 {
        let data = b.func.def(value)?;
        let &first = data.args.first()?;
        (value, index) = match (data.op, data.imm) {
            (Op::SExt, _) => {
                let bits = b.types.scalar_bits(b.types.scalar(b.func.ty(first)))?;
                return (bits <= 32).then_some((first, index));
            }
            (Op::Construct, _) => part(b, &data.args, index)?,
            (Op::Extract, Imm::Index(taken)) if b.types.components(b.func.ty(first)) > 1 => (first, taken),
            _ => return None,
        };
    }
    None
}

/// The scalar or vector that gives a component of the vector built of them, and which of its own it is.
fn part(b: &Builder<'_>, parts: &[Value], index: u32) -> Option<(Value, u32)> {
    let mut index = index;
    for &part in parts {
        let count = u32::from(b.types.components(b.func.ty(part)));
        if index < count {
            return Some((part, index));
        }
        index -= count;
    }
    None
}

/// The bits of a component of a constant.
fn component(func: &Function, value: Value, index: u32) -> Option<u64> {
    match func.as_const(value)? {
        Const::Composite(parts) => func.as_bits(*parts.get(index as usize)?),
        _ => func.as_bits(value),
    }
}

/// A number of at most 32 bits, extended with its sign and shifted by 31: its lowest bit atop the
/// low word, all others in the high one.
fn shifted_word(b: &mut Builder<'_>, narrow: Value) -> Value {
    let word = match b.func.ty(narrow) {
        Types::I32 => narrow,
        _ => b.stated(Op::SExt, Imm::None, &[narrow], Types::I32),
    };
    let (amount, one) = (b.i32(SHIFT as u32), b.i32(1));
    let low = b.op(Op::Shl, &[word, amount]);
    let high = b.op(Op::AShr, &[word, one]);
    let words = b.construct(&[low, high]);
    b.bitcast(words, Types::I64)
}

/// A number of 64 bits, shifted by 31.
fn shifted(b: &mut Builder<'_>, wide: Value) -> Value {
    let pair = b.types.vector(Types::I32, 2);
    let words = b.bitcast(wide, pair);
    let (low, high) = (b.extract(words, 0), b.extract(words, 1));
    let (amount, one) = (b.i32(SHIFT as u32), b.i32(1));
    let carried = b.op(Op::LShr, &[low, one]);
    let (low, high) = (b.op(Op::Shl, &[low, amount]), b.op(Op::Shl, &[high, amount]));
    let high = b.op(Op::Or, &[high, carried]);
    let words = b.construct(&[low, high]);
    b.bitcast(words, Types::I64)
}

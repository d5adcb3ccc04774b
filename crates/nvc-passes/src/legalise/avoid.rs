//! Forms that drivers compile wrongly, in words that they compile as they stand (docs/hardware.md has the
//! measurements): NVIDIA's Vulkan driver 580 absolute values, least ones of negated numbers and products by 2^31,
//! Mesa's lavapipe 22.3 orders of extended words and halves of constants.

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Const, Function, InstData, Op, Type, Types, Value};

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
    joined(b, low, high)
}

/// The 64-bit number of two words.
fn joined(b: &mut Builder<'_>, low: Value, high: Value) -> Value {
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
    joined(b, low, high)
}

/// A signed order of 64-bit numbers with the sign-extended words among them made of two words each, the
/// word and its sign: lavapipe takes an extension for greater than whatever it finds to be constant and a
/// word can hold. What it finds is more than what is constant here. `None` where no operand is extended.
pub(super) fn order(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let &[x, y] = &data.args[..] else { return None };
    let operands = [by_words(b, x), by_words(b, y)];
    match operands {
        [None, None] => None,
        [first, second] => Some(b.op(data.op, &[first.unwrap_or(x), second.unwrap_or(y)])),
    }
}

/// A value of 64 bits with the components that are sign-extended words made of their words; `None` where
/// none is.
fn by_words(b: &mut Builder<'_>, wide: Value) -> Option<Value> {
    let ty = b.func.ty(wide);
    if b.types.scalar(ty) != Types::I64 {
        return None;
    }
    let word = |&(narrow, _): &(Value, u32)| b.types.scalar(b.func.ty(narrow)) == Types::I32;
    let sources: Vec<Option<(Value, u32)>> =
        (0..u32::from(b.types.components(ty))).map(|index| extended(b, wide, index).filter(word)).collect();
    if sources.iter().all(Option::is_none) {
        return None;
    }
    let mut parts = Vec::with_capacity(sources.len());
    for (index, source) in (0..).zip(sources) {
        parts.push(match source {
            Some((narrow, at)) => {
                let word = b.extract(narrow, at);
                signed(b, word)
            }
            None => b.extract(wide, index),
        });
    }
    Some(b.construct(&parts))
}

/// The sign extension of words to 64 bits by their words, for modules that are not optimised: there a driver
/// finds orders of extensions that are none here, of the greater of x and x, say. `None` for other widths.
pub(super) fn extension(b: &mut Builder<'_>, narrow: Value, to: Type) -> Option<Value> {
    let from = b.func.ty(narrow);
    if (b.types.scalar(from), b.types.scalar(to)) != (Types::I32, Types::I64) {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(from)) {
        let word = b.extract(narrow, index);
        parts.push(signed(b, word));
    }
    Some(b.construct(&parts))
}

/// The 64-bit number of a word and its sign.
fn signed(b: &mut Builder<'_>, word: Value) -> Value {
    let sign = b.i32(31);
    let high = b.op(Op::AShr, &[word, sign]);
    joined(b, word, high)
}

/// The halves of a word as floats, each from the low half of a word: lavapipe gives 0 for the high half of
/// what it finds to be constant.
pub(super) fn halves(b: &mut Builder<'_>, word: Value, ty: Type) -> Value {
    let half = b.i32(16);
    let shifted = b.op(Op::LShr, &[word, half]);
    let parts = [word, shifted].map(|word| {
        let pair = b.stated(Op::UnpackHalf, Imm::None, &[word], ty);
        b.extract(pair, 0)
    });
    b.construct(&parts)
}

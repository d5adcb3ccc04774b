//! Orders of extended words, which lavapipe takes for greater than any constant.

use super::{extended, has_words, joined};
use nvc_ir::{Builder, InstData, Op, Type, Types, Value};

/// A signed order of 64-bit numbers with the sign-extended words among them made of two words each, the
/// word and its sign: lavapipe takes an extension for greater than whatever it finds to be constant and a
/// word can hold. What it finds is more than what is constant here. `None` where no operand is extended.
pub(in crate::legalise) fn order(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
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
    if !has_words(b.types, ty) {
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
pub(in crate::legalise) fn extension(b: &mut Builder<'_>, narrow: Value, to: Type) -> Option<Value> {
    let from = b.func.ty(narrow);
    if b.types.scalar(from) != Types::I32 || !has_words(b.types, to) {
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

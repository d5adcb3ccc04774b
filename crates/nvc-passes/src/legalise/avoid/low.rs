//! Low words of 64-bit numbers.

use super::{has_words, words};
use nvc_ir::{Builder, Imm, Op, Type, Types, Value};

/// What is left of 64-bit numbers in fewer bits, by way of their low words, for modules that are not optimised:
/// NVIDIA's compiler takes the lowest bit of a shortened number for a truth value, and loses it beside conversions
/// of doubles. `None` for others.
pub(in crate::legalise) fn low_word(b: &mut Builder<'_>, wide: Value, to: Type) -> Option<Value> {
    if !has_words(b.types, b.func.ty(wide)) {
        return None;
    }
    let mut parts = Vec::new();
    for index in 0..u32::from(b.types.components(to)) {
        let number = b.extract(wide, index);
        parts.push(words(b, number)[0]);
    }
    let low = b.construct(&parts);
    let same = b.types.scalar(to) == Types::I32;
    Some(if same { low } else { b.inst_with_type(Op::ITrunc, Imm::None, &[low], to) })
}

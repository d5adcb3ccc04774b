//! Fields of words: bytes with their signs, which NVIDIA's Vulkan driver converts wrongly, and halves of
//! constants, which lavapipe takes for 0.

use super::Met;
use crate::legalise::int;
use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Op, Type, Value};

/// A byte or half of a word, extended with its sign, by shifts: where such a field becomes a float as an unsigned
/// number, or is part of an unsigned quotient, NVIDIA's compiler converts it with its sign.
pub(in crate::legalise) fn field(
    b: &mut Builder<'_>,
    met: Met,
    [word, offset, count]: [Value; 3],
) -> Option<Value> {
    if !met.unsigned {
        return None;
    }
    let (offset, count) = (b.func.as_bits(offset)?, b.func.as_bits(count)?);
    if !matches!(count, 8 | 16) || offset % 8 != 0 || offset + count > 32 {
        return None;
    }
    let ty = b.func.ty(word);
    let (left, right) = (int(b, ty, 32 - offset - count), int(b, ty, 32 - count));
    let top = b.op(Op::Shl, &[word, left]);
    Some(b.op(Op::AShr, &[top, right]))
}

/// The halves of a word as floats, each from the low half of a word: lavapipe gives 0 for the high half of
/// what it finds to be constant.
pub(in crate::legalise) fn halves(b: &mut Builder<'_>, word: Value, ty: Type) -> Value {
    let half = b.i32(16);
    let shifted = b.op(Op::LShr, &[word, half]);
    let parts = [word, shifted].map(|word| {
        let pair = b.stated(Op::UnpackHalf, Imm::None, &[word], ty);
        b.extract(pair, 0)
    });
    b.construct(&parts)
}

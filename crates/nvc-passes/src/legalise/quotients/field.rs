//! Signed fields beside what becomes a float as an unsigned number.

use crate::legalise::int;
use nvc_ir::{Builder, InstData, Op, Value};

/// A byte or half of a word, extended with its sign, by shifts: where such a field becomes a float as an unsigned
/// number, or is part of an unsigned quotient, NVIDIA's compiler converts it with its sign.
pub(super) fn field(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let &[word, offset, count] = &data.args[..] else { return None };
    let (offset, count) = (b.func.as_bits(offset)?, b.func.as_bits(count)?);
    if !matches!(count, 8 | 16) || offset % 8 != 0 || offset + count > 32 {
        return None;
    }
    let ty = b.func.ty(word);
    let (left, right) = (int(b, ty, 32 - offset - count), int(b, ty, 32 - count));
    let top = b.op(Op::Shl, &[word, left]);
    Some(b.op(Op::AShr, &[top, right]))
}

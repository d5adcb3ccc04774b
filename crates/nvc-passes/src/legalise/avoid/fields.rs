//! Bit fields whose place is not constant.

use nvc_ir::{Builder, InstData, Op, Types, Value};

/// A bit field whose offset or number of bits is not constant, by shifts: of a number that all invocations share, the
/// counter of a loop say, NVIDIA's compilers take the field where the warp's first invocation has it. `None` for
/// others.
pub(in crate::legalise) fn field(b: &mut Builder<'_>, data: &InstData) -> Option<Value> {
    let &[word, offset, count] = &data.args[..] else { return None };
    let ty = b.func.ty(word);
    let constant = |value| b.func.as_const(value).is_some();
    if b.types.scalar(ty) != Types::I32 || constant(offset) && constant(count) {
        return None;
    }
    // An empty field may end at the end of the word, where a shift by all that is left of it is undefined.
    let (all, last, zero) = (b.i32(32), b.i32(31), b.i32(0));
    let above = b.op(Op::ISub, &[all, count]);
    let left = b.op(Op::ISub, &[above, offset]);
    let [left, right] = [left, above].map(|amount| {
        let amount = b.op(Op::And, &[amount, last]);
        splat(b, data, amount)
    });
    let top = b.op(Op::Shl, &[word, left]);
    let shift = if data.op == Op::UBfe { Op::LShr } else { Op::AShr };
    let field = b.op(shift, &[top, right]);
    let ones = b.i32(u32::MAX);
    let empty = b.op(Op::IEq, &[count, zero]);
    let mask = b.op(Op::Select, &[empty, zero, ones]);
    let mask = splat(b, data, mask);
    Some(b.op(Op::And, &[field, mask]))
}

/// A scalar for each component of a bit field.
fn splat(b: &mut Builder<'_>, data: &InstData, scalar: Value) -> Value {
    let count = data.args.first().map_or(1, |&word| b.types.components(b.func.ty(word)));
    b.construct(&vec![scalar; usize::from(count)])
}

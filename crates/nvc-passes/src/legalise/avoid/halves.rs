//! Halves of constants, which lavapipe takes for 0.

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Op, Type, Value};

/// The halves of a word as floats, each from the low half of a word: lavapipe gives 0 for the high half of
/// what it finds to be constant.
pub(in crate::legalise) fn halves(b: &mut Builder<'_>, word: Value, ty: Type) -> Value {
    let half = b.i32(16);
    let shifted = b.op(Op::LShr, &[word, half]);
    let parts = [word, shifted].map(|word| {
        let pair = b.inst_with_type(Op::UnpackHalf, Imm::None, &[word], ty);
        b.extract(pair, 0)
    });
    b.construct(&parts)
}

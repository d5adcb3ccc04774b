//! Pattern matchers and builders that the workarounds share.

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Const, Function, Op, Type, Types, Value};

/// Finds the source of a sign extension: if component `index` of `wide` is sign-extended from at most 32 bits, returns the
/// narrow value and its component. Looks through vector construction and extraction.
pub(super) fn sign_extended_from(b: &Builder<'_>, wide: Value, index: u32) -> Option<(Value, u32)> {
    let (mut value, mut index) = (wide, index);
    // The longest chain has three steps: extract from a construct of an extended vector.
    for _ in 0..3 {
        let data = b.func.def(value)?;
        let &first = data.args.first()?;
        (value, index) = match (data.op, data.imm()) {
            (Op::SExt, _) => {
                let bits = b.types.scalar_bits(b.types.scalar(b.func.ty(first)))?;
                return (bits <= 32).then_some((first, index));
            }
            (Op::Construct, _) => constructed_from(b, &data.args, index)?,
            (Op::Extract, Imm::Index(taken)) if b.types.components(b.func.ty(first)) > 1 => (first, taken),
            _ => return None,
        };
    }
    None
}

/// The operand of a vector construction that contains component `index`, and the component of that operand.
fn constructed_from(b: &Builder<'_>, operands: &[Value], index: u32) -> Option<(Value, u32)> {
    let mut index = index;
    for &operand in operands {
        let count = u32::from(b.types.components(b.func.ty(operand)));
        if index < count {
            return Some((operand, index));
        }
        index -= count;
    }
    None
}

/// Whether a value is a constant with these bits in every component.
pub(super) fn is_splat(func: &Function, value: Value, bits: u64) -> bool {
    match func.as_const(value) {
        Some(Const::Composite(parts)) => parts.iter().all(|&part| func.as_bits(part) == Some(bits)),
        _ => func.as_bits(value) == Some(bits),
    }
}

/// The bits of a component of a constant. A scalar constant has these bits in every component.
pub(super) fn constant_component(func: &Function, value: Value, index: u32) -> Option<u64> {
    match func.as_const(value)? {
        Const::Composite(parts) => func.as_bits(*parts.get(index as usize)?),
        _ => func.as_bits(value),
    }
}

/// Whether a type is a 64-bit integer or a vector of them. Cooperative matrices and vectors are neither.
pub(super) fn is_i64(types: &Types, ty: Type) -> bool {
    types.scalar(ty) == Types::I64 && !types.is_uncounted(ty)
}

/// The low and high words of a 64-bit integer.
pub(super) fn split_i64(b: &mut Builder<'_>, wide: Value) -> [Value; 2] {
    let words = i64_words(b, wide);
    [b.extract(words, 0), b.extract(words, 1)]
}

/// The low word of a 64-bit integer.
pub(super) fn low_word(b: &mut Builder<'_>, wide: Value) -> Value {
    let words = i64_words(b, wide);
    b.extract(words, 0)
}

fn i64_words(b: &mut Builder<'_>, wide: Value) -> Value {
    let pair = b.types.vector(Types::I32, 2);
    b.bitcast(wide, pair)
}

/// The 64-bit integer with these low and high words.
pub(super) fn join_i64(b: &mut Builder<'_>, low: Value, high: Value) -> Value {
    let words = b.construct(&[low, high]);
    b.bitcast(words, Types::I64)
}

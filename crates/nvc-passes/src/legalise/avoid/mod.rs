//! Forms that drivers compile wrongly, in words that they compile as they stand (docs/hardware.md has the
//! measurements).

mod carried;
mod fields;
mod halves;
mod least;
mod low;
mod order;
mod scale;
#[cfg(test)]
pub(super) mod tests;

pub(super) use carried::carried_extensions;
pub(super) use fields::field;
pub(super) use halves::halves;
pub(super) use least::{abs, least_of_negated};
pub(super) use low::low_word;
pub(super) use order::{extension, order};
pub(super) use scale::scaled;

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Const, Function, InstData, Module, Op, Type, Types, Value};

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

/// Whether a value is a constant with these bits in each component.
pub(super) fn everywhere(func: &Function, value: Value, bits: u64) -> bool {
    match func.as_const(value) {
        Some(Const::Composite(parts)) => parts.iter().all(|&part| func.as_bits(part) == Some(bits)),
        _ => func.as_bits(value) == Some(bits),
    }
}

/// The bits of a component of a constant.
fn component(func: &Function, value: Value, index: u32) -> Option<u64> {
    match func.as_const(value)? {
        Const::Composite(parts) => func.as_bits(*parts.get(index as usize)?),
        _ => func.as_bits(value),
    }
}

/// Whether a module has doubles, or quotients of 64 bits: NVIDIA's compiler brings functions of its own into such a
/// module, and then finds forms again that it gets wrong.
pub(super) fn has_wide_arithmetic(module: &Module) -> bool {
    let types = &module.types;
    let is_wide = |func: &Function, data: &InstData| {
        let Some(ty) = data.result.map(|result| func.ty(result)) else { return false };
        let quotient = matches!(data.op, Op::UDiv | Op::URem | Op::SDiv);
        types.scalar(ty) == Types::F64 || quotient && has_words(types, ty)
    };
    module.functions.values().any(|func| {
        let mut insts = func.blocks_in_order().flat_map(|(_, block)| &block.insts);
        insts.any(|&inst| is_wide(func, &func.insts[inst]))
    })
}

/// Whether a type has numbers of 64 bits that are made of words: a matrix is not, whatever its components are.
pub(super) fn has_words(types: &Types, ty: Type) -> bool {
    types.scalar(ty) == Types::I64 && !types.is_coop_matrix(ty)
}

/// The two words of a 64-bit number.
pub(super) fn words(b: &mut Builder<'_>, wide: Value) -> [Value; 2] {
    let pair = b.types.vector(Types::I32, 2);
    let words = b.bitcast(wide, pair);
    [b.extract(words, 0), b.extract(words, 1)]
}

/// The 64-bit number of two words.
pub(super) fn joined(b: &mut Builder<'_>, low: Value, high: Value) -> Value {
    let words = b.construct(&[low, high]);
    b.bitcast(words, Types::I64)
}

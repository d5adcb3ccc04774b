//! Loads from memory that is declared as an array of vectors of four 32-bit words.

use super::plan::Vec4Array;
use super::reassemble::join;
use crate::arith::{fold, fold_const};
use nvc_ir::imm::{Access, Imm};
use nvc_ir::{Builder, Op, Type, Types, Value};
use smallvec::SmallVec;

/// Emits a load of type `ty` at a byte offset that is a multiple of the largest power of two, up to 16, that divides the type's
/// size.
pub(super) fn load(
    b: &mut Builder<'_>,
    variable: &Vec4Array,
    element: Value,
    offset: Value,
    ty: Type,
) -> Option<Value> {
    let bytes = b.types.bits(ty)? / 8;
    if bytes < 4 {
        return Some(narrow(b, variable, element, offset, ty, bytes));
    }
    let parts: Vec<Value> = if bytes.is_multiple_of(16) {
        let vector = fold_const(b, Op::LShr, offset, 4);
        let ty = b.types.vector(variable.word, 4);
        (0..bytes / 16)
            .map(|i| {
                let index = fold_const(b, Op::IAdd, vector, i);
                read(b, variable, &[element, index], ty)
            })
            .collect()
    } else if bytes == 8 {
        // An aligned 8-byte value does not cross a vector.
        let vector = fold_const(b, Op::LShr, offset, 4);
        let low = component(b, offset);
        let high = fold_const(b, Op::IAdd, low, 1);
        [low, high].map(|word| read(b, variable, &[element, vector, word], variable.word)).to_vec()
    } else {
        (0..bytes / 4)
            .map(|i| {
                let at = fold_const(b, Op::IAdd, offset, i * 4);
                word_at(b, variable, element, at)
            })
            .collect()
    };
    Some(join(b, &parts, ty))
}

/// Emits a load of 1 or 2 bytes, extracted from a word.
fn narrow(
    b: &mut Builder<'_>,
    variable: &Vec4Array,
    element: Value,
    offset: Value,
    ty: Type,
    bytes: u32,
) -> Value {
    let word = word_at(b, variable, element, offset);
    let byte = fold_const(b, Op::And, offset, 4 - bytes);
    let amount = match b.func.as_bits(byte) {
        Some(n) => b.bits(Types::I32, n * 8),
        None => {
            let three = b.i32(3);
            b.op(Op::Shl, &[byte, three])
        }
    };
    let low = fold(b, Op::LShr, word, amount);
    let int = Types::int((bytes * 8) as u8);
    let part = b.inst_with_type(Op::ITrunc, Imm::None, &[low], int);
    b.bitcast(part, ty)
}

/// Loads the word at a byte offset.
fn word_at(b: &mut Builder<'_>, variable: &Vec4Array, element: Value, offset: Value) -> Value {
    let vector = fold_const(b, Op::LShr, offset, 4);
    let word = component(b, offset);
    read(b, variable, &[element, vector, word], variable.word)
}

/// The index of the vector component at a byte offset.
fn component(b: &mut Builder<'_>, offset: Value) -> Value {
    let word = fold_const(b, Op::LShr, offset, 2);
    fold_const(b, Op::And, word, 3)
}

/// Loads from a path: block of the resource, vector, optional component.
fn read(b: &mut Builder<'_>, variable: &Vec4Array, path: &[Value], ty: Type) -> Value {
    let mut args: SmallVec<[Value; 5]> = SmallVec::new();
    args.push(b.global_addr(variable.global, variable.space, variable.root));
    let (block, inside) = path.split_at(1);
    if variable.arrayed {
        args.extend_from_slice(block);
    }
    args.push(b.i32(0));
    args.extend_from_slice(inside);
    let pointer = b.types.pointer(variable.space, ty);
    let pointer = b.inst_with_type(Op::AccessChain, Imm::None, &args, pointer);
    b.inst_with_type(Op::Load, Imm::Access(Access::default()), &[pointer], ty)
}

//! Conversion of values to the 32-bit words of slots, and back.

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, Op, Type, TypeKind, Types, Value};

/// The number of words of a type.
pub(super) fn count(types: &Types, ty: Type) -> u32 {
    let scalar = types.scalar_bits(types.scalar(ty)).map_or(1, |bits| u32::from(bits).div_ceil(32));
    u32::from(types.components(ty)) * scalar
}

/// The words of a value, component by component.
pub(super) fn of(b: &mut Builder<'_>, value: Value) -> Vec<Value> {
    let components = b.types.components(b.func.ty(value));
    let mut words = Vec::new();
    for index in 0..u32::from(components) {
        let part = b.extract(value, index);
        scalar(b, part, &mut words);
    }
    words
}

fn scalar(b: &mut Builder<'_>, part: Value, words: &mut Vec<Value>) {
    let ty = b.func.ty(part);
    match *b.types.kind(ty) {
        TypeKind::Bool => {
            let (one, zero) = (b.i32(1), b.i32(0));
            words.push(b.op(Op::Select, &[part, one, zero]));
        }
        TypeKind::Int(64) | TypeKind::Float(64) => {
            let pair = b.types.vector(Types::I32, 2);
            let pair = b.bitcast(part, pair);
            words.push(b.extract(pair, 0));
            words.push(b.extract(pair, 1));
        }
        TypeKind::Int(bits @ (8 | 16)) | TypeKind::Float(bits @ 16) => {
            let bits = b.bitcast(part, Types::int(bits));
            words.push(b.inst_with_type(Op::ZExt, Imm::None, &[bits], Types::I32));
        }
        _ => words.push(b.bitcast(part, Types::I32)),
    }
}

/// The value of a type that has these words.
pub(super) fn value(b: &mut Builder<'_>, words: &[Value], ty: Type) -> Value {
    let scalar = b.types.scalar(ty);
    let size = count(b.types, scalar) as usize;
    let parts: Vec<Value> = words.chunks(size).map(|words| scalar_of(b, words, scalar)).collect();
    b.construct(&parts)
}

fn scalar_of(b: &mut Builder<'_>, words: &[Value], ty: Type) -> Value {
    match (b.types.kind(ty), words) {
        (TypeKind::Bool, &[word]) => {
            let zero = b.i32(0);
            b.op(Op::INe, &[word, zero])
        }
        (&TypeKind::Int(bits @ (8 | 16)) | &TypeKind::Float(bits @ 16), &[word]) => {
            let bits = b.inst_with_type(Op::ITrunc, Imm::None, &[word], Types::int(bits));
            b.bitcast(bits, ty)
        }
        (_, &[word]) => b.bitcast(word, ty),
        (_, words) => {
            let pair = b.construct(words);
            b.bitcast(pair, ty)
        }
    }
}

//! Converts values to the 32-bit words of slots, and back.

use nvc_ir::imm::Imm;
use nvc_ir::{Builder, FpEncoding, Op, Type, TypeKind, Types, Value};

/// The number of words that a value of type `ty` takes.
pub(super) fn count(types: &Types, ty: Type) -> u32 {
    let scalar = types.scalar_bits(types.scalar(ty)).map_or(1, |bits| u32::from(bits).div_ceil(32));
    u32::from(types.components(ty)) * scalar
}

/// Converts a value to words, component by component.
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
        TypeKind::EncodedFloat(encoding) => {
            let bits = match packed(b, encoding) {
                None => b.bitcast(part, Types::int(encoding.bits())),
                Some((floats, bytes)) => {
                    let count = usize::from(b.types.components(floats));
                    let floats = b.construct(&vec![part; count]);
                    let bytes = b.bitcast(floats, bytes);
                    let (byte, low) = (b.extract(bytes, 0), b.bits(Types::I8, (1 << encoding.bits()) - 1));
                    b.op(Op::And, &[byte, low])
                }
            };
            words.push(b.inst_with_type(Op::ZExt, Imm::None, &[bits], Types::I32));
        }
        TypeKind::Int(bits @ (8 | 16)) | TypeKind::Float(bits @ 16) => {
            let bits = b.bitcast(part, Types::int(bits));
            words.push(b.inst_with_type(Op::ZExt, Imm::None, &[bits], Types::I32));
        }
        _ => words.push(b.bitcast(part, Types::I32)),
    }
}

/// For floats of 4 and 6 bits: the type of the shortest vector of them that fills whole bytes, and the type of a vector of as
/// many bytes.
fn packed(b: &mut Builder<'_>, encoding: FpEncoding) -> Option<(Type, Type)> {
    let (floats, bytes) = match encoding.bits() {
        4 => (2, 1),
        6 => (4, 3),
        _ => return None,
    };
    Some((b.types.vector(Types::encoded_float(encoding), floats), b.types.vector(Types::I8, bytes)))
}

/// Converts words back to a value of type `ty`.
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
        (&TypeKind::EncodedFloat(encoding), &[word]) => match packed(b, encoding) {
            None => {
                let bits = b.inst_with_type(Op::ITrunc, Imm::None, &[word], Types::int(encoding.bits()));
                b.bitcast(bits, ty)
            }
            Some((floats, bytes)) => {
                let byte = b.inst_with_type(Op::ITrunc, Imm::None, &[word], Types::I8);
                let count = usize::from(b.types.components(bytes));
                let bytes = b.construct(&vec![byte; count]);
                let floats = b.bitcast(bytes, floats);
                b.extract(floats, 0)
            }
        },
        (_, &[word]) => b.bitcast(word, ty),
        (_, words) => {
            let pair = b.construct(words);
            b.bitcast(pair, ty)
        }
    }
}

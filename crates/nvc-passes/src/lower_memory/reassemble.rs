//! Splits a value into elements of another type, for stores, and joins elements to a value, for loads.

use nvc_ir::{Builder, Type, Types, Value};

/// Splits the bits of a value into `count` elements of a type, lowest bits first.
pub(super) fn split(b: &mut Builder<'_>, value: Value, element: Type, count: u32) -> Vec<Value> {
    if count == 1 {
        return vec![b.bitcast(value, element)];
    }
    let ty = b.func.ty(value);
    let scalar = b.types.scalar(ty);
    let scalars: Vec<Value> = (0..u32::from(b.types.components(ty))).map(|i| b.extract(value, i)).collect();
    let (have, want) = (bits_of(b, scalar), bits_of(b, element));
    let parts: Vec<Value> = if have <= want {
        scalars.chunks((want / have) as usize).map(|group| b.construct(group)).collect()
    } else {
        // Elements are smaller than the value's scalars.
        let part = Types::int(want as u8);
        let parts = b.types.vector(part, (have / want) as u16);
        scalars
            .into_iter()
            .flat_map(|wide| {
                let words = b.bitcast(wide, parts);
                (0..have / want).map(|i| b.extract(words, i)).collect::<Vec<_>>()
            })
            .collect()
    };
    parts.into_iter().map(|part| b.bitcast(part, element)).collect()
}

/// Joins elements, lowest bits first, to a value of type `ty`: the inverse of [`split`].
pub(super) fn join(b: &mut Builder<'_>, parts: &[Value], ty: Type) -> Value {
    if let [whole] = parts {
        return b.bitcast(*whole, ty);
    }
    let scalar = b.types.scalar(ty);
    let have = parts.first().map_or(32, |&part| bits_of(b, b.func.ty(part)));
    let want = bits_of(b, scalar);
    let scalars: Vec<Value> = if have <= want {
        parts
            .chunks((want / have) as usize)
            .map(|group| {
                let wide = match group {
                    [whole] => *whole,
                    _ => construct_words(b, group, have),
                };
                b.bitcast(wide, scalar)
            })
            .collect()
    } else {
        let count = (have / want) as u16;
        let vector = b.types.vector(scalar, count);
        parts
            .iter()
            .flat_map(|&part| {
                let vector = b.bitcast(part, vector);
                (0..u32::from(count)).map(|i| b.extract(vector, i)).collect::<Vec<_>>()
            })
            .collect()
    };
    b.construct(&scalars)
}

/// A vector of elements of `bits` bits. Elements that are vectors are bitcast to integers, since vectors cannot be nested.
fn construct_words(b: &mut Builder<'_>, parts: &[Value], bits: u32) -> Value {
    let words: Vec<Value> = parts
        .iter()
        .map(|&part| match b.types.components(b.func.ty(part)) {
            1 => part,
            _ => b.bitcast(part, Types::int(bits as u8)),
        })
        .collect();
    b.construct(&words)
}

/// The size in bits of a scalar or vector; at least 8.
fn bits_of(b: &Builder<'_>, ty: Type) -> u32 {
    b.types.bits(ty).unwrap_or(32).max(8)
}

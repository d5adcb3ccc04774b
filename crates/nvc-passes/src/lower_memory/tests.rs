//! Tests that values survive being split into elements of other types and joined again.

use super::reassemble::{join, split};
use crate::testing::{evaluate, module_of};
use nvc_ir::{Type, Types};

/// Checks that splitting a value into elements and joining them returns the value.
fn assert_round_trip(value: (Type, u16), element: (Type, u16)) {
    for word in 0..2 {
        let module = module_of(&[Types::I64, Types::I64], |b, args| {
            let ty = b.types.vector(value.0, value.1);
            let element = b.types.vector(element.0, element.1);
            let bits = b.types.bits(ty).expect("a size");
            let words = b.construct(&args[..(bits / 64) as usize]);
            let original = b.bitcast(words, ty);
            let count = bits / b.types.bits(element).expect("a size");
            let parts = split(b, original, element, count);
            assert_eq!(parts.len(), count as usize);
            assert!(parts.iter().all(|&part| b.func.ty(part) == element));
            let joined = join(b, &parts, ty);
            let words_type = b.types.vector(Types::I64, (bits / 64) as u16);
            let back = b.bitcast(joined, words_type);
            b.extract(back, if bits == 64 { 0 } else { word })
        });
        let pattern = |_: usize, param: usize| 0x0123_4567_89ab_cdef_u64.rotate_left(param as u32 * 20);
        let got = evaluate(&module, pattern)[0];
        let first = word == 0 || module.types.bits(value.0).map(|b| b * u32::from(value.1)) == Some(64);
        assert_eq!(got, Some(pattern(0, usize::from(!first))), "{value:?} as {element:?}");
    }
}

#[test]
fn split_and_join_are_inverse() {
    let values = [
        (Types::I64, 1),
        (Types::F64, 1),
        (Types::F32, 2),
        (Types::I16, 4),
        (Types::F16, 4),
        (Types::I32, 4),
        (Types::F32, 4),
        (Types::I64, 2),
        (Types::F64, 2),
    ];
    let elements = [
        (Types::I16, 1),
        (Types::I32, 1),
        (Types::F32, 1),
        (Types::F16, 2),
        (Types::I32, 2),
        (Types::F32, 2),
        (Types::I64, 1),
        (Types::F64, 1),
    ];
    for value in values {
        for element in elements {
            assert_round_trip(value, element);
        }
    }
}

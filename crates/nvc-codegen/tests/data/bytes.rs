//! Checks the bytes of the structs, and the constants, that are generated from `every-kind.json`.
//! `tests/compiles.rs` compiles and runs this program.

include!("shader.rs");

use every_kind::*;

fn main() {
    let push = PushConstants { type_: 7, type_2: 1, union: [1.0, 2.0, 3.0], late: 0x0102, ..PushConstants::ZERO };
    let bytes = push.to_bytes();
    assert_eq!((bytes.len(), PUSH_CONSTANT_BYTES), (48, 48));
    assert_eq!(bytes[0..8], [7, 0, 0, 0, 1, 0, 0, 0]);
    assert_eq!(bytes[20..24], 2.0f32.to_le_bytes());
    assert_eq!(bytes[32..36], [2, 1, 0, 0]);

    let mut params = Params::ZERO;
    params.weights[2][0] = 0.5;
    params.turn[1][2] = 0.25;
    params.lights[1].value.power = 4.0;
    params.big[1] = 8.0;
    let bytes = params.to_bytes();
    assert_eq!(bytes[32..36], 0.5f32.to_le_bytes());
    assert_eq!(bytes[48 + 16 + 8..][..4], 0.25f32.to_le_bytes());
    assert_eq!(bytes[96 + 32 + 16..][..4], 4.0f32.to_le_bytes());
    assert_eq!(bytes[168..176], 8.0f64.to_le_bytes());

    let mut packed = Packed::ZERO;
    packed.uneven = 0x0102_0304u64.to_le_bytes();
    packed.small = [1, -1, 2];
    packed.bytes[4] = -1;
    let bytes = packed.to_bytes();
    assert_eq!(bytes[1..5], [4, 3, 2, 1]);
    assert_eq!(bytes[10..16], [1, 0, 0xff, 0xff, 2, 0]);
    assert_eq!(bytes[20], 0xff);

    assert_eq!(WORKGROUP_SIZE, [8, 4, 2]);
    assert_eq!(WORKGROUP_SIZE_IDS, [Some(100), None, None]);
    assert_eq!((PARTICLES_SET, PARTICLES_BINDING), (1, 0));
    assert_eq!(RESOURCES.len(), 5);
    assert_eq!(ENTRY_POINT_C.to_str(), Ok(ENTRY_POINT));
    assert_eq!(core::mem::size_of::<ParticlesAll>(), PARTICLES_ALL_STRIDE);
    assert_eq!(core::mem::size_of::<OnlyTail>(), 16);
}

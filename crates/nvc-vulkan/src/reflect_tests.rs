//! Reading hand-assembled modules.
use super::{Class, Count, Module, Resource, Shape, Side};

/// A module of these instructions, each an opcode and its operands.
fn module(instructions: &[(u32, &[u32])]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0500, 0, 100, 0];
    for (opcode, operands) in instructions {
        words.push(opcode | (operands.len() as u32 + 1) << 16);
        words.extend(*operands);
    }
    words
}

const MAIN: u32 = u32::from_le_bytes(*b"main");

#[test]
fn aliased_runtime_arrays_of_images() {
    let words = module(&[
        (17, &[5302]),
        (15, &[5, 1, MAIN, 0]),
        (71, &[10, 34, 4]),
        (71, &[10, 33, 1]),
        (71, &[11, 34, 4]),
        (71, &[11, 33, 1]),
        (25, &[3, 2, 1, 0, 0, 0, 2, 33]),
        (25, &[4, 2, 1, 0, 1, 1, 2, 0]),
        (29, &[5, 3]),
        (29, &[6, 4]),
        (32, &[7, 0, 5]),
        (32, &[8, 0, 6]),
        (59, &[7, 10, 0]),
        (59, &[8, 11, 0]),
        (54, &[2, 1, 0, 9]),
        (61, &[3, 20, 10]),
        (61, &[4, 21, 11]),
    ]);
    let resource = |arrayed, format| Resource {
        class: Class::Image,
        set: 4,
        binding: 1,
        count: Count::Unbounded,
        shape: Some(Shape { dim: 1, arrayed, multisampled: arrayed, format }),
    };
    let module = Module::reflect(&words).unwrap();
    assert_eq!(module.entry, "main");
    assert_eq!(module.capabilities, [5302]);
    assert_eq!(module.resources, [resource(false, 33), resource(true, 0)]);
    assert!(!module.push_constants);
}

#[test]
fn blocks_arrays_and_unused_variables() {
    let words = module(&[
        (71, &[10, 34, 1]),
        (71, &[10, 33, 2]),
        (71, &[11, 34, 0]),
        (71, &[11, 33, 0]),
        (30, &[3, 2]),
        (43, &[2, 4, 3]),
        (28, &[5, 3, 4]),
        (32, &[6, 12, 5]),
        (32, &[7, 2, 3]),
        (32, &[8, 9, 3]),
        (59, &[6, 10, 12]),
        (59, &[7, 11, 2]),
        (59, &[8, 12, 9]),
        (54, &[2, 1, 0, 9]),
        (61, &[3, 20, 10]),
        (61, &[3, 21, 12]),
    ]);
    let module = Module::reflect(&words).unwrap();
    let storage = Resource { class: Class::Storage, set: 1, binding: 2, count: Count::Fixed(3), shape: None };
    assert_eq!(module.resources, [storage], "variable 11 is not used");
    assert!(module.push_constants);
}

#[test]
fn sizes_of_work_groups() {
    let size = |instructions: &[(u32, &[u32])]| Module::reflect(&module(instructions)).unwrap().group_size;
    let fixed: (u32, &[u32]) = (16, &[1, 17, 8, 4, 1]);
    assert_eq!(size(&[]), None);
    assert_eq!(size(&[fixed]), Some([8, 4, 1].map(Side::Fixed)));
    let spec = Side::Spec { id: 7, default: 32 };
    let constants: [(u32, &[u32]); 3] = [(71, &[20, 1, 7]), (50, &[2, 20, 32]), (43, &[2, 21, 1])];
    let by_ids = [&[(331, &[1, 38, 20, 21, 21][..])], &constants[..]].concat();
    assert_eq!(size(&by_ids), Some([spec, Side::Fixed(1), Side::Fixed(1)]));
    // The decorated constant goes before the mode.
    let decorated = [&[fixed, (71, &[22, 11, 25])], &constants[..], &[(51, &[3, 22, 20, 20, 21])]].concat();
    assert_eq!(size(&decorated), Some([spec, spec, Side::Fixed(1)]));
    // What is worked out of others is not known here.
    let unknown = [&[(331, &[1, 38, 30, 21, 21][..])], &constants[..]].concat();
    assert_eq!(size(&unknown), None);
}

#[test]
fn broken_modules_are_refused() {
    assert!(Module::reflect(&[]).is_err());
    assert!(Module::reflect(&[0x0723_0203, 0, 0]).is_err());
    assert!(Module::reflect(&[0x0723_0203, 0, 0, 0, 0, 0x0009_0013]).is_err());
    assert!(Module::reflect(&[0x0723_0203, 0, 0, 0, 0, 0]).is_err());
}

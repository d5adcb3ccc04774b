//! Fuzz targets for the passes: on the interpreter, any program must compute the same memory contents before
//! and after the passes.

use super::agree::check_results;
use nvc::{Language, ResourceClass};
use nvc_exec::{Dispatch, Resources};

/// Number of buffers of each class.
const BUFFERS: u32 = 6;
/// Size of each buffer in bytes.
const BYTES: u32 = 1 << 12;

/// Checks that the passes do not change the memory contents that the program computes from fixed inputs.
pub(super) fn check(language: Language, data: &[u8]) -> Result<(), String> {
    let dispatch = Dispatch { groups: [2, 1, 1], ..Dispatch::default() };
    check_results(language, data, &dispatch, &memory())
}

/// Returns the initial memory. Each buffer is filled with a mix of small integers, indices, floats and
/// extreme values.
fn memory() -> Resources {
    let mut memory = Resources { parameters: words(BYTES / 4, 99), ..Resources::default() };
    for class in [ResourceClass::Storage, ResourceClass::Uniform, ResourceClass::Counter] {
        for index in 0..BUFFERS {
            memory.buffers.insert((class, index), words(BYTES / 4, index));
        }
    }
    memory
}

/// Returns `count` words. `salt` makes the contents of the buffers differ.
fn words(count: u32, salt: u32) -> Vec<u8> {
    let word = |n: u32| match n.wrapping_add(salt) % 8 {
        0 | 1 => n,
        2 => (n as f32 * 0.375).to_bits(),
        3 => 0u32.wrapping_sub(n),
        4 => (-1.5 - n as f32).to_bits(),
        5 => n.wrapping_mul(0x9e37_79b9),
        6 => n % 3,
        _ => u32::MAX >> (n % 32),
    };
    (0..count).flat_map(|n| word(n).to_le_bytes()).collect()
}

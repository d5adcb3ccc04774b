//! `unroll-hints`: asks the driver to unroll short innermost loops of assembly.
//!
//! A listing has no loop hints: NVIDIA's assembler decides itself. The Vulkan driver decides differently for the same loops in
//! SPIR-V, and its choice depends on details such as the number of access chains. On an H200 (580.159.04) the corpus takes 0.76
//! of the assembler's time with the hints and 0.77 without (geometric mean), at most 1.07 and 1.10; `radix-digit-pass-scan`
//! takes 44 us with the hints of two loops and 82 without.
//!
//! The compiler does not unroll these loops itself, so that the module stays small. Loops of GLSL keep the hints of their source.

use super::{counted, size};
use crate::analysis::Constructs;
use crate::{OpSet, Pass};
use nvc_ir::{Function, Hint, Module, Terminator, Types};

/// The pass.
pub(crate) const PASS: Pass = Pass {
    name: "unroll-hints",
    doc: "Asks the driver to unroll short loops that contain no other loop.",
    ops: OpSet::ALL,
    run: |module, _| run(module),
};

/// Maximum number of evaluations of the exit condition, one more than the trip count.
const MAX_COPIES: usize = 17;

/// Maximum number of instructions and terminators of the copies of a loop.
const MAX_SIZE: usize = 512;

/// Maximum number of evaluated exit conditions per function. It bounds the time of the pass.
const MAX_EVALUATIONS: usize = 1 << 14;

fn run(module: &mut Module) {
    let types = &module.types;
    for (_, func) in module.functions.iter_mut() {
        mark(func, types);
    }
}

/// Sets the hint of the short loops of a function that have none.
fn mark(func: &mut Function, types: &Types) {
    let candidates = counted::candidates(func, Hint::None);
    if candidates.is_empty() {
        return;
    }
    let constructs = Constructs::new(func);
    let mut evaluations = MAX_EVALUATIONS;
    for candidate in &candidates {
        let blocks = &func.layout[candidate.blocks.clone()];
        let Some((&header, inside)) = blocks.split_first() else { continue };
        if inside.iter().any(|&block| matches!(func.blocks[block].term, Terminator::Loop { .. })) {
            continue;
        }
        let max = MAX_COPIES.min(MAX_SIZE / size(func, blocks).max(1));
        if counted::of(func, types, &constructs, candidate, max, &mut evaluations).is_some() {
            func.blocks[header].hint = Hint::Expand;
        }
    }
}

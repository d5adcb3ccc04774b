//! Use counts of values.

use nvc_ir::Function;
use nvc_ir::entity::Entity;

/// The number of uses of each value, branch arguments included, by the value's index.
pub(crate) fn use_counts(func: &Function) -> Vec<u32> {
    let mut counts = vec![0u32; func.values.len()];
    for (_, block) in func.blocks_in_order() {
        for &inst in &block.insts {
            func.insts[inst].args.iter().for_each(|value| counts[value.index()] += 1);
        }
        block.term.values().for_each(|value| counts[value.index()] += 1);
    }
    counts
}

//! How often values are used.

use nvc_ir::entity::Entity;
use nvc_ir::{Function, Value};

/// The number of uses of each value, branch arguments included, by the value's index.
pub(crate) fn use_counts(func: &mut Function) -> Vec<u32> {
    let mut counts = vec![0u32; func.values.len()];
    let mut count = |value: Value| counts[value.index()] += 1;
    for &block in &func.layout {
        let data = &mut func.blocks[block];
        for &inst in &data.insts {
            func.insts[inst].args.iter().copied().for_each(&mut count);
        }
        data.term.for_each_value(|value| count(*value));
    }
    counts
}

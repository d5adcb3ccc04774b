//! Positions of definitions in the layout.

use nvc_ir::Function;
use nvc_ir::entity::Entity;

/// The layout position of the block that defines each value, by the value's index; 0 for constants.
pub(crate) fn positions(func: &Function) -> Vec<u32> {
    let mut positions = vec![0; func.values.len()];
    for (position, (_, block)) in (0u32..).zip(func.blocks_in_order()) {
        let results = block.insts.iter().filter_map(|&inst| func.insts[inst].result);
        for value in results.chain(block.params.iter().copied()) {
            positions[value.index()] = position;
        }
    }
    positions
}

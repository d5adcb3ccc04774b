//! Dominator-tree preorder, for walks with scoped tables of facts that hold in dominating blocks.

use nvc_ir::dominators::{Dominators, Graph};
use nvc_ir::entity::Entity;
use nvc_ir::{Block, Function};

const NONE: u32 = u32::MAX;

/// The reachable blocks in dominator-tree preorder (each block before the blocks that it dominates), with their depths in
/// the tree.
pub(crate) fn dominator_preorder(func: &Function) -> Vec<(Block, u32)> {
    if let [only] = func.layout[..] {
        return vec![(only, 0)];
    }
    let mut position = vec![NONE; func.blocks.len()];
    for (at, block) in func.layout.iter().enumerate() {
        position[block.index()] = at as u32;
    }
    let mut pairs = Vec::with_capacity(2 * func.layout.len());
    for (at, (_, data)) in (0u32..).zip(func.blocks_in_order()) {
        pairs.extend(data.term.targets().map(|target| (at, position[target.block.index()])));
    }
    let tree = Dominators::new(&Graph::new(func.layout.len(), &pairs));
    // Children of each block as a linked list, in layout order.
    let mut first_child = vec![NONE; func.layout.len()];
    let mut sibling = vec![NONE; func.layout.len()];
    for at in (0..func.layout.len() as u32).rev() {
        if let Some(parent) = tree.immediate(at) {
            sibling[at as usize] = std::mem::replace(&mut first_child[parent as usize], at);
        }
    }
    let mut list = Vec::with_capacity(func.layout.len());
    let mut stack = vec![(0u32, 0u32)];
    while let Some((at, depth)) = stack.pop() {
        let Some(&block) = func.layout.get(at as usize) else { continue };
        list.push((block, depth));
        for (next, depth) in [(sibling[at as usize], depth), (first_child[at as usize], depth + 1)] {
            if next != NONE {
                stack.push((next, depth));
            }
        }
    }
    list
}

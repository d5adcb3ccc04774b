//! Tests whether a function has block parameters, the IR's phis.

use nvc_ir::Function;

/// Whether any block other than the entry has parameters; the entry's are the function's.
pub(crate) fn has_block_params(func: &Function) -> bool {
    func.layout.iter().skip(1).any(|&block| !func.blocks[block].params.is_empty())
}

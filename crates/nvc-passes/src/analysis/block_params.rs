//! Tests whether a function has block parameters, the IR's phis.

use nvc_ir::Function;

/// Whether any block other than the entry block has parameters. The parameters of the entry block are those of the
/// function.
pub(crate) fn has_block_params(func: &Function) -> bool {
    func.layout.iter().skip(1).any(|&block| !func.blocks[block].params.is_empty())
}

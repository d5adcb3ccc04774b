//! Whether values meet anywhere.

use nvc_ir::Function;

/// Whether any block has parameters; the entry's are the function's.
pub(crate) fn has_joins(func: &Function) -> bool {
    func.layout.iter().skip(1).any(|&block| !func.blocks[block].params.is_empty())
}

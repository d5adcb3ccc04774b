//! Limits shared by several stages.

/// Maximum number of `else if` conditions that are nested in the IR; a longer chain is cut into segments that
/// follow each other. SPIR-V allows 1,023 levels of control-flow nesting (2.17).
pub(crate) const CHAIN_SEGMENT: usize = 16;

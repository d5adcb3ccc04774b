//! Limits shared by several compiler stages.

/// Maximum number of nested `else if` conditions in the IR. A longer chain is split into consecutive
/// segments, because SPIR-V allows only 1,023 levels of control-flow nesting (SPIR-V §2.17).
pub(crate) const CHAIN_SEGMENT: usize = 16;

//! Limits that more than one stage keeps to.

/// Conditions of a chain of `else if` that are nested in each other in the IR; the rest of a longer chain is
/// a selection of its own behind them. SPIR-V allows 1,023 levels of control flow (2.17).
pub(crate) const CHAIN_PART: usize = 16;

//! Facts about the whole program that are computed before anything is lowered.
//!
//! | file | computes |
//! |---|---|
//! | [`bindings`] | binding numbers of resources |
//! | [`packed_half`] | shared variables that atomics on vectors of halves access |
//! | [`block_length`] | arrays of blocks whose lengths NVIDIA's driver computes wrongly |

pub(super) mod bindings;
pub(super) mod block_length;
pub(super) mod packed_half;

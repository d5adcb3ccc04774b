//! Analyses of the whole program, which run before lowering.
//!
//! | file | computes |
//! |---|---|
//! | [`bindings`] | the binding number of each resource |
//! | [`packed_half`] | the shared variables that atomics on vectors of halves access |
//! | [`shared_order`] | the order of the variables in shared memory |
//! | [`block_length`] | the arrays of blocks whose lengths NVIDIA's driver computes wrongly |

pub(super) mod bindings;
pub(super) mod block_length;
pub(super) mod packed_half;
pub(super) mod shared_order;

//! Whole-program analyses that run before lowering.
//!
//! | file | computes |
//! |---|---|
//! | [`bindings`] | the binding number of each resource |
//! | [`packed_half`] | the shared variables with atomics on vectors of halves |
//! | [`shared_order`] | the order of the variables in shared memory |
//! | [`block_length`] | the arrays of blocks for which NVIDIA's driver computes a wrong `.length()` |

pub(super) mod bindings;
pub(super) mod block_length;
pub(super) mod packed_half;
pub(super) mod shared_order;

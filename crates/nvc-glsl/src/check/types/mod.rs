//! Handles types in the checker: type specifiers, conversions, and how types are shown in diagnostics.
//!
//! | file | subject |
//! |---|---|
//! | [`specifier`] | a type as written: named types, structs, array sizes, pointers |
//! | [`cooperative`] | the parameters of cooperative-matrix types |
//! | [`cooperative_vector`] | the parameters of `coopvecNV<T, N>` |
//! | [`long_vector`] | the parameters of `vector<T, N>` |
//! | [`tensor`] | the parameters of tensor layouts and views |
//! | [`shape`] | the shape of a type: scalar, vector or matrix |
//! | [`conversion`] | implicit conversions and their ranking |
//! | [`opaque_members`] | how a struct with textures or images among its members is split |
//! | [`display`] | the name of a type in a diagnostic |

pub(super) mod conversion;
pub(super) mod cooperative;
mod cooperative_vector;
mod display;
mod long_vector;
pub(super) mod opaque_members;
pub(super) mod shape;
pub(super) mod specifier;
pub(super) mod tensor;

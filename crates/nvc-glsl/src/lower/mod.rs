//! Typed tree to IR.

//! Tokens to syntax tree.

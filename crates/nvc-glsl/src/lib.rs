//! The GLSL front end: compute shaders with NVIDIA's extensions, to the shared IR.
//!
//! Four stages with data of their own: [`preprocess`] makes tokens of text, [`parse`] a syntax tree
//! ([`ast`]) of tokens, [`check`] a typed tree ([`tree`]) of that, [`lower`] the IR of it.
//! `docs/glsl-frontend.md` says how they fit together.
//!
//! Scalars, vector sizes, image dimensions and formats, operators, math, atomic and subgroup functions
//! are naga's, so that there is one taxonomy; what NVIDIA's dialect needs beyond is added beside them.
#![forbid(unsafe_code)]

pub mod ast;
pub mod builtins;
pub mod check;
pub mod extensions;
pub mod fold;
pub mod layout;
pub mod lower;
pub mod name;
pub mod options;
pub mod parse;
pub mod preprocess;
mod suggest;
pub mod tree;
pub mod type_names;
pub mod types;

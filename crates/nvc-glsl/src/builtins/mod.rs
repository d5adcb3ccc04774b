//! Tables of built-in functions and variables.
//!
//! A row of [`functions`] consists of a name, a signature pattern ([`signature`]), a requirement (a language version
//! or an extension), an operation and a constant-folding rule ([`constant`]). Rows of [`variables`] are similar.
//! `families` contains the rows, in the prototype notation of the specifications (`table`, `patterns`). The checker
//! resolves overloads among the rows. Lowering dispatches on [`Operation`] (`lower/builtins`).

pub mod constant;
mod families;
pub(crate) mod foreign;
pub mod functions;
mod index;
mod needs;
pub mod operation;
mod patterns;
mod prototype;
pub mod signature;
mod table;
pub mod variables;

pub use functions::{Builtin, Operation, name_of};
pub use variables::Variable;

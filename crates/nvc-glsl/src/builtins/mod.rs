//! Built-in functions and variables, as rows.
//!
//! A row of [`functions`] holds a name, a signature pattern ([`signature`]), what it needs (a language
//! version or an extension) and the operation it means; a row of [`variables`] likewise. Checking
//! chooses among rows by GLSL's overload rules; lowering dispatches on [`Operation`], one file per family.

pub mod functions;
pub mod signature;
pub mod variables;

pub use functions::{Builtin, Operation};
pub use variables::Variable;

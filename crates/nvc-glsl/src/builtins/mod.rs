//! Built-in functions and variables, as rows.
//!
//! A row of [`functions`] holds a name, a signature pattern ([`signature`]), what it needs (a language
//! version or an extension), the operation it means, and how it is computed of constants ([`constant`]);
//! a row of [`variables`] likewise. The rows stand in `families`, written as the specifications write
//! prototypes (`table`, `patterns`). Checking chooses among rows by GLSL's overload rules; lowering
//! dispatches on [`Operation`], one file per family.

pub mod constant;
mod families;
pub(crate) mod foreign;
pub mod functions;
mod index;
mod needs;
pub mod operation;
mod patterns;
pub mod signature;
mod table;
pub mod variables;

pub use functions::{Builtin, Operation};
pub use variables::Variable;

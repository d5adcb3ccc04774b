//! Built-in functions and variables, as rows.
//!
//! A row of [`functions`] has a name, a signature pattern ([`signature`]), its requirements (a language version
//! or an extension), an operation, and a constant-folding rule ([`constant`]); rows of [`variables`] are
//! similar. The rows are in `families`, in the notation of the specifications' prototypes (`table`,
//! `patterns`). Checking resolves overloads among the rows; lowering dispatches on [`Operation`], one file
//! per family.

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

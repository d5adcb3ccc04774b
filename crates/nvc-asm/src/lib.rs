//! The NV assembly front end: text to syntax tree to resolved program.
//!
//! [`parse`] splits the text into statements and parses each by a rule of the pest grammar in
//! `grammar/`; [`resolve`] looks names up and checks every operand and modifier against the
//! instruction table ([`table`]). Neither knows what the program is compiled to.
#![forbid(unsafe_code)]

// pest names its boxes through `alloc` when it is built without `std`.
extern crate alloc;

pub mod ast;
mod lower;
pub mod modifier;
mod names;
pub mod options;
mod parse;
pub mod reference;
pub mod resolve;
pub mod table;

pub use parse::{MAX_STATEMENT, MAX_STATEMENTS, MAX_TEXT, Parsed, parse};
pub use resolve::resolve;

pub use lower::lower;

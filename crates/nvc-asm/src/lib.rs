//! The front end for `!!NVcp5.0` assembly, which translates text to IR.
//!
//! The parser splits the text into statements and parses each: instructions by a scanner if possible, because that is
//! faster, and all others by a rule of the pest grammar in `grammar/`, which defines the language.
//! [`resolve`] parses a program, resolves names, and checks operands and modifiers against the instruction table ([`table`]).
//! [`lower`] translates the checked program to the IR. The parser and the resolver do not depend on the IR. Tools that need
//! the syntax tree call [`parse`].
#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

// Code that pest generates uses the crate `alloc` when pest is built without `std`.
extern crate alloc;

pub mod ast;
pub mod expected;
mod format;
mod index;
mod lower;
pub mod modifier;
mod names;
pub mod options;
mod parse;
pub mod reference;
pub mod resolve;
pub mod table;
mod tokens;

pub use parse::{Parsed, parse};
pub use resolve::resolve;

pub use format::{Style, format};
pub use index::index;

pub use lower::{LowerOptions, lower};

/// Runs the examples in the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

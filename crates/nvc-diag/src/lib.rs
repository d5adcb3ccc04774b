//! Sources, spans, diagnostics, limits, and the index of names for editors.
//!
//! Front ends and passes report to [`Diagnostics`]; nothing in this crate prints. [`render`] formats the collected
//! diagnostics as human-readable text, as one line each, as JSON, or like glslc. The text of a message is in the
//! code that reports it. Its stable code, with the page that explains it, is in [`codes`].

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod budget;
pub mod codes;
mod diagnostic;
pub mod index;
pub mod limits;
pub mod render;
mod source;
pub mod suggest;
pub mod warnings;

pub use budget::Cancellation;
pub use codes::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Label, Reported, Severity, counted};
pub use limits::{InvalidLimit, Limit, Limits};
pub use source::{FileId, Position, Presumed, Source, SourceMap, Span};
pub use warnings::{UnknownWarning, Warnings};

/// Compiles the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

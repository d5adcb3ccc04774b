//! Sources, spans and diagnostics.
//!
//! Front ends and passes report into [`Diagnostics`]; nothing here prints. [`render`] turns a
//! finished list into human-readable text, one line per error, or JSON. Each message is written
//! where it is reported; its stable code and the page that explains it are in [`codes`].

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod codes;
mod diagnostic;
pub mod index;
pub mod render;
mod source;
pub mod suggest;
pub mod warnings;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Fix, Label, Reported, Severity, counted};
pub use source::{FileId, Position, Presumed, Source, SourceMap, Span};
pub use warnings::{UnknownWarning, Warnings};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

//! Sources, spans and diagnostics.
//!
//! Front ends and passes report into [`Diagnostics`]; nothing here prints. Rendering
//! ([`render`]) turns a finished list into human text, one line per error, or JSON.
//! Wording lives with the code that reports; the stable number and its page live in [`codes`].

pub mod codes;
mod diagnostic;
pub mod render;
mod source;
pub mod warnings;

pub use codes::Code;
pub use diagnostic::{Diagnostic, Diagnostics, Label, Reported, Severity, counted};
pub use source::{FileId, Position, Presumed, Source, SourceMap, Span};
pub use warnings::{UnknownWarning, Warnings};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

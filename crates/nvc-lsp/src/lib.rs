//! The language server: diagnostics, hover, navigation, completion and formatting for `!!NVcp5.0` assembly
//! and GLSL compute shaders, in any editor that supports the Language Server Protocol.
//!
//! There are three layers:
//!
//! - [`Analysis`] is the front ends' analysis of a document: tokens, the index of names, inlay hints. It is computed from
//!   text alone and works for incomplete code. The server has no parser of its own.
//! - [`answers`] contains pure functions from an analysis, and usually an offset, to an answer. They use no processes
//!   and no JSON.
//! - The server dispatches messages to these functions: [`serve`], [`stdio`]. Requests are answered in the
//!   order in which they arrive, unless they are cancelled. A second thread compiles documents for their
//!   diagnostics, a short delay after the last change.
//!
//! Protocol types are written as JSON where they are needed. Of the crates that declare them, one is
//! unmaintained, and the others take longer to build than the server.

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod analysis;
pub mod answers;
mod assembly;
mod checker;
mod document;
mod glsl;
mod loader;
pub mod position;
mod protocol;
mod requests;
mod server;
mod settings;
mod uri;

pub use analysis::{Analysis, Hint, Token, TokenKind};
pub use loader::OpenFiles;
pub use server::{serve, stdio};
pub use settings::Settings;

/// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

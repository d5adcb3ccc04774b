//! The language server: diagnostics, hover, navigation, completion and formatting for `!!NVcp5.0` assembly and GLSL
//! compute shaders, in any editor that speaks the Language Server Protocol.
//!
//! Three layers:
//!
//! - [`Analysis`] is what the front ends know about a document: tokens, the index of names, types. It is made from text
//!   alone, also from half-typed text. The server parses nothing itself.
//! - [`answers`] are pure functions from an analysis and an offset to an answer: no process, no JSON.
//! - The server turns messages into calls of these: [`serve`], [`stdio`]. Requests are answered in the order in which
//!   they arrive, unless they are cancelled; a second thread compiles documents for their diagnostics, a moment after
//!   the last change.
//!
//! The protocol's types are written as JSON where they are needed: of the crates that declare them all, one is no longer
//! maintained, and the others cost more build time than the server.

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

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

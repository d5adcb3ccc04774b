//! Answers to language server requests, as pure functions, most of an [`Analysis`](crate::Analysis) and an offset in it.

pub mod completion;
pub mod hover;
pub mod navigation;
pub mod symbols;

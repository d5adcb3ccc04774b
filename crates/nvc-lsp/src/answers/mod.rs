//! Answers to language server requests, as pure functions of an [`Analysis`](crate::Analysis) and an offset.

pub mod completion;
pub mod hover;
pub mod navigation;
pub mod symbols;

//! Answers to language server requests, as pure functions. Most of them take an [`Analysis`](crate::Analysis) and an offset in
//! the document.

pub mod completion;
pub mod hover;
pub mod navigation;
pub mod symbols;

//! Answers to an editor's questions: pure functions from an [`Analysis`](crate::Analysis) and an offset.

pub mod completion;
pub mod hover;
pub mod navigation;
pub mod symbols;

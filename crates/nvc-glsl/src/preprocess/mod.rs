//! Text to tokens: comments, line continuations, macros, conditions, includes, directives.

pub mod token;

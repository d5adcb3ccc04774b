//! Checks statements (GLSL §6).
//!
//! | file | checks |
//! |---|---|
//! | [`statement`] | blocks, branches, loops, jumps, and their attributes |
//! | [`switch`] | `switch` and its labels |

mod statement;
mod switch;

//! The C interface of nvc. `include/nvc.h`, which cbindgen makes from this crate, documents every function for its
//! callers; the comments here are its text.
//!
//! The life cycle is shaderc's: options, a compiler made from them, a result for each compilation. All handles are
//! opaque, so that each can grow without a new ABI, and options are set by name, so that a new one needs no new function.
//! Nothing is global.
//!
//! Handles arrive as `Option<&T>`, `Option<&mut T>` and `Option<Box<T>>`, which are pointers that may be null. What is left
//! that Rust cannot check is `unsafe`, in three places: `text` reads strings, `include` calls callbacks, and every function is
//! exported under its own name. Functions that take plain pointers are `unsafe`; what the header says of the
//! argument is what their callers owe.
//!
//! No panic leaves the library: `compiler` and `options` turn one into an error. In the other functions, which only
//! read fields, Rust would abort the process.

// Exported names are `unsafe`: two libraries may choose the same. These all start with `nvc_`.
#![allow(unsafe_code)]
#![deny(clippy::undocumented_unsafe_blocks)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]
#![allow(clippy::missing_safety_doc, reason = "the documentation of a function is its text in the header")]

mod compiler;
mod diagnostic;
mod include;
mod options;
mod result;
mod status;
mod text;

pub use compiler::*;
pub use diagnostic::*;
pub use include::*;
pub use options::*;
pub use result::*;
pub use status::*;

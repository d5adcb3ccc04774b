//! The C interface of nvc. cbindgen generates `include/nvc.h` from this crate; the doc comments of exported
//! items become the documentation in that header.
//!
//! The life cycle is that of shaderc: create options, create a compiler from them, and get a result for each
//! compilation. All handles are opaque, so that their types can grow without an ABI change. Options are set
//! by name, so that a new option needs no new function. There is no global state.
//!
//! Handles are passed as `Option<&T>`, `Option<&mut T>` and `Option<Box<T>>`, which are nullable pointers in
//! C. Three kinds of `unsafe` remain: C strings and arrays are read (by `text` for the other modules, and by `compiler`),
//! `include` calls callbacks, and every function is exported under an unmangled name. Functions that take raw pointers are
//! `unsafe`; the header states what their callers must guarantee.
//!
//! Panics do not cross the C boundary: `compiler` and `options` convert a panic into an error. The other
//! functions only read or set fields; a panic there would abort the process.

// Exporting an unmangled name is `unsafe`, because two libraries may choose the same one. All names here
// start with `nvc_`.
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

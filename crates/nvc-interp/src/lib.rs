//! SIMT interpreter of the IR: runs whole dispatches without a device. `docs/interp.md` describes its purpose
//! and design.
//!
//! [`run`] executes a module in any phase, given a [`Dispatch`](nvc_exec::Dispatch), a [`Config`] and
//! [`Resources`](nvc_exec::Resources), and returns a [`Report`]. The module must have passed
//! `nvc_ir::verify`.
//!
//! ```
//! let module = nvc_ir::text::parse(
//!     r#"module built
//! g0 = bytes storage(0)
//! entry "main" f0 size(4, 1, 1)
//! func f0 "main"() {
//! b0:
//!   v0: i32 = builtin[local_index]
//!   v1: i32 = shl v0, 2:i32
//!   bytes.store[g0] 0:i32, v1, v0
//!   return
//! }"#,
//! )?;
//! use nvc_exec::{Dispatch, Resources};
//! use nvc_interp::{Config, run};
//! let mut resources = Resources::default();
//! let out = (nvc_ir::ResourceClass::Storage, 0);
//! resources.buffers.insert(out, vec![0; 16]);
//! let dispatch = Dispatch { groups: [1, 1, 1], ..Dispatch::default() };
//! let report = run(&module, &dispatch, &mut resources, &Config::default(), None);
//! assert!(report.is_ok_and(|report| report.findings.iter().next().is_none()));
//! assert_eq!(resources.buffers[&out], [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
//! # Ok::<(), nvc_ir::text::ParseError>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

mod check;
mod code;
mod column;
mod config;
mod cost;
mod decode;
mod kernels;
mod layout;
mod machine;
#[cfg(feature = "proofs")]
pub mod proofs;
mod site;
mod texture;
mod trace;

pub use config::{Config, DEFAULT_STEPS, Report};
pub use machine::run;
pub use trace::{Invocation, Traced, TracedValue, TracedWarp, Tracer};

/// Compiles the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

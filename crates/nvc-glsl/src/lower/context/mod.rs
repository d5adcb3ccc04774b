//! The state of lowering and the data that it consists of. Nothing here lowers anything.
//!
//! | file | holds |
//! |---|---|
//! | [`module`] | [`Shared`]: what belongs to the module |
//! | [`function`] | [`Lowerer`]: what belongs to the function being lowered |
//! | [`globals`], [`type_cache`], [`reflection`] | declared IR globals, IR types, described block layouts |
//! | [`instance`], [`resource`] | function instances, and the opaque arguments that select one |
//! | [`storage`], [`control_flow`] | storage of local variables; targets of `break` and `continue` |

mod control_flow;
mod function;
mod globals;
mod instance;
mod module;
mod reflection;
mod resource;
mod storage;
mod type_cache;

pub(in crate::lower) use control_flow::{Frame, Loop};
pub(in crate::lower) use function::Lowerer;
pub(in crate::lower) use globals::{Known, Parameters, Variable};
pub(in crate::lower) use instance::{Key, is_resource};
pub(in crate::lower) use module::Shared;
pub(in crate::lower) use reflection::Description;
pub(in crate::lower) use resource::{Resource, Shape};
pub(in crate::lower) use storage::{Home, MAX_LEAVES, Tree};
pub(in crate::lower) use type_cache::Cache;

/// An expression of the typed tree.
pub(in crate::lower) type E = naga::Handle<crate::tree::Expr>;

//! State of lowering. Nothing in this folder emits instructions.
//!
//! | file | contains |
//! |---|---|
//! | [`module`] | [`ModuleLowerer`]: the state of one module |
//! | [`function`] | [`Lowerer`]: the state of one function |
//! | [`globals`] | the IR globals for the program's globals |
//! | [`type_cache`] | the IR types for GLSL types |
//! | [`reflection`] | the block layouts for reflection |
//! | [`instance`], [`resource`] | function instances, and the opaque arguments that select them |
//! | [`storage`] | the storage of local variables |
//! | [`control_flow`] | the targets of `break` and `continue` |

mod control_flow;
mod function;
mod globals;
mod instance;
mod module;
mod reflection;
mod resource;
mod storage;
mod type_cache;

pub(in crate::lower) use control_flow::ControlFrame;
pub(in crate::lower) use function::Lowerer;
pub(in crate::lower) use globals::{DeclaredGlobals, LooseUniforms, Variable, of_global};
pub(in crate::lower) use instance::{InstanceKey, is_resource};
pub(in crate::lower) use module::ModuleLowerer;
pub(in crate::lower) use reflection::Reflection;
pub(in crate::lower) use resource::{Resource, ResourceShape};
pub(in crate::lower) use storage::{MAX_LEAVES, SsaTree, Storage};
pub(in crate::lower) use type_cache::TypeCache;

/// An expression of the typed tree.
pub(in crate::lower) type ExprHandle = naga::Handle<crate::tree::Expr>;

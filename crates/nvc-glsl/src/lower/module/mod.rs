//! Module-level lowering: the entry point, functions, globals, and reflection of blocks.
//!
//! | file | purpose |
//! |---|---|
//! | [`collisions`] | reports resources of different types that share a binding |
//! | [`entry`] | lowers the entry point: initialisation of globals, then `main` |
//! | [`functions`] | lowers function instances: signatures, bodies, `return` |
//! | [`globals`] | lowers variables and blocks |
//! | [`loose_uniforms`] | gathers uniforms outside blocks in the parameter block |
//! | [`reflection`] | records the layouts of blocks |

mod collisions;
mod entry;
mod functions;
mod globals;
mod loose_uniforms;
mod reflection;

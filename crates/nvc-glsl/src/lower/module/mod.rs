//! Module-level lowering: the entry point, functions, globals, and their description for reflection.
//!
//! | file | lowers |
//! |---|---|
//! | [`collisions`] | the check for bindings that two resources share |
//! | [`entry`] | the entry point: initialisation of globals, then `main` |
//! | [`functions`] | instances of functions: signatures, bodies, `return` |
//! | [`globals`] | variables and blocks |
//! | [`loose_uniforms`] | uniforms outside blocks, gathered in the parameter block |
//! | [`reflection`] | the layouts of blocks |

mod collisions;
mod entry;
mod functions;
mod globals;
mod loose_uniforms;
mod reflection;

//! Checks declarations: variables, constants, functions, and their qualifiers.
//!
//! | file | checks |
//! |---|---|
//! | [`variables`] | variables, global and local |
//! | [`constants`] | named constants and specialization constants |
//! | [`initializers`] | initializers and initializer lists |
//! | [`functions`] | prototypes, definitions, parameters |
//! | [`qualifiers`] | storage, memory and layout qualifiers of a declaration |
//! | [`layout_qualifiers`] | the table of layout identifiers: where each is allowed |
//! | [`placement`] | the `align` and `offset` qualifiers of block members |
//! | [`reserved_names`] | names that a program cannot declare |
//! | [`precision`] | precision statements and default precisions |
//! | [`implicit_arrays`] | arrays declared without a size |
//! | [`implicit_sizes`] | the largest constant index used with each such array |
//! | [`spirv`] | qualifiers of GL_EXT_spirv_intrinsics |
//! | [`opacity_micromap`] | redeclarations of `gl_EnableOpacityMicromapEXT` |
//! | [`opaque_structs`] | variables of structs with textures or images among their members |

mod constants;
pub(super) mod functions;
mod implicit_arrays;
pub(super) mod implicit_sizes;
mod initializers;
pub(super) mod layout_qualifiers;
mod opacity_micromap;
pub(super) mod opaque_structs;
pub(super) mod placement;
pub(super) mod precision;
pub(super) mod qualifiers;
mod reserved_names;
pub(super) mod spirv;
mod variables;

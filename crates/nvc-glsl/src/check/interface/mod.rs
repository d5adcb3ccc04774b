//! Checks the shader's interface to the API: blocks, resources, uniforms, the workgroup size.
//!
//! | file | checks |
//! |---|---|
//! | [`blocks`] | uniform, storage, shared and push-constant blocks, buffer references |
//! | [`block_rules`] | the qualifiers and types allowed in each kind of block |
//! | [`member_offsets`] | the offset of each member |
//! | [`implicit_members`] | members that are arrays declared without a size |
//! | [`heap_blocks`] | blocks in descriptor heaps |
//! | [`heaps`] | the descriptor set or heap of a resource |
//! | [`uniforms`] | textures, images, atomic counters, loose uniforms |
//! | [`workgroup_size`] | the workgroup size |
//! | [`derivative_group`] | the layout of derivative groups |
//! | [`conflicts`] | declarations that collide: locations, offsets, block names |

mod block_rules;
pub(super) mod blocks;
pub(super) mod conflicts;
mod derivative_group;
mod heap_blocks;
mod heaps;
mod implicit_members;
mod member_offsets;
mod uniforms;
pub(super) mod workgroup_size;

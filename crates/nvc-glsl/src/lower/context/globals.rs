//! IR globals that have been declared so far.

use crate::layout::Rules;
use crate::lower::analysis::bindings::{aliased, assign_bindings};
use crate::lower::analysis::packed_half::packed_shared_variables;
use crate::tree::{self, Program};
use naga::Handle;
use nvc_ir::entity::Entity;
use nvc_ir::{BindingMap, Global, Space, Type as IrType};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Maps the program's global variables to IR globals. Shared variables are declared first, in the order of
/// [`shared_in_order`](crate::lower::analysis::shared_order::shared_in_order); any other IR global is declared at
/// the first use of its variable.
pub(in crate::lower) struct DeclaredGlobals {
    pub variables: FxHashMap<Handle<tree::Global>, Variable>,
    /// Arrays of descriptors, keyed by variable and by the descriptor type of the access.
    pub resources: Views,
    /// Binding numbers of resources, explicit or assigned.
    pub bindings: FxHashMap<Handle<tree::Global>, u32>,
    pub loose_uniforms: Option<LooseUniforms>,
    /// Buffers of atomic counters, by binding.
    pub counters: FxHashMap<u32, Global>,
    /// Heaps of bindless descriptors, indexed by [`BindlessHeap`](nvc_ir::BindlessHeap).
    pub heaps: [Option<Global>; 4],
    /// Globals for data in the resource heap (`false`) and the sampler heap (`true`).
    pub heap_data: FxHashMap<bool, Global>,
    /// Globals that represent the size of a descriptor in a heap, by address space and descriptor type.
    pub sized_descriptors: FxHashMap<(Space, IrType), Global>,
    /// Second declarations of blocks as arrays of integers, by block and integer type.
    pub packed_views: Views,
    /// Shared variables whose vectors of halves are stored as integers.
    pub packed_shared_variables: FxHashSet<Handle<tree::Global>>,
    /// Resources whose bindings overlap those of another one of the same class and set.
    pub aliased: FxHashSet<Handle<tree::Global>>,
}

/// Declarations of a global by the type of the access. Sorted, so that those of one global are found together.
pub(in crate::lower) type Views = BTreeMap<(Handle<tree::Global>, IrType), Global>;

/// Returns the declarations of a global.
pub(in crate::lower) fn of_global(
    views: &Views,
    handle: Handle<tree::Global>,
) -> impl Iterator<Item = Global> + '_ {
    let types = (handle, IrType::from_index(0))..=(handle, IrType::from_index(u32::MAX));
    views.range(types).map(|(_, &global)| global)
}

/// An IR variable.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Variable {
    pub global: Global,
    pub space: Space,
    pub ty: IrType,
    /// Layout rules of the memory; `None` if it has no explicit layout.
    pub rules: Option<Rules>,
}

impl DeclaredGlobals {
    pub(in crate::lower) fn new(program: &Program, map: &BindingMap) -> Self {
        let bindings = assign_bindings(program, map);
        DeclaredGlobals {
            aliased: aliased(program, map, &bindings),
            variables: FxHashMap::default(),
            resources: Views::default(),
            bindings,
            loose_uniforms: None,
            counters: FxHashMap::default(),
            heaps: [None; 4],
            heap_data: FxHashMap::default(),
            sized_descriptors: FxHashMap::default(),
            packed_views: Views::default(),
            packed_shared_variables: packed_shared_variables(program),
        }
    }
}

/// The block of loose uniforms (uniforms outside blocks), and their byte offsets in it.
pub(in crate::lower) struct LooseUniforms {
    pub global: Global,
    pub offsets: FxHashMap<Handle<tree::Global>, u32>,
}

//! The IR globals declared so far.

use crate::layout::Rules;
use crate::lower::analysis::bindings::bindings;
use crate::lower::analysis::packed_half::shared_words;
use crate::tree::{self, Program};
use naga::Handle;
use nvc_ir::{Global, Space, Type as IrType};
use rustc_hash::{FxHashMap, FxHashSet};

/// What was declared.
pub(in crate::lower) struct Known {
    pub variables: FxHashMap<Handle<tree::Global>, Variable>,
    /// Resources of the source's view, by the type of the descriptors that they are seen as.
    pub resources: FxHashMap<(Handle<tree::Global>, IrType), Global>,
    /// Binding numbers: what the program says, else the next that is free.
    pub bindings: FxHashMap<Handle<tree::Global>, u32>,
    pub parameters: Option<Parameters>,
    pub counters: FxHashMap<u32, Global>,
    pub heaps: [Option<Global>; 4],
    /// Blocks as arrays of words.
    pub words: FxHashMap<(Handle<tree::Global>, IrType), Global>,
    /// Shared variables whose vectors of halves are words.
    pub shared_words: FxHashSet<Handle<tree::Global>>,
}

/// A variable of the IR.
#[derive(Clone, Copy, Debug)]
pub(in crate::lower) struct Variable {
    pub global: Global,
    pub space: Space,
    pub ty: IrType,
    pub rules: Option<Rules>,
}

impl Known {
    pub(in crate::lower) fn new(program: &Program) -> Self {
        Known {
            variables: FxHashMap::default(),
            resources: FxHashMap::default(),
            bindings: bindings(program),
            parameters: None,
            counters: FxHashMap::default(),
            heaps: [None; 4],
            words: FxHashMap::default(),
            shared_words: shared_words(program),
        }
    }
}

/// Where the loose uniforms are.
pub(in crate::lower) struct Parameters {
    pub global: Global,
    pub offsets: FxHashMap<Handle<tree::Global>, u32>,
}
